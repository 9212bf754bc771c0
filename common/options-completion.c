/*
 * A line an option in each of the scripts, in the order of --help. What they have to know of one:
 *
 *     --order name|width|input     choices
 *     --normalize[=total|typical]  a value behind '=' only
 *     --output FILE                a file
 *     --title TEXT                 nothing to offer, files least of all
 *     --reverse                    no value
 */
#include "common/options-completion.h"

#include "common/options-help.h"
#include "common/output.h"

struct script {
	const struct program *program;
	const struct option *builtins;
	struct output output;
};

/* ---- what an option takes ---- */

static bool takes_file(const struct option *option)
{
	return option->argument && str_contains(str_of(option->argument), STR("FILE"));
}

/* "FILE" of "FILE" and of "[=FILE]" */
static struct str argument_name(const struct option *option)
{
	struct str name = str_of(option->argument);

	return option_may_have_value(option) ? str_drop_end(str_skip(name, 2), 1) : name;
}

/* With a blank before each. */
static void add_choices(struct buf *out, const struct option *option)
{
	for (size_t i = 0; option->choices && option->choices[i]; i++)
		buf_addf(out, " %s", option->choices[i]);
}

/* The first part of the help, with a backslash before each of the marked characters. */
static void add_help(struct buf *out, const struct option *option, struct str marked)
{
	struct str text = str_of(option->help), ignored;

	str_cut(text, ';', &text, &ignored);
	for (size_t i = 0; i < text.n; i++) {
		struct str c = {&text.p[i], 1};

		/* A quote ends the text that it is in, stands by itself, and begins it again. */
		if (text.p[i] == '\'') {
			buf_add(out, STR("'\\''"));
			continue;
		}
		if (str_contains(marked, c))
			buf_add_char(out, '\\');
		buf_add(out, c);
	}
}

typedef void add_option(struct script *script, const struct option *option);

static void add_shown(struct script *script, const struct option *options, add_option *add)
{
	for (; options->names; options++)
		if (options->help)
			add(script, options);
}

static void add_all(struct script *script, add_option *add)
{
	for (const struct option_group *group = script->program->groups; group->options; group++)
		add_shown(script, group->options, add);
	add_shown(script, script->builtins, add);
}

/* ---- bash ---- */

/* "-n", "--normalize" */
static void add_dashed(struct buf *out, struct str name)
{
	buf_addf(out, "%s%.*s", name.n > 1 ? "--" : "-", STR_ARG(name));
}

/* The word before a value, "=--order" where '=' is between them. */
static void add_bash_pattern(struct buf *out, const struct option *option)
{
	struct str names = str_of(option->names), name;
	bool more = false;

	while (option_next_name(&names, &name)) {
		if (option_takes_value(option)) {
			buf_add(out, more ? STR(" | ") : STR("\t"));
			add_dashed(out, name);
			more = true;
		}
		if (name.n > 1) {
			buf_add(out, more ? STR(" | =") : STR("\t="));
			add_dashed(out, name);
			more = true;
		}
	}
}

static void add_bash_value(struct script *script, const struct option *option)
{
	struct buf *out = &script->output.buf;

	if (!option_takes_value(option) && !option_may_have_value(option))
		return;
	add_bash_pattern(out, option);
	if (takes_file(option)) {
		buf_add(out, STR(") return ;;\n"));
		return;
	}
	buf_add(out, STR(") set --"));
	add_choices(out, option);
	buf_add(out, STR(" ;;\n"));
}

static void add_bash_name(struct script *script, const struct option *option)
{
	struct buf *out = &script->output.buf;
	struct str names = str_of(option->names), name;

	while (option_next_name(&names, &name))
		if (name.n == 1)
			buf_addf(out, " -%.*s", STR_ARG(name));
	name = option_main_name(option);
	if (name.n > 1)
		buf_addf(out, " --%.*s", STR_ARG(name));
}

/* "_diff_folded" */
static void add_function_name(struct buf *out, const char *name)
{
	buf_add_char(out, '_');
	for (; *name; name++)
		buf_add_char(out, *name == '-' ? '_' : *name);
}

/* Bash makes "--order", "=" and "name" of "--order=name". Files are what it offers by itself. */
static void add_bash(struct script *script)
{
	struct buf *out = &script->output.buf;

	add_function_name(out, script->program->name);
	buf_add(out, STR("()\n{\n"
			 "\tlocal word=${COMP_WORDS[COMP_CWORD]} joined=\n"
			 "\tlocal option=${COMP_WORDS[COMP_CWORD - 1]}\n"
			 "\tCOMPREPLY=()\n"
			 "\t[[ \" ${COMP_WORDS[*]:1:COMP_CWORD - 1} \" != *' -- '* ]] || return\n"
			 "\tcase $word,$option in\n"
			 "\t=,*) word= joined== ;;\n"
			 "\t*,=) option=${COMP_WORDS[COMP_CWORD - 2]} joined== ;;\n"
			 "\tesac\n"
			 "\tcase $joined$option in\n"));
	add_all(script, add_bash_value);
	buf_add(out, STR("\t*)\n\t\t[[ $word == -* ]] || return\n\t\tset --"));
	add_all(script, add_bash_name);
	buf_add(out, STR("\n\t\t;;\n\tesac\n"
			 "\tcompopt +o default 2>/dev/null\n"
			 "\tCOMPREPLY=($(compgen -W \"$*\" -- \"$word\"))\n"
			 "}\ncomplete -o default -F "));
	add_function_name(out, script->program->name);
	buf_addf(out, " %s\n", script->program->name);
}

/* ---- zsh ---- */

/* Where a value may stand: "+" in the same word or the next, "=" behind '=' too, "=-" only so. */
static const char *zsh_place(const struct option *option, bool is_short)
{
	if (option_may_have_value(option))
		return is_short ? "" : "=-";
	if (!option_takes_value(option))
		return "";
	return is_short ? "+" : "=";
}

static void add_zsh_value(struct buf *out, const struct option *option)
{
	buf_addf(out, "%s%.*s:", option_may_have_value(option) ? "::" : ":",
		STR_ARG(argument_name(option)));
	if (takes_file(option)) {
		buf_add(out, STR("_files"));
	} else if (option->choices) {
		buf_add_char(out, '(');
		add_choices(out, option);
		buf_add(out, STR(" )"));
	} else {
		buf_add_char(out, ' ');
	}
}

/* A spelling a line: '*--order=[order of siblings]:ORDER:(name width input)' */
static void add_zsh_option(struct script *script, const struct option *option)
{
	struct buf *out = &script->output.buf;
	struct str names = str_of(option->names), main_name = option_main_name(option), name;

	while (option_next_name(&names, &name)) {
		bool is_short = name.n == 1;

		if (!is_short && !str_eq(name, main_name))
			continue;
		buf_add(out, STR(" \\\n\t'*"));
		add_dashed(out, name);
		buf_addf(out, "%s[", zsh_place(option, is_short));
		add_help(out, option, STR("\\[]"));
		buf_add_char(out, ']');
		if (option_takes_value(option) || (option_may_have_value(option) && !is_short))
			add_zsh_value(out, option);
		buf_add_char(out, '\'');
	}
}

static void add_zsh(struct script *script)
{
	struct buf *out = &script->output.buf;

	buf_addf(out, "#compdef %s\n_arguments -s -S", script->program->name);
	add_all(script, add_zsh_option);
	buf_add(out, STR(" \\\n\t'*:file:_files'\n"));
}

/* ---- fish ---- */

/* What may have a value has it behind '=' only, which fish takes from -a without -r. */
static void add_fish_option(struct script *script, const struct option *option)
{
	struct buf *out = &script->output.buf;
	struct str names = str_of(option->names), name;

	buf_addf(out, "complete -c %s", script->program->name);
	while (option_next_name(&names, &name))
		if (name.n == 1)
			buf_addf(out, " -s %.*s", STR_ARG(name));
	name = option_main_name(option);
	if (name.n > 1)
		buf_addf(out, " -l %.*s", STR_ARG(name));
	if (option_takes_value(option))
		buf_add(out, takes_file(option) ? STR(" -rF") : STR(" -x"));
	if (option->choices) {
		buf_add(out, STR(" -a '"));
		add_choices(out, option);
		buf_add_char(out, '\'');
	}
	buf_add(out, STR(" -d '"));
	add_help(out, option, STR("\\"));
	buf_add(out, STR("'\n"));
}

static void add_fish(struct script *script)
{
	add_all(script, add_fish_option);
}

/* ---- interface ---- */

bool options_completion(
	const struct program *program, const struct option *builtins, const char *shell)
{
	static const struct {
		const char *name;
		void (*add)(struct script *script);
	} shells[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};
	struct script script = {.program = program, .builtins = builtins};

	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (!str_eq(str_of(shells[i].name), str_of(shell)))
			continue;
		output_open(&script.output, NULL);
		shells[i].add(&script);
		output_close(&script.output);
		return true;
	}
	return false;
}
