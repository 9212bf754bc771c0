#include "collapse/symbols/dwarf/abbreviations.h"

#include <stdlib.h>

#include "collapse/readers/binary.h"
#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/form.h"
#include "common/hash.h"
#include "common/memory.h"

enum { TABLES = 1024 };

/* ---- steps ---- */

/* What is needed to find the code: of functions where it is, of all else how to pass their children. */
static enum dwarf_step_kind kind_of(const struct dwarf_abbreviation *item, uint64_t attribute)
{
	bool is_function = item->tag == DW_TAG_subprogram || item->tag == DW_TAG_inlined_subroutine;

	if (attribute == DW_AT_sibling && item->has_children)
		return DWARF_SIBLING;
	if (attribute == DW_AT_low_pc && is_function)
		return DWARF_LOW;
	if (attribute == DW_AT_high_pc && is_function)
		return DWARF_HIGH;
	if (attribute == DW_AT_ranges && is_function)
		return DWARF_PARTS;
	return DWARF_SKIP;
}

static void add_step(struct dwarf_abbreviations *table, struct dwarf_step step)
{
	*ARRAY_PUSH(table->steps, table->step_count, table->step_capacity) = step;
}

/*
 * An attribute is name and form; of DW_FORM_implicit_const the value, too. Zeros end them. A form that
 * is not known is kept: only an entry that has it cannot be read.
 */
static void read_attributes(
	struct dwarf_abbreviations *table, struct dwarf_abbreviation *item, struct binary *in)
{
	struct dwarf_sizes sizes = {table->version, table->address_size, table->offset_size};
	unsigned seen = 1u << DWARF_SKIP;
	uint32_t skip = 0;

	while (!in->is_bad) {
		uint64_t attribute = binary_uleb(in), form = binary_uleb(in);
		int64_t constant = form == DW_FORM_implicit_const ? binary_sleb(in) : 0;
		enum dwarf_step_kind kind = kind_of(item, attribute);
		int size = dwarf_form_size(form, sizes);

		if (attribute == 0 && form == 0)
			break;
		if (seen >> kind & 1) /* some have no bytes, and an entry must not have many such */
			kind = DWARF_SKIP;
		seen |= 1u << kind;
		if (kind == DWARF_SKIP && size >= 0 && skip < UINT32_MAX / 2) {
			skip += (uint32_t)size;
			continue;
		}
		add_step(table, (struct dwarf_step){skip, (uint16_t)(form > 0xffff ? 0xffff : form),
					(uint8_t)kind, constant});
		skip = 0;
	}
	if (skip)
		add_step(table, (struct dwarf_step){.skip = skip});
}

/* ---- tables ---- */

static void index_codes(struct dwarf_abbreviations *table)
{
	table->slot_count = 16;
	while (table->slot_count < table->count * 2)
		table->slot_count *= 2;
	table->slots = memory_new(table->slot_count, sizeof(*table->slots));
	for (size_t i = 0; i < table->count; i++) {
		size_t slot = hash_mix(table->items[i].code, hash_seed()) & (table->slot_count - 1);

		while (table->slots[slot])
			slot = (slot + 1) & (table->slot_count - 1);
		table->slots[slot] = (uint32_t)i + 1;
	}
}

const struct dwarf_abbreviation *dwarf_abbreviation_sparse(
	const struct dwarf_abbreviations *table, uint64_t code)
{
	size_t slot = hash_mix(code, hash_seed()) & (table->slot_count - 1);

	for (; table->slots[slot]; slot = (slot + 1) & (table->slot_count - 1))
		if (table->items[table->slots[slot] - 1].code == code)
			return &table->items[table->slots[slot] - 1];
	return NULL;
}

/* Code, tag, children, attributes; a code of zero ends them, or the section's end. */
static bool read_table(struct dwarf_abbreviations *table, struct binary *in)
{
	uint64_t code;

	table->is_dense = true;
	while (binary_left(in) && (code = binary_uleb(in)) != 0) {
		struct dwarf_abbreviation item = {.code = code};
		uint64_t tag = binary_uleb(in);

		if (table->count >= UINT32_MAX / 2)
			return false;
		item.tag = tag > 0xffff ? 0 : (uint16_t)tag;
		item.has_children = binary_u8(in);
		item.attributes = binary_offset(in);
		item.first_step = (uint32_t)table->step_count;
		read_attributes(table, &item, in);
		item.step_count = (uint32_t)table->step_count - item.first_step;
		*ARRAY_PUSH(table->items, table->count, table->capacity) = item;
		table->is_dense = table->is_dense && code == table->count;
	}
	if (!table->is_dense)
		index_codes(table);
	return !in->is_bad;
}

static void free_table(struct dwarf_abbreviations *table)
{
	free(table->items);
	free(table->steps);
	free(table->slots);
	free(table);
}

static struct dwarf_abbreviations **chain_of(struct dwarf_file *file, uint64_t offset)
{
	if (!file->tables)
		file->tables = memory_new(TABLES, sizeof(struct dwarf_abbreviations *));
	return &file->tables[hash_mix(offset, hash_seed()) % TABLES];
}

/* A table is read once for each kind of units that use it; more than that is for overlapping ones. */
static bool may_read(const struct dwarf_file *file, struct str section)
{
	return file->table_bytes / 4 <= section.n;
}

const struct dwarf_abbreviations *dwarf_abbreviations(const struct dwarf_unit *unit)
{
	struct dwarf_file *file = unit->file;
	struct str section = dwarf_section(file, DWARF_ABBREV);
	struct dwarf_abbreviations **chain = chain_of(file, unit->abbreviations), *table;
	struct binary in = binary_at(section, unit->abbreviations, file->is_big);
	uint64_t start;

	for (table = *chain; table; table = table->next)
		if (table->offset == unit->abbreviations && table->version == unit->version &&
			table->address_size == unit->address_size &&
			table->offset_size == unit->offset_size)
			return table->count ? table : NULL;
	if (!may_read(file, section))
		return NULL;
	table = memory_new(1, sizeof(*table));
	table->offset = unit->abbreviations;
	table->version = unit->version;
	table->address_size = unit->address_size;
	table->offset_size = unit->offset_size;
	start = binary_offset(&in);
	if (!read_table(table, &in))
		table->count = 0;
	file->table_bytes += binary_offset(&in) - start;
	table->next = *chain;
	*chain = table;
	return table->count ? table : NULL;
}

void dwarf_abbreviations_free(struct dwarf_file *file)
{
	for (size_t i = 0; file->tables && i < TABLES; i++)
		while (file->tables[i]) {
			struct dwarf_abbreviations *next = file->tables[i]->next;

			free_table(file->tables[i]);
			file->tables[i] = next;
		}
	free(file->tables);
}
