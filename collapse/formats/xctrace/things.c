#include "collapse/formats/xctrace/things.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"
#include "common/messages.h"

struct xctrace_slot {
	uint64_t key;
	uint32_t thing; /* its index, plus 1; 0: empty */
};

/* Of an id that is no number, which no export has, the number of the word. */
static uint64_t key_of(struct xctrace_things *things, struct str id)
{
	const uint64_t word = (uint64_t)1 << 63;
	uint64_t number;

	if (str_to_u64(id, &number) && number < word)
		return number;
	return word | names_add(&things->words, id);
}

static struct xctrace_slot *find_slot(const struct xctrace_things *things, uint64_t key)
{
	size_t mask = things->slot_count - 1;
	size_t at = (size_t)hash_mix(key, hash_seed()) & mask;

	while (things->slots[at].thing && things->slots[at].key != key)
		at = (at + 1) & mask;
	return &things->slots[at];
}

static void grow_slots(struct xctrace_things *things)
{
	struct xctrace_slot *old = things->slots;
	size_t old_count = things->slot_count;

	things->slot_count = old_count ? old_count * 2 : 256;
	things->slots = memory_new(things->slot_count, sizeof(*things->slots));
	for (size_t i = 0; i < old_count; i++)
		if (old[i].thing)
			*find_slot(things, old[i].key) = old[i];
	free(old);
}

uint32_t xctrace_things_find(struct xctrace_things *things, struct str id)
{
	uint64_t key = key_of(things, id);
	struct xctrace_slot *slot;

	if (things->count >= things->slot_count / 2)
		grow_slots(things);
	slot = find_slot(things, key);
	if (slot->thing)
		return slot->thing - 1;
	if (things->count >= UINT32_MAX - 1)
		die("more than 2^32 ids");
	*ARRAY_PUSH(things->items, things->count, things->capacity) = (struct xctrace_thing){0};
	*slot = (struct xctrace_slot){key, things->count};
	return things->count - 1;
}

void xctrace_things_release(struct xctrace_things *things)
{
	free(things->items);
	free(things->slots);
	names_release(&things->words);
	*things = (struct xctrace_things){0};
}
