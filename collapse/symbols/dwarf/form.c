#include "collapse/symbols/dwarf/form.h"

#include "collapse/symbols/dwarf/constants.h"

int dwarf_form_size(uint64_t form, struct dwarf_sizes sizes)
{
	switch (form) {
	case DW_FORM_flag_present:
	case DW_FORM_implicit_const:
		return 0;
	case DW_FORM_data1:
	case DW_FORM_flag:
	case DW_FORM_ref1:
	case DW_FORM_strx1:
	case DW_FORM_addrx1:
		return 1;
	case DW_FORM_data2:
	case DW_FORM_ref2:
	case DW_FORM_strx2:
	case DW_FORM_addrx2:
		return 2;
	case DW_FORM_strx3:
	case DW_FORM_addrx3:
		return 3;
	case DW_FORM_data4:
	case DW_FORM_ref4:
	case DW_FORM_ref_sup4:
	case DW_FORM_strx4:
	case DW_FORM_addrx4:
		return 4;
	case DW_FORM_data8:
	case DW_FORM_ref8:
	case DW_FORM_ref_sig8:
	case DW_FORM_ref_sup8:
		return 8;
	case DW_FORM_data16:
		return 16;
	case DW_FORM_addr:
		return sizes.address;
	case DW_FORM_ref_addr: /* of version 2 an address */
		return sizes.version == 2 ? sizes.address : sizes.offset;
	case DW_FORM_strp:
	case DW_FORM_sec_offset:
	case DW_FORM_strp_sup:
	case DW_FORM_line_strp:
	case DW_FORM_GNU_ref_alt:
	case DW_FORM_GNU_strp_alt:
		return sizes.offset;
	default:
		return -1;
	}
}

/* The form of DW_FORM_indirect stands before the value; it cannot be that again. */
static uint64_t direct_form(struct binary *in, uint64_t form)
{
	if (form != DW_FORM_indirect)
		return form;
	form = binary_uleb(in);
	return form == DW_FORM_indirect || form == DW_FORM_implicit_const ? 0 : form;
}

static void read_unsized(struct binary *in, uint64_t form, struct dwarf_value *value)
{
	switch (form) {
	case DW_FORM_udata:
	case DW_FORM_ref_udata:
	case DW_FORM_strx:
	case DW_FORM_addrx:
	case DW_FORM_loclistx:
	case DW_FORM_rnglistx:
	case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		value->number = binary_uleb(in);
		break;
	case DW_FORM_sdata:
		value->number = (uint64_t)binary_sleb(in);
		break;
	case DW_FORM_block:
	case DW_FORM_exprloc:
		binary_skip(in, binary_uleb(in));
		break;
	case DW_FORM_block1:
		binary_skip(in, binary_u8(in));
		break;
	case DW_FORM_block2:
		binary_skip(in, binary_u16(in));
		break;
	case DW_FORM_block4:
		binary_skip(in, binary_u32(in));
		break;
	case DW_FORM_string:
		value->text = binary_string(in);
		break;
	default:
		binary_spoil(in);
	}
}

void dwarf_read_value(struct binary *in, uint64_t form, int64_t constant, struct dwarf_sizes sizes,
	struct dwarf_value *value)
{
	int size;

	form = direct_form(in, form);
	size = dwarf_form_size(form, sizes);
	value->form = (uint16_t)form;
	value->number = (uint64_t)constant;
	if (size < 0)
		read_unsized(in, form, value);
	else if (size > 8)
		binary_skip(in, (uint64_t)size);
	else if (size > 0)
		value->number = binary_number(in, (unsigned)size);
}

/* ---- what values mean ---- */

bool dwarf_number_of(struct dwarf_value value, uint64_t *number)
{
	switch (value.form) {
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
	case DW_FORM_sec_offset:
		*number = value.number;
		return true;
	default:
		return false;
	}
}

/* Entry `index` of a table of numbers that begins at base. */
static bool table_entry(struct str table, bool is_big, uint64_t base, uint64_t index, unsigned size,
	uint64_t *number)
{
	struct binary in;

	if (index >= table.n / size || base > table.n)
		return false;
	in = binary_at(table, base + index * size, is_big);
	*number = binary_number(&in, size);
	return !in.is_bad;
}

/* Addresses are never split off: they are for the linker to change. */
bool dwarf_indexed_address(const struct dwarf_unit *unit, uint64_t index, uint64_t *address)
{
	struct dwarf_file *file = unit->file->skeleton ? unit->file->skeleton : unit->file;

	return table_entry(dwarf_section(file, DWARF_ADDR), file->is_big, unit->bases.addresses,
		index, unit->address_size, address);
}

bool dwarf_address_of(const struct dwarf_unit *unit, struct dwarf_value value, uint64_t *address)
{
	switch (value.form) {
	case DW_FORM_addr:
		*address = value.number;
		return true;
	case DW_FORM_addrx:
	case DW_FORM_addrx1:
	case DW_FORM_addrx2:
	case DW_FORM_addrx3:
	case DW_FORM_addrx4:
	case DW_FORM_GNU_addr_index:
		return dwarf_indexed_address(unit, value.number, address);
	default:
		return false;
	}
}

static bool text_at(
	struct dwarf_file *file, enum dwarf_section section, uint64_t offset, struct str *text)
{
	struct binary in;

	if (!file)
		return false;
	in = binary_at(dwarf_section(file, section), offset, file->is_big);
	*text = binary_string(&in);
	return !in.is_bad;
}

bool dwarf_text_of(const struct dwarf_unit *unit, struct dwarf_value value, struct str *text)
{
	struct dwarf_file *file = unit->file;
	uint64_t offset;

	switch (value.form) {
	case DW_FORM_string:
		*text = value.text;
		return true;
	case DW_FORM_strp:
		return text_at(file, DWARF_STR, value.number, text);
	case DW_FORM_line_strp:
		return text_at(file, DWARF_LINE_STR, value.number, text);
	case DW_FORM_strp_sup:
	case DW_FORM_GNU_strp_alt:
		return text_at(file->alternate, DWARF_STR, value.number, text);
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index:
		return table_entry(dwarf_section(file, DWARF_STR_OFFSETS), file->is_big,
			       unit->bases.text_offsets, value.number, unit->offset_size,
			       &offset) &&
		       text_at(file, DWARF_STR, offset, text);
	default:
		return false;
	}
}

/* An entry of some unit of a file, by its offset in .debug_info. */
static bool entry_at(
	struct dwarf_file *file, uint64_t offset, struct dwarf_unit **target, uint64_t *entry)
{
	*target = file ? dwarf_unit_at(file, DWARF_INFO, offset) : NULL;
	*entry = offset;
	return *target;
}

static bool entry_of_type(
	struct dwarf_file *file, uint64_t signature, struct dwarf_unit **target, uint64_t *offset)
{
	*target = dwarf_unit_of_type(file, signature);
	if (!*target)
		return false;
	*offset = (*target)->type;
	return true;
}

bool dwarf_entry_of(struct dwarf_unit *unit, struct dwarf_value value, struct dwarf_unit **target,
	uint64_t *offset)
{
	switch (value.form) {
	case DW_FORM_ref1:
	case DW_FORM_ref2:
	case DW_FORM_ref4:
	case DW_FORM_ref8:
	case DW_FORM_ref_udata:
		*target = unit;
		*offset = unit->start + value.number;
		return value.number < unit->end - unit->start;
	case DW_FORM_ref_addr:
		return entry_at(unit->file, value.number, target, offset);
	case DW_FORM_ref_sup4:
	case DW_FORM_ref_sup8:
	case DW_FORM_GNU_ref_alt:
		return entry_at(unit->file->alternate, value.number, target, offset);
	case DW_FORM_ref_sig8:
		return entry_of_type(unit->file, value.number, target, offset);
	default:
		return false;
	}
}
