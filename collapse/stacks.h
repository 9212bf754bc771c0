/*
 * Where every format puts its stacks: names are interned here, stacks are summed up in one call
 * tree, and what could not be read is counted.
 */
#ifndef COLLAPSE_STACKS_H
#define COLLAPSE_STACKS_H

#include "common/calltree.h"
#include "common/output.h"
#include "common/report.h"

struct stacks {
	struct calltree tree;
	struct problems problems;
	bool time_order; /* each stack is a line of its own, in the order of the input */

	/* private */
	struct output *output; /* where time_order writes */
};

/*
 * A frame's name as it may stand in a folded line: ';' and line ends are replaced (';' by ':', which
 * is what both FlameGraph and inferno do), everything else stays.
 */
uint32_t stacks_name(struct stacks *stacks, struct str name);

/*
 * Adds a weight to the stack of these frames (name ids from stacks_name()), given leaf first, as most
 * profilers print them, or root first. A stack without frames is an error of the caller.
 */
void stacks_add_leaf_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight);
void stacks_add_root_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight);

#endif
