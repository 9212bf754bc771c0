/*
 * collapse-guess: any profiler's output, folded by the format that takes the input's first bytes for
 * its own. All options are those of the program of that format.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "collapse/driver.h"
#include "collapse/formats.h"
#include "collapse/stacks/kind.h"
#include "common/memory.h"

extern const struct format format_folded;

/* What it is to --help, and before there is any input. */
static void *begin_nothing(const void *options, struct stacks *out)
{
	(void)options;
	return out;
}

static void read_nothing(void *state, struct lines *lines)
{
	(void)state;
	(void)lines;
}

static void end_nothing(void *state)
{
	(void)state;
}

static const struct option no_options[] = {{0}};

static struct format any_format = {
	.name = "guess",
	.input = "the output of a profiler",
	.options = no_options,
	.options_size = 1,
	.begin = begin_nothing,
	.read = read_nothing,
	.end = end_nothing,
};

/* "Folds the output of any profiler: perf, svg, …" */
static const char *summarise(struct buf *out)
{
	buf_add(out, STR("Finds out which profiler wrote the input, and folds it as the program for that "
			 "one does, with its options: "));
	for (size_t i = 0; format_at(i); i++)
		buf_addf(out, "%s%s", i ? ", " : "", format_at(i)->name);
	buf_add(out, STR(". -v says what the input was taken for."));
	buf_add_char(out, '\0');
	return out->p;
}

/* ---- which file to look at ---- */

static bool asks_for_help(int argc, char **argv)
{
	static const char *const questions[] = {
		"-h", "--help", "-help", "-V", "--version", "--mdoc"};

	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		for (size_t j = 0; j < sizeof(questions) / sizeof(*questions); j++)
			if (strcmp(argv[i], questions[j]) == 0)
				return true;
	return false;
}

/* Those of every format that stand before a file most often: what follows is no value. */
static bool is_flag(const char *argument)
{
	static const char *const flags[] = {"-v", "--verbose", "-q", "--quiet", "--strict"};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (strcmp(argument, flags[i]) == 0)
			return true;
	return false;
}

static bool names_output(const char *argument)
{
	return strcmp(argument, "-o") == 0 || strcmp(argument, "--output") == 0;
}

/*
 * Which arguments are files only the format's options can tell, and the format is not known yet:
 * what stands behind an option may be its value, as in "--focus main", though there is a program of
 * that name here. It is taken for the input if it is a profile, or if there is nothing else.
 */
enum operand { OPERAND_NONE, OPERAND_PERHAPS, OPERAND_SURE };

static enum operand operand_kind(const char *argument, const char *before)
{
	bool follows_option = before && before[0] == '-' && before[1] != '\0' && !is_flag(before);
	struct stat status;

	if (argument[0] == '-')
		return argument[1] == '\0' ? OPERAND_SURE : OPERAND_NONE;
	if (!follows_option)
		return OPERAND_SURE;
	if (stat(argument, &status) != 0 || S_ISDIR(status.st_mode))
		return OPERAND_NONE;
	/* A pipe can be read once only, and is hardly the value of an option. */
	return S_ISREG(status.st_mode) ? OPERAND_PERHAPS : OPERAND_SURE;
}

static void open_input(struct driver_input *input, const char *path)
{
	input->path = path;
	lines_open(&input->lines, path);
}

/* To its end, without which a decompressor fails. */
static void close_input(struct driver_input *input)
{
	struct str bytes;

	while (lines_chunk(&input->lines, &bytes))
		;
	lines_close(&input->lines);
}

/*
 * What tells a profile in JSON may stand behind lists of samples, categories, extensions; and the first
 * stack of a folded file may be so deep that its weight comes later.
 */
static struct str head_of(struct lines *lines)
{
	enum { LONG_HEAD = 64 * 1024 };
	struct str head = lines_head(lines);
	bool goes_on = looks_json(head) || str_find(head, '\n') == head.n;

	return goes_on && !format_of(head, NULL) ? lines_long_head(lines, LONG_HEAD) : head;
}

static void open_first_input(struct driver_input *input, int argc, char **argv)
{
	const char *perhaps = NULL;

	for (int i = 1; i < argc; i++) {
		enum operand operand = operand_kind(argv[i], i > 1 ? argv[i - 1] : NULL);

		if (strcmp(argv[i], "--") == 0) {
			open_input(input, i + 1 < argc ? argv[i + 1] : "-");
			return;
		}
		if (names_output(argv[i]))
			i++;
		if (operand == OPERAND_NONE)
			continue;
		open_input(input, argv[i]);
		if (operand == OPERAND_SURE || format_of(head_of(&input->lines), NULL))
			return;
		close_input(input);
		perhaps = perhaps ? perhaps : argv[i];
	}
	open_input(input, perhaps ? perhaps : "-");
}

/* ---- what it is ---- */

/* A log may have something else before the profile, which the format's reader will skip. */
static const struct format *format_within(struct str head, const struct format **another)
{
	const struct format *format = format_of(head, another);
	struct str line;

	head = skip_blank_lines(head);
	while (!format && str_cut(head, '\n', &line, &head)) {
		head = skip_blank_lines(head);
		format = format_of(head, another);
		/* Any text may have a line that looks so. */
		if (format == &format_folded)
			format = NULL;
	}
	return format;
}

/* NULL: there is nothing in it; then options at least can be looked at. */
static const struct format *guess(struct lines *lines)
{
	struct str head = head_of(lines), text = skip_blank_lines(head);
	const struct file_kind *kind = file_kind_of(head);
	const struct format *format, *another;
	char shown[STR_SHOW];

	format = kind ? format_of(head, &another) : format_within(head, &another);
	if (format && another)
		die("%s: this may be %s or %s: use collapse-%s or collapse-%s", lines->name,
			format->input, another->input, format->name, another->name);
	if (format)
		return format;
	if (looks_json(head))
		die("%s: this is JSON, but of no profiler that is known here; see collapse-guess --help",
			lines->name);
	if (kind)
		die("%s: this is %s, but no profile that is known here: %s", lines->name,
			kind->name, kind->advice);
	if (str_trim(text).n == 0)
		return NULL;
	die("%s: no format known here begins so: \"%s\"; see collapse-guess --help", lines->name,
		str_show(str_head(text, str_find(text, '\n')), shown));
}

static void check_other(const struct format *format, struct lines *lines)
{
	const struct format *other = format_of(head_of(lines), NULL);

	if (other && other != format)
		die("%s: this is %s, and the first input is %s: fold each by itself", lines->name,
			other->input, format->input);
}

int main(int argc, char **argv)
{
	struct driver_input input = {.check = check_other};
	struct buf summary = {0};
	const struct format *format;
	static char program[64];

	report_start("collapse-guess");
	any_format.summary = summarise(&summary);
	if (asks_for_help(argc, argv))
		return driver_run("collapse-guess", &any_format, argc, argv, NULL);
	open_first_input(&input, argc, argv);
	format = guess(&input.lines);
	if (!format) {
		close_input(&input);
		return driver_run("collapse-guess", &any_format, argc, argv, NULL);
	}
	snprintf(program, sizeof(program), "collapse-%s", format->name);
	report_help_of(program);
	return driver_run("collapse-guess", format, argc, argv, &input);
}
