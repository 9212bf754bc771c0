/*
 * Stacks out of a call graph, which does not tell in which stacks the calls were made. Of the one in
 * call-graph.h:
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
#ifndef COLLAPSE_FORMATS_VALGRIND_CALL_STACKS_H
#define COLLAPSE_FORMATS_VALGRIND_CALL_STACKS_H

#include "collapse/formats/valgrind/call-graph.h"
#include "collapse/stacks/stacks.h"

/* Shares below `least` millionths of the whole are not followed. */
void call_stacks_add(const struct call_graph *graph, struct stacks *stacks, uint64_t least);

#endif
