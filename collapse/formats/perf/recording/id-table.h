/*
 * Values by numbers of 32 bits, as ids of threads are; the numbers come from a recording, so they
 * are spread by a seed. A zeroed table is an empty one.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_ID_TABLE_H
#define COLLAPSE_FORMATS_PERF_RECORDING_ID_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct id_slot {
	uint32_t id;
	void *value; /* NULL: an empty slot */
};

struct id_table {
	struct id_slot *slots; /* to go through all of them */
	size_t count, slot_count;
	uint64_t seed;
};

void *id_table_find(const struct id_table *table, uint32_t id); /* NULL: not there */
void id_table_set(struct id_table *table, uint32_t id, void *value); /* not NULL */
void id_table_remove(struct id_table *table, uint32_t id);
void id_table_release(struct id_table *table);

#endif
