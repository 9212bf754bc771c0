/*
 * What a unit's first entry says of all others: where its tables begin, its language, its lines.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_ROOT_H
#define COLLAPSE_SYMBOLS_DWARF_ROOT_H

#include "collapse/symbols/dwarf/entry.h"

struct dwarf_root {
	struct dwarf_entry entry;
	uint64_t lines; /* offset of its program, if has_lines */
	bool has_lines;
	uint64_t language;
	struct dwarf_unit *skeleton; /* of a unit split off, what stayed behind */
};

/* Reads it to unit->root, unless it is there. False when it is damaged. */
bool dwarf_open_unit(struct dwarf_unit *unit);
/* The same of a unit split off. */
bool dwarf_open_split_unit(struct dwarf_unit *unit, struct dwarf_unit *skeleton);

/* Reads it to a root of the caller's, and the unit's bases; unit->root stays as it is. */
bool dwarf_read_root(struct dwarf_unit *unit, struct dwarf_root *root);

void dwarf_root_free(struct dwarf_unit *unit);

/* The folder in which the compiler was started; empty when not known. */
struct str dwarf_directory(const struct dwarf_unit *unit);

#endif
