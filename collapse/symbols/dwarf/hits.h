/*
 * Which units addresses lie in, by what the first entries of all units say, and for units where it
 * says nothing, by .debug_aranges.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_HITS_H
#define COLLAPSE_SYMBOLS_DWARF_HITS_H

#include "collapse/symbols/dwarf/file.h"

/* Some of the addresses, those from `from` on and before `to`, are in a unit. */
struct dwarf_hit {
	uint32_t unit;
	size_t from, to;
};

struct dwarf_hits {
	struct dwarf_hit *items; /* by unit, then by from; the addresses of two may overlap */
	size_t count, capacity;
};

/* Addresses are sorted. The hits are the caller's to release. */
void dwarf_find_hits(
	struct dwarf_file *file, const uint64_t *addresses, size_t count, struct dwarf_hits *hits);
void dwarf_hits_release(struct dwarf_hits *hits);

/* The first of sorted addresses that is not before this one. */
static inline size_t dwarf_first_address(const uint64_t *addresses, size_t count, uint64_t address)
{
	size_t low = 0;

	while (low < count) {
		size_t middle = low + (count - low) / 2;

		if (addresses[middle] < address)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

#endif
