#include "collapse/driver.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collapse/filters/options.h"
#include "collapse/filters/run.h"
#include "collapse/readers/head.h"
#include "common/arena.h"
#include "common/folded.h"
#include "common/memory.h"

struct driver_options {
	const char *output, *doctor;
	bool time_order, no_demangle, no_header, strict, quiet, verbose;
	uint64_t threads;
};

#define AT(field) offsetof(struct driver_options, field)

static const struct option driver_options[] = {
	{"o output", OPTION_TEXT, AT(output), "FILE",
		.help = "write to FILE, as a whole or not at all, instead of standard output"},
	{"time-order", OPTION_FLAG, AT(time_order),
		.help = "write a line for each sample, in the order of the input, for flame "
			"charts"},
	{"no-demangle", OPTION_FLAG, AT(no_demangle),
		.help = "leave mangled names of C++ and Rust as they are"},
	{"no-header", OPTION_FLAG, AT(no_header),
		.help = "leave out the first line, a comment that says what the weights count"},
	{"strict", OPTION_FLAG, AT(strict), .help = "end with an error at the first bad line"},
	{"doctor", OPTION_TEXT, AT(doctor), "FILE",
		.help = "write what is wrong with the recording to FILE, as JSON, for programs"},
	{"q quiet", OPTION_FLAG, AT(quiet), .help = "say nothing but errors"},
	{"v verbose", OPTION_FLAG, AT(verbose), .help = "say what was read"},
	{0},
};

/* inferno's, where one thread does all the work. */
static const struct option idle_options[] = {
	{"n nthreads threads", OPTION_NUMBER, AT(threads), "N", .help = NULL, .max = 65536},
	{0},
};

/* ---- what an input is ---- */

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

/* Without a sniff() it takes anything. */
static bool takes(const struct kind *kind, struct str head)
{
	return !kind->sniff || kind->sniff(head) || kind->sniff(skip_blank_lines(head)) ||
	       (kind->is_json && looks_json(head));
}

/* Ends the program where the input is plainly something else than what the format reads. */
static void check_kind(const struct format *format, struct lines *lines)
{
	struct str head = lines_head(lines);
	const struct file_kind *other = file_kind_of(head);

	if (takes(format->kind, head))
		return;
	if (other)
		die("%s: this is %s, not %s: %s", lines->name, other->name, format->kind->input,
			other->advice);
	if (is_binary(head))
		die("%s: this is binary data, not %s", lines->name, format->kind->input);
	if (folded_looks_so(head))
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

/* What a run of a format needs from its first input to its last. */
struct run {
	const struct format *format;
	void *state;
	struct stacks *stacks;
	struct driver_input *opened; /* NULL: none */
	bool opened_was_read;
	struct arena paths; /* of files that were found in folders */
};

/* The file that a path means to the format: another one where it is a folder, or is not given. */
static const char *find_file(struct run *run, const char *path)
{
	const struct kind *kind = run->format->kind;
	struct buf found = {0};

	if (kind->find && kind->find(path, &found))
		path = arena_copy(&run->paths, buf_str(&found)).p;
	buf_release(&found);
	return path;
}

static void read_input(struct run *run, const char *path)
{
	struct stacks *stacks = run->stacks;
	uint64_t counted = stacks->remarks.problems.lines;
	struct lines lines;

	if (run->opened && !run->opened_was_read && strcmp(run->opened->path, path) == 0) {
		lines = run->opened->lines;
		run->opened_was_read = true;
	} else {
		lines_open(&lines, find_file(run, path));
		if (run->opened)
			run->opened->check(run->format, &lines);
	}
	stacks_begin_input(stacks, lines.name);
	check_kind(run->format, &lines);
	run->format->read(run->state, &lines);
	stacks_end_input(stacks);
	/* A format may count for itself, lines or other things. */
	if (stacks->remarks.problems.lines == counted && !stacks->remarks.problems.things)
		stacks->remarks.problems.lines += lines.number;
	read_rest(&lines);
	lines_close(&lines);
	/* Not before it is closed: damaged data may come to nothing, too. */
	if (lines.number == 0 && stacks->remarks.failure.n == 0)
		warn("%s: is empty", lines.name);
}

static void check_failure(const struct stacks *stacks)
{
	if (stacks->remarks.failure.n)
		die("%s", stacks->remarks.failure.p);
}

static void read_inputs(struct run *run, const char **paths, size_t count)
{
	const char *found = count || run->opened || !isatty(STDIN_FILENO) ?
		NULL : find_file(run, NULL);
	const char *const none_given[] = {found ? found : "-"};
	const char *const *all = count ? paths : none_given;

	for (size_t i = 0; i < (count ? count : 1); i++) {
		read_input(run, all[i]);
		check_failure(run->stacks);
	}
}

static void say_notes(const struct stacks *stacks)
{
	for (size_t at = 0; at < stacks->remarks.notes.n;
		at += strlen(stacks->remarks.notes.p + at) + 1)
		warn("%s", stacks->remarks.notes.p + at);
}

/* For the user what matters; all of it for who wants to know more. */
static void say_findings(const struct findings *findings, bool verbose)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];

		if (finding->matters || verbose)
			warn("%.*s", STR_ARG(buf_str(&finding->text)));
	}
}

static void write_findings(const struct findings *findings, const char *path)
{
	struct output output;

	output_open(&output, path);
	findings_write(findings, &output.buf);
	output_close(&output);
}

static void say_counts(const struct stacks *stacks)
{
	warn("%s read: %llu; samples: %llu; frames of the call tree: %lu; names: %lu",
		stacks->remarks.problems.things ? stacks->remarks.problems.things : "lines",
		(unsigned long long)stacks->remarks.problems.lines,
		(unsigned long long)stacks->count, (unsigned long)stacks->tree.count - 1,
		(unsigned long)stacks->tree.names.count);
}

/* A few stacks can be found in any text; that does not make it a profile. */
static void check_found(const struct format *format, const struct stacks *stacks)
{
	const struct problems *problems = &stacks->remarks.problems;

	if (stacks->count == 0 && stacks->remarks.reason.n)
		die("%s", stacks->remarks.reason.p);
	if (stacks->count == 0)
		die("no stacks found; expected %s", format->kind->input);
	if (problems->count > problems->lines / 2)
		die("most %s are not %s (%llu of %llu)", problems->things ? problems->things : "lines",
			format->kind->input, (unsigned long long)problems->count,
			(unsigned long long)problems->lines);
}

/* Messages come before the output, so that a reader that waits for its end has them all. */
static void finish(
	struct run *run, struct filters *filters, const struct driver_options *options)
{
	struct stacks *stacks = run->stacks;

	problems_finish(&stacks->remarks.problems);
	check_found(run->format, stacks);
	stacks_settle(stacks);
	say_notes(stacks);
	if (stacks->samples)
		findings_add_samples(&stacks->findings, stacks->samples);
	say_findings(&stacks->findings, options->verbose);
	if (options->doctor)
		write_findings(&stacks->findings, options->doctor);
	if (options->verbose)
		say_counts(stacks);
	if (filters)
		filters_run(filters, stacks);
	if (!stacks->order.on) {
		if (!options->no_header)
			folded_header_write(&stacks->header, &stacks->order.output->buf);
		folded_write(&stacks->tree, stacks->order.output);
	} else {
		time_order_finish(&stacks->order, &stacks->tree);
	}
	output_close(stacks->order.output);
}

/* What share of the whole a frame has is known at the end only, and then of all its lines. */
static struct filters *make_filters(
	const struct filter_options *filtering, const struct driver_options *options)
{
	if (options->time_order && filtering->least.percent)
		die_usage("--min cannot be used with --time-order: a stack of many lines may have "
			  "more weight than any of them");
	return filters_new(filtering);
}

/* ---- the options of a program ---- */

struct settings {
	const struct format *format;
	struct driver_options driver;
	struct filter_options filtering;
	void *of_format;
	struct option_group groups[5];
	struct program program;
};

static void settings_init(
	struct settings *settings, const char *name, const struct format *format)
{
	*settings = (struct settings){
		.format = format,
		.filtering.recursion =
			format->merges_recursion ? RECURSION_DIRECT : RECURSION_KEEP,
		.of_format = memory_new(1, format->options_size),
		.program = {.name = name,
			.operands = "[FILE]...",
			.summary = format->summary,
			.groups = settings->groups},
	};
	settings->groups[0] =
		(struct option_group){"Options", driver_options, &settings->driver};
	settings->groups[1] = (struct option_group){
		"Stacks and frames", format->options, settings->of_format};
	settings->groups[2] = (struct option_group){
		"Frame filters, applied in this order", filter_options, &settings->filtering};
	if (!format->has_threads)
		settings->groups[3] = (struct option_group){NULL, idle_options, &settings->driver};
	if (format->defaults)
		format->defaults(settings->of_format);
}

static void settings_release(struct settings *settings)
{
	filter_options_release(&settings->filtering);
	for (const struct option *option = settings->format->options; option->names; option++)
		if (option->kind == OPTION_LIST)
			text_list_release((struct text_list *)(void *)((char *)settings->of_format +
								       option->offset));
	free(settings->of_format);
}

void driver_list_options(
	const struct format *format, int argc, char **argv, struct option_listing *listing)
{
	struct settings settings;

	settings_init(&settings, "", format);
	options_list(&settings.program, argc, argv, listing);
	settings_release(&settings);
}

/* ---- interface ---- */

static void fold(struct run *run, const void *format_options, const char **paths, size_t count)
{
	run->state = run->format->begin(format_options, run->stacks);
	read_inputs(run, paths, count);
	run->format->end(run->state);
	check_failure(run->stacks);
}

int driver_run(const char *name, const struct format *format, int argc, char **argv,
	struct driver_input *opened)
{
	struct settings settings;
	const struct driver_options *options = &settings.driver;
	struct stacks stacks;
	struct run run = {.format = format, .stacks = &stacks, .opened = opened};
	struct filters *filters;
	struct output output;
	const char **paths;
	size_t count;

	settings_init(&settings, name, format);
	paths = options_parse(&settings.program, argc, argv, &count);
	messages_quiet(options->quiet);
	if (opened && options->verbose)
		warn("%s: taken for %s", opened->lines.name, format->kind->input);
	filters = make_filters(&settings.filtering, options);
	stacks_init(&stacks);
	stacks.remarks.problems.strict = options->strict || format->strict;
	stacks.remarks.problems.things = format->things;
	stacks.remarks.wants_details = options->verbose;
	stacks.order.on = options->time_order;
	stacks.demangles = !options->no_demangle && !format->keeps_names;
	stacks.order.waits = filters != NULL;
	stacks.wants_modules = settings.filtering.group == GROUP_DSO;
	stacks.order.output = &output;
	stacks.order.header = options->no_header ? NULL : &stacks.header;
	output_check(options->output, paths);
	if (options->doctor)
		output_check(options->doctor, paths);
	output_open(&output, options->output);
	fold(&run, settings.of_format, paths, count);
	finish(&run, filters, options);
	stacks_release(&stacks);
	arena_release(&run.paths);
	filters_free(filters);
	free(paths);
	settings_release(&settings);
	return EXIT_DONE;
}
