#include "collapse/symbols/dwarf/hits.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/ranges.h"
#include "collapse/symbols/dwarf/root.h"
#include "common/memory.h"

/* There are about as many as addresses, but for a file that wants to have them all stored. */
enum { WORK_OF_HIT = 256 };

struct search {
	struct dwarf_file *file;
	const uint64_t *addresses;
	size_t count;
	struct dwarf_hits *hits;
	bool some_lack_ranges;
};

static void add_range(struct search *search, size_t unit, uint64_t low, uint64_t high)
{
	size_t from, to;

	if (high <= search->addresses[0] || low > search->addresses[search->count - 1])
		return;
	from = dwarf_first_address(search->addresses, search->count, low);
	to = from + dwarf_first_address(search->addresses + from, search->count - from, high);
	if (from < to && dwarf_work(search->file, WORK_OF_HIT))
		*ARRAY_PUSH(search->hits->items, search->hits->count, search->hits->capacity) =
			(struct dwarf_hit){(uint32_t)unit, from, to};
}

static void search_unit(struct search *search, size_t index)
{
	struct dwarf_unit *unit = &search->file->units[index];
	struct dwarf_ranges ranges;
	struct dwarf_root root;
	uint64_t low, high;

	if (unit->kind == DW_UT_type || unit->kind == DW_UT_split_type)
		return;
	if (!dwarf_read_root(unit, &root)) {
		unit->is_damaged = true;
		return;
	}
	dwarf_ranges_init(&ranges, unit, root.entry.values[DWARF_LOW_PC],
		root.entry.values[DWARF_HIGH_PC], root.entry.values[DWARF_RANGE_LIST]);
	unit->lacks_ranges = ranges.kind == DWARF_RANGES_NONE;
	search->some_lack_ranges = search->some_lack_ranges || unit->lacks_ranges;
	while (dwarf_ranges_next(&ranges, &low, &high))
		add_range(search, index, low, high);
}

/* ---- .debug_aranges ---- */

/*
 * A set for each unit: length, version 2, the unit, sizes of an address and of a segment's number,
 * which is none; from the next multiple of two addresses on, pairs of address and length, and zeros.
 */
struct set {
	struct binary in;
	struct dwarf_unit *unit;
	unsigned size;
};

static bool open_set(struct set *set, struct dwarf_file *file, struct binary *all)
{
	uint64_t start = binary_offset(all), length = binary_u32(all), past;
	unsigned offset_size = 4, version;

	if (length == 0xffffffff) {
		length = binary_u64(all);
		offset_size = 8;
	}
	set->in = *all;
	binary_limit(&set->in, length);
	binary_skip(all, length);
	version = binary_u16(&set->in);
	set->unit = dwarf_unit_starting(file, binary_number(&set->in, offset_size));
	set->size = binary_u8(&set->in);
	if (set->in.is_bad || version != 2 || binary_u8(&set->in) ||
		(set->size != 2 && set->size != 4 && set->size != 8))
		set->unit = NULL;
	else if ((past = (binary_offset(&set->in) - start) % (2 * set->size)))
		binary_skip(&set->in, 2 * set->size - past);
	return !all->is_bad;
}

static void search_sets(struct search *search)
{
	struct str section = dwarf_section(search->file, DWARF_ARANGES);
	struct binary all = binary_at(section, 0, search->file->is_big);
	struct set set;

	while (binary_left(&all) && open_set(&set, search->file, &all)) {
		if (!set.unit || !set.unit->lacks_ranges)
			continue;
		for (;;) {
			uint64_t low = binary_number(&set.in, set.size);
			uint64_t length = binary_number(&set.in, set.size);

			if (set.in.is_bad || (low == 0 && length == 0))
				break;
			if (low > 1 && length <= UINT64_MAX - low)
				add_range(search, (size_t)(set.unit - search->file->units), low,
					low + length);
		}
	}
}

static int compare_hits(const void *left, const void *right)
{
	const struct dwarf_hit *a = left, *b = right;

	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	return (a->from > b->from) - (a->from < b->from);
}

void dwarf_find_hits(
	struct dwarf_file *file, const uint64_t *addresses, size_t count, struct dwarf_hits *hits)
{
	struct search search = {file, addresses, count, hits, false};

	*hits = (struct dwarf_hits){0};
	if (count == 0)
		return;
	dwarf_read_units(file);
	for (size_t i = 0; i < file->info_count; i++)
		search_unit(&search, i);
	if (search.some_lack_ranges)
		search_sets(&search);
	if (hits->count)
		qsort(hits->items, hits->count, sizeof(*hits->items), compare_hits);
}

void dwarf_hits_release(struct dwarf_hits *hits)
{
	free(hits->items);
	*hits = (struct dwarf_hits){0};
}
