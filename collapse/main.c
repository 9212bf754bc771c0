/*
 * The driver of all collapse-* programs: options, files, messages and output. Compiled once for
 * each format, with -DFORMAT=format_perf and so on.
 */
#include <stdio.h>
#include <stdlib.h>

#include "collapse/filters.h"
#include "collapse/format.h"
#include "common/folded.h"
#include "common/memory.h"

extern const struct format FORMAT;

struct driver_options {
	const char *output;
	bool time_order, strict, quiet, verbose;
	uint64_t threads;
};

#define AT(field) offsetof(struct driver_options, field)

static const struct option driver_options[] = {
	{"o output", OPTION_TEXT, AT(output), "FILE",
		.help = "write to FILE, as a whole or not at all, instead of standard output"},
	{"time-order", OPTION_FLAG, AT(time_order),
		.help = "write a line for each sample, in the order of the input, for flame "
			"charts"},
	{"strict", OPTION_FLAG, AT(strict), .help = "end with an error at the first bad line"},
	{"q quiet", OPTION_FLAG, AT(quiet), .help = "say nothing but errors"},
	{"v verbose", OPTION_FLAG, AT(verbose), .help = "say what was read"},
	/* inferno's: one thread does all the work here. */
	{"n nthreads threads", OPTION_NUMBER, AT(threads), "N", .help = NULL, .max = 65536},
	{0},
};

/* ---- inputs that are something else ---- */

/* So many lines look like folded stacks before a file is taken for them. */
enum { FOLDED_LINES = 3 };

/* "main;parse;read 42" */
static bool is_folded_line(struct str line)
{
	struct str stack, weight;
	uint64_t value;

	return str_rcut(line, ' ', &stack, &weight) && str_to_u64(weight, &value) && stack.n &&
	       !byte_is_blank(line.p[0]) && str_contains(stack, STR(";"));
}

static bool is_folded(struct str head)
{
	struct str line = head, rest = head;
	size_t folded = 0;

	while (folded < FOLDED_LINES && rest.n) {
		if (!str_cut(rest, '\n', &line, &rest)) {
			line = rest;
			rest.n = 0;
		}
		line = str_trim_end(line);
		if (line.n && !is_folded_line(line))
			return false;
		folded += line.n > 0;
	}
	return folded > 0;
}

/* Text has a control character here and there at most, in a symbol's name. */
static bool is_binary(struct str head)
{
	size_t controls = 0;

	head = str_head(head, 4096);
	for (size_t i = 0; i < head.n; i++) {
		unsigned char c = (unsigned char)head.p[i];

		controls += c < 0x20 && c != '\n' && !byte_is_blank(head.p[i]) && c != 0x1b;
	}
	return controls > head.n / 16;
}

static void check_kind(struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct file_kind *kind = file_kind_of(head);

	if (!FORMAT.sniff || FORMAT.sniff(head))
		return;
	if (kind)
		die("%s: this is %s, not %s: %s", lines->name, kind->name, FORMAT.input,
			kind->advice);
	if (is_binary(head))
		die("%s: this is binary data, not %s", lines->name, FORMAT.input);
	if (is_folded(head))
		die("%s: these are folded stacks already: collapse-folded filters them, flamegraph "
		    "draws them, diff-folded compares them", lines->name);
}

/* ---- the run ---- */

/* A format may stop before the end: a decompressor whose data nobody reads would fail. */
static void read_rest(struct lines *lines)
{
	struct str bytes;

	while (lines_chunk(lines, &bytes))
		;
}

static void read_input(void *state, struct stacks *stacks, const char *path)
{
	struct lines lines;

	lines_open(&lines, path);
	stacks->tree.input = lines.name;
	check_kind(&lines);
	FORMAT.read(state, &lines);
	read_rest(&lines);
	lines_close(&lines);
	/* Not before it is closed: damaged data may come to nothing, too. */
	if (lines.number == 0 && stacks->failure.n == 0)
		warn("%s: is empty", lines.name);
}

static void check_failure(const struct stacks *stacks)
{
	if (stacks->failure.n)
		die("%s", stacks->failure.p);
}

static void read_inputs(void *state, struct stacks *stacks, const char **paths, size_t count)
{
	static const char *const only_stdin[] = {"-"};
	const char *const *all = count ? paths : only_stdin;

	for (size_t i = 0; i < (count ? count : 1); i++) {
		read_input(state, stacks, all[i]);
		check_failure(stacks);
	}
}

static void say_notes(const struct stacks *stacks)
{
	for (size_t at = 0; at < stacks->notes.n; at += strlen(stacks->notes.p + at) + 1)
		warn("%s", stacks->notes.p + at);
}

static void say_counts(const struct stacks *stacks)
{
	warn("read %llu %s: %llu samples, %lu frames of the call tree, %lu names",
		(unsigned long long)stacks->problems.lines,
		stacks->problems.things ? stacks->problems.things : "lines",
		(unsigned long long)stacks->count,
		(unsigned long)stacks->tree.count - 1, (unsigned long)stacks->tree.names.count);
}

/* A few stacks can be found in any text; that does not make it a profile. */
static void check_found(const struct stacks *stacks)
{
	const struct problems *problems = &stacks->problems;

	if (stacks->count == 0 && stacks->reason.n)
		die("%s", stacks->reason.p);
	if (stacks->count == 0)
		die("no stacks found; expected %s", FORMAT.input);
	if (problems->count > problems->lines / 2)
		die("most %s are not %s (%llu of %llu)", problems->things ? problems->things : "lines",
			FORMAT.input, (unsigned long long)problems->count,
			(unsigned long long)problems->lines);
}

/* Messages come before the output, so that a reader that waits for its end has them all. */
static void finish(
	struct stacks *stacks, struct filters *filters, const struct driver_options *options)
{
	problems_finish(&stacks->problems);
	check_found(stacks);
	say_notes(stacks);
	if (options->verbose)
		say_counts(stacks);
	if (filters)
		filters_apply(filters, stacks);
	if (!stacks->time_order)
		folded_write(&stacks->tree, stacks->output);
	else
		stacks_write_lines(stacks);
	output_close(stacks->output);
}

/* What share of the whole a frame has is known at the end only, and then of all its lines. */
static struct filters *make_filters(
	const struct filter_options *filtering, const struct driver_options *options)
{
	if (options->time_order && filtering->least.whole)
		die_usage("--min cannot be used with --time-order: a stack of many lines may have "
			  "more weight than any of them");
	return filters_new(filtering);
}

static void release_options(const struct option *options, void *base)
{
	for (; options->names; options++)
		if (options->kind == OPTION_LIST)
			text_list_release(
				(struct text_list *)(void *)((char *)base + options->offset));
	free(base);
}

int main(int argc, char **argv)
{
	static char name[64];
	struct driver_options options = {0};
	struct filter_options filtering = {
		.recursion = FORMAT.merges_recursion ? RECURSION_DIRECT : RECURSION_KEEP};
	void *format_options = memory_new(1, FORMAT.options_size);
	const struct option_group groups[] = {
		{"Options", driver_options, &options},
		{"Stacks and frames", FORMAT.options, format_options},
		{"Frame filters, applied in this order", filter_options, &filtering},
		{0},
	};
	const struct program program = {name, "[FILE]...", FORMAT.summary, groups, NULL};
	struct filters *filters;
	struct output output;
	struct stacks stacks;
	size_t count;

	snprintf(name, sizeof(name), "collapse-%s", FORMAT.name);
	report_start(name);
	if (FORMAT.defaults)
		FORMAT.defaults(format_options);

	const char **paths = options_parse(&program, argc, argv, &count);

	report_quiet(options.quiet);
	filters = make_filters(&filtering, &options);
	stacks_init(&stacks);
	stacks.problems.strict = options.strict;
	stacks.time_order = options.time_order;
	stacks.filtered = filters != NULL;
	stacks.wants_modules = filtering.group == GROUP_DSO;
	stacks.output = &output;
	output_check(options.output, paths);
	output_open(&output, options.output);

	void *state = FORMAT.begin(format_options, &stacks);

	read_inputs(state, &stacks, paths, count);
	FORMAT.end(state);
	check_failure(&stacks);
	finish(&stacks, filters, &options);
	stacks_release(&stacks);
	filters_free(filters);
	filter_options_release(&filtering);
	free(paths);
	release_options(FORMAT.options, format_options);
	return EXIT_DONE;
}
