/*
 * Which entry covers an address. Linkers leave a sorted table of all functions in .eh_frame_hdr
 * (LSB core specification), which is searched where it lies: nothing else is read. Without one, a
 * sorted table is made by going through the section, when it is first asked.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CFI_INDEX_H
#define COLLAPSE_SYMBOLS_UNWIND_CFI_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collapse/symbols/unwind/cfi-entry.h"

struct cfi_place {
	uint64_t begin, offset; /* an address, and where its FDE is in the section */
};

struct cfi_index {
	struct cfi_section section;
	size_t count;
	/* The linker's table: pairs of addresses, where a function begins and where its FDE is. */
	struct str header;
	uint64_t header_address;
	size_t table_at;
	uint8_t encoding;
	unsigned address_size;
	/* Or ours. */
	struct cfi_place *places;
	bool is_made;
};

/* header and its address: of .eh_frame_hdr; empty when there is none, and not used when damaged. */
void cfi_index_init(struct cfi_index *index, const struct cfi_section *section, struct str header,
	uint64_t header_address);
void cfi_index_release(struct cfi_index *index);

/*
 * Stores the last entry that begins at or before an address, and its number, below index->count:
 * the one that covers it when any does. False when there is none.
 */
bool cfi_index_find(
	struct cfi_index *index, uint64_t address, size_t *number, struct cfi_place *place);

/*
 * Where .eh_frame begins, as an .eh_frame_hdr at this address says; false when it does not.
 */
bool cfi_header_frame(
	struct str header, uint64_t address, bool is_64, bool is_big, uint64_t *frame);

#endif
