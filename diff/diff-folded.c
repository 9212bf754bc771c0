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
 * both together, and the output is sorted.
 */
#include <stdlib.h>
#include <string.h>

#include "common/folded.h"
#include "common/options.h"
#include "common/output.h"
#include "common/report.h"
#include "common/weight.h"
#include "diff/normalize.h"
#include "diff/stable-names.h"

struct diff_options {
	bool normalize;
	bool strip_hex;
	bool strip_numbers;
	bool one_column;
	bool strict;
	bool quiet;
	bool verbose;
	const char *output;
};

#define AT(member) offsetof(struct diff_options, member)

static const struct option options_table[] = {
	{"n normalize normalise", OPTION_FLAG, AT(normalize),
		.help = "scale BEFORE to the total of AFTER, when the recordings are not equally long; "
			"the sum of the scaled weights is exact"},
	{"s strip-hex", OPTION_FLAG, AT(strip_hex),
		.help = "write addresses (0x7f3a10) as 0x..., so that equal stacks of two runs meet"},
	{"strip-numbers", OPTION_FLAG, AT(strip_numbers),
		.help = "write each number in the first frame (java-7/12) as N, so that equal stacks of "
			"different processes and threads meet"},
	{"one-column no-diff", OPTION_FLAG, AT(one_column),
		.help = "take only the last number of each line as its weight, even if every line of a "
			"file ends in two"},
	{"strict", OPTION_FLAG, AT(strict), .help = "stop at the first line that is no folded stack"},
	{"o output", OPTION_TEXT, AT(output), .argument = "FILE",
		.help = "write to FILE, whole or not at all, instead of stdout"},
	{"q quiet", OPTION_FLAG, AT(quiet), .help = "no warnings"},
	{"v verbose", OPTION_FLAG, AT(verbose),
		.help = "say on stderr how much each side has, and how many stacks only one of them"},
	{0},
};

/* ---- reading ---- */

struct side {
	const struct diff_options *options;
	struct calltree *tree;
	unsigned column; /* BEFORE or AFTER */
	struct folded_path path;
	struct buf stack, shorter;
};

/* The stack under the name that it has in both profiles; valid until the next call. */
static struct str stable_stack(struct side *side, struct str stack)
{
	if (side->options->strip_hex) {
		buf_reset(&side->stack);
		add_without_addresses(&side->stack, stack);
		stack = buf_str(&side->stack);
	}
	if (side->options->strip_numbers) {
		buf_reset(&side->shorter);
		add_without_ids(&side->shorter, stack);
		stack = buf_str(&side->shorter);
	}
	return stack;
}

static void take_line(void *context, const struct folded_line *line)
{
	struct side *side = context;
	uint32_t node =
		folded_node(&side->path, side->tree, stable_stack(side, line->stack), false);

	calltree_add(side->tree, node, side->column, line->weight[0], line->places[0]);
}

static void refuse_comparison(const char *name)
{
	die("%s: every line has two numbers, as in the output of diff-folded; give the profiles it "
	    "was made from, or --one-column if the first number is part of the last frame's name",
		name);
}

static void read_side(struct side *side, const char *path, struct problems *problems)
{
	struct folded_reader reader = {
		.columns = side->options->one_column ? COLUMNS_ONE : COLUMNS_AUTO,
		.problems = problems,
		.take = take_line,
		.context = side,
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
	lines_close(&lines);
}

static void side_release(struct side *side)
{
	folded_path_release(&side->path);
	buf_release(&side->stack);
	buf_release(&side->shorter);
}

static void read_both(
	struct calltree *tree, const struct diff_options *options, const char *const *paths)
{
	struct problems problems = {.strict = options->strict};

	for (unsigned column = BEFORE; column <= AFTER; column++) {
		struct side side = {.options = options, .tree = tree, .column = column};

		read_side(&side, paths[column], &problems);
		side_release(&side);
	}
	problems_finish(&problems);
}

/* ---- the rest ---- */

static void normalize(struct calltree *tree, const char *const *paths)
{
	if (normalize_before(tree))
		return;
	warn("%s has no weight: nothing was normalized",
		paths[tree->total[BEFORE] == 0 ? BEFORE : AFTER]);
}

static void say_how_much(const struct calltree *tree)
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
	buf_add(&text, STR(", after "));
	weight_format(&text, tree->total[AFTER], tree->places);
	buf_addf(&text, "; stacks: %llu in both, %llu only before, %llu only after",
		(unsigned long long)both, (unsigned long long)only[BEFORE],
		(unsigned long long)only[AFTER]);
	warn("%.*s", STR_ARG(buf_str(&text)));
	buf_release(&text);
}

static void write_comparison(const struct calltree *tree, const char *path)
{
	struct output output;

	output_open(&output, path);
	folded_write(tree, &output);
	output_close(&output);
}

static void check_operands(const char *const *paths, size_t count)
{
	if (count != 2)
		die_usage("expected two files, BEFORE and AFTER, got %zu", count);
	if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		die_usage("only one of both can be stdin");
}

int main(int argc, char **argv)
{
	struct diff_options options = {0};
	const struct option_group groups[] = {{"Options", options_table, &options}, {0}};
	const struct program program = {"diff-folded", "BEFORE AFTER",
		"Joins two files of folded stacks (main;parse;read 42) and writes each stack with its "
		"weight before and after (main;parse;read 42 17), sorted, for flamegraph to draw the "
		"difference. One of them may be '-', stdin; both may be compressed.",
		groups};
	struct calltree tree;
	const char **paths;
	size_t count;

	report_start("diff-folded");
	paths = options_parse(&program, argc, argv, &count);
	check_operands(paths, count);
	output_check(options.output, paths);
	report_quiet(options.quiet);
	calltree_init(&tree, 2);
	read_both(&tree, &options, paths);
	if (options.verbose)
		say_how_much(&tree);
	if (options.normalize)
		normalize(&tree, paths);
	write_comparison(&tree, options.output);
	calltree_release(&tree);
	free(paths);
	return EXIT_DONE;
}
