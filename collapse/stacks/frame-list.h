/*
 * The stack that is being read, leaf first, for texts of a frame a line. What a frame's text came
 * to is remembered (line-cache.h), so that a name is tidied once:
 *
 *     if (!frame_list_recall(&list, text)) {
 *             size_t from = list.count;
 *
 *             frame_list_push(&list, stacks_name(stacks, tidy(text)));
 *             frame_list_learn(&list, text, from);
 *     }
 */
#ifndef COLLAPSE_STACKS_FRAME_LIST_H
#define COLLAPSE_STACKS_FRAME_LIST_H

#include "collapse/stacks/line-cache.h"
#include "collapse/stacks/stacks.h"

/* Zeroed but for stacks it is an empty one. */
struct frame_list {
	struct stacks *stacks;
	uint32_t *ids;
	size_t count, capacity;
	struct line_cache cache;
};

void frame_list_push(struct frame_list *list, uint32_t name);
/* Pushes what this text was said to mean, perhaps several frames; false when that is not known. */
bool frame_list_recall(struct frame_list *list, struct str text);
/* The frames from `from` on are what this text means; only if recall() did not know it. */
void frame_list_learn(struct frame_list *list, struct str text, size_t from);
/* Adds the stack, "-" if it has no frame, and empties the list. */
void frame_list_end(struct frame_list *list, uint64_t weight);
/* The same on top of the frames of another list, outermost first, which is empty then, too. */
void frame_list_end_on(struct frame_list *list, struct frame_list *roots, uint64_t weight);
void frame_list_release(struct frame_list *list);

#endif
