/*
 * Stacks as tables hold them: each row is a frame on top of another row, its prefix. V8's nodes,
 * Firefox's stackTable and the stackFrames of traces are such tables.
 *
 *     row      0      1      2
 *     name     main   parse  read
 *     prefix   none   0      1           row 2 is main;parse;read
 *
 * Rows may come in any order, and say anything: a prefix that is nowhere, or goes in a circle, makes
 * a bad stack, not a loop.
 */
#ifndef COLLAPSE_STACKS_STACK_TABLE_H
#define COLLAPSE_STACKS_STACK_TABLE_H

#include "collapse/stacks/stacks.h"

#define ROW_NONE UINT32_MAX

struct stack_table {
	struct stack_row {
		uint32_t prefix; /* a row, or ROW_NONE */
		uint32_t name; /* from stacks_name(); NAME_NONE: no frame, only what is above it */
		uint32_t node;   /* private */
	} *rows;
	size_t count, capacity;

	/* private */
	uint32_t *chain;
	size_t chain_capacity;
	uint32_t *known; /* the rows that have a node: those of one root may be few */
	size_t known_count, known_capacity;
};

/* A zeroed table is an empty one. */
void stack_table_add(struct stack_table *table, uint32_t prefix, uint32_t name);
/* The call tree's node for a row, whose first frame is on top of `root`; false for a bad stack. */
bool stack_table_node(struct stack_table *table, struct stacks *stacks, uint32_t root, uint64_t row,
	uint32_t *node);
/* Before the first call with another root, or when names have changed. */
void stack_table_forget_nodes(struct stack_table *table);
void stack_table_release(struct stack_table *table);

#endif
