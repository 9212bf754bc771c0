#include "collapse/formats/perf/recording/id-table.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"

static size_t home(const struct id_table *table, uint32_t id)
{
	return (size_t)hash_mix(id, table->seed) & (table->slot_count - 1);
}

/* Where the number is, or else the empty slot where it would be; there is always one. */
static size_t slot_of(const struct id_table *table, uint32_t id)
{
	size_t at = home(table, id);

	while (table->slots[at].value && table->slots[at].id != id)
		at = (at + 1) & (table->slot_count - 1);
	return at;
}

static void grow(struct id_table *table)
{
	struct id_slot *old = table->slots;
	size_t old_count = table->slot_count;

	table->slot_count = old_count ? old_count * 2 : 64;
	table->slots = memory_new(table->slot_count, sizeof(*table->slots));
	table->seed = hash_seed();
	for (size_t i = 0; i < old_count; i++)
		if (old[i].value)
			table->slots[slot_of(table, old[i].id)] = old[i];
	free(old);
}

void *id_table_find(const struct id_table *table, uint32_t id)
{
	return table->slot_count ? table->slots[slot_of(table, id)].value : NULL;
}

void id_table_set(struct id_table *table, uint32_t id, void *value)
{
	size_t at;

	if (table->count >= table->slot_count / 2)
		grow(table);
	at = slot_of(table, id);
	table->count += !table->slots[at].value;
	table->slots[at] = (struct id_slot){id, value};
}

/*
 * Those behind it that could not have its slot may have it now: else they would not be found again.
 */
void id_table_remove(struct id_table *table, uint32_t id)
{
	size_t mask = table->slot_count - 1, hole, at;

	if (!id_table_find(table, id))
		return;
	hole = slot_of(table, id);
	for (at = (hole + 1) & mask; table->slots[at].value; at = (at + 1) & mask) {
		size_t wanted = home(table, table->slots[at].id);

		if (((at - wanted) & mask) >= ((at - hole) & mask)) {
			table->slots[hole] = table->slots[at];
			hole = at;
		}
	}
	table->slots[hole].value = NULL;
	table->count--;
}

void id_table_release(struct id_table *table)
{
	free(table->slots);
	*table = (struct id_table){0};
}
