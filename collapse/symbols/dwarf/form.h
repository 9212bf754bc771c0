/*
 * Values of attributes. A form says how the bytes of a value are to be read; what they mean is asked
 * later, for most values are never looked at.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_FORM_H
#define COLLAPSE_SYMBOLS_DWARF_FORM_H

#include "collapse/readers/binary.h"
#include "collapse/symbols/dwarf/file.h"

struct dwarf_value {
	uint16_t form;   /* 0: the entry does not have the attribute */
	uint64_t number; /* an address, a constant, an offset, an index */
	struct str text; /* of DW_FORM_string */
};

/* How numbers are stored, in a unit or a table of lines. */
struct dwarf_sizes {
	uint8_t version, address, offset;
};

/* How many bytes values of a form have, or -1 when they differ, or the form is not known. */
int dwarf_form_size(uint64_t form, struct dwarf_sizes sizes);

/* Takes a value; `constant` is that of DW_FORM_implicit_const. A form that is not known spoils it. */
void dwarf_read_value(struct binary *in, uint64_t form, int64_t constant, struct dwarf_sizes sizes,
	struct dwarf_value *value);

/* What a value of a unit's entry means; false when it is of another kind or points nowhere. */
bool dwarf_number_of(struct dwarf_value value, uint64_t *number);
bool dwarf_address_of(const struct dwarf_unit *unit, struct dwarf_value value, uint64_t *address);
bool dwarf_text_of(const struct dwarf_unit *unit, struct dwarf_value value, struct str *text);
/* Another entry, its unit and its offset in that unit's section. */
bool dwarf_entry_of(struct dwarf_unit *unit, struct dwarf_value value, struct dwarf_unit **target,
	uint64_t *offset);

/* The address of an index into the table of a unit's file. */
bool dwarf_indexed_address(const struct dwarf_unit *unit, uint64_t index, uint64_t *address);

static inline struct dwarf_sizes dwarf_sizes_of(const struct dwarf_unit *unit)
{
	return (struct dwarf_sizes){unit->version, unit->address_size, unit->offset_size};
}

#endif
