/*
 * Several symbols of one address: which of them names it. As perf decides, comparing two at a time:
 * the one that is not weak, is global, has fewer underscores at its start, is longer, and at last
 * the first of the table, unless it is "SyS_read" or "compat_SyS_read" of an old kernel. What was
 * mangled is compared as it reads, not as it is written.
 */
#ifndef COLLAPSE_SYMBOLS_ALIAS_H
#define COLLAPSE_SYMBOLS_ALIAS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"
#include "common/str.h"

struct alias {
	struct str name;
	bool weak, global;
	uint32_t number; /* place in the table */
};

/* Buffers, and how many bytes of names were read: a file can be made of nothing but aliases. */
struct alias_work {
	struct buf a, b;
	uint64_t mangled, all;
};

bool alias_better(struct alias_work *work, const struct alias *a, const struct alias *b);
/* So many were read that no more names are to be compared: no program is so. */
bool alias_is_enough(const struct alias_work *work);
void alias_release(struct alias_work *work);

#endif
