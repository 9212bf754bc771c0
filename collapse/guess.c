/*
 * collapse-guess: any profiler's output, folded by the format that takes the input's first bytes for
 * its own. All options are those of the program of that format.
 */
#include <string.h>
#include <unistd.h>

#include "collapse/driver.h"
#include "collapse/formats.h"
#include "common/memory.h"

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

static bool asks_for_help(const char *argument)
{
	static const char *const questions[] = {"-h", "--help", "-help", "--version", "--mdoc"};

	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (strcmp(argument, questions[i]) == 0)
			return true;
	return false;
}

static bool names_output(const char *argument)
{
	return strcmp(argument, "-o") == 0 || strcmp(argument, "--output") == 0;
}

/*
 * Which arguments are files only the format's options can tell, and the format is not known yet: what
 * stands behind an option may be its value, and is taken for a file if there is one of that name.
 */
static bool names_file(const char *argument, const char *before)
{
	bool follows_option = before && before[0] == '-' && before[1] != '\0';

	if (strcmp(argument, "-") == 0)
		return true;
	return argument[0] != '-' && (!follows_option || access(argument, R_OK) == 0);
}

/* NULL: help is asked for. */
static const char *first_input(int argc, char **argv)
{
	const char *found = NULL;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--") == 0)
			return found ? found : i + 1 < argc ? argv[i + 1] : "-";
		if (asks_for_help(argv[i]))
			return NULL;
		if (names_output(argv[i]))
			i++;
		else if (!found && names_file(argv[i], i > 1 ? argv[i - 1] : NULL))
			found = argv[i];
	}
	return found ? found : "-";
}

/* ---- what it is ---- */

static const struct format *guess(struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct format *another, *format = format_of(head, &another);
	const struct file_kind *kind = file_kind_of(head);
	char shown[STR_SHOW];

	if (format && another)
		die("%s: this may be %s or %s: use collapse-%s or collapse-%s", lines->name,
			format->input, another->input, format->name, another->name);
	if (!format && kind)
		die("%s: this is %s, no profiler's text: %s", lines->name, kind->name, kind->advice);
	/* Nothing: then the options at least can be looked at. */
	if (!format && head.n == 0)
		return &any_format;
	if (!format)
		die("%s: no format known here begins so: \"%s\"; see collapse-guess --help",
			lines->name, str_show(str_head(head, str_find(head, '\n')), shown));
	return format;
}

int main(int argc, char **argv)
{
	struct driver_input input = {0};
	struct buf summary = {0};

	report_start("collapse-guess");
	any_format.summary = summarise(&summary);
	input.path = first_input(argc, argv);
	if (!input.path)
		return driver_run("collapse-guess", &any_format, argc, argv, NULL);
	lines_open(&input.lines, input.path);
	return driver_run("collapse-guess", guess(&input.lines), argc, argv, &input);
}
