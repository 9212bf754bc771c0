/*
 * The option table's parser. Help texts are in options-help.c.
 */
#include "common/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/buf.h"
#include "common/memory.h"
#include "common/messages.h"
#include "common/options-completion.h"
#include "common/options-help.h"
#include "common/output.h"
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
	{"completion", OPTION_CALL, 0, .argument = "SHELL", .help = NULL},
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

/* What only the build asks for has no short forms that could stand in another option's way. */
static int found_spelled(const struct found *found, struct str text, struct str *which)
{
	int how = option_spelled(found->option, text, which);
	bool hidden_builtin = !found->field && !found->option->help;

	return how == 1 && hidden_builtin ? 0 : how;
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
		if (found_spelled(&found, text, &name) && count++ < NAMES_SHOWN)
			buf_addf(&names, "%s'--%.*s'", count > 1 ? ", " : "", STR_ARG(name));
	die_usage("option '%s' is ambiguous: %.*s%s", argument, STR_ARG(buf_str(&names)),
		count > NAMES_SHOWN ? ", ..." : "");
}

/* A long option as it was written: what it is, or why it is none. */
enum spelling { SPELLED_UNKNOWN, SPELLED_AMBIGUOUS, SPELLED_PARTLY, SPELLED_WHOLE };

static enum spelling look_up_long(
	const struct program *program, struct str text, struct found *option)
{
	struct walk walk = {0};
	struct found found;
	struct str name;
	enum spelling spelling = SPELLED_UNKNOWN;

	while (walk_next(&walk, program, &found)) {
		int how = found_spelled(&found, text, &name);

		if (how == 0)
			continue;
		if (how == 2 || spelling == SPELLED_UNKNOWN)
			*option = found;
		if (how == 2)
			return SPELLED_WHOLE;
		spelling = spelling == SPELLED_UNKNOWN ? SPELLED_PARTLY : SPELLED_AMBIGUOUS;
	}
	return spelling;
}

static bool look_up_short(const struct program *program, char letter, struct found *option)
{
	struct walk walk = {0};

	while (walk_next(&walk, program, option)) {
		struct str names = str_of(option->option->names), name;

		while (option_next_name(&names, &name))
			if (name.n == 1 && name.p[0] == letter)
				return true;
	}
	return false;
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

static _Noreturn void use_builtin(
	const struct program *program, const struct option *option, const char *value)
{
	if (option == &builtins[0])
		options_help(program, builtins);
	else if (option == &builtins[1])
		options_version(program);
	else if (option == &builtins[2])
		options_mdoc(program, builtins);
	else if (!options_completion(program, builtins, value))
		die_value(option, value, "expected one of bash zsh fish");
	exit(EXIT_DONE);
}

static void store(const struct program *program, struct found found, const char *value)
{
	const struct option *option = found.option;
	const char *wrong;

	if (!found.field)
		use_builtin(program, option, value);
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

/* ---- a walk through argv ---- */

struct arguments {
	const struct program *program;
	char **next; /* the one after what is being looked at */
	char **end;
	const char *letters; /* "t" of "-pt" when 'p' was looked at; NULL: none are left */
	bool only_operands; /* "--" was there */
};

/* What stands next. */
struct argument {
	enum { ARGUMENT_OPERAND, ARGUMENT_OPTION, ARGUMENT_UNKNOWN, ARGUMENT_AMBIGUOUS } kind;
	const char *text; /* as it was written: "-pt", "--width=5" */
	struct str name; /* of an option: "width" */
	struct found found;
	const char *value; /* NULL: none */
	bool lacks_value;
};

static void take_value(struct arguments *arguments, struct argument *argument)
{
	if (arguments->next < arguments->end)
		argument->value = *arguments->next++;
	else
		argument->lacks_value = true;
}

/* text is behind the dashes: "name" or "name=value". */
static void take_long(struct arguments *arguments, struct argument *argument, const char *text)
{
	struct str value = {0};
	enum spelling spelling;

	argument->name = str_of(text);
	str_cut(str_of(text), '=', &argument->name, &value);
	argument->value = value.p;
	spelling = look_up_long(arguments->program, argument->name, &argument->found);
	argument->kind = spelling >= SPELLED_PARTLY	? ARGUMENT_OPTION :
			 spelling == SPELLED_AMBIGUOUS	? ARGUMENT_AMBIGUOUS :
							  ARGUMENT_UNKNOWN;
	if (spelling >= SPELLED_PARTLY && option_takes_value(argument->found.option) && !value.p)
		take_value(arguments, argument);
}

/* "-pt", "-n5", "-n 5": one letter, and its value */
static void take_letter(struct arguments *arguments, struct argument *argument)
{
	char letter = *arguments->letters++;

	argument->name = str_of(argument->text + 1);
	argument->kind = ARGUMENT_UNKNOWN;
	if (look_up_short(arguments->program, letter, &argument->found)) {
		argument->kind = ARGUMENT_OPTION;
		if (option_takes_value(argument->found.option)) {
			argument->value = arguments->letters;
			if (*argument->value == '\0')
				take_value(arguments, argument);
			arguments->letters = NULL;
			return;
		}
	}
	if (*arguments->letters == '\0')
		arguments->letters = NULL;
}

static bool is_long_name(const struct program *program, const char *text)
{
	struct str name = str_of(text), ignored;
	struct found found;

	str_cut(name, '=', &name, &ignored);
	return name.n > 1 && look_up_long(program, name, &found) == SPELLED_WHOLE;
}

/* False at the end. */
static bool next_argument(struct arguments *arguments, struct argument *argument)
{
	const char *text;

	if (arguments->letters) {
		*argument = (struct argument){.text = arguments->next[-1]};
		take_letter(arguments, argument);
		return true;
	}
	if (arguments->next >= arguments->end)
		return false;
	text = *arguments->next++;
	*argument = (struct argument){.kind = ARGUMENT_OPERAND, .text = text};
	if (arguments->only_operands || text[0] != '-' || text[1] == '\0')
		return true;
	if (strcmp(text, "--") == 0) {
		arguments->only_operands = true;
		return next_argument(arguments, argument);
	}
	if (text[1] == '-') {
		take_long(arguments, argument, text + 2);
	} else if (is_long_name(arguments->program, text + 1)) {
		take_long(arguments, argument, text + 1);
	} else {
		arguments->letters = text + 1;
		take_letter(arguments, argument);
	}
	return true;
}

static struct arguments begin_arguments(const struct program *program, int argc, char **argv)
{
	return (struct arguments){
		.program = program, .next = argc > 0 ? argv + 1 : argv, .end = argv + argc};
}

/* ---- interface ---- */

static void use_option(const struct program *program, const struct argument *argument)
{
	const struct option *option = argument->found.option;

	if (argument->kind == ARGUMENT_UNKNOWN)
		die_unknown(program, argument->text, argument->name);
	if (argument->kind == ARGUMENT_AMBIGUOUS)
		die_ambiguous(program, argument->text, argument->name);
	if (argument->lacks_value)
		die_usage("option '%s' needs a value", argument->text);
	if (argument->value && !option_takes_value(option) && !option_may_have_value(option))
		die_usage("option '--%.*s' takes no value", STR_ARG(option_main_name(option)));
	store(program, argument->found, argument->value);
}

const char **options_parse(const struct program *program, int argc, char **argv, size_t *count)
{
	struct arguments arguments = begin_arguments(program, argc, argv);
	const char **operands = memory_new((size_t)argc + 1, sizeof(*operands));
	struct argument argument;

	*count = 0;
	while (next_argument(&arguments, &argument)) {
		if (argument.kind == ARGUMENT_OPERAND)
			operands[(*count)++] = argument.text;
		else
			use_option(program, &argument);
	}
	return operands;
}

void options_list(
	const struct program *program, int argc, char **argv, struct option_listing *listing)
{
	struct arguments arguments = begin_arguments(program, argc, argv);
	struct argument argument;

	*listing = (struct option_listing){0};
	while (next_argument(&arguments, &argument)) {
		if (argument.kind == ARGUMENT_OPERAND && listing->operands++ == 0)
			listing->first = argument.text;
		listing->unknown += argument.kind == ARGUMENT_UNKNOWN;
		listing->asks |= argument.kind == ARGUMENT_OPTION && !argument.found.field;
	}
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
