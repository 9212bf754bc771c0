/*
 * A profile repeats itself: this remembers what a raw line meant, so that it is parsed, and its
 * symbol tidied, once. Of bounded size: it is emptied when full, so memory does not grow with the
 * input.
 */
#ifndef COLLAPSE_STACKS_LINE_CACHE_H
#define COLLAPSE_STACKS_LINE_CACHE_H

#include <stdbool.h>

#include "common/buf.h"

#ifndef LINE_CACHE_BYTES
#define LINE_CACHE_BYTES ((size_t)24 * 1024 * 1024)
#endif

/*
 * What of a line decides what it means, as it stands there. Two pieces, for what lies between them
 * may not matter: of "read+0x10 (/lib/libc.so.6)" the offset does not.
 */
struct line_key {
	struct str head, tail;
};

/* What a line meant: name ids, leaf first (see stacks.h), and a word of the format's own. */
struct line_meaning {
	const uint32_t *names;
	uint32_t count;
	uint32_t tag;
};

struct line_cache {
	struct line_slot *slots;
	size_t slot_count; /* a power of two */
	size_t count;
	uint64_t seed;
	struct buf entries;
	uint32_t first, last; /* entries: the first guess, and what was found last */
};

/* A zeroed cache is an empty one. What find() stores is valid until the next add(). */
bool line_cache_find(
	struct line_cache *cache, const struct line_key *key, struct line_meaning *meaning);
/* Keys that find() did not find only. Copies key and names. */
void line_cache_add(
	struct line_cache *cache, const struct line_key *key, struct line_meaning meaning);
void line_cache_release(struct line_cache *cache);

#endif
