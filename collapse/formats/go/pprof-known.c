#include "collapse/formats/go/pprof-known.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"

static struct pprof_stack *slot_of(struct pprof_known *known, const struct pprof_stack *stack)
{
	size_t mask = known->slot_count - 1, at = stack->hash & mask;

	for (; known->slots[at].ids; at = (at + 1) & mask) {
		const struct pprof_stack *other = &known->slots[at];

		if (other->hash == stack->hash && other->base == stack->base &&
			other->size == stack->size &&
			memcmp(other->ids, stack->ids, stack->size) == 0)
			break;
	}
	return &known->slots[at];
}

static void grow(struct pprof_known *known)
{
	struct pprof_known old = *known;

	known->slot_count = old.slot_count ? 2 * old.slot_count : 1024;
	known->slots = memory_new(known->slot_count, sizeof(*known->slots));
	for (size_t i = 0; i < old.slot_count; i++)
		if (old.slots[i].ids)
			*slot_of(known, &old.slots[i]) = old.slots[i];
	free(old.slots);
}

struct pprof_stack *pprof_known_find(struct pprof_known *known, struct str ids, uint32_t base)
{
	struct pprof_stack stack = {.ids = ids.p, .size = (uint32_t)ids.n, .base = base}, *slot;

	stack.hash = (uint32_t)hash_bytes(ids.p, ids.n, hash_seed() ^ base);
	if (known->count >= known->slot_count / 2)
		grow(known);
	slot = slot_of(known, &stack);
	if (!slot->ids) {
		*slot = stack;
		known->count++;
	}
	return slot;
}

void pprof_known_release(struct pprof_known *known)
{
	free(known->slots);
	*known = (struct pprof_known){0};
}
