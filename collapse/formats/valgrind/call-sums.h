/*
 * What follows from a call graph for each function: what it takes with all below it, its calls, its
 * heaviest caller, and what of it began without a caller. See call-graph.h.
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_CALL_SUMS_H
#define COLLAPSE_FORMATS_VALGRIND_CALL_SUMS_H

#include "collapse/formats/valgrind/call-graph.h"

#define CALL_NONE SIZE_MAX

/* All by function. */
struct call_sums {
	uint64_t *total; /* own cost and calls */
	uint64_t *called; /* what its callers say */
	uint64_t *begins; /* what has no caller */
	size_t *best_caller; /* place in the graph's edges, or CALL_NONE */
	size_t *first_call; /* place in `calls`; one more than functions */
	uint32_t *calls; /* places in the graph's edges, without calls of oneself */
};

void call_sums_init(struct call_sums *sums, const struct call_graph *graph);
void call_sums_release(struct call_sums *sums);

#endif
