/*
 * Who calls whom: profilers such as callgrind know what a function costs by itself, and what each
 * caller's calls of it cost with all below.
 *
 *     main     self 10
 *     parse    self 20     main -> parse 70, parse -> read 50
 *     read     self 90     main -> read 40
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_CALL_GRAPH_H
#define COLLAPSE_FORMATS_VALGRIND_CALL_GRAPH_H

#include <stddef.h>
#include <stdint.h>

struct call_graph {
	struct call_function {
		uint32_t name; /* from stacks_name() */
		uint32_t root; /* a frame above it when it has no caller; or NAME_NONE */
		uint64_t self;
	} *functions;
	size_t function_count, function_capacity;

	/* between two functions there is one at most; the cost is what the callee's calls took with
	 * all below them */
	struct call_edge {
		uint32_t from, to; /* places in functions */
		uint64_t cost;
	} *edges;
	size_t edge_count, edge_capacity;
};

uint32_t call_graph_add_function(struct call_graph *graph, uint32_t name, uint32_t root);
uint32_t call_graph_add_edge(struct call_graph *graph, uint32_t from, uint32_t to);
void call_graph_release(struct call_graph *graph);

/* Costs of damaged files may be more than fits: they stay at the most there is. */
static inline void call_cost_add(uint64_t *sum, uint64_t cost)
{
	*sum = cost > UINT64_MAX - *sum ? UINT64_MAX : *sum + cost;
}

#define CALL_NONE SIZE_MAX

/* What follows from a graph for each function; arrays by function. */
struct call_sums {
	uint64_t *total; /* own cost and calls */
	uint64_t *called; /* what its callers say */
	uint64_t *begins; /* what has no caller */
	size_t *best_caller; /* the heaviest: place in the graph's edges, or CALL_NONE */
	size_t *first_call; /* place in `calls`; one more than functions */
	uint32_t *calls; /* places in the graph's edges, without calls of oneself */
};

void call_sums_init(struct call_sums *sums, const struct call_graph *graph);
void call_sums_release(struct call_sums *sums);

#endif
