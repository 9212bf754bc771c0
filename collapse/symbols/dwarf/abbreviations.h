/*
 * What entries of a unit look like. An entry begins with a number that stands for an abbreviation: its
 * tag, whether it has children, and each attribute's name and form.
 *
 * A unit is read for the entries that have code. For that each abbreviation is made into steps: so many
 * bytes to pass over, then a value that is needed, or whose form tells its size.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_ABBREVIATIONS_H
#define COLLAPSE_SYMBOLS_DWARF_ABBREVIATIONS_H

#include "collapse/symbols/dwarf/file.h"

enum dwarf_step_kind { DWARF_SKIP, DWARF_SIBLING, DWARF_LOW, DWARF_HIGH, DWARF_PARTS };

struct dwarf_step {
	uint32_t skip; /* bytes in front of the value */
	uint16_t form; /* of the value; 0: there is none */
	uint8_t kind;
	int64_t constant; /* the value itself, of DW_FORM_implicit_const */
};

struct dwarf_abbreviation {
	uint64_t code;
	uint64_t attributes; /* where names and forms are, in DWARF_ABBREV */
	uint32_t first_step, step_count;
	uint16_t tag;
	bool has_children;
};

struct dwarf_abbreviations {
	struct dwarf_abbreviations *next; /* of its chain */
	uint64_t offset;
	uint8_t version, address_size, offset_size; /* what the size of some forms depends on */
	struct dwarf_abbreviation *items;
	size_t count, capacity;
	struct dwarf_step *steps;
	size_t step_count, step_capacity;
	bool is_dense;   /* item i has code i + 1 */
	uint32_t *slots; /* else by hash of the code, place + 1 */
	size_t slot_count;
};

/* Those of a unit, made when first asked for; NULL when they are damaged. */
const struct dwarf_abbreviations *dwarf_abbreviations(const struct dwarf_unit *unit);
void dwarf_abbreviations_free(struct dwarf_file *file);

const struct dwarf_abbreviation *dwarf_abbreviation_sparse(
	const struct dwarf_abbreviations *table, uint64_t code);

/* NULL when there is none with this code. */
static inline const struct dwarf_abbreviation *dwarf_abbreviation(
	const struct dwarf_abbreviations *table, uint64_t code)
{
	if (!table->is_dense)
		return dwarf_abbreviation_sparse(table, code);
	return code - 1 < table->count ? &table->items[code - 1] : NULL;
}

#endif
