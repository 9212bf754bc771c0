#include "render/report/frames.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"

/* Per function, the frame found so far. */
struct most {
	double change;
	uint32_t node;
};

/* How much of the function's change the weights are, in the direction that it went. */
static double change_of(
	const struct row *row, int kind, const struct calltree *tree, const uint64_t weight[2])
{
	double change = (double)weight[AFTER] - (double)weight[BEFORE];

	if (tree->columns == 1)
		return (double)weight[BEFORE];
	return row->weight[kind][AFTER] < row->weight[kind][BEFORE] ? -change : change;
}

static struct most *find_most(
	const struct profile *profile, const struct rows *functions, int kind)
{
	const struct calltree *tree = profile->tree;
	struct most *most = memory_new(functions->count, sizeof(*most));
	uint32_t *function = kind == TOTAL ? rows_outermost(profile) : rows_functions(profile);
	uint64_t *totals[2] = {NULL, NULL};

	for (unsigned column = BEFORE; kind == TOTAL && column < tree->columns; column++)
		totals[column] = calltree_totals(tree, column);
	for (size_t i = 0; i < functions->count; i++)
		most[i].change = -INFINITY;
	for (uint32_t node = 1; node < tree->count; node++) {
		uint32_t id = function[node];
		uint64_t weight[2] = {0, 0};
		double change;

		if (id == NAME_NONE)
			continue;
		for (unsigned column = BEFORE; column < tree->columns; column++)
			weight[column] = kind == TOTAL ? totals[column][node]
						       : tree->nodes[node].self[column];
		change = change_of(&functions->items[id], kind, tree, weight);
		if (change > most[id].change)
			most[id] = (struct most){change, node};
	}
	free(function);
	free(totals[BEFORE]);
	free(totals[AFTER]);
	return most;
}

uint32_t *frames_of_functions(
	const struct profile *profile, const struct rows *functions, int kind)
{
	struct most *most = find_most(profile, functions, kind);
	uint32_t *frames = memory_new(functions->count, sizeof(*frames));

	for (size_t i = 0; i < functions->count; i++)
		frames[i] = most[i].node;
	free(most);
	return frames;
}
