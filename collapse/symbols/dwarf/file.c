#include "collapse/symbols/dwarf/file.h"

#include <stdlib.h>

#include "collapse/readers/binary.h"
#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/elf.h"
#include "common/memory.h"

/* The largest programs have some hundred thousand. */
enum { MOST_UNITS = 1 << 20 };

/* ---- sections ---- */

static const char *const names[DWARF_SECTIONS] = {
	[DWARF_INFO] = ".debug_info",
	[DWARF_TYPES] = ".debug_types",
	[DWARF_ABBREV] = ".debug_abbrev",
	[DWARF_STR] = ".debug_str",
	[DWARF_LINE_STR] = ".debug_line_str",
	[DWARF_STR_OFFSETS] = ".debug_str_offsets",
	[DWARF_ADDR] = ".debug_addr",
	[DWARF_RNGLISTS] = ".debug_rnglists",
	[DWARF_RANGES] = ".debug_ranges",
	[DWARF_ARANGES] = ".debug_aranges",
	[DWARF_LINE] = ".debug_line",
};

static const char *const split_names[DWARF_SECTIONS] = {
	[DWARF_INFO] = ".debug_info.dwo",
	[DWARF_TYPES] = ".debug_types.dwo",
	[DWARF_ABBREV] = ".debug_abbrev.dwo",
	[DWARF_STR] = ".debug_str.dwo",
	[DWARF_STR_OFFSETS] = ".debug_str_offsets.dwo",
	[DWARF_RNGLISTS] = ".debug_rnglists.dwo",
	[DWARF_CU_INDEX] = ".debug_cu_index",
};

void dwarf_file_init(struct dwarf_file *file, struct elf *elf, bool is_split)
{
	*file = (struct dwarf_file){.elf = elf, .is_big = elf->is_big, .is_split = is_split};
}

struct str dwarf_section(struct dwarf_file *file, enum dwarf_section section)
{
	const char *name = (file->is_split ? split_names : names)[section];
	const struct elf_section *found;

	if (file->is_loaded[section])
		return file->sections[section];
	file->is_loaded[section] = true;
	file->sections[section] = STR("");
	found = name ? elf_section_named(file->elf, name) : NULL;
	if (found && !elf_section_bytes(file->elf, found, &file->sections[section]))
		file->sections[section] = STR("");
	return file->sections[section];
}

/* ---- units ---- */

static bool read_kind(struct dwarf_unit *unit, struct binary *in)
{
	if (unit->version >= 5) {
		unit->kind = binary_u8(in);
		unit->address_size = binary_u8(in);
		unit->abbreviations = binary_number(in, unit->offset_size);
	} else {
		unit->kind = unit->section == DWARF_TYPES ? DW_UT_type : DW_UT_compile;
		unit->abbreviations = binary_number(in, unit->offset_size);
		unit->address_size = binary_u8(in);
	}
	switch (unit->kind) {
	case DW_UT_type:
	case DW_UT_split_type:
		unit->id = binary_u64(in);
		unit->type = unit->start + binary_number(in, unit->offset_size);
		return true;
	case DW_UT_skeleton:
	case DW_UT_split_compile:
		unit->id = binary_u64(in);
		return true;
	case DW_UT_compile:
	case DW_UT_partial:
		return true;
	default:
		return false;
	}
}

/* What version it is tells what follows; one that is not known is passed over by its length. */
static bool read_header(struct dwarf_unit *unit, struct binary *in)
{
	unit->version = (uint8_t)binary_u16(in);
	if (unit->version < 2 || unit->version > 5 || !read_kind(unit, in))
		return false;
	unit->entries = binary_offset(in);
	return !in->is_bad &&
	       (unit->address_size == 2 || unit->address_size == 4 || unit->address_size == 8);
}

/* The length of all that follows it: 4 bytes, or ffffffff and 8. */
static bool read_length(struct binary *in, uint64_t *length, uint8_t *offset_size)
{
	*offset_size = 4;
	*length = binary_u32(in);
	if (*length >= 0xfffffff0) {
		if (*length != 0xffffffff)
			return false;
		*offset_size = 8;
		*length = binary_u64(in);
	}
	return !in->is_bad && *length <= binary_left(in);
}

static void read_units_of(struct dwarf_file *file, enum dwarf_section section)
{
	struct str bytes = dwarf_section(file, section);
	struct binary all = binary_at(bytes, 0, file->is_big);

	while (binary_left(&all) && file->unit_count < MOST_UNITS) {
		struct dwarf_unit unit = {.file = file, .section = (uint8_t)section};
		struct binary in;
		uint64_t length;

		unit.start = binary_offset(&all);
		if (!read_length(&all, &length, &unit.offset_size))
			return;
		in = all;
		binary_limit(&in, length);
		binary_skip(&all, length);
		unit.end = binary_offset(&all);
		if (read_header(&unit, &in))
			*ARRAY_PUSH(file->units, file->unit_count, file->unit_capacity) = unit;
	}
}

void dwarf_read_units(struct dwarf_file *file)
{
	if (file->units)
		return;
	read_units_of(file, DWARF_INFO);
	file->info_count = file->unit_count;
	read_units_of(file, DWARF_TYPES);
}

/* The last one of a section that starts at or before an offset. */
static struct dwarf_unit *unit_before(
	struct dwarf_file *file, enum dwarf_section section, uint64_t offset)
{
	size_t first, low, high;

	dwarf_read_units(file);
	first = low = section == DWARF_INFO ? 0 : file->info_count;
	high = section == DWARF_INFO ? file->info_count : file->unit_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (file->units[middle].start <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low > first ? &file->units[low - 1] : NULL;
}

struct dwarf_unit *dwarf_unit_at(
	struct dwarf_file *file, enum dwarf_section section, uint64_t offset)
{
	struct dwarf_unit *unit = unit_before(file, section, offset);

	return unit && offset >= unit->entries && offset < unit->end ? unit : NULL;
}

struct dwarf_unit *dwarf_unit_starting(struct dwarf_file *file, uint64_t start)
{
	struct dwarf_unit *unit = unit_before(file, DWARF_INFO, start);

	return unit && unit->start == start ? unit : NULL;
}

/* ---- signatures ---- */

static int compare_signatures(const void *left, const void *right)
{
	const struct dwarf_signature *a = left, *b = right;

	return a->id != b->id ? (a->id < b->id ? -1 : 1)
			      : (a->unit > b->unit) - (a->unit < b->unit);
}

static void index_signatures(struct dwarf_file *file)
{
	size_t capacity = 0;

	dwarf_read_units(file);
	file->signatures = memory_new(0, sizeof(*file->signatures));
	for (size_t i = 0; i < file->unit_count; i++)
		if (file->units[i].type)
			*ARRAY_PUSH(file->signatures, file->signature_count, capacity) =
				(struct dwarf_signature){file->units[i].id, (uint32_t)i};
	if (file->signature_count)
		qsort(file->signatures, file->signature_count, sizeof(*file->signatures),
			compare_signatures);
}

struct dwarf_unit *dwarf_unit_of_type(struct dwarf_file *file, uint64_t signature)
{
	size_t low = 0, high;

	if (!file->signatures)
		index_signatures(file);
	high = file->signature_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (file->signatures[middle].id < signature)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == file->signature_count || file->signatures[low].id != signature)
		return NULL;
	return &file->units[file->signatures[low].unit];
}

void dwarf_file_release(struct dwarf_file *file)
{
	free(file->units);
	free(file->signatures);
}
