/*
 * What each of many stacks has cost a heap, from the blocks that were allocated and freed one after
 * another.
 *
 * For the peak, what each stack held then must be known when it is known that it was the peak: the
 * stacks that changed since the last one are listed, and brought up to date at the next.
 */
#ifndef COLLAPSE_FORMATS_HEAPTRACK_COSTS_H
#define COLLAPSE_FORMATS_HEAPTRACK_COSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum heap_cost {
	COST_ALLOCATIONS, /* how many blocks it allocated */
	COST_TEMPORARY,   /* how many of these were freed before anything else happened */
	COST_LEAKED,      /* bytes that it has at the end */
	COST_PEAK,        /* bytes that it had when all of them had most */
	COST_BYTES,       /* bytes that it allocated in all */
};

struct heap_costs {
	enum heap_cost kind; /* set first; the rest is zero */

	/* private */
	struct heap_holder {
		bool changed; /* since the last peak */
		uint64_t cost;
		uint64_t held; /* bytes now */
	} *holders;
	size_t count, capacity;
	uint64_t last; /* what the event before allocated, + 1; 0 if it did not */
	uint64_t held, peak;
	uint32_t *changed;
	size_t changed_count, changed_capacity;
};

/* Another stack: they are numbered from 0. */
void heap_costs_add(struct heap_costs *costs);
/*
 * A block, of a kind that `block` tells, was allocated or freed. False, and nothing done, when bytes
 * would be more than 2^64-1, or less than 0.
 */
bool heap_costs_allocate(struct heap_costs *costs, uint32_t stack, uint64_t block, uint64_t size);
bool heap_costs_free(struct heap_costs *costs, uint32_t stack, uint64_t block, uint64_t size);
uint64_t heap_costs_of(const struct heap_costs *costs, uint32_t stack);
/* For another recording. */
void heap_costs_reset(struct heap_costs *costs);
void heap_costs_release(struct heap_costs *costs);

#endif
