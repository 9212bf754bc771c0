/*
 * The tree of a snapshot of massif, line by line, into stacks:
 *
 *     n2: 1000 (heap allocation functions) malloc/new/new[]     depth 0: malloc, which is left out
 *      n1: 600 0x10A0: copy (copy.c:7)                          depth 1: called it
 *       n0: 600 0x10B0: main (main.c:12)                        depth 2: called copy
 *      n0: 400 in 7 places, all below massif's threshold (1.00%)
 *
 * A tree that is surely wanted becomes stacks while it comes, and takes the memory of these and of
 * the lines that are open. One that a better one may still replace is held, with 16 bytes a line.
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_MASSIF_TREE_H
#define COLLAPSE_FORMATS_VALGRIND_MASSIF_TREE_H

#include "collapse/names/native-name.h"
#include "collapse/stacks/indent.h"
#include "collapse/stacks/line-cache.h"

struct massif_line {
	uint32_t depth, name;
	uint64_t bytes;
};

struct massif_tree {
	/* Set these first; the rest is zero. */
	struct stacks *stacks;
	struct native_name naming;

	/* private */
	struct line_cache names; /* by what lines say */
	struct massif_line *lines; /* those that are held */
	size_t count, capacity;
	bool holds;
	struct indent indent;
	struct massif_line first;
	bool has_first;
	uint64_t callers; /* bytes of the lines right below the first */
};

/* A tree begins; what was held of another is dropped. `holds`: so may this one be. */
void massif_tree_begin(struct massif_tree *tree, bool holds);
/* "nN: BYTES WHAT", behind so many blanks */
void massif_tree_add(struct massif_tree *tree, size_t depth, uint64_t bytes, struct str what);
/* No better one has come: all of it is in the stacks now. */
void massif_tree_end(struct massif_tree *tree);
void massif_tree_release(struct massif_tree *tree);

#endif
