#include "collapse/stacks/indent.h"

#include <stdlib.h>

#include "common/memory.h"

/* The first line of a callers' tree is the leaf. */
static uint32_t node_of_callers(const struct indent *indent)
{
	uint32_t node = NODE_ROOT;

	for (size_t i = indent->count; i-- > 0;)
		node = stacks_child(indent->stacks, node, indent->levels[i].frame.name);
	return node;
}

static uint64_t own_weight(struct indent *indent, const struct indent_level *level)
{
	if (!indent->totals)
		return level->frame.weight;
	if (level->inside > level->frame.weight) {
		indent->excess++;
		return 0;
	}
	return level->frame.weight - level->inside;
}

static void close_level(struct indent *indent)
{
	const struct indent_level *level = &indent->levels[indent->count - 1];
	const uint64_t weight[2] = {own_weight(indent, level), 0};

	if (level->frame.unwanted)
		indent->unwanted += weight[0];
	else if (weight[0] > 0)
		stacks_add_at(indent->stacks,
			indent->callers ? node_of_callers(indent) : level->node, weight,
			indent->places);
	indent->count--;
}

void indent_push(struct indent *indent, const struct indent_frame *frame)
{
	uint32_t parent = NODE_ROOT;
	struct indent_level *level;

	while (indent->count > 0 && indent->levels[indent->count - 1].frame.depth >= frame->depth)
		close_level(indent);
	if (indent->count > 0) {
		level = &indent->levels[indent->count - 1];
		if (!indent->fitting || frame->weight <= level->frame.weight - level->inside)
			level->inside += frame->weight;
		parent = level->node;
	}
	*ARRAY_PUSH(indent->levels, indent->count, indent->capacity) = (struct indent_level){
		.frame = *frame,
		.node = indent->callers ? NODE_ROOT :
					  stacks_child(indent->stacks, parent, frame->name),
	};
}

void indent_end(struct indent *indent)
{
	while (indent->count > 0)
		close_level(indent);
}

void indent_report(const struct indent *indent)
{
	stacks_note_count(indent->stacks, NULL, indent->excess,
		"# frame{ has|s have} less than the frames below, which count in full");
}

void indent_release(struct indent *indent)
{
	free(indent->levels);
}
