#include "render/picture/beyond-noise.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

/* Gives the rows back to memory. */
static bool *judge(const struct comparison *comparison, const struct calltree *tree,
	double confidence, double *rows)
{
	struct verdict *verdicts = memory_new(tree->count, sizeof(*verdicts));
	bool *real = memory_new(tree->count, sizeof(*real));

	comparison_find_real(comparison, confidence, rows, tree->count, verdicts);
	for (uint32_t node = 0; node < tree->count; node++)
		real[node] = verdicts[node].real;
	free(verdicts);
	free(rows);
	return real;
}

/* Two Poisson counts: the variance of a weight is the weight times that of one sample. */
static double standard_errors(const struct beyond_noise *beyond, double before, double after)
{
	return fabs(after - before) /
	       sqrt(before * beyond->sample[BEFORE] + after * beyond->sample[AFTER]);
}

struct change {
	double errors;
	bool real;
};

static int compare_changes(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return (x->errors < y->errors) - (x->errors > y->errors);
}

static struct change *find_changes(
	const struct beyond_noise *beyond, const struct calltree *tree, size_t *count)
{
	struct change *changes = memory_new(tree->count, sizeof(*changes));
	uint64_t *before = calltree_totals(tree, BEFORE), *after = calltree_totals(tree, AFTER);

	*count = 0;
	for (uint32_t node = 0; node < tree->count; node++)
		if (before[node] != after[node])
			changes[(*count)++] = (struct change){
				standard_errors(beyond, (double)before[node], (double)after[node]),
				beyond->total[node]};
	free(before);
	free(after);
	return changes;
}

/* From the clearest change on: where the most real ones, less the others, lie above. */
static double find_least(const struct beyond_noise *beyond, const struct calltree *tree)
{
	size_t count;
	struct change *changes = find_changes(beyond, tree, &count);
	double least = INFINITY;
	int64_t right = 0, most = 0;

	qsort(changes, count, sizeof(*changes), compare_changes);
	for (size_t i = 0; i < count; i++) {
		right += changes[i].real ? 1 : -1;
		/* Equal ones are all above, or none. */
		if (i + 1 < count && changes[i + 1].errors >= changes[i].errors)
			continue;
		if (right > most) {
			most = right;
			least = changes[i].errors;
		}
	}
	free(changes);
	return least;
}

void beyond_noise_init(struct beyond_noise *beyond, const struct comparison *comparison,
	const struct calltree *tree, double confidence)
{
	double sample;

	*beyond = (struct beyond_noise){0};
	if (confidence <= 0)
		return;
	sample = comparison_period(comparison, NULL) * (double)weight_unit(tree->places);
	beyond->sample[BEFORE] =
		sample * (double)comparison->scale.to / (double)comparison->scale.from;
	beyond->sample[AFTER] = sample;
	beyond->total = judge(
		comparison, tree, confidence, comparison_total_weights(comparison, tree));
	beyond->self =
		judge(comparison, tree, confidence, comparison_self_weights(comparison, tree));
	beyond->least_errors = find_least(beyond, tree);
}

void beyond_noise_release(struct beyond_noise *beyond)
{
	free(beyond->total);
	free(beyond->self);
	*beyond = (struct beyond_noise){0};
}
