/*
 * collapse-massif: massif.out of valgrind --tool=massif, and heaptrack_print -M. Snapshots of the
 * heap, some of them with a tree of who allocated it; of these one is taken, by default that at the
 * peak:
 *
 *     desc: --massif-out-file=massif.out
 *     cmd: ./program
 *     time_unit: i
 *     #-----------
 *     snapshot=35
 *     #-----------
 *     time=23473555
 *     mem_heap_B=1234662
 *     mem_heap_extra_B=236138                    what malloc itself needs
 *     mem_stacks_B=0                             only with --stacks=yes
 *     heap_tree=peak                             or detailed, or empty: no tree
 *     n12: 1234662 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *      n1: 336000 0x110910: make_unique<Node> (unique_ptr.h:1065)     called malloc
 *       n1: 336000 0x110910: insert (heavy.cpp:24)                    called make_unique
 *      n0: 27 in 2 places, all below massif's threshold (1.00%)
 *
 * "n12" has 12 lines right below it. The tree goes from malloc to its callers; what a line has more
 * than the lines below it was allocated where the stack ends.
 *
 * Format: https://valgrind.org/docs/manual/ms-manual.html, and what ms_print reads.
 */
#include <stdlib.h>

#include "collapse/formats/valgrind/massif-tree.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct massif_options {
	const char *snapshot;
	bool list, extra;
	struct native_name_options naming;
};

/* The better are greater. */
enum rank { NO_TREE, DETAILED, PEAK };

struct snapshot {
	enum rank rank;
	uint64_t heap, extra, stacks;
	bool counts_blocks; /* of memcheck: not bytes */
};

struct massif {
	const struct massif_options *options;
	struct stacks *stacks;
	const char *input;

	/* of the present input */
	bool has_snapshots, has_trees;
	struct buf number, best_number; /* of the present snapshot and of the best */
	struct snapshot present, best;
	struct massif_tree tree; /* of the best */
	bool decided; /* none that comes is better */
	bool in_tree, keeps; /* is the present one the best so far? */
	uint64_t due; /* lines of the tree that are to come */
};

static void bad_line(
	struct massif *massif, const struct lines *lines, const char *expected, struct str line)
{
	stacks_problem(massif->stacks, lines, expected, line);
}

/* ---- snapshots ---- */

/* "desc", "time_unit" and "time" are of no interest. */
static void read_field(
	struct massif *massif, const struct lines *lines, struct str key, struct str value)
{
	struct snapshot *present = &massif->present;
	uint64_t *bytes = str_eq(key, STR("mem_heap_B")) ? &present->heap :
		str_eq(key, STR("mem_heap_extra_B")) ? &present->extra :
		str_eq(key, STR("mem_stacks_B"))     ? &present->stacks :
						       NULL;

	if (bytes && !str_to_u64(value, bytes))
		bad_line(massif, lines, "a number of bytes", value);
}

static void begin_snapshot(struct massif *massif, struct str number)
{
	buf_set(&massif->number, number);
	massif->present = (struct snapshot){0};
	massif->has_snapshots = true;
}

/* "snapshot 35 (peak)", or of memcheck's --xtree-memory "snapshot 2 (totB : total allocated Bytes)" */
static void list_snapshot(struct massif *massif, struct str tree)
{
	struct buf text = {0};
	uint32_t name;

	buf_add(&text, STR("snapshot "));
	buf_add(&text, buf_str(&massif->number));
	if (massif->present.rank == PEAK) {
		buf_add(&text, STR(" (peak)"));
	} else if (!str_starts(tree, STR("("))) {
		buf_add(&text, STR(" ("));
		buf_add(&text, tree);
		buf_add_char(&text, ')');
	}
	name = stacks_name(massif->stacks, buf_str(&text));
	stacks_add_root_first(massif->stacks, &name, 1, massif->present.heap);
	buf_release(&text);
}

/* No other tree is taken instead: there is one peak, and one snapshot of each number. */
static bool is_sure(const struct massif *massif)
{
	const struct massif_options *options = massif->options;

	if (options->list)
		return false;
	return options->snapshot ? str_eq(buf_str(&massif->number), str_of(options->snapshot)) :
				   massif->present.rank == PEAK;
}

static bool is_better(const struct massif *massif)
{
	if (massif->options->list || massif->options->snapshot)
		return false;
	return massif->best.rank == NO_TREE || massif->present.heap > massif->best.heap;
}

static void begin_tree(struct massif *massif, const struct lines *lines, struct str kind)
{
	bool sure;

	massif->present.rank = str_eq(kind, STR("peak")) ? PEAK : DETAILED;
	massif->has_trees = massif->in_tree = true;
	massif->due = 1;
	sure = is_sure(massif);
	if (sure && massif->decided)
		bad_line(massif, lines, "one peak in a file, and one snapshot of each number",
			buf_str(&massif->number));
	massif->keeps = !massif->decided && (sure || is_better(massif));
	if (!massif->keeps)
		return;
	massif->best = massif->present;
	massif->decided = sure;
	buf_set(&massif->best_number, buf_str(&massif->number));
	massif_tree_begin(&massif->tree, !sure);
}

/* ---- the tree ---- */

/* "n12: 1234662 WHAT" without its indentation: true with its parts. */
static bool parse_node(struct str line, uint64_t *children, uint64_t *bytes, struct str *what)
{
	struct str count, rest, number;

	if (!str_starts(line, STR("n")) || !str_cut(str_skip(line, 1), ':', &count, &rest))
		return false;
	rest = str_trim_start(rest);
	return str_to_u64(count, children) && str_cut(rest, ' ', &number, what) &&
	       str_to_u64(number, bytes);
}

/* What is known of a tree when the next one cannot be better any more; for --list nothing is. */
static void tell_best(struct massif *massif)
{
	stacks_tell(massif->stacks, HEADER_UNIT,
		massif->best.counts_blocks ? STR("blocks") : STR("bytes"));
	if (massif->best.rank == PEAK)
		stacks_tell(massif->stacks, HEADER_EVENT, STR("peak"));
}

/* "(heap allocation functions) malloc/…", of memcheck "(totBk : total allocated Blocks)" */
static void take_first(struct massif *massif, struct str what)
{
	massif->best.counts_blocks = str_starts(what, STR("(")) &&
		str_ends(str_head(what, str_find_str(what, STR(" : "))), STR("Bk"));
	if (massif->decided)
		tell_best(massif);
}

static void read_node(struct massif *massif, const struct lines *lines, struct str line)
{
	struct str node = str_trim_start(line), what;
	size_t depth = line.n - node.n;
	uint64_t children, bytes;

	if (!parse_node(node, &children, &bytes, &what)) {
		bad_line(massif, lines, "a line of the tree: \"nN: BYTES WHAT\"", line);
		return;
	}
	massif->due--;
	massif->due += children < UINT32_MAX ? children : UINT32_MAX;
	massif->in_tree = massif->due > 0;
	if (depth == 0 && massif->options->list)
		list_snapshot(massif, what);
	if (depth == 0 && massif->keeps)
		take_first(massif, what);
	if (massif->keeps)
		massif_tree_add(&massif->tree, depth, bytes, what);
}

static void end_tree(struct massif *massif, const struct lines *lines, struct str line)
{
	if (massif->in_tree)
		bad_line(massif, lines, "the rest of the tree", line);
	massif->in_tree = false;
}

/* ---- the stacks of the best ---- */

static void add_apart(struct massif *massif, struct str name, uint64_t bytes)
{
	uint32_t id = stacks_name(massif->stacks, name);

	if (bytes > 0)
		stacks_add_root_first(massif->stacks, &id, 1, bytes);
}

static void note_best(struct massif *massif)
{
	char input[STR_SHOW], number[STR_SHOW];

	stacks_note(massif->stacks,
		"%s: no snapshot is the peak; of those that have a tree, %s is the largest",
		str_show(str_of(massif->input), input),
		str_show(buf_str(&massif->best_number), number));
}

static void explain(struct massif *massif)
{
	char input[STR_SHOW], number[STR_SHOW];

	str_show(str_of(massif->input), input);
	if (massif->has_trees && massif->options->snapshot)
		stacks_explain(massif->stacks,
			"%s: snapshot %s is not there or has no tree; --list tells which have one",
			input, str_show(str_of(massif->options->snapshot), number));
	else if (massif->has_snapshots && !massif->has_trees)
		stacks_explain(massif->stacks,
			"%s: no snapshot has a tree of who allocated memory; massif takes them at "
			"the peak and every --detailed-freq snapshots", input);
}

/* ---- lines ---- */

static void read_line(struct massif *massif, const struct lines *lines, struct str line)
{
	struct str key, value;

	if (massif->in_tree && str_starts(str_trim_start(line), STR("n"))) {
		read_node(massif, lines, line);
		return;
	}
	end_tree(massif, lines, line);
	if (line.n == 0 || line.p[0] == '#' || str_starts(line, STR("desc:")) ||
		str_starts(line, STR("time_unit:")))
		return;
	if (str_starts(line, STR("cmd:"))) {
		if (!massif->options->list)
			stacks_tell(massif->stacks, HEADER_COMMAND, str_trim(str_skip(line, 4)));
		return;
	}
	if (!str_cut(line, '=', &key, &value))
		bad_line(massif, lines, "KEY=VALUE of a snapshot", line);
	else if (str_eq(key, STR("snapshot")))
		begin_snapshot(massif, value);
	else if (!str_eq(key, STR("heap_tree")))
		read_field(massif, lines, key, value);
	else if (!str_eq(value, STR("empty")))
		begin_tree(massif, lines, value);
}

static void massif_read(void *state, struct lines *lines)
{
	struct massif *massif = state;
	struct str line;

	massif->input = lines->name;
	massif->has_snapshots = massif->has_trees = false;
	massif->decided = false;
	massif->best.rank = NO_TREE;
	while (lines_next(lines, &line))
		read_line(massif, lines, line);
	end_tree(massif, lines, STR("the end"));
	if (massif->best.rank == NO_TREE) {
		explain(massif);
		return;
	}
	if (massif->best.rank != PEAK && !massif->options->snapshot)
		note_best(massif);
	tell_best(massif);
	massif_tree_end(&massif->tree);
	if (massif->options->extra) {
		add_apart(massif, STR("(heap overhead)"), massif->best.extra);
		add_apart(massif, STR("(stacks)"), massif->best.stacks);
	}
}

/* ---- the format ---- */

static bool massif_sniff(struct str head)
{
	return str_starts(head, STR("desc:")) && str_contains(head, STR("\ntime_unit:")) &&
	       str_contains(head, STR("\nsnapshot="));
}

static void *massif_begin(const void *options, struct stacks *out)
{
	struct massif *massif = memory_new(1, sizeof(*massif));

	massif->options = options;
	massif->stacks = out;
	if (massif->options->list)
		stacks_keep_order(out); /* by name, 19 would be before 8 */
	massif->tree.stacks = out;
	massif->tree.naming.options = &massif->options->naming;
	massif->tree.naming.stacks = out;
	return massif;
}

static void massif_end(void *state)
{
	struct massif *massif = state;

	massif_tree_release(&massif->tree);
	buf_release(&massif->number);
	buf_release(&massif->best_number);
	free(massif);
}

#define AT(field) offsetof(struct massif_options, field)

static const struct option options[] = {
	{"snapshot", OPTION_TEXT, AT(snapshot), "N",
		.help = "take snapshot N (default: the peak; without one, the largest that has a "
			"tree)"},
	{"list", OPTION_FLAG, AT(list),
		.help = "write the snapshots that have a tree instead of stacks, each with its "
			"bytes of heap"},
	{"extra", OPTION_FLAG, AT(extra),
		.help = "add what no function asked for: malloc's own bytes as \"(heap overhead)\","
			" with massif --stacks=yes \"(stacks)\""},
	NATIVE_NAME_OPTIONS(AT(naming)),
	NATIVE_NAME_SRCLINE(AT(naming)),
	{0},
};

const struct kind kind_massif = {
	.name = "massif",
	.input = "a massif.out file",
	.sniff = massif_sniff,
};

const struct format format_massif = {
	.kind = &kind_massif,
	.summary = "Folds who had allocated memory, by a massif.out of valgrind --tool=massif.",
	.options = options,
	.options_size = sizeof(struct massif_options),
	.begin = massif_begin,
	.read = massif_read,
	.end = massif_end,
};
