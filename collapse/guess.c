/*
 * collapse-guess: any profiler's output, folded by the format that takes the input's first bytes for
 * its own. All options are those of the program of that format.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "collapse/driver.h"
#include "collapse/formats.h"
#include "collapse/kinds/kinds.h"
#include "collapse/readers/head.h"
#include "common/memory.h"

extern const struct kind kind_folded;

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

static const struct kind any_kind = {.name = "guess", .input = "the output of a profiler"};

static struct format any_format = {
	.kind = &any_kind,
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
	for (size_t i = 0; kind_at(i); i++)
		buf_addf(out, "%s%s", i ? ", " : "", kind_at(i)->name);
	buf_add(out, STR(". -v says what the input was taken for."));
	buf_add_char(out, '\0');
	return out->p;
}

/* ---- which file to look at ---- */

/* The file that is meant by a folder, if any kind knows; kept until the end of the program. */
static const char *find_file(const char *path)
{
	static struct buf found;

	for (size_t i = 0; kind_at(i); i++) {
		const struct kind *kind = kind_at(i);

		buf_reset(&found);
		if (kind->find && kind->find(path, &found)) {
			buf_add_char(&found, '\0');
			return found.p;
		}
	}
	return path;
}

static void open_input(struct driver_input *input, const char *path)
{
	input->path = path;
	lines_open(&input->lines, find_file(path));
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

	return goes_on && !kind_of(head, NULL) ? lines_long_head(lines, LONG_HEAD) : head;
}

/*
 * Which argument is the first file only the format's options can tell, and the format is not known
 * before its file: in "--metric main out.csv" one format takes main for a value, another for its input.
 * So each is asked what it would read first, and the file that is of the kind of one that asks for it
 * is the input.
 */
struct reading {
	const struct kind *kind;
	const char *path;
	size_t unknown; /* options that the format does not have */
};

static struct reading reading_of(const struct kind *kind, int argc, char **argv)
{
	struct option_listing listing;

	driver_list_options(format_of(kind), argc, argv, &listing);
	return (struct reading){kind, listing.first ? listing.first : "-", listing.unknown};
}

/* Of a format that has most of the options, the first of them. */
static struct reading best_reading(int argc, char **argv)
{
	struct reading best = reading_of(kind_at(0), argc, argv), reading;

	for (size_t i = 1; kind_at(i); i++) {
		reading = reading_of(kind_at(i), argc, argv);
		if (reading.unknown < best.unknown)
			best = reading;
	}
	return best;
}

/* What the formats that have all the options would read first, each once: a new array. */
static const char **possible_paths(int argc, char **argv)
{
	const char **paths = NULL;
	size_t count = 0, capacity = 0;

	for (size_t i = 0; kind_at(i); i++) {
		struct reading reading = reading_of(kind_at(i), argc, argv);
		size_t place = 0;

		while (place < count && strcmp(paths[place], reading.path) != 0)
			place++;
		if (reading.unknown == 0 && place == count)
			*ARRAY_PUSH(paths, count, capacity) = reading.path;
	}
	*ARRAY_PUSH(paths, count, capacity) = NULL;
	return paths;
}

/* A pipe can be read once only, so it is not looked at to see whether it might be the input. */
static bool is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void open_first_input(struct driver_input *input, int argc, char **argv)
{
	const char **paths = possible_paths(argc, argv);
	const struct kind *kind;

	for (size_t i = 0; paths[1] && paths[i]; i++) {
		if (!is_file(paths[i]))
			continue;
		open_input(input, paths[i]);
		kind = kind_of(head_of(&input->lines), NULL);
		if (kind && strcmp(reading_of(kind, argc, argv).path, paths[i]) == 0) {
			free(paths);
			return;
		}
		close_input(input);
	}
	open_input(input, paths[0]);
	free(paths);
}

/* ---- what it is ---- */

/* A log may have something else before the profile, which the format's reader will skip. */
static const struct kind *kind_within(struct str head, const struct kind **another)
{
	const struct kind *kind = kind_of(head, another);
	struct str line;

	head = skip_blank_lines(head);
	while (!kind && str_cut(head, '\n', &line, &head)) {
		head = skip_blank_lines(head);
		kind = kind_of(head, another);
		/* Any text may have a line that looks so. */
		if (kind == &kind_folded)
			kind = NULL;
	}
	return kind;
}

/* NULL: there is nothing in it; then options at least can be looked at. */
static const struct kind *guess(struct lines *lines)
{
	struct str head = head_of(lines), text = skip_blank_lines(head);
	const struct file_kind *file = file_kind_of(head);
	const struct kind *kind, *another;
	char shown[STR_SHOW];

	kind = file ? kind_of(head, &another) : kind_within(head, &another);
	if (kind && another)
		die("%s: this may be %s or %s: use collapse-%s or collapse-%s", lines->name,
			kind->input, another->input, kind->name, another->name);
	if (kind)
		return kind;
	if (looks_json(head))
		die("%s: this is JSON, but of no profiler that is known here; see collapse-guess --help",
			lines->name);
	if (file)
		die("%s: this is %s, but no profile that is known here: %s", lines->name,
			file->name, file->advice);
	if (str_trim(text).n == 0)
		return NULL;
	die("%s: no format known here begins so: \"%s\"; see collapse-guess --help", lines->name,
		str_show(str_head(text, str_find(text, '\n')), shown));
}

static void check_other(const struct format *format, struct lines *lines)
{
	const struct kind *other = kind_of(head_of(lines), NULL);

	if (other && other != format->kind)
		die("%s: this is %s, and the first input is %s: fold each by itself", lines->name,
			other->input, format->kind->input);
}

static int run_any(int argc, char **argv)
{
	struct buf summary = {0};

	any_format.summary = summarise(&summary);
	return driver_run("collapse-guess", &any_format, argc, argv, NULL);
}

int main(int argc, char **argv)
{
	struct driver_input input = {.check = check_other};
	struct option_listing listing;
	struct reading best;
	const struct kind *kind;
	static char program[64];

	messages_start("collapse-guess");
	driver_list_options(&any_format, argc, argv, &listing);
	if (listing.asks)
		return run_any(argc, argv);
	best = best_reading(argc, argv);
	if (best.unknown) /* it says so */
		return driver_run("collapse-guess", format_of(best.kind), argc, argv, NULL);
	open_first_input(&input, argc, argv);
	kind = guess(&input.lines);
	if (!kind) {
		close_input(&input);
		return run_any(argc, argv);
	}
	snprintf(program, sizeof(program), "collapse-%s", kind->name);
	messages_help_of(program);
	return driver_run("collapse-guess", format_of(kind), argc, argv, &input);
}
