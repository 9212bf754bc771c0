/*
 * Two recordings are rarely equally long: one side is scaled, so that what is left to see are the
 * changes.
 */
#ifndef COMMON_COMPARE_SCALE_H
#define COMMON_COMPARE_SCALE_H

#include "common/calltree.h"

/* What the weights before are multiplied by: to / from, both above 0. */
struct scale {
	uint64_t to, from;
};

static inline double scale_factor(struct scale scale)
{
	return (double)scale.to / (double)scale.from;
}

/*
 * Multiplies column BEFORE. Weights stay whole units (or decimals, as many as the input has) and
 * their sum is exact, the total * to / from rounded half up: each is rounded down, and the units
 * that are missing then go to those that lost most; among equals, to the first in the order of
 * their frames' names. The order of the input makes no difference. Ends the program when the sum
 * does not fit 64 bits.
 */
void scale_before(struct calltree *tree, struct scale scale);

#endif
