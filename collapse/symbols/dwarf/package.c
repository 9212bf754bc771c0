#include "collapse/symbols/dwarf/package.h"

#include "collapse/readers/binary.h"
#include "collapse/symbols/dwarf/constants.h"

enum { HEADER = 16, MOST_COLUMNS = 16 };

struct index {
	struct str bytes;
	bool is_big;
	uint32_t columns, rows, slots;
	uint64_t row_numbers, sections, offsets; /* where these tables begin */
};

/*
 * Version (2, or 5 in two bytes and two of padding), how many sections, units and slots; then tables:
 * ids by slot, rows by slot, the sections' numbers, a row of offsets for each unit, one of sizes.
 */
static bool read_index(struct index *index, struct dwarf_file *package)
{
	struct binary in;
	uint32_t version;

	index->bytes = dwarf_section(package, DWARF_CU_INDEX);
	index->is_big = package->is_big;
	in = binary_at(index->bytes, 0, package->is_big);
	version = binary_u32(&in);
	index->columns = binary_u32(&in);
	index->rows = binary_u32(&in);
	index->slots = binary_u32(&in);
	index->row_numbers = HEADER + (uint64_t)index->slots * 8;
	index->sections = index->row_numbers + (uint64_t)index->slots * 4;
	index->offsets = index->sections + (uint64_t)index->columns * 4;
	return !in.is_bad && (version == 2 || version == 5 || version == 5 << 16) &&
	       index->columns <= MOST_COLUMNS && index->slots &&
	       (index->slots & (index->slots - 1)) == 0;
}

static uint64_t number_at(const struct index *index, uint64_t offset, unsigned size)
{
	struct binary in = binary_at(index->bytes, offset, index->is_big);

	return binary_number(&in, size);
}

/* A hash table of a power of two slots; the id is its own hash, and the step to the next slot. */
static uint32_t find_row(const struct index *index, uint64_t id)
{
	uint64_t mask = index->slots - 1, slot = id & mask, step = (id >> 32 & mask) | 1;

	for (uint32_t tries = 0; tries < index->slots; tries++) {
		uint32_t row = (uint32_t)number_at(index, index->row_numbers + slot * 4, 4);

		if (row == 0)
			return 0;
		if (number_at(index, HEADER + slot * 8, 8) == id)
			return row <= index->rows ? row : 0;
		slot = (slot + step) & mask;
	}
	return 0;
}

/* Where a unit's part of a section begins. */
static uint64_t part_of(const struct index *index, uint32_t row, uint32_t section)
{
	for (uint32_t column = 0; column < index->columns; column++)
		if (number_at(index, index->sections + column * 4, 4) == section)
			return number_at(index,
				index->offsets +
					((uint64_t)(row - 1) * index->columns + column) * 4,
				4);
	return 0;
}

struct dwarf_unit *dwarf_package_unit(struct dwarf_file *package, uint64_t id)
{
	struct index index;
	struct dwarf_unit *unit;
	uint32_t row;

	if (!read_index(&index, package))
		return NULL;
	row = find_row(&index, id);
	unit = row ? dwarf_unit_starting(package, part_of(&index, row, DW_SECT_INFO)) : NULL;
	if (!unit || unit->is_part)
		return unit;
	unit->is_part = true;
	unit->abbreviations += part_of(&index, row, DW_SECT_ABBREV);
	unit->part_text_offsets = part_of(&index, row, DW_SECT_STR_OFFSETS);
	if (unit->version >= 5)
		unit->part_range_lists = part_of(&index, row, DW_SECT_RNGLISTS);
	return unit;
}
