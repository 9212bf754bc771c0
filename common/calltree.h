/*
 * The call tree that everything goes through. A node is a frame: a name under a parent, with one
 * or two self weights (two when profiles are compared: before and after). Equal names under one
 * parent are one node, whatever the order of the input.
 *
 * Nodes are numbered from 0, the root, which has no name and stands for the whole profile. A parent
 * has a smaller number than its children, and children of one parent have their numbers in the
 * order in which the input brought them; so a total is one loop from the last node to the first,
 * and nothing here, nor in any caller, recurses.
 */
#ifndef COMMON_CALLTREE_H
#define COMMON_CALLTREE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/names.h"
#include "common/weight.h"

enum { BEFORE = 0, AFTER = 1 }; /* columns of a comparison; a plain profile has column 0 only */

struct node {
	uint32_t parent;
	uint32_t name; /* NAME_NONE for the root */
	uint32_t last; /* private: the child that was asked for last; NODE_ROOT: none */
	bool in_table; /* private: there are several, which are in the tree's slots */
	uint64_t self[2];
};

struct calltree {
	struct names names;
	struct node *nodes;
	uint32_t count;
	size_t capacity;
	unsigned columns; /* 1 or 2 */
	unsigned places;  /* decimal places of every weight, see weight.h */
	bool whole;       /* nodes without a weight of their own are stacks, too: written with 0 */
	uint64_t total[2];
	const char *input; /* where weights come from at present, for messages; or NULL */
	struct calltree_slot *slots; /* by (parent, name), nodes that have siblings */
	uint32_t slot_count, slots_used;
	uint64_t seed;
};

#define NODE_ROOT 0u

void calltree_init(struct calltree *tree, unsigned columns);
void calltree_release(struct calltree *tree);

/* The child of parent with that name, made when there is none. */
uint32_t calltree_child(struct calltree *tree, uint32_t parent, uint32_t name);
/* A new child, even if there is one of that name: for flame charts, where time keeps them apart. */
uint32_t calltree_append(struct calltree *tree, uint32_t parent, uint32_t name);

/*
 * Adds to a node's self weight. Ends the program when a total passes 2^64-1 (no node can while the
 * totals do not). The tree is rescaled when the weight has more decimals than it had.
 */
void calltree_add(struct calltree *tree, uint32_t node, unsigned column, struct weight weight);

/* Self plus all descendants, by node number: a new array, to be freed. */
uint64_t *calltree_totals(const struct calltree *tree, unsigned column);

/*
 * Children lists: those of node n are item[start[n]] .. item[start[n + 1] - 1], in the order of
 * the input.
 */
struct children {
	uint32_t *start; /* tree->count + 1 of them */
	uint32_t *item;
};

void children_init(struct children *children, const struct calltree *tree);
/* Sorts each list by key (a value per node, smaller first; equal keys keep the input's order). */
void children_sort(struct children *children, const struct calltree *tree, const uint32_t *key);
/* Sorts each list by the bytes of the names. */
void children_sort_by_name(struct children *children, const struct calltree *tree);
void children_release(struct children *children);

#endif
