/*
 * A stack that grows and shrinks in a call tree. Neighbouring stacks share most of their frames, so
 * those that were on it last are looked at before the tree is.
 */
#ifndef COLLAPSE_STACKS_STACK_PATH_H
#define COLLAPSE_STACKS_STACK_PATH_H

#include <stdlib.h>

#include "common/calltree.h"
#include "common/memory.h"

/* Zeroed, it is empty. A caller may lower the depth. */
struct stack_path {
	struct stack_step {
		uint32_t name, node;
	} *steps;
	size_t depth;

	/* private */
	size_t known; /* those behind depth were on top of these before */
	size_t capacity;
};

static inline uint32_t stack_path_node(const struct stack_path *path)
{
	return path->depth ? path->steps[path->depth - 1].node : NODE_ROOT;
}

/* The same tree each time. */
static inline void stack_path_push(struct stack_path *path, struct calltree *tree, uint32_t name)
{
	uint32_t node;

	if (path->depth < path->known && path->steps[path->depth].name == name) {
		path->depth++;
		return;
	}
	node = calltree_child(tree, stack_path_node(path), name);
	*ARRAY_PUSH(path->steps, path->depth, path->capacity) = (struct stack_step){name, node};
	path->known = path->depth;
}

static inline void stack_path_release(struct stack_path *path)
{
	free(path->steps);
	*path = (struct stack_path){0};
}

#endif
