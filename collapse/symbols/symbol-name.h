/*
 * What an address is called, and where what is called so begins.
 */
#ifndef COLLAPSE_SYMBOLS_SYMBOL_NAME_H
#define COLLAPSE_SYMBOLS_SYMBOL_NAME_H

#include "common/names.h"

struct symbol_name {
	struct str name; /* as in the file, perhaps mangled; empty: no symbol */
	uint64_t start;
};

/* No symbol's name is longer for us: what is behind it is cut off. */
enum { SYMBOL_NAME_LONGEST = 1 << 16 };

/* The same bytes in `pool`, once, however many addresses they name. */
static inline struct str symbol_name_keep(struct names *pool, struct str name)
{
	return names_get(pool, names_add(pool, str_head(name, SYMBOL_NAME_LONGEST)));
}

#endif
