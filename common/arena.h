/*
 * Bytes that live and die together: names, copies of lines. Chained blocks; a request that is
 * larger than a block gets its own, behind the current one, which stays in use.
 */
#ifndef COMMON_ARENA_H
#define COMMON_ARENA_H

#include <stddef.h>

#include "common/str.h"

#ifndef ARENA_BLOCK
#define ARENA_BLOCK ((size_t)64 * 1024)
#endif

struct arena {
	struct arena_block *blocks; /* the current one first */
	size_t used;                /* of the current one */
};

/* A zeroed arena is an empty one. */
struct str arena_copy(struct arena *arena, struct str s); /* s's bytes, and a NUL behind them */
void arena_release(struct arena *arena);

#endif
