#include "common/compare/scale.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/messages.h"
#include "common/weight.h"

/* A node with a weight before: what rounding down took from it, as a numerator over the total. */
struct share {
	uint64_t lost;
	uint32_t place; /* in the order of the frames' names */
	uint32_t node;
};

/* weight * scale, rounded down; stores the remainder of the division. */
static uint64_t scale_down(uint64_t weight, struct scale scale, uint64_t *remainder)
{
	uint64_t scaled = weight_scale(weight, scale.to, scale.from);
	/* Within from / 2 of zero, so the difference of the low halves is all of it. */
	uint64_t rest = weight * scale.to - scaled * scale.from;

	if (rest > INT64_MAX) { /* below zero: it was rounded up */
		scaled--;
		rest += scale.from;
	}
	*remainder = rest;
	return scaled;
}

/* ---- the order of the frames' names ---- */

/* By node: its place in preorder, children in the order of their names. */
static uint32_t *places(const struct calltree *tree)
{
	uint32_t *place = memory_new(tree->count, sizeof(*place));
	uint32_t *waiting = memory_new(tree->count, sizeof(*waiting));
	uint32_t count = 1, next = 0; /* waiting: the root */
	struct children children;

	children_init(&children, tree);
	children_sort_by_name(&children, tree);
	while (count > 0) {
		uint32_t node = waiting[--count];

		place[node] = next++;
		for (uint32_t i = children.start[node + 1]; i > children.start[node]; i--)
			waiting[count++] = children.item[i - 1];
	}
	children_release(&children);
	free(waiting);
	return place;
}

/* ---- the largest remainders ---- */

static int compare_shares(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	if (x->lost != y->lost)
		return x->lost < y->lost ? 1 : -1;
	return x->place < y->place ? -1 : 1;
}

static void give_back(struct calltree *tree, struct share *shares, size_t count, uint64_t missing)
{
	uint32_t *place = places(tree);

	for (size_t i = 0; i < count; i++)
		shares[i].place = place[shares[i].node];
	free(place);
	qsort(shares, count, sizeof(*shares), compare_shares);
	for (uint64_t i = 0; i < missing; i++)
		tree->nodes[shares[i].node].self[BEFORE]++;
}

void scale_before(struct calltree *tree, struct scale scale)
{
	struct share *shares;
	uint64_t total, missing;
	size_t count = 0;

	if (scale.to == scale.from)
		return;
	/* A part of `to` fits; of what is more, 2^64 less what a double may be wrong by is the limit. */
	if (tree->total[BEFORE] > scale.from &&
		(double)tree->total[BEFORE] / (double)scale.from * (double)scale.to >
			18446744073709540000.0)
		die("the weights before, scaled by %llu/%llu, add up to more than 2^64-1",
			(unsigned long long)scale.to, (unsigned long long)scale.from);
	total = missing = weight_scale(tree->total[BEFORE], scale.to, scale.from);
	shares = memory_new(tree->count, sizeof(*shares));
	for (uint32_t i = 0; i < tree->count; i++) {
		uint64_t *weight = &tree->nodes[i].self[BEFORE];

		if (*weight == 0)
			continue;
		shares[count].node = i;
		*weight = scale_down(*weight, scale, &shares[count++].lost);
		missing -= *weight;
	}
	if (missing > 0)
		give_back(tree, shares, count, missing);
	tree->total[BEFORE] = total;
	free(shares);
}
