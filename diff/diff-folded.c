/*
 * diff-folded: two profiles side by side. Folded stacks in, twice:
 *
 *     main;parse;read 42          main;parse;read 17
 *     main;draw 5
 *
 * and one line a stack out, its weight before and after:
 *
 *     main;draw 5 0
 *     main;parse;read 42 17
 *
 * Both go into one call tree with two weights a node, so memory grows with the distinct stacks of
 * both together, and the output is sorted. Each side may be several recordings of one program, which
 * are added up; --stats and --verdicts keep them apart, as what differs between them is noise.
 */
#include <stdlib.h>
#include <string.h>

#include "collapse/kinds/kinds.h"
#include "common/compare/comparison.h"
#include "common/compare/recorded.h"
#include "common/folded.h"
#include "common/messages.h"
#include "common/options.h"
#include "common/output.h"
#include "common/weight.h"
#include "diff/stable-names.h"
#include "diff/typical.h"
#include "diff/verdicts.h"

struct diff_options {
	struct text_list files[2]; /* --before, --after */
	int normalize; /* enum normalize */
	int fixed; /* enum fixed */
	uint64_t period;
	double confidence;
	bool stats;
	bool verdicts;
	bool strip_hex;
	bool strip_numbers;
	bool one_column;
	bool no_header;
	bool strict;
	bool quiet;
	bool verbose;
	const char *output;
};

/* What the recordings have in common. */
enum fixed { FIXED_WORK, FIXED_TIME, FIXED_UNSAID };
static const char *const fixed_names[] = {"work", "time", NULL};

/* "--normalize" alone is what both FlameGraph and inferno mean by it. */
static const char *parse_normalize(const char *value, void *field)
{
	int *normalize = field;

	*normalize = NORMALIZE_TOTAL;
	if (!value || strcmp(value, "total") == 0)
		return NULL;
	*normalize = NORMALIZE_TYPICAL;
	return strcmp(value, "typical") == 0 ? NULL : "expected total or typical";
}

static const char *const normalize_choices[] = {"total", "typical", NULL};

#define AT(member) offsetof(struct diff_options, member)

static const struct option options_table[] = {
	{"b before", OPTION_LIST, AT(files[BEFORE]), .argument = "FILE",
		.help = "a recording of before; several times for several, which are added up"},
	{"a after", OPTION_LIST, AT(files[AFTER]), .argument = "FILE",
		.help = "the same, of after; instead of the operands"},
	{"n normalize normalise", OPTION_CALL, AT(normalize), .argument = "[=HOW]",
		.parse = parse_normalize, .choices = normalize_choices,
		.help = "scale BEFORE, when the recordings are not equally long: to the \"total\" of AFTER "
			"(default), so that shares are compared; or so that the \"typical\" function has "
			"as much before as after, when one part of the program has outgrown the rest"},
	{"fixed", OPTION_CHOICE, AT(fixed), .argument = "WHAT", .choices = fixed_names,
		.help = "what is the same in all recordings: the \"work\" that is done, so that a slower "
			"program is recorded for longer, or, for --stats, the \"time\", so that it does "
			"less; default work, but unequal numbers of recordings are refused"},
	{"s strip-hex", OPTION_FLAG, AT(strip_hex),
		.help = "write addresses (0x7f3a10) as 0x..., so that equal stacks of two runs meet"},
	{"strip-numbers", OPTION_FLAG, AT(strip_numbers),
		.help = "write each number in the first frame (java-7/12) as N, so that equal stacks of "
			"different processes and threads meet"},
	{"one-column no-diff", OPTION_FLAG, AT(one_column),
		.help = "take only the last number of each line as its weight, even if every line of a "
			"file ends in two"},
	{"stats", OPTION_FLAG, AT(stats),
		.help = "write what flamegraph and top-folded need to tell a change from noise: a weight "
			"for each recording, unscaled, and a first line that says what they are"},
	{"verdicts", OPTION_FLAG, AT(verdicts),
		.help = "write a table instead, separated by tabs: each stack and each frame with its "
			"change, the standard error of that, and whether it is more than noise"},
	{"confidence", OPTION_DECIMAL, AT(confidence), .argument = "PCT", .min = 50, .max = 99.9999,
		.help = "of the verdicts (default 95)"},
	{"period", OPTION_NUMBER, AT(period), .argument = "N", .min = 1, .max = 1e18,
		.help = "what one sample weighs, for --stats and --verdicts (default: what the weights of "
			"16 stacks or more have in common, else 1, so that weights are counts of samples)"},
	{"no-header", OPTION_FLAG, AT(no_header),
		.help = "leave out the first line, a comment that says what the weights count and how "
			"they were scaled"},
	{"strict", OPTION_FLAG, AT(strict), .help = "stop at the first line that is no folded stack"},
	{"o output", OPTION_TEXT, AT(output), .argument = "FILE",
		.help = "write to FILE, whole or not at all, instead of stdout"},
	{"q quiet", OPTION_FLAG, AT(quiet), .help = "no warnings"},
	{"v verbose", OPTION_FLAG, AT(verbose),
		.help = "say on stderr how much each side has, how it was scaled, and how many stacks only "
			"one of them"},
	{0},
};

/* ---- reading ---- */

struct reading {
	const struct diff_options *options;
	struct calltree *tree;
	struct comparison *comparison;
	struct folded_header *header; /* of all runs */
	unsigned run;
	struct folded_path path;
	struct buf stack, shorter;
};

/* The stack under the name that it has in both profiles; valid until the next call. */
static struct str stable_stack(struct reading *reading, struct str stack)
{
	if (reading->options->strip_hex) {
		buf_reset(&reading->stack);
		add_without_addresses(&reading->stack, stack);
		stack = buf_str(&reading->stack);
	}
	if (reading->options->strip_numbers) {
		buf_reset(&reading->shorter);
		add_without_ids(&reading->shorter, stack);
		stack = buf_str(&reading->shorter);
	}
	return stack;
}

static void take_line(void *context, const struct folded_line *line)
{
	struct reading *reading = context;
	uint32_t node = folded_node(
		&reading->path, reading->tree, stable_stack(reading, line->stack), false);

	comparison_add(reading->comparison, reading->tree, node, reading->run, line->weight[0]);
}

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	(void)context;
	return comparison_take_head(NULL, reader, lines, text);
}

static void refuse_comparison(const char *name)
{
	die("%s: every line has two numbers, as in the output of diff-folded; give the profiles it "
	    "was made from, or --one-column if the first number is part of the last frame's name",
		name);
}

/* Bytes less nanoseconds is nothing; only shares of them can be compared. */
static void check_unit(const struct reading *reading, const struct folded_header *run,
	const char *path)
{
	struct str before = folded_header_get(reading->header, HEADER_UNIT);
	struct str unit = folded_header_get(run, HEADER_UNIT);
	char shown[2][STR_SHOW];

	if (reading->run == 0 || before.n == 0 || unit.n == 0 || str_eq(before, unit) ||
		reading->options->normalize != NORMALIZE_NONE)
		return;
	die("%s: its weights count %s, those before it %s: only shares of them can be compared, with "
	    "--normalize", path, str_show(unit, shown[0]), str_show(before, shown[1]));
}

static void add_header(struct reading *reading, struct folded_header *run, const char *path)
{
	uint64_t samples = run->runs == 1 ? run->samples[0] : 0;

	check_unit(reading, run, path);
	folded_header_agree(reading->header, run, path);
	folded_header_add_samples(reading->header, samples);
	folded_header_release(run);
}

static void read_run(struct reading *reading, const char *path, struct problems *problems)
{
	struct folded_header header = {0};
	struct folded_reader reader = {
		.columns = reading->options->one_column ? COLUMNS_ONE : COLUMNS_AUTO,
		.problems = problems,
		.take = take_line,
		.comment = take_comment,
		.header = &header,
		.kind_of = kind_describe,
		.context = reading,
	};
	uint64_t skipped = problems->count;
	struct lines lines;

	lines_open(&lines, path);
	folded_read(&reader, &lines);
	folded_finish(&reader);
	if (reader.columns == COLUMNS_TWO)
		refuse_comparison(lines.name);
	if (reader.taken == 0 && problems->count > skipped)
		die("%s: not one of its lines is a folded stack such as \"main;parse;read 42\"",
			lines.name);
	add_header(reading, &header, lines.name);
	lines_close(&lines);
}

/* One that failed, most likely; what the others found then looks like a large spread. */
static void warn_of_empty_runs(const struct comparison *comparison, const char *const *paths)
{
	unsigned runs = comparison_runs(comparison);

	for (unsigned run = 0; run < runs && runs > 2; run++)
		if (comparison->total[run] <= 0)
			warn("%s has no weight, and counts as a recording all the same", paths[run]);
}

/* Each file is a run, those before first. */
static void read_all(struct calltree *tree, struct comparison *comparison,
	struct folded_header *header, const struct diff_options *options,
	const char *const *paths)
{
	struct problems problems = {.strict = options->strict};
	struct reading reading = {
		.options = options, .tree = tree, .comparison = comparison, .header = header};

	for (; paths[reading.run]; reading.run++)
		read_run(&reading, paths[reading.run], &problems);
	problems_finish(&problems);
	comparison_sum(comparison);
	warn_of_empty_runs(comparison, paths);
	folded_path_release(&reading.path);
	buf_release(&reading.stack);
	buf_release(&reading.shorter);
}

/* ---- scaling ---- */

static void find_scale(struct comparison *comparison, const struct calltree *tree)
{
	if (comparison->normalize == NORMALIZE_TYPICAL) {
		if (typical_scale(comparison, tree))
			return;
		warn("fewer than %d functions have about %d samples or more a side: normalized by "
		     "total",
			TYPICAL_FUNCTIONS, TYPICAL_SAMPLES);
		comparison->normalize = NORMALIZE_TOTAL;
	}
	comparison->scale = (struct scale){tree->total[AFTER], tree->total[BEFORE]};
}

static void warn_of_wide_scale(const struct comparison *comparison)
{
	struct buf scale = {0};

	if (!comparison_scale_is_wide(comparison))
		return;
	recorded_add_scale(&scale, comparison);
	warn("the scale is unsure: %.*s; changes are sure only where they are so at both bounds, as "
	     "with --stats%s",
		STR_ARG(buf_str(&scale)),
		comparison->fixed_time
			? ""
			: "; recordings of a fixed amount of work need no --normalize");
	buf_release(&scale);
}

static void normalize(struct comparison *comparison, const struct calltree *tree,
	const struct diff_options *options, const char *const *paths)
{
	unsigned empty = tree->total[BEFORE] == 0 ? BEFORE : AFTER;

	if (options->normalize == NORMALIZE_NONE) {
		if (comparison->runs[BEFORE] != comparison->runs[AFTER])
			comparison->scale = (struct scale){
				comparison->runs[AFTER], comparison->runs[BEFORE]};
		return;
	}
	if (tree->total[empty] == 0) {
		warn("%s has no weight: nothing was normalized",
			paths[empty == BEFORE ? 0 : comparison->runs[BEFORE]]);
		return;
	}
	comparison->normalize = (enum normalize)options->normalize;
	find_scale(comparison, tree);
	warn_of_wide_scale(comparison);
}

/* ---- the rest ---- */

static void say_how_much(const struct calltree *tree, const struct comparison *comparison)
{
	uint64_t both = 0, only[2] = {0};
	struct buf text = {0};

	for (uint32_t i = 0; i < tree->count; i++) {
		const uint64_t *self = tree->nodes[i].self;

		both += self[BEFORE] && self[AFTER];
		only[BEFORE] += self[BEFORE] && !self[AFTER];
		only[AFTER] += !self[BEFORE] && self[AFTER];
	}
	buf_add(&text, STR("before "));
	weight_format(&text, tree->total[BEFORE], tree->places);
	if (comparison->scale.to != comparison->scale.from)
		buf_addf(&text, " (scaled by %.6g)", scale_factor(comparison->scale));
	buf_add(&text, STR(", after "));
	weight_format(&text, tree->total[AFTER], tree->places);
	buf_addf(&text, "; stacks: %llu in both, %llu only before, %llu only after",
		(unsigned long long)both, (unsigned long long)only[BEFORE],
		(unsigned long long)only[AFTER]);
	warn("%.*s", STR_ARG(buf_str(&text)));
	buf_release(&text);
}

static void write_columns(const struct diff_options *options, struct folded_header *header,
	const struct calltree *tree, const struct comparison *comparison, struct output *output)
{
	comparison_tell_scaled(comparison, header);
	if (!options->no_header)
		folded_header_write(header, &output->buf);
	folded_write(tree, output);
}

static void write_comparison(const struct diff_options *options, struct calltree *tree,
	struct comparison *comparison, struct folded_header *header)
{
	struct output output;

	output_open(&output, options->output);
	if (options->stats)
		comparison_write(comparison, options->no_header ? NULL : header, tree, &output);
	else if (options->verdicts)
		verdicts_write(comparison, tree, options->confidence, &output);
	else
		write_columns(options, header, tree, comparison, &output);
	output_close(&output);
}

/* ---- which files ---- */

static void check_sides(const struct diff_options *options, size_t operands)
{
	size_t before = options->files[BEFORE].count, after = options->files[AFTER].count;

	if (before == 0 && after == 0 && operands != 2)
		die_usage("expected two files, BEFORE and AFTER, got %zu", operands);
	if (before == 0 && after == 0)
		return;
	if (before == 0 || after == 0)
		die_usage("no recording of %s: there is only --%s", before ? "after" : "before",
			before ? "before" : "after");
	if (operands)
		die_usage("files are named with --before and --after, or as two operands, not both");
	if (before + after > RUNS_MAX)
		die_usage("at most %d recordings, got %zu", RUNS_MAX, before + after);
	if (before != after && options->normalize == NORMALIZE_NONE && options->fixed != FIXED_WORK)
		die_usage("%zu recordings before and %zu after add up to different lengths: "
			  "--normalize makes them comparable, or --fixed=work, if each is of the same "
			  "work",
			before, after);
}

/* All files, those before first, ended by NULL; sets the runs. */
static const char **runs_of(const struct diff_options *options, const char **operands,
	struct comparison *comparison)
{
	struct text_list all = {0};

	for (unsigned side = BEFORE; side <= AFTER; side++) {
		const struct text_list *files = &options->files[side];

		for (size_t i = 0; i < files->count; i++)
			text_list_add(&all, files->items[i]);
		if (files->count)
			comparison->runs[side] = (unsigned)files->count;
		else
			text_list_add(&all, operands[side]);
	}
	text_list_add(&all, NULL);
	return all.items;
}

static void check_stdin(const char *const *paths)
{
	int stdins = 0;

	for (; *paths; paths++)
		stdins += strcmp(*paths, "-") == 0;
	if (stdins > 1)
		die_usage("only one of the files can be stdin");
}

static void check_options(const struct diff_options *options, size_t operands)
{
	check_sides(options, operands);
	if (options->stats && options->verdicts)
		die_usage("--stats and --verdicts are two kinds of output");
}

int main(int argc, char **argv)
{
	struct diff_options options = {.confidence = DEFAULT_CONFIDENCE, .fixed = FIXED_UNSAID};
	const struct option_group groups[] = {{"Options", options_table, &options}, {0}};
	const struct program program = {"diff-folded", "BEFORE AFTER",
		"Joins files of folded stacks (main;parse;read 42) from before and after a change and "
		"writes each stack with its weight on both sides (main;parse;read 42 17), sorted, for "
		"flamegraph to draw the difference. One file may be '-', stdin; all may be compressed.",
		groups, NULL};
	struct comparison comparison;
	struct folded_header header = {0};
	struct calltree tree;
	const char **operands, **paths;
	size_t count;

	messages_start("diff-folded");
	operands = options_parse(&program, argc, argv, &count);
	check_options(&options, count);
	comparison_init(&comparison);
	comparison.period = options.period;
	comparison.fixed_time = options.fixed == FIXED_TIME;
	paths = runs_of(&options, operands, &comparison);
	check_stdin(paths);
	output_check(options.output, paths);
	messages_quiet(options.quiet);
	calltree_init(&tree, 2);
	read_all(&tree, &comparison, &header, &options, paths);
	comparison_tell(&comparison, &header);
	normalize(&comparison, &tree, &options, paths);
	scale_before(&tree, comparison.scale);
	if (options.stats || options.verdicts)
		comparison_warn_of_period(&comparison);
	if (options.verbose)
		say_how_much(&tree, &comparison);
	write_comparison(&options, &tree, &comparison, &header);
	folded_header_release(&header);
	comparison_release(&comparison);
	calltree_release(&tree);
	text_list_release(&options.files[BEFORE]);
	text_list_release(&options.files[AFTER]);
	free(operands);
	free(paths);
	return EXIT_DONE;
}
