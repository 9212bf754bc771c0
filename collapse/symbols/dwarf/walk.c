#include "collapse/symbols/dwarf/walk.h"

#include "collapse/symbols/dwarf/constants.h"

void dwarf_walk_init(struct dwarf_walk *walk, struct dwarf_unit *unit)
{
	struct str section = dwarf_section(unit->file, (enum dwarf_section)unit->section);

	*walk = (struct dwarf_walk){.unit = unit};
	walk->in =
		binary_at(str_head(section, (size_t)unit->end), unit->entries, unit->file->is_big);
	walk->table = dwarf_abbreviations(unit);
	walk->is_damaged = !walk->table;
}

/* Goes over the values of an entry and keeps those that the abbreviation's steps tell. */
static void take_values(struct dwarf_walk *walk, const struct dwarf_abbreviation *item)
{
	const struct dwarf_step *steps = walk->table->steps;
	size_t end = (size_t)item->first_step + item->step_count;
	struct dwarf_sizes sizes = dwarf_sizes_of(walk->unit);

	walk->low.form = walk->high.form = walk->ranges.form = 0;
	walk->sibling = 0;
	for (size_t i = item->first_step; i < end; i++) {
		const struct dwarf_step *step = &steps[i];
		struct dwarf_value value;

		binary_skip(&walk->in, step->skip);
		if (step->form == 0)
			continue;
		dwarf_read_value(&walk->in, step->form, step->constant, sizes, &value);
		switch (step->kind) {
		case DWARF_SIBLING:
			if (value.form != DW_FORM_ref_addr)
				walk->sibling = walk->unit->start + value.number;
			break;
		case DWARF_LOW:
			walk->low = value;
			break;
		case DWARF_HIGH:
			walk->high = value;
			break;
		case DWARF_PARTS:
			walk->ranges = value;
			break;
		default:
			break;
		}
	}
}

/* The next entry's code; 0 behind the last. An entry of zero ends a list of children. */
static uint64_t next_code(struct dwarf_walk *walk)
{
	uint64_t code = 0;

	while (!code && (walk->next_depth || !walk->has_begun)) {
		walk->offset = binary_offset(&walk->in);
		code = binary_uleb(&walk->in);
		if (walk->in.is_bad || (!code && !walk->has_begun)) {
			walk->is_damaged = true;
			return 0;
		}
		walk->next_depth -= !code;
	}
	return code;
}

bool dwarf_walk_next(struct dwarf_walk *walk)
{
	const struct dwarf_abbreviation *item;
	uint64_t code = walk->is_damaged ? 0 : next_code(walk);

	if (!code)
		return false;
	item = dwarf_abbreviation(walk->table, code);
	if (item)
		take_values(walk, item);
	if (!item || walk->in.is_bad) {
		walk->is_damaged = true;
		return false;
	}
	walk->has_begun = true;
	walk->tag = item->tag;
	walk->has_children = item->has_children;
	walk->depth = walk->next_depth;
	walk->next_depth += item->has_children;
	return true;
}

void dwarf_walk_pass_children(struct dwarf_walk *walk)
{
	if (!walk->sibling || walk->sibling < binary_offset(&walk->in))
		return;
	binary_seek(&walk->in, walk->sibling);
	walk->next_depth = walk->depth;
}

bool dwarf_is_type(uint16_t tag)
{
	return tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_interface_type ||
	       tag == DW_TAG_enumeration_type;
}
