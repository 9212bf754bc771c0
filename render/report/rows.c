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

/*
 * On the stack of nodes to visit, a node that was entered leaves its mark, to be left below what it
 * calls.
 */
uint32_t *rows_outermost(const struct calltree *tree)
{
	uint32_t *found = memory_new(tree->count, sizeof(*found));
	uint32_t *open = memory_new((size_t)tree->names.count, sizeof(*open));
	uint32_t *waiting = memory_new((size_t)tree->count * 2, sizeof(*waiting));
	struct children children;
	size_t count = 1; /* the root */

	children_init(&children, tree);
	found[NODE_ROOT] = NO_ROW;
	while (count > 0) {
		uint32_t mark = waiting[--count], node = mark / 2, name = tree->nodes[node].name;

		if (mark & 1) {
			open[name]--;
			continue;
		}
		if (node != NODE_ROOT) {
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

void rows_of_functions(struct rows *rows, const struct profile *profile)
{
	const struct calltree *tree = profile->tree;
	uint32_t *name = memory_new(tree->count, sizeof(*name));
	uint32_t *outermost = rows_outermost(tree);

	rows_init(rows, tree->names.count);
	for (uint32_t node = 0; node < tree->count; node++)
		name[node] = tree->nodes[node].name; /* the root's is NO_ROW */
	group(rows, profile, &(struct grouping){.kind = SELF, .row = name});
	group(rows, profile, &(struct grouping){.kind = TOTAL, .row = outermost, .below = true});
	free(name);
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

/* The row of a name; the last is for what has none. */
static uint32_t row_of(const struct calltree *tree, uint32_t node)
{
	return node == NODE_ROOT ? tree->names.count : tree->nodes[node].name;
}

/* That of the outermost frame of a name: what is below it has it too. */
static uint32_t row_of_caller(
	const struct calltree *tree, uint32_t node, uint32_t above, uint32_t name)
{
	bool outermost = above == NO_ROW && tree->nodes[node].name == name;

	return outermost ? row_of(tree, tree->nodes[node].parent) : above;
}

/* That of the innermost frame of a name: what is below the callee has it too. */
static uint32_t row_of_callee(
	const struct calltree *tree, uint32_t node, uint32_t above, uint32_t name)
{
	uint32_t parent = tree->nodes[node].parent;

	if (tree->nodes[node].name == name)
		return row_of(tree, NODE_ROOT);
	return parent != NODE_ROOT && tree->nodes[parent].name == name ? row_of(tree, node) : above;
}

static void group_by(struct rows *rows, const struct profile *profile, uint32_t name,
	uint32_t (*row)(const struct calltree *tree, uint32_t node, uint32_t above, uint32_t name))
{
	const struct calltree *tree = profile->tree;
	uint32_t *found = memory_new(tree->count, sizeof(*found));

	rows_init(rows, (size_t)tree->names.count + 1);
	found[NODE_ROOT] = NO_ROW;
	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++)
		found[node] = row(tree, node, found[tree->nodes[node].parent], name);
	group(rows, profile, &(struct grouping){.kind = TOTAL, .row = found});
	forget_runs(rows);
	free(found);
}

void rows_of_callers(struct rows *rows, const struct profile *profile, uint32_t name)
{
	group_by(rows, profile, name, row_of_caller);
}

void rows_of_callees(struct rows *rows, const struct profile *profile, uint32_t name)
{
	group_by(rows, profile, name, row_of_callee);
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
