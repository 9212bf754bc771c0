#include "common/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/test.h"

static void say_die(void *text)
{
	messages_start("prog");
	die("%s", (const char *)text);
}

static void say_die_errno(void *unused)
{
	(void)unused;
	messages_start("prog");
	errno = ENOENT;
	die_errno("%s: cannot open", "x.txt");
}

static void say_usage(void *unused)
{
	(void)unused;
	messages_start("prog");
	die_usage("unknown option '%s'", "--x");
}

static void messages(void)
{
	CHECK_ENDS(say_die, (char[]){"it broke"}, EXIT_CANNOT, "prog: it broke\n");
	CHECK_ENDS(say_die_errno, NULL, EXIT_CANNOT,
		"prog: x.txt: cannot open: No such file or directory\n");
	CHECK_ENDS(say_usage, NULL, EXIT_USAGE,
		"prog: unknown option '--x': try 'prog --help'\n");
}

struct marked {
	struct str text;
	size_t at;
};

static void say_marked(void *context)
{
	const struct marked *marked = context;

	messages_start("prog");
	die_usage_at(marked->text, marked->at, "--x: %s", "wrong");
}

static void check_marked(struct str text, size_t at, const char *below)
{
	struct marked marked = {text, at};
	struct buf said = {0};

	buf_addf(&said, "prog: --x: wrong: try 'prog --help'\n%s", below);
	buf_add_char(&said, '\0');
	CHECK_ENDS(say_marked, &marked, EXIT_USAGE, said.p);
	buf_release(&said);
}

/* By columns: a character of two bytes has one, a byte that is shown as \xNN four. */
static void a_mark_stands_below_its_place(void)
{
	char text[200];

	check_marked(STR("a(b"), 1, "    a(b\n     ^\n");
	check_marked(STR(""), 0, "    \n    ^\n");
	check_marked(STR("ab"), 9, "    ab\n      ^\n");
	check_marked(STR("\xc3\xa4("), 2, "    \xc3\xa4(\n     ^\n");
	check_marked(STR("\xc3\xa4("), 1, "    \xc3\xa4(\n    ^\n");
	check_marked(STR("\x1b\xff("), 2, "    \\x1b\\xff(\n            ^\n");
	memset(text, 'x', sizeof(text));
	text[100] = '(';
	check_marked((struct str){text, sizeof(text)}, 100,
		"    ...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(xxxxxxxxxxxxxxxxxxxxxxxxx...\n"
		"                                                   ^\n");
}

static void control_characters_do_not_reach_a_terminal(void)
{
	CHECK_ENDS(say_die, (char[]){"a\x1b[2Jb\nc\x7f"}, EXIT_CANNOT, "prog: a\\x1b[2Jb\\x0ac\\x7f\n");
	CHECK_ENDS(say_die, (char[]){"\xc2\x9b" "1m \xff\xc3\xa4"}, EXIT_CANNOT,
		"prog: \\xc2\\x9b1m \\xff\xc3\xa4\n");
}

/* One line, cut, and never past the buffer. */
static void long_messages_are_cut(void)
{
	for (size_t n = 2000; n < 2100; n++) {
		char text[4000] = "";

		memset(text, 'x', n);
		struct child child = child_run(say_die, text);

		CHECK_U64((uint64_t)child.status, EXIT_CANNOT);
		CHECK_U64(child.err.n, n + 7 < 2047 ? n + 7 : 2047);
		CHECK_U64(str_find(buf_str(&child.err), '\n'), child.err.n - 1);
		child_release(&child);
	}
}

static void say_long_name(void *name)
{
	messages_start("prog");
	errno = ENOENT;
	die_errno("%s: cannot open", (const char *)name);
}

static void a_long_name_does_not_hide_the_reason(void)
{
	char name[4000] = "";

	memset(name, '\n', sizeof(name) - 1);
	struct child child = child_run(say_long_name, name);

	CHECK(child.err.n <= 2047);
	CHECK(str_ends(buf_str(&child.err), STR("\\x0a: No such file or directory\n")));
	child_release(&child);
}

static void say_warnings(void *quiet)
{
	messages_start("prog");
	warn("first");
	messages_quiet(*(bool *)quiet);
	warn("second");
	die("end");
}

static void quiet_silences_warnings_only(void)
{
	bool quiet = true, loud = false;

	CHECK_ENDS(say_warnings, &quiet, EXIT_CANNOT, "prog: first\nprog: end\n");
	CHECK_ENDS(say_warnings, &loud, EXIT_CANNOT, "prog: first\nprog: second\nprog: end\n");
}

static void leave_with_more(void *context, int status)
{
	_exit(status + *(int *)context);
}

static void die_elsewhere(void *unused)
{
	int more = 41;

	(void)unused;
	messages_on_exit(leave_with_more, &more);
	die("end");
}

static void a_harness_may_take_over_exits(void)
{
	CHECK_ENDS(die_elsewhere, NULL, 42, "flamegraph-toolkit: end\n");
}

struct skipping {
	unsigned count, kinds;
	bool strict;
};

static void skip_lines(void *context)
{
	static const char *const expected[] = {
		"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R",
	};
	const struct skipping *skipping = context;
	struct problems problems = {.strict = skipping->strict, .lines = 100};

	messages_start("prog");
	for (unsigned i = 0; i < skipping->count; i++)
		problem_at(&problems, "in", i + 1, expected[i % skipping->kinds], STR("a\nb"));
	problems_finish(&problems);
}

static void skipped_lines(void)
{
	struct skipping none = {0, 1, false}, one = {1, 1, false};
	struct skipping six = {6, 1, false}, strict = {3, 1, true};

	CHECK_ENDS(skip_lines, &none, 0, "");
	CHECK_ENDS(skip_lines, &one, 0, "prog: in:1: expected A, got \"a\\x0ab\"\n");
	CHECK_ENDS(skip_lines, &six, 0,
		"prog: in:1: expected A, got \"a\\x0ab\"\n"
		"prog: in:2: expected A, got \"a\\x0ab\"\n"
		"prog: in:3: expected A, got \"a\\x0ab\"\n"
		"prog: in:4: expected A, got \"a\\x0ab\"\n"
		"prog: in:5: expected A, got \"a\\x0ab\"\n"
		"prog: skipped 6 of 100 lines (first: in:1)\n");
	CHECK_ENDS(skip_lines, &strict, EXIT_CANNOT, "prog: in:1: expected A, got \"a\\x0ab\"\n");
}

static size_t count_lines(struct str text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n;
}

/* Five of each kind; the kinds past the table share one row, so there are 16 times five. */
static void many_kinds_of_problems(void)
{
	struct skipping few = {100, 2, false}, many = {1800, 18, false};
	struct child two = child_run(skip_lines, &few), eighteen = child_run(skip_lines, &many);

	CHECK_U64(count_lines(buf_str(&two.err)), 2 * 5 + 1);
	CHECK_U64(count_lines(buf_str(&eighteen.err)), 16 * 5 + 1);
	child_release(&two);
	child_release(&eighteen);
}

static void closed_descriptors(void *unused)
{
	(void)unused;
	close(0);
	close(1);
	messages_start("prog");

	int fd = open("/dev/null", O_RDONLY);
	char c;

	if (fd < 3)
		die("a file got descriptor %d", fd);
	if (write(1, "x", 1) != -1 || read(0, &c, 1) != -1)
		die("a closed descriptor works");
}

static void closed_descriptors_stay_unusable(void)
{
	CHECK_ENDS(closed_descriptors, NULL, 0, "");
}

int main(void)
{
	TEST(messages);
	TEST(a_mark_stands_below_its_place);
	TEST(control_characters_do_not_reach_a_terminal);
	TEST(long_messages_are_cut);
	TEST(a_long_name_does_not_hide_the_reason);
	TEST(quiet_silences_warnings_only);
	TEST(a_harness_may_take_over_exits);
	TEST(skipped_lines);
	TEST(many_kinds_of_problems);
	TEST(closed_descriptors_stay_unusable);
}
