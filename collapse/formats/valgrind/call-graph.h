/*
 * Stacks out of a call graph: profilers such as callgrind know what a function costs by itself, and
 * what each caller's calls of it cost with all below, but not which stacks these were.
 *
 *     main     self 10
 *     parse    self 20     main -> parse 70, parse -> read 50
 *     read     self 90     main -> read 40
 *
 *     main 10, main;parse 20, main;parse;read 50, main;read 40
 *
 * From the functions that nobody calls downwards, what goes through a function is shared among its
 * own cost and its calls in proportion to their costs. So stacks are estimates: how much of read's
 * cost below parse is main's and how much another caller's is not known, only assumed to be the
 * same share. A function's own cost, however, is exact: it is divided among the stacks that end in
 * the function, and nothing of it is lost or added.
 *
 * A function is not followed into itself, nor are shares too small to be seen; functions that are
 * reached by such shares only hang below their heaviest caller.
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_CALL_GRAPH_H
#define COLLAPSE_FORMATS_VALGRIND_CALL_GRAPH_H

#include "collapse/stacks/stacks.h"

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
/* Costs of damaged files may be more than fits: they stay at the most there is. */
static inline uint64_t call_graph_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}
/* Shares below `least` millionths of the whole are not followed. */
void call_graph_stacks(const struct call_graph *graph, struct stacks *stacks, uint64_t least);
void call_graph_release(struct call_graph *graph);

#endif
