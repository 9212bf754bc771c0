#include "render/report/rows.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* Of a node: it belongs to no row. */
#define NO_ROW NAME_NONE

static void rows_init(struct rows *rows, size_t count)
{
	*rows = (struct rows){.count = count};
	rows->items = memory_new(count, sizeof(*rows->items));
	for (size_t i = 0; i < count; i++)
		rows->items[i].id = (uint32_t)i;
}

static void forget_runs(struct rows *rows)
{
	for (int kind = SELF; kind <= TOTAL; kind++) {
		free(rows->runs[kind]);
		rows->runs[kind] = NULL;
	}
}

void rows_release(struct rows *rows)
{
	forget_runs(rows);
	free(rows->items);
	free(rows->verdicts[SELF]);
	free(rows->verdicts[TOTAL]);
	*rows = (struct rows){0};
}

/* ---- sums ---- */

/* By node, the row that its weights are added to. */
struct grouping {
	int kind; /* as what */
	const uint32_t *row;
	bool below; /* with all below the node; else its own */
};

static void add_up(
	struct rows *rows, const struct calltree *tree, const struct grouping *grouping)
{
	for (unsigned column = 0; column < tree->columns; column++) {
		uint64_t *totals = grouping->below ? calltree_totals(tree, column) : NULL;

		for (uint32_t node = 0; node < tree->count; node++)
			if (grouping->row[node] != NO_ROW)
				rows->items[grouping->row[node]].weight[grouping->kind][column] +=
					totals ? totals[node] : tree->nodes[node].self[column];
		free(totals);
	}
}

/* The runs' weights of each row. */
static double *runs_of_rows(const struct rows *rows, const struct profile *profile,
	const struct grouping *grouping)
{
	size_t runs = comparison_runs(profile->comparison);
	double *sums = memory_new(rows->count * runs, sizeof(*sums));
	double *weights = grouping->below
				  ? comparison_total_weights(profile->comparison, profile->tree)
				  : comparison_self_weights(profile->comparison, profile->tree);

	for (uint32_t node = 0; node < profile->tree->count; node++) {
		if (grouping->row[node] == NO_ROW)
			continue;
		for (size_t run = 0; run < runs; run++)
			sums[grouping->row[node] * runs + run] += weights[node * runs + run];
	}
	free(weights);
	return sums;
}

static void judge(
	struct rows *rows, const struct profile *profile, const struct grouping *grouping)
{
	struct verdict *verdicts = memory_new(rows->count, sizeof(*verdicts));
	double *runs = runs_of_rows(rows, profile, grouping);

	comparison_judge(profile->comparison, profile->confidence, runs, rows->count, verdicts);
	for (size_t i = 0; i < rows->count; i++)
		rows->items[i].verdict[grouping->kind] = &verdicts[i];
	rows->verdicts[grouping->kind] = verdicts;
	rows->runs[grouping->kind] = runs;
}

/* Each kind is a family of its own, see noise.h. */
static void group(
	struct rows *rows, const struct profile *profile, const struct grouping *grouping)
{
	add_up(rows, profile->tree, grouping);
	if (profile->comparison && profile->confidence > 0)
		judge(rows, profile, grouping);
}

/* ---- functions ---- */

uint32_t *rows_functions(const struct profile *profile)
{
	const struct calltree *tree = profile->tree;
	uint32_t *depth = memory_new(tree->count, sizeof(*depth));
	uint32_t *names = memory_new(tree->count, sizeof(*names));

	names[NODE_ROOT] = NO_ROW;
	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++) {
		depth[node] = depth[tree->nodes[node].parent] + 1;
		names[node] = depth[node] > profile->leading ? tree->nodes[node].name : NO_ROW;
	}
	free(depth);
	return names;
}

/*
 * On the stack of nodes to visit, a node that was entered leaves its mark, to be left below what it
 * calls.
 */
uint32_t *rows_outermost(const struct profile *profile)
{
	const struct calltree *tree = profile->tree;
	uint32_t *found = rows_functions(profile);
	uint32_t *open = memory_new((size_t)tree->names.count, sizeof(*open));
	uint32_t *waiting = memory_new((size_t)tree->count * 2, sizeof(*waiting));
	struct children children;
	size_t count = 1; /* the root */

	children_init(&children, tree);
	while (count > 0) {
		uint32_t mark = waiting[--count], node = mark / 2, name = found[node];

		if (mark & 1) {
			open[tree->nodes[node].name]--;
			continue;
		}
		if (name != NO_ROW) {
			found[node] = open[name]++ ? NO_ROW : name;
			waiting[count++] = node * 2 + 1;
		}
		for (uint32_t i = children.start[node]; i < children.start[node + 1]; i++)
			waiting[count++] = children.item[i] * 2;
	}
	children_release(&children);
	free(open);
	free(waiting);
	return found;
}

/* Of stacks without a function: all that is their own. */
static void add_total_of_none(struct rows *rows, const struct profile *profile)
{
	struct row *none = &rows->items[profile->tree->names.count];

	memcpy(none->weight[TOTAL], none->weight[SELF], sizeof(none->weight[TOTAL]));
	none->verdict[TOTAL] = none->verdict[SELF];
}

void rows_of_functions(struct rows *rows, const struct profile *profile)
{
	const struct calltree *tree = profile->tree;
	uint32_t *own = rows_functions(profile), *outermost = rows_outermost(profile);

	rows_init(rows, (size_t)tree->names.count + 1);
	for (uint32_t node = 1; node < tree->count; node++)
		if (own[node] == NO_ROW)
			own[node] = tree->names.count;
	group(rows, profile, &(struct grouping){.kind = SELF, .row = own});
	group(rows, profile, &(struct grouping){.kind = TOTAL, .row = outermost, .below = true});
	add_total_of_none(rows, profile);
	free(own);
	free(outermost);
}

/* ---- nodes ---- */

void rows_of_nodes(struct rows *rows, const struct profile *profile)
{
	uint32_t *itself = memory_new(profile->tree->count, sizeof(*itself));

	rows_init(rows, profile->tree->count);
	for (uint32_t node = 0; node < profile->tree->count; node++)
		itself[node] = node;
	group(rows, profile, &(struct grouping){.kind = SELF, .row = itself});
	group(rows, profile, &(struct grouping){.kind = TOTAL, .row = itself, .below = true});
	forget_runs(rows);
	free(itself);
}

/* ---- callers and callees ---- */

/* What rows are grouped by; a tree's last row is for what has no name. */
struct frames {
	const struct calltree *tree;
	const uint32_t *function; /* by node, see rows_functions() */
	const bool *of; /* by name id */
};

static bool is_of(const struct frames *frames, uint32_t node)
{
	return frames->function[node] != NO_ROW && frames->of[frames->function[node]];
}

static uint32_t row_of(const struct frames *frames, uint32_t node)
{
	return frames->function[node] == NO_ROW ? frames->tree->names.count :
						  frames->function[node];
}

/* That of the outermost frame of a function: what is below it has it too. */
static uint32_t row_of_caller(const struct frames *frames, uint32_t node, uint32_t above)
{
	bool outermost = above == NO_ROW && is_of(frames, node);

	return outermost ? row_of(frames, frames->tree->nodes[node].parent) : above;
}

/* That of the innermost frame of a function: what is below the callee has it too. */
static uint32_t row_of_callee(const struct frames *frames, uint32_t node, uint32_t above)
{
	if (is_of(frames, node))
		return frames->tree->names.count;
	return is_of(frames, frames->tree->nodes[node].parent) ? row_of(frames, node) : above;
}

static void group_by(struct rows *rows, const struct profile *profile, const bool *of,
	uint32_t (*row)(const struct frames *frames, uint32_t node, uint32_t above))
{
	const struct calltree *tree = profile->tree;
	uint32_t *found = memory_new(tree->count, sizeof(*found));
	uint32_t *function = rows_functions(profile);
	const struct frames frames = {tree, function, of};

	rows_init(rows, (size_t)tree->names.count + 1);
	found[NODE_ROOT] = NO_ROW;
	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++)
		found[node] = row(&frames, node, found[tree->nodes[node].parent]);
	group(rows, profile, &(struct grouping){.kind = TOTAL, .row = found});
	forget_runs(rows);
	free(function);
	free(found);
}

void rows_of_callers(struct rows *rows, const struct profile *profile, const bool *of)
{
	group_by(rows, profile, of, row_of_caller);
}

void rows_of_callees(struct rows *rows, const struct profile *profile, const bool *of)
{
	group_by(rows, profile, of, row_of_callee);
}

/* ---- one row ---- */

uint64_t row_change(const struct row *row, int kind)
{
	const uint64_t *weight = row->weight[kind];

	return weight_difference(weight[BEFORE], weight[AFTER]);
}

bool row_is_real(const struct row *row, int kind)
{
	return row_change(row, kind) > 0 && (!row->verdict[kind] || row->verdict[kind]->real);
}

const char *row_word(const struct row *row, int kind)
{
	const uint64_t *weight = row->weight[kind];

	if (!row_is_real(row, kind))
		return row->verdict[kind] ? "noise" : "same";
	return comparison_word(weight[BEFORE], weight[AFTER]);
}
