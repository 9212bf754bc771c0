#include "common/output.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/messages.h"
#include "tests/unit/test.h"

/* How many files in the directory are outputs ("out…") or temporary files. */
static unsigned files_left(void)
{
	DIR *directory = opendir(".");
	struct dirent *entry;
	unsigned n = 0;

	while ((entry = readdir(directory)))
		n += strncmp(entry->d_name, "out", 3) == 0 || strncmp(entry->d_name, ".fg-", 4) == 0;
	closedir(directory);
	return n;
}

static void check_file(const char *path, const char *wanted)
{
	struct buf bytes = file_read(path);

	CHECK_STR(buf_str(&bytes), wanted);
	buf_release(&bytes);
}

static void write_text(const char *path, const char *text)
{
	struct output output;

	output_open(&output, path);
	buf_add(&output.buf, str_of(text));
	output_close(&output);
}

static void a_new_file(void)
{
	struct stat status;

	umask(022);
	write_text("out", "text");
	check_file("out", "text");
	CHECK(stat("out", &status) == 0);
	CHECK_U64(status.st_mode & 07777, 0644);
	CHECK_U64(files_left(), 1);
	unlink("out");
}

static void an_old_file_keeps_its_mode_until_the_end(void)
{
	struct output output;
	struct stat status;

	file_write("out", STR("old"));
	chmod("out", 0640);
	output_open(&output, "out");
	buf_add(&output.buf, STR("new"));
	check_file("out", "old");
	output_close(&output);
	check_file("out", "new");
	CHECK(stat("out", &status) == 0);
	CHECK_U64(status.st_mode & 07777, 0640);
	CHECK_U64(files_left(), 1);
	unlink("out");
}

static void die_while_writing(void *unused)
{
	struct output output;

	(void)unused;
	messages_start("prog");
	output_open(&output, "out");
	buf_add(&output.buf, STR("half"));
	die("end");
}

static void a_program_that_ends_leaves_nothing(void)
{
	file_write("out", STR("old"));
	CHECK_ENDS(die_while_writing, NULL, EXIT_CANNOT, "prog: end\n");
	check_file("out", "old");
	CHECK_U64(files_left(), 1);
	unlink("out");
	CHECK_ENDS(die_while_writing, NULL, EXIT_CANNOT, "prog: end\n");
	CHECK_U64(files_left(), 0);
}

static void signal_while_writing(void *number)
{
	struct output output;

	output_open(&output, "out");
	buf_add(&output.buf, STR("half"));
	raise(*(int *)number);
	output_close(&output);
}

static void a_program_that_is_stopped_leaves_nothing(void)
{
	int signals[] = {
		SIGINT, SIGTERM, SIGHUP, SIGXFSZ, SIGQUIT, SIGPIPE, SIGALRM, SIGXCPU};

	file_write("out", STR("old"));
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		CHECK_ENDS(signal_while_writing, &signals[i], 128 + signals[i], "");
	check_file("out", "old");
	/* Under nohup the signal is ignored, and must stay so. */
	signal(SIGHUP, SIG_IGN);
	CHECK_ENDS(signal_while_writing, &signals[2], EXIT_DONE, "");
	signal(SIGHUP, SIG_DFL);
	check_file("out", "half");
	CHECK_U64(files_left(), 1);
	unlink("out");
}

/* More than the buffer holds, a line at a time. */
static void much_text(void)
{
	enum { LINES = 100000 };
	struct output output;

	output_open(&output, "out");
	for (int i = 0; i < LINES; i++) {
		buf_add(&output.buf, STR("0123456789\n"));
		output_flush_if_full(&output);
		CHECK(output.buf.n < 1 << 17);
	}
	output_close(&output);

	struct buf bytes = file_read("out");

	CHECK_U64(bytes.n, LINES * 11);
	CHECK(str_ends(buf_str(&bytes), STR("9\n0123456789\n")));
	buf_release(&bytes);
	unlink("out");
}

static void write_to(void *path)
{
	messages_start("prog");
	write_text(path, "text");
}

static void places_that_take_nothing(void)
{
	CHECK_ENDS(write_to, (char[]){"/dev/full"}, EXIT_CANNOT,
		"prog: /dev/full: cannot write: No space left on device\n");
	CHECK_ENDS(write_to, (char[]){"no/out"}, EXIT_CANNOT,
		"prog: no/out: cannot create: No such file or directory\n");
	CHECK_ENDS(write_to, (char[]){"/dev"}, EXIT_CANNOT,
		"prog: /dev: cannot open for writing: Is a directory\n");
	CHECK_ENDS(write_to, (char[]){""}, EXIT_CANNOT,
		"prog: the output's name is empty\n");
	CHECK_U64(files_left(), 0);
	CHECK_ENDS(write_to, (char[]){"/dev/null"}, EXIT_DONE, "");
}

static void full_stdout(void *path)
{
	messages_start("prog");
	if (!freopen("/dev/full", "w", stdout))
		_exit(99);
	write_text(path, "text");
}

static void standard_output(void)
{
	struct child child = child_run(write_to, (char[]){"-"});

	CHECK_U64((uint64_t)child.status, 0);
	CHECK_STR(buf_str(&child.out), "text");
	child_release(&child);
	CHECK_ENDS(full_stdout, (char[]){"-"}, EXIT_CANNOT,
		"prog: stdout: cannot write: No space left on device\n");
	CHECK_ENDS(full_stdout, NULL, EXIT_CANNOT,
		"prog: stdout: cannot write: No space left on device\n");
}

static void a_link_stays_and_leads_to_the_new_file(void)
{
	struct stat status;

	file_write("out", STR("old"));
	CHECK(symlink("out", "out-link") == 0);
	write_text("out-link", "new");
	check_file("out", "new");
	CHECK(lstat("out-link", &status) == 0 && S_ISLNK(status.st_mode));
	CHECK_U64(files_left(), 2);
	unlink("out");
	write_text("out-link", "newer");
	check_file("out-link", "newer");
	CHECK_U64(files_left(), 1);
	unlink("out-link");
}

static void write_to_redirected(void *path)
{
	messages_start("prog");
	if (!freopen("out", "w", stdout))
		_exit(99);
	write_text(path, "text");
}

/* Whoever opened "out" for stdout sees the text in that very file, and links to it stay. */
static void a_name_of_stdout_is_stdout(void)
{
	struct stat before, after, link;

	file_write("out", STR("old"));
	CHECK(symlink("out", "out-link") == 0);
	CHECK(stat("out", &before) == 0);
	CHECK_ENDS(write_to_redirected, (char[]){"out-link"}, EXIT_DONE, "");
	check_file("out", "text");
	CHECK_ENDS(write_to_redirected, (char[]){"out"}, EXIT_DONE, "");
	check_file("out", "text");
	CHECK(stat("out", &after) == 0 && before.st_ino == after.st_ino);
	CHECK(lstat("out-link", &link) == 0 && S_ISLNK(link.st_mode));
	unlink("out-link");
	unlink("out");
}

static void a_name_as_long_as_may_be(void)
{
	char name[256];

	memset(name, 'o', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	write_text(name, "text");
	check_file(name, "text");
	unlink(name);
}

static void check_output(void *path)
{
	const char *const inputs[] = {"other", "in", NULL};

	messages_start("prog");
	output_check(path, inputs);
}

static void an_output_is_no_input(void)
{
	file_write("in", STR("text"));
	CHECK(link("in", "out") == 0);
	CHECK_ENDS(check_output, (char[]){"in"}, EXIT_USAGE,
		"prog: in is an input and cannot be the output too: try 'prog --help'\n");
	CHECK_ENDS(check_output, (char[]){"./out"}, EXIT_USAGE,
		"prog: ./out is an input and cannot be the output too: try 'prog --help'\n");
	CHECK_ENDS(check_output, (char[]){""}, EXIT_USAGE,
		"prog: the output's name is empty: try 'prog --help'\n");
	CHECK_ENDS(check_output, (char[]){"new"}, EXIT_DONE, "");
	CHECK_ENDS(check_output, NULL, EXIT_DONE, "");
	unlink("out");
	unlink("in");
}

int main(void)
{
	TEST(a_new_file);
	TEST(an_old_file_keeps_its_mode_until_the_end);
	TEST(a_program_that_ends_leaves_nothing);
	TEST(a_program_that_is_stopped_leaves_nothing);
	TEST(much_text);
	TEST(places_that_take_nothing);
	TEST(standard_output);
	TEST(a_link_stays_and_leads_to_the_new_file);
	TEST(a_name_of_stdout_is_stdout);
	TEST(a_name_as_long_as_may_be);
	TEST(an_output_is_no_input);
}
