#include "common/filters/loops.h"

#include <stdlib.h>

#include "common/memory.h"

/*
 * The old tree is walked depth first. path is that of the new tree to where the walk is, without
 * loops: a name is on it if the depth where it was last put holds it and is not past the end. What
 * a step overwrites is put back on the way up, so no step costs more for a deep stack.
 */
struct loop_step {
	uint32_t name, node;
};

struct loop_walk {
	struct pass *pass;
	struct children children;
	struct loop_step *path; /* by depth, from 1 */
	uint32_t *put; /* by name: the depth where it was last put, or 0 */
	uint32_t *depth; /* by old node: of its target */
	struct loop_level {
		uint32_t node, next; /* which child comes next */
		bool wrote;
		struct loop_step step; /* what it wrote over, at its depth */
		uint32_t put;
	} *levels;
	size_t level, capacity;
};

static void loop_enter(struct loop_walk *walk, uint32_t i)
{
	struct pass *pass = walk->pass;
	const struct node *node = pass_node(pass, i);
	uint32_t above = walk->depth[node->parent], put = walk->put[node->name];
	struct loop_level level = {.node = i, .next = walk->children.start[i]};

	if (put && put <= above && walk->path[put].name == node->name) {
		walk->depth[i] = put;
		pass->target[i] = walk->path[put].node;
	} else {
		walk->depth[i] = above + 1;
		pass->target[i] = pass_same_child(pass, i, pass->target[node->parent]);
		level.wrote = true;
		level.step = walk->path[above + 1];
		level.put = put;
		walk->path[above + 1] = (struct loop_step){node->name, pass->target[i]};
		/* A process is not called by a function of its name. */
		walk->put[node->name] = pass_is_leading(pass, i) ? 0 : above + 1;
	}
	*ARRAY_PUSH(walk->levels, walk->level, walk->capacity) = level;
}

static void loop_leave(struct loop_walk *walk)
{
	const struct loop_level *level = &walk->levels[--walk->level];

	if (level->wrote) {
		walk->put[pass_node(walk->pass, level->node)->name] = level->put;
		walk->path[walk->depth[level->node]] = level->step;
	}
}

static void loop_visit(struct loop_walk *walk, uint32_t outermost)
{
	loop_enter(walk, outermost);
	while (walk->level) {
		struct loop_level *level = &walk->levels[walk->level - 1];

		if (level->next == walk->children.start[level->node + 1]) {
			loop_leave(walk);
		} else {
			uint32_t next = walk->children.item[level->next++];

			if (walk->pass->used[next])
				loop_enter(walk, next);
		}
	}
}

void filter_loops(struct pass *pass)
{
	struct loop_walk walk = {.pass = pass};

	children_init(&walk.children, &pass->old);
	walk.path = memory_new((size_t)pass->old.count + 1, sizeof(*walk.path));
	walk.put = memory_new(pass->host->tree->names.count, sizeof(*walk.put));
	walk.depth = memory_new(pass->old.count, sizeof(*walk.depth));
	for (uint32_t i = 1; i < pass->old.count; i++)
		if (pass_node(pass, i)->parent == NODE_ROOT && pass->used[i])
			loop_visit(&walk, i);
	children_release(&walk.children);
	free(walk.path);
	free(walk.put);
	free(walk.depth);
	free(walk.levels);
}
