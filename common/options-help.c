#include "common/options-help.h"

#include "common/output.h"
#include "common/version.h"

enum { TEXT_COLUMN = 30, WIDTH = 79 };

bool option_next_name(struct str *names, struct str *name)
{
	struct str rest = {0};

	if (names->n == 0)
		return false;
	*name = *names;
	str_cut(*names, ' ', name, &rest);
	*names = rest;
	return true;
}

struct str option_main_name(const struct option *option)
{
	struct str names = str_of(option->names), name = {0};

	while (option_next_name(&names, &name))
		if (name.n > 1)
			break;
	return name;
}

bool option_may_have_value(const struct option *option)
{
	return option->argument && option->argument[0] == '[';
}

bool option_takes_value(const struct option *option)
{
	if (option->kind == OPTION_CALL)
		return option->argument && !option_may_have_value(option);
	return option->kind != OPTION_FLAG && option->kind != OPTION_OFF;
}

static char short_name(const struct option *option)
{
	struct str names = str_of(option->names), name;

	while (option_next_name(&names, &name))
		if (name.n == 1)
			return name.p[0];
	return '\0';
}

/* Breaks text into lines; the first continues what is in out, at column `at`. */
static void add_wrapped(struct buf *out, size_t at, size_t indent, struct str text)
{
	struct str word, rest = text;

	while (rest.n) {
		word = rest;
		rest = (struct str){0};
		str_cut(word, ' ', &word, &rest);
		if (at > indent && at + 1 + word.n > WIDTH) {
			buf_add_char(out, '\n');
			at = 0;
		} else if (at > indent) {
			buf_add_char(out, ' ');
			at++;
		}
		for (; at < indent; at++)
			buf_add_char(out, ' ');
		buf_add(out, word);
		at += word.n;
	}
	buf_add_char(out, '\n');
}

static void add_choices(struct buf *out, const struct option *option)
{
	buf_add(out, STR(" ("));
	for (size_t i = 0; option->choices[i]; i++) {
		if (i)
			buf_add(out, STR(", "));
		buf_add(out, str_of(option->choices[i]));
	}
	buf_add_char(out, ')');
}

static void add_option_help(struct buf *out, const struct option *option)
{
	size_t from = out->n;
	char letter = short_name(option);
	struct buf text = {0};

	if (letter)
		buf_addf(out, "  -%c", letter);
	else
		buf_add(out, STR("    "));
	if (option_main_name(option).n > 1) {
		buf_add(out, letter ? STR(", --") : STR("  --"));
		buf_add(out, option_main_name(option));
	}
	if (option_takes_value(option))
		buf_add_char(out, ' ');
	if (option->argument)
		buf_add(out, str_of(option->argument));
	if (out->n - from >= TEXT_COLUMN - 1) {
		buf_add_char(out, '\n');
		from = out->n;
	}
	buf_add(&text, str_of(option->help));
	if (option->kind == OPTION_CHOICE)
		add_choices(&text, option);
	add_wrapped(out, out->n - from, TEXT_COLUMN, buf_str(&text));
	buf_release(&text);
}

/* A format may have no options of its own. */
static bool shows_any(const struct option *options)
{
	for (; options->names; options++)
		if (options->help)
			return true;
	return false;
}

static void add_group_help(struct buf *out, const char *title, const struct option *options)
{
	if (!shows_any(options))
		return;
	if (title)
		buf_addf(out, "\n%s:\n", title);
	for (; options->names; options++)
		if (options->help)
			add_option_help(out, options);
}

static void add_statuses(struct buf *out, const struct program *program)
{
	struct buf text = {0};

	buf_addf(&text, "Exit status: 0 done, 1 could not do the job, 2 wrong usage%s%s.",
		program->statuses ? ", " : "", program->statuses ? program->statuses : "");
	buf_add_char(out, '\n');
	add_wrapped(out, 0, 0, buf_str(&text));
	buf_release(&text);
}

void options_help(const struct program *program, const struct option *builtins)
{
	struct output output;

	output_open(&output, NULL);
	buf_addf(&output.buf, "usage: %s [OPTION]... %s\n", program->name, program->operands);
	add_wrapped(&output.buf, 0, 0, str_of(program->summary));
	for (const struct option_group *group = program->groups; group->options; group++)
		add_group_help(&output.buf, group->title, group->options);
	add_group_help(&output.buf, "Help", builtins);
	add_statuses(&output.buf, program);
	output_close(&output);
}

void options_version(const struct program *program)
{
	struct output output;

	output_open(&output, NULL);
	buf_addf(&output.buf, "%s %s\n", program->name, TOOLKIT_VERSION);
	output_close(&output);
}

/*
 * mdoc reads '.' and '\'' at the start of a line, and any word may come to stand there, and '\'
 * anywhere as its own.
 */
static void add_mdoc_text(struct buf *out, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		bool starts_word = i == 0 || text.p[i - 1] == ' ';

		if (starts_word && (text.p[i] == '.' || text.p[i] == '\''))
			buf_add(out, STR("\\&"));
		if (text.p[i] == '\\')
			buf_add(out, STR("\\e"));
		else if (text.p[i] == '-')
			buf_add(out, STR("\\-"));
		else
			buf_add_char(out, text.p[i]);
	}
}

static void add_mdoc_flags(struct buf *out, const struct option *option)
{
	char letter = short_name(option);
	struct str name = option_main_name(option);

	if (letter)
		buf_addf(out, " Fl %c", letter);
	if (letter && name.n > 1)
		buf_add(out, STR(" ,"));
	if (name.n > 1) {
		buf_add(out, STR(" Fl \\-"));
		add_mdoc_text(out, name);
	}
	if (option_takes_value(option))
		buf_addf(out, " Ar %s", option->argument);
	else if (option_may_have_value(option))
		buf_addf(out, " Ns Ar %s", option->argument);
	buf_add_char(out, '\n');
}

static void add_mdoc_options(struct buf *out, const struct option *options)
{
	struct buf text = {0};

	for (; options->names; options++) {
		if (!options->help)
			continue;
		buf_add(out, STR(".It"));
		add_mdoc_flags(out, options);
		buf_reset(&text);
		add_mdoc_text(&text, str_of(options->help));
		if (options->kind == OPTION_CHOICE)
			add_choices(&text, options);
		buf_add_char(&text, '.');
		add_wrapped(out, 0, 0, buf_str(&text));
	}
	buf_release(&text);
}

static bool goes_on(const struct option_group *group)
{
	return group[1].options && !group[1].title && shows_any(group[1].options);
}

static void add_mdoc_group(struct buf *out, const struct option_group *group)
{
	if (!shows_any(group->options))
		return;
	if (group->title)
		buf_addf(out, ".Ss %s\n.Bl -tag -width Ds\n", group->title);
	add_mdoc_options(out, group->options);
	if (!goes_on(group))
		buf_add(out, STR(".El\n"));
}

void options_mdoc(const struct program *program, const struct option *builtins)
{
	const struct option_group help[] = {{"Help", builtins, NULL}, {0}};
	struct output output;
	struct buf *out = &output.buf;

	output_open(&output, NULL);
	buf_addf(out, ".Sh SYNOPSIS\n.Nm\n.Op Ar OPTION ...\n.Ar %s\n", program->operands);
	buf_addf(out, ".Sh OPTIONS\n");
	for (const struct option_group *group = program->groups; group->options; group++)
		add_mdoc_group(out, group);
	add_mdoc_group(out, help);
	output_close(&output);
}
