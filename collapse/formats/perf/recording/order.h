/*
 * Records in the order of time. Each processor's records are in that order in the recording, one
 * processor's behind another's, so what has been read waits here until it is known that nothing
 * older follows. Records of one time keep the order in which they stand in the recording.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_ORDER_H
#define COLLAPSE_FORMATS_PERF_RECORDING_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct waiting {
	uint64_t time;
	uint64_t position; /* in the recording, counted through */
	const char *record;
};

/* A zeroed one is empty. */
struct order {
	struct waiting *items;
	size_t count, capacity;

	/* private */
	size_t first; /* those before it were given out */
	size_t sorted; /* those before it are in order */
	struct waiting *scratch;
	size_t scratch_capacity;
	size_t *runs;
	size_t run_capacity;
};

void order_add(struct order *order, const struct waiting *waiting);
/* Sorts what waits; then order_next() gives it out. */
void order_sort(struct order *order);
/* The next one if it is older than `before`; NULL otherwise. Valid until order_add(). */
const struct waiting *order_next(struct order *order, uint64_t before);
/* How many wait. */
size_t order_waiting(const struct order *order);
/* The time of the one in the middle, after order_sort(); some must be waiting. */
uint64_t order_middle(const struct order *order);
/* The position of the one that stands first in the recording; UINT64_MAX: none waits. */
uint64_t order_first_position(const struct order *order);
void order_release(struct order *order);

#endif
