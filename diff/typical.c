#include "diff/typical.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

struct function {
	uint64_t self[2];
	/* 1 over the standard deviation of the ratio's logarithm, but for a factor: what suits a median */
	double precision;
	uint32_t place; /* of the name in byte order: so that equal ratios have one order */
};

static int compare_ratios(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	double left = (double)x->self[AFTER] / (double)x->self[BEFORE];
	double right = (double)y->self[AFTER] / (double)y->self[BEFORE];

	if (left < right || left > right)
		return left < right ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* By name. */
static struct function *self_weights(const struct calltree *tree)
{
	struct function *functions = memory_new(tree->names.count, sizeof(*functions));
	uint32_t *sorted = names_sorted(&tree->names);

	for (uint32_t i = 0; i < tree->names.count; i++)
		functions[sorted[i]].place = i;
	for (uint32_t node = 1; node < tree->count; node++)
		for (unsigned column = BEFORE; column <= AFTER; column++)
			functions[tree->nodes[node].name].self[column] +=
				tree->nodes[node].self[column];
	free(sorted);
	return functions;
}

/*
 * Moves those that say something to the front. Both what is chosen and its precision go by the
 * samples of both sides together, not by how they are shared out: the latter is the ratio, and where
 * few samples are of one side, those ratios would be preferred that chance has made too large.
 */
static size_t choose(
	struct function *functions, uint32_t count, double sample, const uint64_t total[2])
{
	double sum = (double)total[BEFORE] + (double)total[AFTER];
	double smaller_share = fmin((double)total[BEFORE], (double)total[AFTER]) / sum;
	size_t chosen = 0;

	for (uint32_t i = 0; i < count; i++) {
		const uint64_t *self = functions[i].self;
		double samples = ((double)self[BEFORE] + (double)self[AFTER]) / sample;

		if (!self[BEFORE] || !self[AFTER] || samples * smaller_share < TYPICAL_SAMPLES)
			continue;
		functions[chosen] = functions[i];
		functions[chosen++].precision = sqrt(samples);
	}
	return chosen;
}

/* One function that has most of the samples is still one that may have changed. */
static void limit_precisions(struct function *functions, size_t count)
{
	const double largest_share = 0.125;
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += functions[i].precision;
	for (size_t i = 0; i < count; i++)
		functions[i].precision = fmin(functions[i].precision, sum * largest_share);
}

/* The ratio up to which that share of all precision lies, of those in their order. */
static struct scale quantile(
	const struct function *functions, size_t count, double all, double share)
{
	double sum = 0;
	size_t i = 0;

	for (; i < count - 1; i++) {
		sum += functions[i].precision;
		if (sum >= share * all)
			break;
	}
	return (struct scale){functions[i].self[AFTER], functions[i].self[BEFORE]};
}

/*
 * Whether a function lies above the true scale is a throw of a coin, which has its precision for a
 * weight: the standard error of the share that does is the root of the squares' sum, over 2.
 */
static void set_scale(
	struct comparison *comparison, const struct function *functions, size_t count)
{
	double all = 0, squares = 0, reach;

	for (size_t i = 0; i < count; i++) {
		all += functions[i].precision;
		squares += functions[i].precision * functions[i].precision;
	}
	reach = BOUND_ERRORS * sqrt(squares) / 2 / all;
	comparison->functions = (unsigned)count;
	comparison->scale = quantile(functions, count, all, 0.5);
	comparison->bounds[0] = quantile(functions, count, all, 0.5 - reach);
	comparison->bounds[1] = quantile(functions, count, all, 0.5 + reach);
}

bool typical_scale(struct comparison *comparison, const struct calltree *tree)
{
	struct function *functions = self_weights(tree);
	double sample = comparison_period(comparison, NULL) * (double)weight_unit(tree->places);
	size_t count = choose(functions, tree->names.count, sample, tree->total);

	if (count >= TYPICAL_FUNCTIONS) {
		qsort(functions, count, sizeof(*functions), compare_ratios);
		limit_precisions(functions, count);
		set_scale(comparison, functions, count);
	}
	free(functions);
	return count >= TYPICAL_FUNCTIONS;
}
