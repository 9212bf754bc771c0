/*
 * The functions of a unit that have certain addresses, and what they were inlined into.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_FUNCTIONS_H
#define COLLAPSE_SYMBOLS_DWARF_FUNCTIONS_H

#include "collapse/symbols/dwarf/file.h"

#define DWARF_NO_FUNCTION UINT32_MAX

struct dwarf_function {
	uint64_t entry;  /* offset of its entry */
	uint64_t length; /* of the range that an address was found in */
	uint32_t parent; /* what it was inlined into; DWARF_NO_FUNCTION: it is one itself */
	uint32_t level;  /* how many functions its entry is in */
};

struct dwarf_functions {
	struct dwarf_function *items;
	size_t count, capacity;
	uint32_t *innermost; /* by address, place in items or DWARF_NO_FUNCTION */
};

/* Goes over an opened unit, for sorted addresses. False when it is damaged: read up to the damage. */
bool dwarf_find_functions(struct dwarf_unit *unit, const uint64_t *addresses, size_t count,
	struct dwarf_functions *functions);
void dwarf_functions_release(struct dwarf_functions *functions);

#endif
