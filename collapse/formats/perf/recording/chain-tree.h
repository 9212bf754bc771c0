/*
 * Call chains as a tree, before their addresses have names: a node is a number under a parent, with
 * the weight of the samples that end there. Directly below the root stand the threads that samples
 * are of (their numbers mean something else), below these addresses, from the outermost on.
 *
 * Of common/calltree.h's shape, but smaller, as a recording has more distinct addresses than names.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_CHAIN_TREE_H
#define COLLAPSE_FORMATS_PERF_RECORDING_CHAIN_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct chain_node {
	uint32_t parent; /* comes before its children; the root's is the root */
	uint32_t number;
	uint32_t last; /* private: the child that was asked for last; CHAIN_ROOT: none */
	bool in_table; /* private: there are several, which are in the tree's slots */
	uint64_t weight;
};

struct chain_tree {
	struct chain_node *nodes; /* the first is the root */
	uint32_t count;
	size_t capacity;

	/* private */
	uint32_t *slots;
	uint32_t slot_count, slots_used;
	uint64_t seed;
};

enum { CHAIN_ROOT = 0 };

void chain_tree_init(struct chain_tree *tree);
void chain_tree_release(struct chain_tree *tree);
uint32_t chain_tree_child(struct chain_tree *tree, uint32_t parent, uint32_t number);

#endif
