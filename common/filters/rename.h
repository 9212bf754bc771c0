/*
 * --rename: what sed's s command does, to names of frames.
 *
 *     s/^std::__1::/std::/         s|_Z([0-9]+)|\1|g         s/^(.*)_avx2$/\1 (&)/i
 *
 * Any byte but a backslash may be the delimiter; where it is meant as itself it has a backslash, or
 * is in brackets. In the text & and \0 are what matched, \1 to \9 what the groups did, \n a line
 * end, which becomes a blank. Flags: g all matches instead of the first, i any case.
 */
#ifndef COMMON_FILTERS_RENAME_H
#define COMMON_FILTERS_RENAME_H

#include "common/buf.h"
#include "common/options.h"
#include "common/str.h"

struct renames {
	struct rename *items;
	size_t count;
	struct buf prepared, names[2];
};

/* The values of --rename; a bad one ends the program with EXIT_USAGE. */
void renames_init(struct renames *renames, const struct text_list *values);
/*
 * All of them, in their order, without the blanks around a new name, since they are no part of a
 * folded line. What it returns is valid until the next call.
 */
struct str renames_apply(struct renames *renames, struct str name);
void renames_release(struct renames *renames);

#endif
