#include "collapse/stacks/frame-list.h"

#include <stdlib.h>

#include "common/memory.h"

void frame_list_push(struct frame_list *list, uint32_t name)
{
	*ARRAY_PUSH(list->ids, list->count, list->capacity) = name;
}

bool frame_list_recall(struct frame_list *list, struct str text)
{
	const struct line_key key = {.head = text};
	struct line_meaning meaning;

	if (!line_cache_find(&list->cache, &key, &meaning))
		return false;
	for (uint32_t i = 0; i < meaning.count; i++)
		frame_list_push(list, meaning.names[i]);
	return true;
}

void frame_list_learn(struct frame_list *list, struct str text, size_t from)
{
	const struct line_key key = {.head = text};

	line_cache_add(&list->cache, &key,
		(struct line_meaning){
			.names = list->ids + from, .count = (uint32_t)(list->count - from)});
}

void frame_list_end(struct frame_list *list, uint64_t weight)
{
	if (list->count == 0)
		frame_list_push(list, stacks_name(list->stacks, STR("-")));
	stacks_add_leaf_first(list->stacks, list->ids, list->count, weight);
	list->count = 0;
}

void frame_list_end_on(struct frame_list *list, struct frame_list *roots, uint64_t weight)
{
	while (roots->count > 0)
		frame_list_push(list, roots->ids[--roots->count]);
	frame_list_end(list, weight);
}

void frame_list_release(struct frame_list *list)
{
	free(list->ids);
	line_cache_release(&list->cache);
}
