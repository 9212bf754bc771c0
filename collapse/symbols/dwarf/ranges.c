#include "collapse/symbols/dwarf/ranges.h"

#include "collapse/symbols/dwarf/constants.h"

/* The highest address of a size, which in a list says that a base follows. */
static uint64_t highest(unsigned address_size)
{
	return address_size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * address_size) - 1;
}

/*
 * Linkers take functions away, but not what is said of them: instead of their address they leave 0, the
 * highest or the one below it, and in lists of version 4, where zeros mean the end, 1.
 */
static bool is_dead(const struct dwarf_ranges *ranges, uint64_t address)
{
	return address <= 1 || address >= highest(ranges->unit->address_size) - 1;
}

/* Lists of version 4 are never split off, those of version 5 are; both begin where another is told. */
static void open_list(struct dwarf_ranges *ranges, struct dwarf_value list)
{
	const struct dwarf_unit *unit = ranges->unit;
	struct dwarf_file *file = unit->file;
	uint64_t offset = list.number;

	ranges->base = unit->bases.low;
	if (unit->version < 5) {
		if (file->skeleton) {
			file = file->skeleton;
			offset += unit->bases.gnu_ranges;
		}
		ranges->kind = DWARF_RANGES_OLD;
		ranges->in = binary_at(dwarf_section(file, DWARF_RANGES), offset, file->is_big);
		return;
	}
	ranges->kind = DWARF_RANGES_NEW;
	ranges->in = binary_at(dwarf_section(file, DWARF_RNGLISTS),
		list.form == DW_FORM_rnglistx ? unit->bases.range_lists : offset, file->is_big);
	if (list.form == DW_FORM_rnglistx) {
		uint64_t table = unit->bases.range_lists;

		binary_skip(
			&ranges->in, offset > UINT32_MAX ? UINT64_MAX : offset * unit->offset_size);
		offset = binary_number(&ranges->in, unit->offset_size);
		if (!ranges->in.is_bad)
			binary_seek(&ranges->in,
				offset > UINT64_MAX - table ? UINT64_MAX : table + offset);
	}
}

void dwarf_ranges_init(struct dwarf_ranges *ranges, const struct dwarf_unit *unit,
	struct dwarf_value low, struct dwarf_value high, struct dwarf_value list)
{
	uint64_t length;

	ranges->unit = unit;
	ranges->has_dead_base = false;
	ranges->kind = DWARF_RANGES_NONE;
	if (list.form) {
		open_list(ranges, list);
		return;
	}
	if (!low.form || !high.form || !dwarf_address_of(unit, low, &ranges->low))
		return;
	if (!dwarf_address_of(unit, high, &ranges->high)) { /* then it is how many bytes */
		if (!dwarf_number_of(high, &length) || length > UINT64_MAX - ranges->low)
			return;
		ranges->high = ranges->low + length;
	}
	ranges->kind = DWARF_RANGES_ONE;
}

/* Two addresses relative to the base; zeros end the list; the highest makes the other one the base. */
static bool next_old(struct dwarf_ranges *ranges)
{
	unsigned size = ranges->unit->address_size;

	for (;;) {
		uint64_t low = binary_number(&ranges->in, size);
		uint64_t high = binary_number(&ranges->in, size);

		if (ranges->in.is_bad || (low == 0 && high == 0) ||
			!dwarf_work(ranges->unit->file, 1))
			return false;
		if (low != highest(size)) {
			ranges->low = ranges->has_dead_base ? 0 : ranges->base + low;
			ranges->high = ranges->base + high;
			return true;
		}
		ranges->base = high;
		ranges->has_dead_base = high != 0 && is_dead(ranges, high);
	}
}

static uint64_t indexed(struct dwarf_ranges *ranges)
{
	uint64_t address;

	if (dwarf_indexed_address(ranges->unit, binary_uleb(&ranges->in), &address))
		return address;
	binary_spoil(&ranges->in);
	return 0;
}

static bool next_new(struct dwarf_ranges *ranges)
{
	struct binary *in = &ranges->in;
	unsigned size = ranges->unit->address_size;

	while (dwarf_work(ranges->unit->file, 1)) {
		switch (binary_u8(in)) {
		case DW_RLE_base_addressx:
			ranges->base = indexed(ranges);
			ranges->has_dead_base = is_dead(ranges, ranges->base);
			break;
		case DW_RLE_base_address:
			ranges->base = binary_number(in, size);
			ranges->has_dead_base = is_dead(ranges, ranges->base);
			break;
		case DW_RLE_startx_endx:
			ranges->low = indexed(ranges);
			ranges->high = indexed(ranges);
			return !in->is_bad;
		case DW_RLE_startx_length:
			ranges->low = indexed(ranges);
			ranges->high = ranges->low + binary_uleb(in);
			return !in->is_bad;
		case DW_RLE_offset_pair:
			ranges->low = ranges->base + binary_uleb(in);
			ranges->high = ranges->base + binary_uleb(in);
			if (ranges->has_dead_base)
				ranges->low = 0;
			return !in->is_bad;
		case DW_RLE_start_end:
			ranges->low = binary_number(in, size);
			ranges->high = binary_number(in, size);
			return !in->is_bad;
		case DW_RLE_start_length:
			ranges->low = binary_number(in, size);
			ranges->high = ranges->low + binary_uleb(in);
			return !in->is_bad;
		default: /* the end, or what nobody knows */
			return false;
		}
		if (in->is_bad)
			return false;
	}
	return false;
}

static bool next_any(struct dwarf_ranges *ranges)
{
	switch (ranges->kind) {
	case DWARF_RANGES_ONE:
		ranges->kind = DWARF_RANGES_NONE;
		return true;
	case DWARF_RANGES_OLD:
		return next_old(ranges);
	case DWARF_RANGES_NEW:
		return next_new(ranges);
	default:
		return false;
	}
}

bool dwarf_ranges_next(struct dwarf_ranges *ranges, uint64_t *low, uint64_t *high)
{
	while (next_any(ranges))
		if (!is_dead(ranges, ranges->low) && ranges->low < ranges->high) {
			*low = ranges->low;
			*high = ranges->high;
			return true;
		}
	return false;
}
