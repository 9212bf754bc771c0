/*
 * Growth of functions with all that they call, told where it comes from: callees are asked before
 * their callers, and what is told of one explains so much of the others.
 */
#include <stdlib.h>

#include "common/memory.h"
#include "render/report/growth-search.h"

/* How often growth is looked for that is not explained, each time through all of the tree. */
enum { CAUSES_MAX = 100 };

/* By name, how much of the change of its total is not explained: a new array, to be freed. */
static double *unexplained_changes(const struct growth_search *search)
{
	const struct calltree *tree = search->profile->tree;
	double *below = memory_new(tree->count, sizeof(*below));
	double *changes = memory_new(search->count, sizeof(*changes));

	for (uint32_t node = tree->count; node-- > 1;) {
		const uint64_t *self = tree->nodes[node].self;

		if (!search->explained[node])
			below[node] += (double)self[AFTER] - (double)self[BEFORE];
		below[tree->nodes[node].parent] += below[node];
		if (search->outermost[node] != NAME_NONE)
			changes[search->outermost[node]] += below[node];
	}
	free(below);
	return changes;
}

/* By node, whether it is a frame of that name or below one: a new array, to be freed. */
static bool *frames_with(const struct growth_search *search, uint32_t id)
{
	const struct calltree *tree = search->profile->tree;
	bool *with = memory_new(tree->count, sizeof(*with));

	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++)
		with[node] = with[tree->nodes[node].parent] || search->function[node] == id;
	return with;
}

/* What the runs had in these frames, but for what is explained. */
static bool is_rest_real(const struct growth_search *search, const bool *with)
{
	const struct comparison *comparison = search->profile->comparison;
	const struct calltree *tree = search->profile->tree;
	unsigned columns = comparison_runs(comparison);
	double runs[RUNS_MAX] = {0}, *weights;
	struct verdict verdict;

	if (!growth_is_judged(search))
		return true;
	weights = comparison_self_weights(comparison, tree);
	for (size_t node = 1; node < tree->count; node++)
		for (unsigned run = 0; run < columns && with[node] && !search->explained[node];
			run++)
			runs[run] += weights[node * columns + run];
	free(weights);
	comparison_judge(comparison, search->profile->confidence, runs, 1, &verdict);
	return verdict.real;
}

/* Looks at one function: true if it is told. */
static bool try_cause(struct growth_search *search, uint32_t id, double unexplained)
{
	struct growth growth = growth_of_row(&search->functions->items[id], TOTAL);
	bool *with = frames_with(search, id);
	bool real = is_rest_real(search, with);

	if (real) {
		growth.unexplained = growth_rounded(unexplained);
		growth_add(search, growth, GROWTH_SURE);
		for (uint32_t node = 1; node < search->profile->tree->count; node++)
			search->explained[node] = search->explained[node] || with[node];
	}
	free(with);
	return real;
}

/* Callees before their callers: what weighs less, and of equals what was met later. */
struct candidate {
	uint64_t weight;
	uint32_t id, last; /* the last node that counts for it */
};

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return x->last < y->last ? 1 : -1;
}

static struct candidate *find_candidates(struct growth_search *search, size_t *count)
{
	const struct calltree *tree = search->profile->tree;
	const struct rows *functions = search->functions;
	struct candidate *candidates = memory_new(search->count, sizeof(*candidates));
	uint32_t *last = memory_new(search->count, sizeof(*last));
	bool compared_whole = search->profile->comparison->normalize == NORMALIZE_NONE;

	*count = 0;
	for (uint32_t node = 1; node < tree->count; node++)
		if (search->outermost[node] != NAME_NONE)
			last[search->outermost[node]] = node;
	for (uint32_t i = 0; i < search->count; i++) {
		const struct row *row = &functions->items[i];

		if (!growth_row_is_above(search, row, TOTAL) ||
			(compared_whole && growth_row_is_whole(search, row)))
			continue;
		if (growth_row_is_sure(search, row, TOTAL))
			candidates[(*count)++] =
				(struct candidate){row->weight[TOTAL][AFTER], i, last[i]};
		else if (row_is_real(row, TOTAL) || !growth_noise_alone_decides(search))
			growth_add(search, growth_of_row(row, TOTAL), GROWTH_NOISE);
	}
	free(last);
	qsort(candidates, *count, sizeof(*candidates), compare_candidates);
	return candidates;
}

void growth_find_causes(struct growth_search *search)
{
	size_t count, looks = 0;
	struct candidate *candidates = find_candidates(search, &count);
	double *unexplained = unexplained_changes(search);

	for (size_t i = 0; i < count && looks < CAUSES_MAX; i++) {
		uint32_t id = candidates[i].id;

		if (unexplained[id] < 0.5 ||
			!growth_is_above_limit(search, growth_rounded(unexplained[id]),
				search->profile->tree->total[BEFORE]))
			continue;
		looks++;
		if (!try_cause(search, id, unexplained[id]))
			continue;
		free(unexplained);
		unexplained = unexplained_changes(search);
	}
	free(unexplained);
	free(candidates);
}
