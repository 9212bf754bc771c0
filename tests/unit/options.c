#include "common/options.h"

#include <stdlib.h>
#include <string.h>

#include "common/messages.h"
#include "tests/unit/test.h"

static const char *parse_pair(const char *value, void *field)
{
	if (strcmp(value, "good") != 0)
		return "expected good";
	*(int *)field = 1;
	return NULL;
}

static const char *parse_bare(const char *value, void *field)
{
	*(int *)field = value ? -1 : 1;
	return NULL;
}

static const char *const colours[] = {"hot", "mem", "hottest", NULL};

struct settings {
	bool pid, kernel, quiet;
	const char *title;
	struct text_list hide;
	uint64_t width;
	double minimum;
	int colour;
	int pair, bare;
};

static const struct option options[] = {
	{"p pid", OPTION_FLAG, offsetof(struct settings, pid), .help = "add pids"},
	{"k kernel", OPTION_FLAG, offsetof(struct settings, kernel), .help = "mark the kernel"},
	{"quiet", OPTION_FLAG, offsetof(struct settings, quiet), .help = "say nothing"},
	{"no-quiet", OPTION_OFF, offsetof(struct settings, quiet), .help = "say something"},
	{"t title", OPTION_TEXT, offsetof(struct settings, title), .argument = "TEXT", .help = "title"},
	{"hide", OPTION_LIST, offsetof(struct settings, hide), .argument = "TEXT", .help = "hide"},
	{"w width image-width", OPTION_NUMBER, offsetof(struct settings, width), .argument = "PX",
		.help = "width", .min = 20, .max = 1e6},
	{"minwidth min-width", OPTION_DECIMAL, offsetof(struct settings, minimum), .argument = "N",
		.help = "least width", .min = 0, .max = 100},
	{"colors", OPTION_CHOICE, offsetof(struct settings, colour), .argument = "PALETTE",
		.help = "palette", .choices = colours},
	{0},
};

static const struct option more_options[] = {
	{"pair", OPTION_CALL, offsetof(struct settings, pair), .argument = "P", .help = "pair",
		.parse = parse_pair},
	{"bare", OPTION_CALL, offsetof(struct settings, bare), .help = "bare", .parse = parse_bare},
	{"old-bare", OPTION_CALL, offsetof(struct settings, bare), .parse = parse_bare},
	{0},
};

enum { MOST_ARGUMENTS = 10 };

struct command {
	const char *arguments[MOST_ARGUMENTS]; /* ends with NULL */
	char text[1000]; /* copies of them, since argv may be written to */
	struct settings settings;
	const char **operands;
	size_t count;
};

static void parse(void *context)
{
	struct command *command = context;
	const struct option_group groups[] = {
		{"Options", options, &command->settings},
		{"More", more_options, &command->settings},
		{0},
	};
	const struct program program = {"prog", "[FILE]...", "Reads and writes.", groups, NULL};
	char *argv[MOST_ARGUMENTS + 1] = {(char[]){"prog"}}, *copy = command->text;
	int argc = 1;

	messages_start("prog");
	for (; command->arguments[argc - 1]; argc++) {
		size_t n = strlen(command->arguments[argc - 1]) + 1;

		argv[argc] = memcpy(copy, command->arguments[argc - 1], n);
		copy += n;
	}
	command->operands = options_parse(&program, argc, argv, &command->count);
}

static void release(struct command *command)
{
	free(command->operands);
	text_list_release(&command->settings.hide);
}

#define PARSED(...) \
	struct command command = {.arguments = {__VA_ARGS__}}; \
	parse(&command)

static void flags(void)
{
	PARSED("-pk", "--quiet", "--no-quiet");
	CHECK(command.settings.pid && command.settings.kernel && !command.settings.quiet);
	CHECK_U64(command.count, 0);
	CHECK(command.operands && !command.operands[0]);
	release(&command);
}

static void values_behind_and_apart(void)
{
	PARSED("-w30", "--title=a=b", "--minwidth", ".5", "--colors", "mem", "--hide=x", "--hide", "");
	CHECK_U64(command.settings.width, 30);
	CHECK_STR(str_of(command.settings.title), "a=b");
	CHECK(command.settings.minimum == 0.5);
	CHECK_U64((uint64_t)command.settings.colour, 1);
	CHECK_U64(command.settings.hide.count, 2);
	CHECK_STR(str_of(command.settings.hide.items[0]), "x");
	CHECK_STR(str_of(command.settings.hide.items[1]), "");
	release(&command);
}

static void a_value_may_look_like_an_option(void)
{
	PARSED("--title", "--pid", "-t", "-p", "--title=");
	CHECK(!command.settings.pid);
	CHECK_STR(str_of(command.settings.title), "");
	release(&command);
}

static void a_short_option_with_a_value_ends_the_cluster(void)
{
	PARSED("-pw", "40", "-ktx");
	CHECK(command.settings.pid && command.settings.kernel);
	CHECK_U64(command.settings.width, 40);
	CHECK_STR(str_of(command.settings.title), "x");
	release(&command);
}

static void names_in_any_spelling(void)
{
	PARSED("-kernel", "--PID", "--image-w=50", "-min-width", "2.", "--bar", "--PAIR=good");
	CHECK(command.settings.kernel && command.settings.pid);
	CHECK_U64(command.settings.width, 50);
	CHECK(command.settings.minimum == 2);
	CHECK_U64((uint64_t)command.settings.bare, 1);
	CHECK_U64((uint64_t)command.settings.pair, 1);
	release(&command);
}

static void two_names_of_one_option_are_not_ambiguous(void)
{
	PARSED("--min=1", "--w=20");
	CHECK(command.settings.minimum == 1);
	CHECK_U64(command.settings.width, 20);
	release(&command);
}

static void a_whole_name_wins_over_a_longer_one(void)
{
	PARSED("--bare");
	CHECK_U64((uint64_t)command.settings.bare, 1);
	release(&command);
}

static void operands(void)
{
	PARSED("a", "-", "-p", "b", "--", "-k", "--");
	CHECK(command.settings.pid && !command.settings.kernel);
	CHECK_U64(command.count, 5);
	CHECK_STR(str_of(command.operands[0]), "a");
	CHECK_STR(str_of(command.operands[1]), "-");
	CHECK_STR(str_of(command.operands[2]), "b");
	CHECK_STR(str_of(command.operands[3]), "-k");
	CHECK_STR(str_of(command.operands[4]), "--");
	CHECK(!command.operands[5]);
	release(&command);
}

static void limits_are_allowed_values(void)
{
	PARSED("--width=20", "--width=1000000", "--min-width=0", "--minwidth=100.0");
	CHECK_U64(command.settings.width, 1000000);
	CHECK(command.settings.minimum == 100);
	release(&command);
}

/* A program without options of its own still has --help. */
static void parse_without_groups(void *argument)
{
	const struct option_group groups[] = {{0}};
	const struct program program = {"prog", "", "Does nothing.", groups, NULL};
	char *argv[] = {(char[]){"prog"}, argument, NULL};
	size_t count = 1;

	messages_start("prog");

	const char **found = options_parse(&program, argument ? 2 : 0, argv, &count);

	CHECK_U64(count, 0);
	CHECK(!found[0]);
	free(found);
}

static void no_argv_and_no_groups(void)
{
	parse_without_groups(NULL);
	CHECK_ENDS(parse_without_groups, (char[]){"--help"}, EXIT_DONE, "");
	CHECK_ENDS(parse_without_groups, (char[]){"--flag"}, EXIT_USAGE,
		"prog: unknown option '--flag': try 'prog --help'\n");
}

static void mistakes(void)
{
	static const struct {
		const char *arguments[2];
		const char *said;
	} rows[] = {
		{{"--titel", "x"}, "prog: unknown option '--titel'; did you mean '--title'?: try 'prog --help'\n"},
		{{"-kernal"}, "prog: unknown option '-kernal'; did you mean '--kernel'?: try 'prog --help'\n"},
		{{"--xyzzy"}, "prog: unknown option '--xyzzy': try 'prog --help'\n"},
		{{"--completio", "bash"}, "prog: unknown option '--completio': try 'prog --help'\n"},
		{{"--completion", "sh"}, "prog: --completion sh: expected one of bash zsh fish: "
			"try 'prog --help'\n"},
		{{"-x"}, "prog: unknown option '-x': try 'prog --help'\n"},
		{{"-px"}, "prog: unknown option '-px': try 'prog --help'\n"},
		{{"--p"}, "prog: option '--p' is ambiguous: '--pid', '--pair': try 'prog --help'\n"},
		{{"--="}, "prog: option '--=' is ambiguous: '--pid', '--kernel', '--quiet', "
			  "'--no-quiet', '--title', '--hide', '--width', '--minwidth', ...: "
			  "try 'prog --help'\n"},
		{{"--title"}, "prog: option '--title' needs a value: try 'prog --help'\n"},
		{{"-w"}, "prog: option '-w' needs a value: try 'prog --help'\n"},
		{{"--pid=1"}, "prog: option '--pid' takes no value: try 'prog --help'\n"},
		{{"--quie="}, "prog: option '--quiet' takes no value: try 'prog --help'\n"},
		{{"--pair=bad"}, "prog: --pair bad: expected good: try 'prog --help'\n"},
		{{"--colors=Hot"},
			"prog: --colors Hot: expected one of hot mem hottest: try 'prog --help'\n"},
		{{"--colors="}, "prog: --colors : expected one of hot mem hottest: try 'prog --help'\n"},
		{{"--t\x1b[2J"}, "prog: unknown option '--t\\x1b[2J': try 'prog --help'\n"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct command command = {.arguments = {rows[i].arguments[0], rows[i].arguments[1]}};

		CHECK_ENDS(parse, &command, EXIT_USAGE, rows[i].said);
	}
}

static void numbers_out_of_range(void)
{
	static const char *const widths[] = {
		"19", "1000001", "", "-1", "+30", "30.0", "30px", " 30", "0x30", "1e3", "18446744073709551616",
	};
	static const char *const minima[] = {
		"100.1", "-1", "", ".", "1.2.3", "1e1", "nan", "inf", "0x1p3", "1,5", " 1", "5x",
		"1000000000000000000000",
	};
	struct buf said = {0};

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		struct command command = {.arguments = {"--width", widths[i]}};

		buf_addf(&said, "prog: --width %s: expected a whole number from 20 to 1000000: "
			"try 'prog --help'\n%c", widths[i], '\0');
		CHECK_ENDS(parse, &command, EXIT_USAGE, said.p);
		buf_reset(&said);
	}
	for (size_t i = 0; i < sizeof(minima) / sizeof(*minima); i++) {
		struct command command = {.arguments = {"--minwidth", minima[i]}};

		buf_addf(&said, "prog: --minwidth %s: expected a number from 0 to 100: "
			"try 'prog --help'\n%c", minima[i], '\0');
		CHECK_ENDS(parse, &command, EXIT_USAGE, said.p);
		buf_reset(&said);
	}
	buf_release(&said);
}

static void help_shows_every_option_but_hidden_ones(void)
{
	static const char *const shown[] = {
		"usage: prog [OPTION]... [FILE]...\n", "Reads and writes.\n", "\nMore:\n",
		"  -p, --pid", "      --quiet", "  -t, --title TEXT", "  -w, --width PX",
		"(hot, mem, hottest)", "  -h, --help", "  -V, --version",
	};
	struct command command = {.arguments = {"--help"}};
	struct child child = child_run(parse, &command);
	struct str help = buf_str(&child.out);

	CHECK_U64((uint64_t)child.status, EXIT_DONE);
	CHECK_U64(child.err.n, 0);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		CHECK(str_contains(help, str_of(shown[i])));
	CHECK(!str_contains(help, STR("old-bare")));
	CHECK(!str_contains(help, STR("mdoc")) && !str_contains(help, STR("completion")));
	child_release(&child);
}

static void help_comes_first_to_last(void)
{
	/* What stands before --help is checked, what stands behind it is not. */
	struct command before = {.arguments = {"--width=1", "--help"}};
	struct command behind = {.arguments = {"--version", "--width=1"}};
	struct child child = child_run(parse, &behind);

	CHECK_U64((uint64_t)child.status, EXIT_DONE);
	CHECK(str_starts(buf_str(&child.out), STR("prog ")));
	child_release(&child);
	CHECK_ENDS(parse, &before, EXIT_USAGE,
		"prog: --width 1: expected a whole number from 20 to 1000000: try 'prog --help'\n");
}

static void list(struct option_listing *listing, const char *const *words)
{
	struct settings settings = {0};
	const struct option_group groups[] = {{"Options", options, &settings},
		{"More options", more_options, &settings}, {0}};
	const struct program program = {.name = "prog", .groups = groups};
	char *argv[MOST_ARGUMENTS + 1] = {0};
	int argc = 1;

	for (; words[argc - 1]; argc++)
		argv[argc] = (char *)(uintptr_t)words[argc - 1];
	options_list(&program, argc, argv, listing);
	CHECK(!settings.pid && !settings.title && settings.hide.count == 0 && settings.width == 0);
}

static void a_list_of_what_stands_there(void)
{
	static const struct {
		const char *words[6], *first;
		size_t operands, unknown;
		bool asks;
	} rows[] = {
		{{"a", "b"}, "a", 2, 0, false},
		{{"-pt", "title", "a"}, "a", 1, 0, false},
		{{"-pttitle", "a"}, "a", 1, 0, false},
		{{"--titl", "x", "--hid=y", "a"}, "a", 1, 0, false},
		{{"-title", "x", "a"}, "a", 1, 0, false},
		{{"--width", "nonsense", "--pair", "bad", "a"}, "a", 1, 0, false},
		{{"--none", "x", "a"}, "x", 2, 1, false},
		{{"-pz", "x"}, "x", 1, 1, false},
		{{"-", "--", "-p"}, "-", 2, 0, false},
		{{"--title"}, NULL, 0, 0, false},
		{{"--title", "--help"}, NULL, 0, 0, false},
		{{"a", "-h"}, "a", 1, 0, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct option_listing listing;

		list(&listing, rows[i].words);
		CHECK_U64(listing.operands, rows[i].operands);
		CHECK_U64(listing.unknown, rows[i].unknown);
		CHECK(listing.asks == rows[i].asks);
		CHECK(rows[i].first ? listing.first && strcmp(listing.first, rows[i].first) == 0 :
				      !listing.first);
	}
}

int main(void)
{
	TEST(flags);
	TEST(values_behind_and_apart);
	TEST(a_value_may_look_like_an_option);
	TEST(a_short_option_with_a_value_ends_the_cluster);
	TEST(names_in_any_spelling);
	TEST(two_names_of_one_option_are_not_ambiguous);
	TEST(a_whole_name_wins_over_a_longer_one);
	TEST(operands);
	TEST(limits_are_allowed_values);
	TEST(no_argv_and_no_groups);
	TEST(mistakes);
	TEST(numbers_out_of_range);
	TEST(a_list_of_what_stands_there);
	TEST(help_shows_every_option_but_hidden_ones);
	TEST(help_comes_first_to_last);
}
