/*
 * The writer of --time-order: a line for each sample, in the order of the input, where otherwise
 * each stack is written once. Lines are written at once, unless they have to wait for filters,
 * which see all stacks together: then each is a node of the tree and a weight.
 */
#ifndef COLLAPSE_STACKS_TIME_ORDER_H
#define COLLAPSE_STACKS_TIME_ORDER_H

#include "common/calltree.h"
#include "common/folded-header.h"
#include "common/output.h"

/* Zeroed, it is off. */
struct time_order {
	bool on, waits;
	struct output *output; /* where lines are written */
	const struct folded_header *header; /* is written before the first line; NULL: none is */

	/* private */
	struct time_line {
		uint32_t node;
		unsigned char places[2];
		uint64_t weight[2];
	} *lines;
	size_t count, capacity;
	uint32_t *path;
	size_t path_capacity;
};

/* Writes a stack of these names, root first, whose line does not wait. */
void time_order_write(struct time_order *order, const struct names *names, const uint32_t *frames,
	size_t count, uint64_t weight);
/* Writes or keeps the stack that ends at a node, with as many weights as the tree has columns. */
void time_order_add(struct time_order *order, const struct calltree *tree, uint32_t node,
	const uint64_t weight[2], const unsigned places[2]);
/*
 * The stacks have another tree, in which target tells of each node of the last one what it has
 * become; NODE_ROOT: it is gone.
 */
void time_order_move(struct time_order *order, const uint32_t *target);
/* Writes the lines that waited. */
void time_order_finish(struct time_order *order, const struct calltree *tree);
void time_order_release(struct time_order *order);

#endif
