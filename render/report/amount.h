/*
 * What budgets and limits are given in: a weight, or a share of a whole.
 *
 *     120    2.5    5%    0.25%
 */
#ifndef RENDER_REPORT_AMOUNT_H
#define RENDER_REPORT_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/str.h"

struct amount {
	uint64_t value;
	unsigned places; /* decimals of the value */
	bool percent;
};

/* False when it is neither, or is more than 100%. */
bool amount_parse(struct str text, struct amount *amount);

/*
 * Whether a weight is less than the amount (below 0), equal (0) or more (above 0); exact. The
 * weight and the whole, which a percentage is of, have so many places.
 */
int amount_compare(const struct amount *amount, uint64_t weight, uint64_t whole, unsigned places);

#endif
