/*
 * The option table's parser. Help texts are in options-help.c.
 */
#include "common/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/memory.h"
#include "common/options-help.h"
#include "common/output.h"
#include "common/report.h"
#include "common/str.h"
#include "common/version.h"

struct found {
	const struct option *option;
	void *field;
};

/* How much of name the text spells, any case: 0 not, 1 a beginning, 2 all of it. */
static int spells(struct str text, struct str name)
{
	if (text.n > name.n)
		return 0;
	for (size_t i = 0; i < text.n; i++)
		if (byte_lower(text.p[i]) != byte_lower(name.p[i]))
			return 0;
	return text.n == name.n ? 2 : 1;
}

/* How much, and of which name, if any. */
static int option_spelled(const struct option *option, struct str text, struct str *which)
{
	struct str names = str_of(option->names), name;
	int best = 0;

	while (option_next_name(&names, &name)) {
		int how = name.n > 1 ? spells(text, name) : 0;

		if (how > best) {
			best = how;
			*which = name;
		}
	}
	return best;
}

/* The built-in options stand in a group of their own, stored nowhere. */
static const struct option builtins[] = {
	{"h help", OPTION_CALL, 0, .help = "print this help and exit"},
	{"V version", OPTION_CALL, 0, .help = "print the version and exit"},
	{"mdoc", OPTION_CALL, 0, .help = NULL},
	{0},
};

/* Steps through all options of a program, the built-in ones last. */
struct walk {
	const struct option_group *group;
	const struct option *option;
	bool in_builtins;
};

static void walk_enter(struct walk *walk, const struct option_group *group)
{
	walk->group = group;
	walk->in_builtins = !group->options;
	walk->option = walk->in_builtins ? builtins : group->options;
}

static bool walk_next(struct walk *walk, const struct program *program, struct found *found)
{
	if (!walk->group)
		walk_enter(walk, program->groups);
	while (!walk->option->names) {
		if (walk->in_builtins)
			return false;
		walk_enter(walk, walk->group + 1);
	}
	found->option = walk->option++;
	found->field = walk->in_builtins ? NULL : (char *)walk->group->base + found->option->offset;
	return true;
}

static _Noreturn void die_unknown(const struct program *program, const char *argument, struct str text)
{
	struct walk walk = {0};
	struct found found;
	struct str best = {0}, names, name;
	/* One letter wrong in a short word and two in a longer one are a typo, more another word. */
	size_t best_distance = text.n < 5 ? 2 : 3;

	while (walk_next(&walk, program, &found)) {
		names = str_of(found.option->names);
		while (found.option->help && option_next_name(&names, &name)) {
			size_t distance = str_distance(text, name);

			if (name.n > 2 && distance < best_distance) {
				best_distance = distance;
				best = name;
			}
		}
	}
	if (best.n)
		die_usage("unknown option '%s'; did you mean '--%.*s'?", argument, STR_ARG(best));
	die_usage("unknown option '%s'", argument);
}

/* Also the old spellings that --help does not show: one of them may be why it is ambiguous. */
static _Noreturn void die_ambiguous(
	const struct program *program, const char *argument, struct str text)
{
	enum { NAMES_SHOWN = 8 };
	struct walk walk = {0};
	struct found found;
	struct str name;
	struct buf names = {0};
	int count = 0;

	while (walk_next(&walk, program, &found))
		if (option_spelled(found.option, text, &name) && count++ < NAMES_SHOWN)
			buf_addf(&names, "%s'--%.*s'", count > 1 ? ", " : "", STR_ARG(name));
	die_usage("option '%s' is ambiguous: %.*s%s", argument, STR_ARG(buf_str(&names)),
		count > NAMES_SHOWN ? ", ..." : "");
}

static struct found find_long(const struct program *program, const char *argument, struct str text)
{
	struct walk walk = {0};
	struct found found, beginning = {0};
	struct str name;
	bool ambiguous = false;

	while (walk_next(&walk, program, &found)) {
		int how = option_spelled(found.option, text, &name);

		if (how == 2)
			return found;
		if (how == 1 && beginning.option)
			ambiguous = true;
		else if (how == 1)
			beginning = found;
	}
	if (ambiguous)
		die_ambiguous(program, argument, text);
	if (!beginning.option)
		die_unknown(program, argument, text);
	return beginning;
}

static bool is_long_name(const struct program *program, struct str text)
{
	struct walk walk = {0};
	struct found found;
	struct str name;

	while (walk_next(&walk, program, &found))
		if (option_spelled(found.option, text, &name) == 2)
			return true;
	return false;
}

static struct found find_short(const struct program *program, const char *argument, char letter)
{
	struct walk walk = {0};
	struct found found;

	while (walk_next(&walk, program, &found)) {
		struct str names = str_of(found.option->names), name;

		while (option_next_name(&names, &name))
			if (name.n == 1 && name.p[0] == letter)
				return found;
	}
	die_unknown(program, argument, str_of(argument + 1));
}

static _Noreturn void die_value(const struct option *option, const char *value, const char *wanted)
{
	char shown[STR_SHOW];
	struct str name = option_main_name(option);

	die_usage("--%.*s %s: %s", STR_ARG(name), str_show(str_of(value), shown), wanted);
}

/* As parse_decimal() takes it: 0.001, not 1e-3. */
static void add_decimal(struct buf *text, double number)
{
	buf_addf(text, "%.12f", number);
	while (text->p[text->n - 1] == '0')
		text->n--;
	if (text->p[text->n - 1] == '.')
		text->n--;
}

static _Noreturn void die_range(const struct option *option, const char *value, const char *what)
{
	struct buf wanted = {0};

	buf_addf(&wanted, "expected %s from ", what);
	add_decimal(&wanted, option->min);
	buf_addf(&wanted, " to ");
	add_decimal(&wanted, option->max);
	buf_add_char(&wanted, '\0');
	die_value(option, value, wanted.p);
}

static uint64_t parse_number(const struct option *option, const char *value)
{
	uint64_t number;

	if (!str_to_u64(str_of(value), &number) || (double)number < option->min ||
		(double)number > option->max)
		die_range(option, value, "a whole number");
	return number;
}

/* strtod() also takes "nan", "0x1p3", blanks and the locale's comma; only digits get that far. */
static double parse_decimal(const struct option *option, const char *value)
{
	struct str text = str_of(value);
	size_t digits = 0, points = 0;
	double number = 0, unit = 1;

	for (size_t i = 0; i < text.n; i++) {
		if (byte_is_digit(text.p[i])) {
			digits++;
			number = number * 10 + (text.p[i] - '0');
			unit = points ? unit * 10 : unit;
		} else if (text.p[i] == '.') {
			points++;
		} else {
			digits = 0;
			break;
		}
	}
	if (digits == 0 || digits > 15 || points > 1 || number / unit < option->min ||
		number / unit > option->max)
		die_range(option, value, "a number");
	return number / unit;
}

static int parse_choice(const struct option *option, const char *value)
{
	char wanted[512] = "expected one of";
	size_t used = strlen(wanted);

	for (int i = 0; option->choices[i]; i++) {
		if (strcmp(option->choices[i], value) == 0)
			return i;
		if (used < sizeof(wanted))
			used += (size_t)snprintf(wanted + used, sizeof(wanted) - used, " %s",
				option->choices[i]);
	}
	die_value(option, value, wanted);
}

static void store(const struct program *program, struct found found, const char *value)
{
	const struct option *option = found.option;
	const char *wrong;

	if (!found.field) {
		if (option == &builtins[0])
			options_help(program, builtins);
		else if (option == &builtins[1])
			options_version(program);
		else
			options_mdoc(program, builtins);
		exit(EXIT_DONE);
	}
	switch (option->kind) {
	case OPTION_FLAG:
		*(bool *)found.field = true;
		break;
	case OPTION_OFF:
		*(bool *)found.field = false;
		break;
	case OPTION_TEXT:
		*(const char **)found.field = value;
		break;
	case OPTION_LIST:
		text_list_add(found.field, value);
		break;
	case OPTION_NUMBER:
		*(uint64_t *)found.field = parse_number(option, value);
		break;
	case OPTION_DECIMAL:
		*(double *)found.field = parse_decimal(option, value);
		break;
	case OPTION_CHOICE:
		*(int *)found.field = parse_choice(option, value);
		break;
	case OPTION_CALL:
		wrong = option->parse(value, found.field);
		if (wrong)
			die_value(option, value ? value : "", wrong);
		break;
	}
}

struct arguments {
	char **next; /* the one after what is being looked at */
	char **end;
};

static const char *next_value(struct arguments *arguments, const char *argument)
{
	if (arguments->next == arguments->end)
		die_usage("option '%s' needs a value", argument);
	return *arguments->next++;
}

/* text is behind the dashes: "name" or "name=value". */
static void parse_long(const struct program *program, struct arguments *arguments,
	const char *argument, const char *text)
{
	struct str name = str_of(text), value = {0};
	bool has_value = str_cut(str_of(text), '=', &name, &value);
	struct found found = find_long(program, argument, name);

	if (!option_takes_value(found.option)) {
		if (has_value && !option_may_have_value(found.option))
			die_usage("option '--%.*s' takes no value",
				STR_ARG(option_main_name(found.option)));
		store(program, found, has_value ? value.p : NULL);
	} else {
		store(program, found, has_value ? value.p : next_value(arguments, argument));
	}
}

/* "-pt", "-n5", "-n 5" */
static void parse_short(
	const struct program *program, struct arguments *arguments, const char *argument)
{
	for (const char *letter = argument + 1; *letter; letter++) {
		struct found found = find_short(program, argument, *letter);

		if (!option_takes_value(found.option)) {
			store(program, found, NULL);
			continue;
		}
		store(program, found, letter[1] ? letter + 1 : next_value(arguments, argument));
		return;
	}
}

const char **options_parse(const struct program *program, int argc, char **argv, size_t *count)
{
	struct arguments arguments = {argv + 1, argv + argc};
	const char **operands = memory_new((size_t)argc + 1, sizeof(*operands));

	if (argc == 0)
		arguments.next = arguments.end;
	*count = 0;
	while (arguments.next < arguments.end) {
		const char *argument = *arguments.next++;
		struct str name = str_of(argument + 1), ignored;

		if (strcmp(argument, "--") == 0) {
			while (arguments.next < arguments.end)
				operands[(*count)++] = *arguments.next++;
		} else if (argument[0] != '-' || argument[1] == '\0') {
			operands[(*count)++] = argument;
		} else if (argument[1] == '-') {
			parse_long(program, &arguments, argument, argument + 2);
		} else {
			str_cut(name, '=', &name, &ignored);
			if (name.n > 1 && is_long_name(program, name))
				parse_long(program, &arguments, argument, argument + 1);
			else
				parse_short(program, &arguments, argument);
		}
	}
	return operands;
}

void text_list_add(struct text_list *list, const char *item)
{
	list->items =
		memory_grow(list->items, &list->capacity, list->count + 1, sizeof(*list->items));
	list->items[list->count++] = item;
}

bool text_list_has(const struct text_list *list, struct str item)
{
	for (size_t i = 0; i < list->count; i++)
		if (str_eq(str_of(list->items[i]), item))
			return true;
	return false;
}

void text_list_release(struct text_list *list)
{
	free(list->items);
	*list = (struct text_list){0};
}
