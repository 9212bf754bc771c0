#include "collapse/symbols/dwarf/functions.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/hits.h"
#include "collapse/symbols/dwarf/ranges.h"
#include "collapse/symbols/dwarf/walk.h"
#include "common/memory.h"

/* A function that the walk is in. Most have none of the addresses, so it becomes an item only then. */
struct open_function {
	uint64_t entry;
	size_t depth;
	uint32_t item; /* DWARF_NO_FUNCTION: not yet */
	bool is_inlined;
};

struct search {
	struct dwarf_unit *unit;
	const uint64_t *addresses;
	size_t count;
	struct dwarf_functions *functions;
	struct open_function *open; /* the outermost first */
	size_t open_count, open_capacity;
};

/* The item of the innermost open function, whose callers become items, too. */
static uint32_t innermost_item(struct search *search)
{
	struct dwarf_functions *functions = search->functions;
	size_t level = search->open_count;

	while (level && search->open[level - 1].item == DWARF_NO_FUNCTION)
		level--;
	for (; level < search->open_count; level++) {
		struct open_function *open = &search->open[level];
		uint32_t parent = open->is_inlined && level ? open[-1].item : DWARF_NO_FUNCTION;

		*ARRAY_PUSH(functions->items, functions->count, functions->capacity) =
			(struct dwarf_function){open->entry, 0, parent, (uint32_t)level};
		open->item = (uint32_t)functions->count - 1;
	}
	return search->open[level - 1].item;
}

/* It is the present one or one of those that this is in. */
static bool is_open(const struct search *search, uint32_t item)
{
	size_t level = search->functions->items[item].level;

	return level < search->open_count && search->open[level].item == item;
}

/*
 * The present function has the address, too. Where functions overlap that are not in each other, the
 * shorter range wins, and of equal ones the later.
 */
static void claim(struct search *search, size_t address, uint64_t length)
{
	struct dwarf_functions *functions = search->functions;
	uint32_t before = functions->innermost[address], item;

	if (before != DWARF_NO_FUNCTION && !is_open(search, before) &&
		functions->items[before].length < length)
		return;
	item = innermost_item(search);
	functions->items[item].length = length;
	functions->innermost[address] = item;
}

static bool claim_range(struct search *search, uint64_t low, uint64_t high)
{
	size_t i;

	if (high <= search->addresses[0] || low > search->addresses[search->count - 1])
		return true;
	i = dwarf_first_address(search->addresses, search->count, low);
	for (; i < search->count && search->addresses[i] < high; i++) {
		if (!dwarf_work(search->unit->file, 1))
			return false;
		claim(search, i, high - low);
	}
	return true;
}

static bool claim_ranges(struct search *search, const struct dwarf_walk *walk)
{
	struct dwarf_ranges ranges;
	uint64_t low, high;

	dwarf_ranges_init(&ranges, search->unit, walk->low, walk->high, walk->ranges);
	while (dwarf_ranges_next(&ranges, &low, &high))
		if (!claim_range(search, low, high))
			return false;
	return true;
}

static bool enter_function(struct search *search, const struct dwarf_walk *walk)
{
	*ARRAY_PUSH(search->open, search->open_count, search->open_capacity) =
		(struct open_function){walk->offset, walk->depth, DWARF_NO_FUNCTION,
			walk->tag == DW_TAG_inlined_subroutine};
	return claim_ranges(search, walk);
}

/*
 * Types have no code of their own, but those that are declared in a function: there compilers leave
 * the functions of a class where they are.
 */
static bool search_entries(struct search *search)
{
	struct dwarf_walk walk;
	uint64_t done = search->unit->entries;

	dwarf_walk_init(&walk, search->unit);
	while (dwarf_walk_next(&walk)) {
		while (search->open_count &&
			search->open[search->open_count - 1].depth >= walk.depth)
			search->open_count--;
		if (walk.tag == DW_TAG_subprogram || walk.tag == DW_TAG_inlined_subroutine) {
			if (!dwarf_work(search->unit->file, walk.offset - done) ||
				!enter_function(search, &walk))
				return false;
			done = walk.offset;
		} else if (dwarf_is_type(walk.tag) && search->open_count == 0) {
			dwarf_walk_pass_children(&walk);
		}
	}
	return !walk.is_damaged;
}

bool dwarf_find_functions(struct dwarf_unit *unit, const uint64_t *addresses, size_t count,
	struct dwarf_functions *functions)
{
	struct search search = {unit, addresses, count, functions, NULL, 0, 0};
	bool is_good;

	*functions = (struct dwarf_functions){0};
	functions->innermost = memory_new(count, sizeof(*functions->innermost));
	for (size_t i = 0; i < count; i++)
		functions->innermost[i] = DWARF_NO_FUNCTION;
	is_good = count == 0 || search_entries(&search);
	free(search.open);
	return is_good;
}

void dwarf_functions_release(struct dwarf_functions *functions)
{
	free(functions->items);
	free(functions->innermost);
	*functions = (struct dwarf_functions){0};
}
