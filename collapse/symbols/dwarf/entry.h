/*
 * One entry of a unit's tree, with those of its attributes that names and places are made of.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_ENTRY_H
#define COLLAPSE_SYMBOLS_DWARF_ENTRY_H

#include "collapse/symbols/dwarf/form.h"

enum dwarf_attribute {
	DWARF_NAME,
	DWARF_LINKAGE_NAME,
	DWARF_LOW_PC,
	DWARF_HIGH_PC,
	DWARF_RANGE_LIST,
	DWARF_ORIGIN,
	DWARF_SPECIFICATION,
	DWARF_SIGNATURE,
	DWARF_CALL_FILE,
	DWARF_CALL_LINE,
	DWARF_LANGUAGE, /* this and those below are only met in a unit's first entry */
	DWARF_DIRECTORY,
	DWARF_LINES,
	DWARF_TEXT_OFFSETS,
	DWARF_ADDRESSES,
	DWARF_RANGE_LISTS,
	DWARF_GNU_RANGES,
	DWARF_SPLIT_NAME,
	DWARF_SPLIT_ID,
	DWARF_ATTRIBUTES,
	DWARF_OTHER = DWARF_ATTRIBUTES,
};

struct dwarf_entry {
	uint16_t tag;
	bool has_children;
	struct dwarf_value values[DWARF_ATTRIBUTES];
};

/* False when there is none at the offset, or it is damaged. */
bool dwarf_read_entry(const struct dwarf_unit *unit, uint64_t offset, struct dwarf_entry *entry);

/* The same of a unit's first entry, without making a table of all abbreviations if possible. */
bool dwarf_read_first_entry(const struct dwarf_unit *unit, struct dwarf_entry *entry);

#endif
