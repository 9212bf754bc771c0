#include "collapse/symbols/dwarf/root.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "common/memory.h"

static uint64_t number_or(struct dwarf_value value, uint64_t otherwise)
{
	uint64_t number;

	return dwarf_number_of(value, &number) ? number : otherwise;
}

/*
 * Where a unit split off finds its tables is not written: they begin behind the header of the only
 * one, or in a package, of its part. A header is length and version, and of lists of ranges two sizes
 * and a count, too. The tables of version 4 have no header.
 */
static void find_split_tables(struct dwarf_unit *unit)
{
	uint64_t length = unit->offset_size == 8 ? 12 : 4;

	unit->bases.text_offsets = unit->part_text_offsets + (unit->version >= 5 ? length + 4 : 0);
	unit->bases.range_lists = unit->part_range_lists + (unit->version >= 5 ? length + 8 : 0);
}

bool dwarf_read_root(struct dwarf_unit *unit, struct dwarf_root *root)
{
	const struct dwarf_value *values = root->entry.values;
	struct dwarf_bases *bases = &unit->bases;
	uint64_t low;

	*root = (struct dwarf_root){0};
	*bases = (struct dwarf_bases){0};
	if (!dwarf_read_first_entry(unit, &root->entry))
		return false;
	if (unit->file->is_split)
		find_split_tables(unit);
	bases->text_offsets = number_or(values[DWARF_TEXT_OFFSETS], bases->text_offsets);
	bases->addresses = number_or(values[DWARF_ADDRESSES], 0);
	bases->range_lists = number_or(values[DWARF_RANGE_LISTS], bases->range_lists);
	bases->gnu_ranges = number_or(values[DWARF_GNU_RANGES], 0);
	if (dwarf_address_of(unit, values[DWARF_LOW_PC], &low))
		bases->low = low;
	root->language = number_or(values[DWARF_LANGUAGE], 0);
	root->has_lines = dwarf_number_of(values[DWARF_LINES], &root->lines);
	return true;
}

bool dwarf_open_unit(struct dwarf_unit *unit)
{
	if (unit->root)
		return true;
	unit->root = memory_new(1, sizeof(*unit->root));
	if (dwarf_read_root(unit, unit->root))
		return true;
	dwarf_root_free(unit);
	return false;
}

bool dwarf_open_split_unit(struct dwarf_unit *unit, struct dwarf_unit *skeleton)
{
	if (!dwarf_open_unit(unit))
		return false;
	unit->root->skeleton = skeleton;
	unit->bases.low = skeleton->bases.low;
	unit->bases.addresses = skeleton->bases.addresses;
	unit->bases.gnu_ranges = skeleton->bases.gnu_ranges;
	return true;
}

void dwarf_root_free(struct dwarf_unit *unit)
{
	free(unit->root);
	unit->root = NULL;
}

struct str dwarf_directory(const struct dwarf_unit *unit)
{
	const struct dwarf_unit *whole = unit->root->skeleton ? unit->root->skeleton : unit;
	struct str directory;

	if (dwarf_text_of(whole, whole->root->entry.values[DWARF_DIRECTORY], &directory) ||
		dwarf_text_of(unit, unit->root->entry.values[DWARF_DIRECTORY], &directory))
		return directory;
	return STR("");
}
