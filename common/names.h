/*
 * Interned names: equal bytes get one 32-bit id, so comparing frames is comparing integers. Ids
 * count up from 0 in the order of first use. A name is any bytes, NUL included; it may not hold
 * ';' or a newline if it is to be written as a folded line (see folded.h).
 */
#ifndef COMMON_NAMES_H
#define COMMON_NAMES_H

#include <stdint.h>

#include "common/arena.h"
#include "common/str.h"

struct names {
	struct str *items; /* by id */
	uint32_t count;
	size_t capacity;
	uint32_t *slots; /* id + 1, or 0; a power of two of them */
	uint32_t slot_count;
	struct arena arena;
};

#define NAME_NONE UINT32_MAX

/* A zeroed struct names is an empty one. The bytes of s are copied when new. */
uint32_t names_add(struct names *names, struct str s);
/* Its id, or NAME_NONE when it was not added. */
uint32_t names_find(const struct names *names, struct str s);
struct str names_get(const struct names *names, uint32_t id);
/* The ids in the order of their bytes: a new array of names->count, to be freed. */
uint32_t *names_sorted(const struct names *names);
/*
 * By id, the place of the name among those sorted, and for what has no name one more, behind all: a
 * new array, to be freed.
 */
uint32_t *names_ranks(const struct names *names, const uint32_t *sorted);
void names_release(struct names *names);

#endif
