#include "collapse/symbols/dwarf/entry.h"

#include "collapse/symbols/dwarf/abbreviations.h"
#include "collapse/symbols/dwarf/constants.h"

/* The abbreviation of a unit's first entry is looked for among so many. */
enum { FIRST_ABBREVIATIONS = 4 };

static enum dwarf_attribute attribute_of(uint64_t attribute)
{
	switch (attribute) {
	case DW_AT_name:
		return DWARF_NAME;
	case DW_AT_linkage_name:
	case DW_AT_MIPS_linkage_name:
		return DWARF_LINKAGE_NAME;
	case DW_AT_low_pc:
		return DWARF_LOW_PC;
	case DW_AT_high_pc:
		return DWARF_HIGH_PC;
	case DW_AT_ranges:
		return DWARF_RANGE_LIST;
	case DW_AT_abstract_origin:
		return DWARF_ORIGIN;
	case DW_AT_specification:
		return DWARF_SPECIFICATION;
	case DW_AT_signature:
		return DWARF_SIGNATURE;
	case DW_AT_call_file:
		return DWARF_CALL_FILE;
	case DW_AT_call_line:
		return DWARF_CALL_LINE;
	case DW_AT_language:
		return DWARF_LANGUAGE;
	case DW_AT_comp_dir:
		return DWARF_DIRECTORY;
	case DW_AT_stmt_list:
		return DWARF_LINES;
	case DW_AT_str_offsets_base:
		return DWARF_TEXT_OFFSETS;
	case DW_AT_addr_base:
	case DW_AT_GNU_addr_base:
		return DWARF_ADDRESSES;
	case DW_AT_rnglists_base:
		return DWARF_RANGE_LISTS;
	case DW_AT_GNU_ranges_base:
		return DWARF_GNU_RANGES;
	case DW_AT_dwo_name:
	case DW_AT_GNU_dwo_name:
		return DWARF_SPLIT_NAME;
	case DW_AT_GNU_dwo_id:
		return DWARF_SPLIT_ID;
	default:
		return DWARF_OTHER;
	}
}

/* An attribute's name and form, and the constant of some; false behind the last. */
static bool next_attribute(
	struct binary *in, uint64_t *attribute, uint64_t *form, int64_t *constant)
{
	*attribute = binary_uleb(in);
	*form = binary_uleb(in);
	*constant = *form == DW_FORM_implicit_const ? binary_sleb(in) : 0;
	return !in->is_bad && (*attribute || *form);
}

static bool read_values(const struct dwarf_unit *unit, uint64_t attributes, struct binary *in,
	struct dwarf_entry *entry)
{
	struct binary names =
		binary_at(dwarf_section(unit->file, DWARF_ABBREV), attributes, in->is_big);
	uint64_t attribute, form;
	int64_t constant;

	while (next_attribute(&names, &attribute, &form, &constant)) {
		enum dwarf_attribute kind = attribute_of(attribute);
		struct dwarf_value value = {0};

		dwarf_read_value(in, form, constant, dwarf_sizes_of(unit), &value);
		if (in->is_bad || !dwarf_work(unit->file, 1))
			return false;
		if (kind != DWARF_OTHER)
			entry->values[kind] = value;
	}
	return !names.is_bad;
}

static struct binary bytes_of(const struct dwarf_unit *unit, uint64_t offset)
{
	struct str section = dwarf_section(unit->file, (enum dwarf_section)unit->section);

	return binary_at(str_head(section, (size_t)unit->end), offset, unit->file->is_big);
}

bool dwarf_read_entry(const struct dwarf_unit *unit, uint64_t offset, struct dwarf_entry *entry)
{
	const struct dwarf_abbreviations *table = dwarf_abbreviations(unit);
	const struct dwarf_abbreviation *abbreviation;
	struct binary in = bytes_of(unit, offset);

	*entry = (struct dwarf_entry){0};
	abbreviation = table ? dwarf_abbreviation(table, binary_uleb(&in)) : NULL;
	if (!abbreviation || in.is_bad)
		return false;
	entry->tag = abbreviation->tag;
	entry->has_children = abbreviation->has_children;
	return read_values(unit, abbreviation->attributes, &in, entry);
}

bool dwarf_read_first_entry(const struct dwarf_unit *unit, struct dwarf_entry *entry)
{
	struct binary in = bytes_of(unit, unit->entries);
	struct binary table = binary_at(
		dwarf_section(unit->file, DWARF_ABBREV), unit->abbreviations, unit->file->is_big);
	uint64_t code = binary_uleb(&in), attribute, form;
	int64_t constant;

	*entry = (struct dwarf_entry){0};
	for (int i = 0; i < FIRST_ABBREVIATIONS && !table.is_bad && code; i++) {
		bool is_wanted = binary_uleb(&table) == code;

		entry->tag = (uint16_t)binary_uleb(&table);
		entry->has_children = binary_u8(&table);
		if (is_wanted)
			return read_values(unit, binary_offset(&table), &in, entry);
		while (next_attribute(&table, &attribute, &form, &constant))
			continue;
	}
	return dwarf_read_entry(unit, unit->entries, entry);
}
