#include "collapse/symbols/unwind/cfi-index.h"

#include <stdlib.h>

#include "common/memory.h"

/* Of an .eh_frame_hdr: version, encodings of the pointer to .eh_frame, of the count, of the table.
 */
enum { HEADER_VERSION = 1, HEADER_BEGIN = 4 };

static bool is_header(struct str header)
{
	return header.n >= HEADER_BEGIN && header.p[0] == HEADER_VERSION;
}

bool cfi_header_frame(struct str header, uint64_t address, bool is_64, bool is_big, uint64_t *frame)
{
	struct binary in = binary_at(header, HEADER_BEGIN, is_big);

	if (!is_header(header))
		return false;
	*frame = cfi_address(&in, (uint8_t)header.p[1], is_64, address, address);
	return !in.is_bad;
}

/* A table of addresses of one size each, as every linker makes it. */
static bool use_header(struct cfi_index *index, struct str header, uint64_t address)
{
	bool is_64 = index->section.is_64;
	struct binary in = binary_at(header, HEADER_BEGIN, index->section.is_big);
	uint64_t count;

	if (!is_header(header))
		return false;
	cfi_address(&in, (uint8_t)header.p[1], is_64, address, address);
	count = cfi_address(&in, (uint8_t)header.p[2], is_64, address, address);
	index->encoding = (uint8_t)header.p[3];
	index->address_size = cfi_address_size(index->encoding, is_64);
	if (in.is_bad || index->address_size == 0 || count == 0 ||
		count > binary_left(&in) / (2 * index->address_size))
		return false;
	index->header = header;
	index->header_address = address;
	index->table_at = (size_t)binary_offset(&in);
	index->count = (size_t)count;
	return true;
}

void cfi_index_init(struct cfi_index *index, const struct cfi_section *section, struct str header,
	uint64_t header_address)
{
	*index = (struct cfi_index){.section = *section};
	index->is_made = use_header(index, header, header_address);
}

void cfi_index_release(struct cfi_index *index)
{
	free(index->places);
}

static int compare_places(const void *a, const void *b)
{
	const struct cfi_place *x = a, *y = b;

	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void add_place(struct cfi_index *index, uint64_t offset, size_t *capacity)
{
	struct cfi_entry entry;

	if (cfi_entry_read(&index->section, offset, &entry))
		*ARRAY_PUSH(index->places, index->count, *capacity) =
			(struct cfi_place){entry.begin, offset};
}

static void make_places(struct cfi_index *index)
{
	uint64_t offset = 0;
	size_t capacity = 0;

	index->is_made = true;
	do
		add_place(index, offset, &capacity);
	while (cfi_entry_skip(&index->section, &offset));
	if (index->count)
		qsort(index->places, index->count, sizeof(*index->places), compare_places);
}

static uint64_t table_address(const struct cfi_index *index, struct binary *in)
{
	return cfi_address(in, index->encoding, index->section.is_64, index->header_address,
		index->header_address);
}

static struct cfi_place place_at(const struct cfi_index *index, size_t number)
{
	struct binary in;
	struct cfi_place place;

	if (index->places)
		return index->places[number];
	in = binary_at(index->header, index->table_at + number * 2 * index->address_size,
		index->section.is_big);
	place.begin = table_address(index, &in);
	place.offset = table_address(index, &in) - index->section.address;
	return place;
}

bool cfi_index_find(
	struct cfi_index *index, uint64_t address, size_t *number, struct cfi_place *place)
{
	size_t low = 0, high;

	if (!index->is_made)
		make_places(index);
	high = index->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (place_at(index, middle).begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return false;
	*number = low - 1;
	*place = place_at(index, *number);
	return true;
}
