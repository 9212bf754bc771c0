/*
 * Open addressing over ids; the bytes lie in an arena and never move.
 */
#include "common/names.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"
#include "common/messages.h"

static uint32_t *find_slot(const struct names *names, struct str s)
{
	uint32_t mask = names->slot_count - 1;
	uint32_t at = (uint32_t)hash_bytes(s.p, s.n, hash_seed()) & mask;

	while (names->slots[at] && !str_eq(names->items[names->slots[at] - 1], s))
		at = (at + 1) & mask;
	return &names->slots[at];
}

static void grow_slots(struct names *names)
{
	uint32_t count = names->slot_count ? names->slot_count * 2 : 256;

	if (count < names->slot_count)
		die("more than 2^31 distinct names");
	free(names->slots);
	names->slots = memory_new(count, sizeof(*names->slots));
	names->slot_count = count;
	for (uint32_t id = 0; id < names->count; id++)
		*find_slot(names, names->items[id]) = id + 1;
}

uint32_t names_add(struct names *names, struct str s)
{
	uint32_t *slot;

	if (names->count >= names->slot_count / 2)
		grow_slots(names);
	slot = find_slot(names, s);
	if (*slot)
		return *slot - 1;
	names->items = memory_grow(
		names->items, &names->capacity, (size_t)names->count + 1, sizeof(*names->items));
	names->items[names->count] = arena_copy(&names->arena, s);
	*slot = ++names->count;
	return names->count - 1;
}

uint32_t names_find(const struct names *names, struct str s)
{
	/* 0 for none, and one less is NAME_NONE. */
	return names->slot_count ? *find_slot(names, s) - 1 : NAME_NONE;
}

struct str names_get(const struct names *names, uint32_t id)
{
	return names->items[id];
}

/* qsort() hands over no context, so what is sorted carries its bytes. */
struct sortable {
	struct str name;
	uint32_t id;
};

static int compare_sortable(const void *a, const void *b)
{
	return str_compare(((const struct sortable *)a)->name, ((const struct sortable *)b)->name);
}

uint32_t *names_sorted(const struct names *names)
{
	struct sortable *sortables = memory_new(names->count, sizeof(*sortables));
	uint32_t *ids = memory_new(names->count, sizeof(*ids));

	for (uint32_t id = 0; id < names->count; id++)
		sortables[id] = (struct sortable){names->items[id], id};
	qsort(sortables, names->count, sizeof(*sortables), compare_sortable);
	for (uint32_t i = 0; i < names->count; i++)
		ids[i] = sortables[i].id;
	free(sortables);
	return ids;
}

uint32_t *names_ranks(const struct names *names, const uint32_t *sorted)
{
	uint32_t *ranks = memory_new((size_t)names->count + 1, sizeof(*ranks));

	for (uint32_t i = 0; i < names->count; i++)
		ranks[sorted[i]] = i;
	ranks[names->count] = names->count;
	return ranks;
}

void names_release(struct names *names)
{
	free(names->items);
	free(names->slots);
	arena_release(&names->arena);
	*names = (struct names){0};
}
