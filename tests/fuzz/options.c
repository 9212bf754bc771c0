/*
 * Arguments, one a line, against a table with every kind of option.
 */
#include "common/options.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/lib/fuzz.h"

static const char *parse_letter(const char *value, void *field)
{
	*(char *)field = value[0];
	return value[0] ? NULL : "expected a letter";
}

static const char *const choices[] = {"hot", "mem", "hottest", NULL};

struct settings {
	bool flag;
	const char *text;
	struct text_list list;
	uint64_t number;
	double decimal;
	int choice;
	char letter;
};

static const struct option options[] = {
	{"f flag", OPTION_FLAG, offsetof(struct settings, flag), .help = "on"},
	{"no-flag", OPTION_OFF, offsetof(struct settings, flag), .help = "off"},
	{"t text title", OPTION_TEXT, offsetof(struct settings, text), "TEXT",
		.help = "a text"},
	{"l list", OPTION_LIST, offsetof(struct settings, list), "TEXT",
		.help = "several texts"},
	{"n number", OPTION_NUMBER, offsetof(struct settings, number), "N", "a number",
		.min = 1, .max = 100},
	{"d decimal", OPTION_DECIMAL, offsetof(struct settings, decimal), "N", "a number",
		.min = 0.5, .max = 9.5},
	{"c choice", OPTION_CHOICE, offsetof(struct settings, choice), "WORD", "a word",
		.choices = choices},
	{"letter", OPTION_CALL, offsetof(struct settings, letter), "C", "a letter",
		.parse = parse_letter},
	{0},
};

enum { MOST_ARGUMENTS = 16, MOST_BYTES = 4096 };

void fuzz(struct str input)
{
	static struct settings settings;
	static char text[MOST_BYTES + 1], name[] = "prog";
	char *argv[MOST_ARGUMENTS + 1] = {name};
	const struct option_group groups[] = {{"Options", options, &settings}, {0}};
	const struct program program = {"prog", "[FILE]...", "Does nothing.", groups, NULL};
	size_t count, n = input.n < MOST_BYTES ? input.n : MOST_BYTES;
	int argc = 1;

	text_list_release(&settings.list);
	settings = (struct settings){.number = 1, .decimal = 1};
	memcpy(text, input.p, n);
	text[n] = '\0';
	for (char *at = text; argc < MOST_ARGUMENTS; at = strchr(at, '\n') + 1) {
		argv[argc++] = at;
		if (!strchr(at, '\n'))
			break;
	}
	for (int i = 1; i < argc; i++)
		argv[i][strcspn(argv[i], "\n")] = '\0';

	const char **operands = options_parse(&program, argc, argv, &count);

	fuzz_expect(count < (size_t)argc && !operands[count]);
	fuzz_expect(settings.number >= 1 && settings.number <= 100);
	fuzz_expect(settings.decimal >= 0.5 && settings.decimal <= 9.5);
	fuzz_expect(settings.choice >= 0 && settings.choice < 3);
	free(operands);
}
