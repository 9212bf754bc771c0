/*
 * Call trees that a text shows by indentation, a line a frame, callers above what they call:
 *
 *     825 main             depth 0, 825
 *       824 parse          depth 2, 824
 *         824 read         depth 4, 824
 *       1 write            depth 2, 1
 *
 * The depth is whatever grows to the right: blanks, levels. A frame is called by the nearest one
 * above that has less. Frames come with their own weight, or with a total, of which what the frames
 * below took is taken off. Memory is that of the deepest stack.
 */
#ifndef COLLAPSE_STACKS_INDENT_H
#define COLLAPSE_STACKS_INDENT_H

#include "collapse/stacks/stacks.h"

struct indent_frame {
	size_t depth;
	uint32_t name; /* from stacks_name() */
	uint64_t weight;
	bool unwanted; /* its own weight is left out, and added to indent.unwanted */
};

struct indent {
	/* Set these first; the rest is zero. */
	struct stacks *stacks;
	bool totals; /* weights are totals */
	bool fitting; /* totals: what has more than is left of its caller's takes nothing off it */
	bool callers; /* the other way round: a line's callers are below it */
	unsigned places; /* decimals of all weights, see common/weight.h */

	uint64_t unwanted;
	uint64_t excess; /* totals: how many frames had less than those below them, by rounding */

	/* private */
	struct indent_level {
		struct indent_frame frame;
		uint64_t inside; /* the weight of the frames right below it */
		uint32_t node;
	} *levels;
	size_t count, capacity;
};

void indent_push(struct indent *indent, const struct indent_frame *frame);
/* The end of a tree: of a thread, a table, the input. */
void indent_end(struct indent *indent);
/* At the end of all: notes for the user. */
void indent_report(const struct indent *indent);
void indent_release(struct indent *indent);

#endif
