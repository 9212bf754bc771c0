/*
 * Memory that is there: each function ends the program with "out of memory" rather than return
 * NULL. Sizes are count * size, checked for overflow.
 */
#ifndef COMMON_MEMORY_H
#define COMMON_MEMORY_H

#include <stddef.h>

/* Zeroed; to be given to free(). No bytes are memory like any other. */
void *memory_new(size_t count, size_t size);
void *memory_resize(void *p, size_t count, size_t size);

/* What memory_grow() does when there is no room. */
void *memory_grown(void *p, size_t *capacity, size_t need, size_t size);

/*
 * Makes room for `need` elements in an array that grows by half and more: returns the array,
 * perhaps moved, and stores its new capacity. New elements are not initialised.
 */
static inline void *memory_grow(void *p, size_t *capacity, size_t need, size_t size)
{
	return need > *capacity ? memory_grown(p, capacity, need, size) : p;
}

/*
 * One more element, not initialised, at the end of an array that has a count and a capacity (a
 * size_t) beside it. All three are lvalues, and looked at more than once.
 *
 *     *ARRAY_PUSH(list->ids, list->count, list->capacity) = name;
 */
#define ARRAY_PUSH(items, count, capacity) \
	((items) = memory_grow((items), &(capacity), (size_t)(count) + 1, sizeof(*(items))), \
		(count)++, &(items)[(count) - 1])

#endif
