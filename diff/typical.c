#include "diff/typical.h"

#include <stdlib.h>

#include "common/memory.h"

struct function {
	uint64_t self[2];
	uint32_t place; /* of the name in byte order: so that equal ratios have one order */
};

static int compare_ratios(const void *a, const void *b)
{
	const struct function *x = a, *y = b;
	double left = (double)x->self[AFTER] / (double)x->self[BEFORE];
	double right = (double)y->self[AFTER] / (double)y->self[BEFORE];

	if (left != right)
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

bool typical_scale(const struct calltree *tree, double sample, uint64_t *to, uint64_t *from)
{
	struct function *functions = self_weights(tree);
	size_t count = 0;

	for (uint32_t i = 0; i < tree->names.count; i++) {
		const uint64_t *self = functions[i].self;

		if (self[BEFORE] && self[AFTER] &&
			(double)self[BEFORE] + (double)self[AFTER] >= TYPICAL_SAMPLES * sample)
			functions[count++] = functions[i];
	}
	if (count >= TYPICAL_FUNCTIONS) {
		qsort(functions, count, sizeof(*functions), compare_ratios);
		*to = functions[(count - 1) / 2].self[AFTER];
		*from = functions[(count - 1) / 2].self[BEFORE];
	}
	free(functions);
	return count >= TYPICAL_FUNCTIONS;
}
