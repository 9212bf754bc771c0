/*
 * The addresses that an entry has: from one to another, or a list of ranges.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_RANGES_H
#define COLLAPSE_SYMBOLS_DWARF_RANGES_H

#include "collapse/symbols/dwarf/form.h"

struct dwarf_ranges {
	const struct dwarf_unit *unit;
	struct binary in; /* the rest of a list */
	enum { DWARF_RANGES_NONE, DWARF_RANGES_ONE, DWARF_RANGES_OLD, DWARF_RANGES_NEW } kind;
	uint64_t base, low, high;
	bool has_dead_base; /* what is relative to the base is gone */
};

/* Of the three attributes; values of form 0 are not there. */
void dwarf_ranges_init(struct dwarf_ranges *ranges, const struct dwarf_unit *unit,
	struct dwarf_value low, struct dwarf_value high, struct dwarf_value list);

/*
 * The next range, low inclusive, high not. Empty ones are left out, and those of functions that the
 * linker took away.
 */
bool dwarf_ranges_next(struct dwarf_ranges *ranges, uint64_t *low, uint64_t *high);

#endif
