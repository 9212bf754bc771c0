/*
 * Weights that are counts of samples, or not: perf's are periods, and its cpu-clock event gives
 * every sample the same one.
 *
 *     main;parse 1500750
 *     main;draw 500250      with 14 more such: one sample weighs 500250
 */
#ifndef COMMON_COMPARE_PERIOD_H
#define COMMON_COMPARE_PERIOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PERIOD_WEIGHTS = 16 }; /* fewer may have a divisor in common by accident */

/* What was seen of the weights of one recording; begins as {0}. */
struct period {
	uint64_t divisor, least;
	size_t count;
};

/* A weight of 0 is none. */
void period_add(struct period *period, uint64_t weight);
/* What one sample weighs: what the weights have in common, if there are enough, or unit. */
uint64_t period_find(const struct period *period, uint64_t unit);
/* Even the smallest of many weights is so many samples that it is hardly a count of them. */
bool period_is_doubtful(const struct period *period, uint64_t sample);

#endif
