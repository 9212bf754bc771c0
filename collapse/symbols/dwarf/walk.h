/*
 * All entries of a unit, one after the other, a parent before its children.
 *
 *     while (dwarf_walk_next(&walk))
 *             if (walk.tag == DW_TAG_namespace) ...
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_WALK_H
#define COLLAPSE_SYMBOLS_DWARF_WALK_H

#include "collapse/symbols/dwarf/abbreviations.h"
#include "collapse/symbols/dwarf/form.h"

struct dwarf_walk {
	uint64_t offset; /* of the present entry */
	uint16_t tag;
	bool has_children;
	size_t depth;    /* the unit's first entry has 0 */
	struct dwarf_value low, high, ranges; /* of functions; form 0: not there */

	bool is_damaged; /* it ended early */

	/* private */
	struct dwarf_unit *unit;
	const struct dwarf_abbreviations *table;
	struct binary in;
	uint64_t sibling;    /* offset of what follows its children; 0: not known */
	size_t next_depth;
	bool has_begun;
};

void dwarf_walk_init(struct dwarf_walk *walk, struct dwarf_unit *unit);
bool dwarf_walk_next(struct dwarf_walk *walk);

/* Leaves out the present entry's children, where it says how to; else they come next. */
void dwarf_walk_pass_children(struct dwarf_walk *walk);

/* Whether it is the tag of a type that functions may be declared in. */
bool dwarf_is_type(uint16_t tag);

#endif
