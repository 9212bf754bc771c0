#include "collapse/formats/perf/recording/addresses.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"
#include "common/messages.h"

static bool is_same(const struct address *a, const struct address *b)
{
	return a->offset == b->offset && a->image == b->image && a->is_call == b->is_call;
}

static uint32_t *find_slot(const struct addresses *addresses, const struct address *address)
{
	uint32_t mask = addresses->slot_count - 1;
	uint64_t where = (uint64_t)address->image << 1 | address->is_call;
	uint32_t at = (uint32_t)hash_mix(address->offset ^ addresses->seed, where) & mask;

	while (addresses->slots[at] &&
		!is_same(&addresses->items[addresses->slots[at] - 1], address))
		at = (at + 1) & mask;
	return &addresses->slots[at];
}

static void grow(struct addresses *addresses)
{
	if (addresses->slot_count > UINT32_MAX / 4)
		die("more than 2^30 addresses");
	free(addresses->slots);
	addresses->slot_count = addresses->slot_count ? addresses->slot_count * 2 : 1024;
	addresses->slots = memory_new(addresses->slot_count, sizeof(*addresses->slots));
	addresses->seed = hash_seed();
	for (uint32_t i = 0; i < addresses->count; i++)
		*find_slot(addresses, &addresses->items[i]) = i + 1;
}

uint32_t addresses_add(struct addresses *addresses, const struct address *address)
{
	uint32_t *slot;

	if (addresses->count >= addresses->slot_count / 4 * 3)
		grow(addresses);
	slot = find_slot(addresses, address);
	if (*slot == 0) {
		*ARRAY_PUSH(addresses->items, addresses->count, addresses->capacity) = *address;
		*slot = addresses->count;
	}
	return *slot - 1;
}

void addresses_release(struct addresses *addresses)
{
	free(addresses->items);
	free(addresses->slots);
	*addresses = (struct addresses){0};
}
