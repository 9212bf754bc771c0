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

bool frame_list_is_bad_count(struct str text)
{
	size_t n = str_starts(text, STR("-"));
	uint64_t count;

	if (n == text.n || str_to_u64(text, &count))
		return false;
	while (n < text.n && (byte_is_digit(text.p[n]) || text.p[n] == '.'))
		n++;
	return n == text.n;
}

void frame_list_release(struct frame_list *list)
{
	free(list->ids);
	line_cache_release(&list->cache);
}
