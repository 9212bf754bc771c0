/*
 * An ELF file, whose layout is in the System V ABI, "Object Files": a header; a table of sections,
 * whose names are in a section of strings; a table of segments, which is what a loader reads. Both
 * tables are turned into arrays at once, everything else is a slice of the file.
 */
#include "collapse/symbols/elf.h"

#include <pthread.h>
#include <stdlib.h>

#include "collapse/symbols/elf-unpack.h"
#include "common/mapping.h"
#include "common/memory.h"

/* No linker writes more; a file that claims to have them would cost memory. */
enum { MOST_SECTIONS = 1 << 20, MOST_SEGMENTS = 1 << 16, LONGEST_NAME = 256 };

/* Nor are notes longer; sections may overlap, and are not to be read again and again. */
enum { MOST_NOTES = 64, LONGEST_NOTES = 1 << 16 };

enum { HEADER_SIZE_32 = 52, HEADER_SIZE_64 = 64, MORE_SECTIONS = 0xffff };

/* A section that was decompressed, or, with p NULL, could not be. */
struct unpacked {
	const struct elf_section *section;
	char *p;
	size_t n;
};

struct elf_private {
	struct mapping mapping;
	struct elf_section *sections;
	struct elf_segment *segments;
	pthread_mutex_t lock; /* of what follows */
	struct unpacked *unpacked;
	size_t unpacked_count, unpacked_capacity;
};

static bool fail(struct buf *why, const char *reason)
{
	buf_set(why, str_of(reason));
	return false;
}

bool elf_bytes(const struct elf *elf, uint64_t offset, uint64_t size, struct str *bytes)
{
	if (offset > elf->bytes.n || size > elf->bytes.n - offset)
		return false;
	*bytes = (struct str){elf->bytes.p + offset, (size_t)size};
	return true;
}

struct str elf_string(struct str strings, uint64_t offset)
{
	struct str rest;

	if (offset >= strings.n)
		return STR("");
	rest = str_skip(strings, (size_t)offset);
	return str_head(rest, str_find(rest, '\0'));
}

/* ---- sections ---- */

static struct elf_section read_section(const struct elf *elf, const char *p)
{
	const char *words = p + 8, *link = words + (elf->is_64 ? 32 : 16);
	size_t word = elf->is_64 ? 8 : 4;

	return (struct elf_section){
		.type = elf_u32(elf, p + 4),
		.flags = elf_word(elf, words),
		.address = elf_word(elf, words + word),
		.offset = elf_word(elf, words + 2 * word),
		.size = elf_word(elf, words + 3 * word),
		.link = elf_u32(elf, link),
		.info = elf_u32(elf, link + 4),
		.entry_size = elf_word(elf, link + 8 + word),
	};
}

/* The bytes of a section as they are in the file. */
static bool raw_bytes(const struct elf *elf, const struct elf_section *section, struct str *bytes)
{
	return section->type != SECTION_NO_BYTES &&
		elf_bytes(elf, section->offset, section->size, bytes);
}

/* Names are known last: they are in one of the sections. */
static void name_sections(const struct elf *elf, struct elf_section *sections, size_t size,
	struct str table, uint32_t names)
{
	struct str strings;

	if (names >= elf->section_count || !raw_bytes(elf, &sections[names], &strings))
		return;
	for (size_t i = 0; i < elf->section_count; i++) {
		size_t at = elf_u32(elf, table.p + i * size);

		sections[i].name = elf_string(str_head(strings, at + LONGEST_NAME), at);
	}
}

/*
 * What does not fit in 16 bits of the file's header is in the first section, which is none: how
 * many sections there are in its size, and which of them has the names in its link.
 */
static void read_sections(struct elf *elf, const char *header)
{
	uint64_t offset = elf_word(elf, header + (elf->is_64 ? 40 : 32));
	const char *counts = header + (elf->is_64 ? 58 : 46);
	size_t size = elf_u16(elf, counts), least = elf->is_64 ? 64 : 40;
	uint64_t count = elf_u16(elf, counts + 2);
	uint32_t names = elf_u16(elf, counts + 4);
	struct elf_section *sections, none;
	struct str table;

	if (offset == 0 || size < least || !elf_bytes(elf, offset, size, &table))
		return;
	none = read_section(elf, table.p);
	if (count == 0)
		count = none.size;
	if (names == MORE_SECTIONS)
		names = none.link;
	if (count > MOST_SECTIONS || !elf_bytes(elf, offset, count * size, &table))
		return;
	sections = memory_new((size_t)count, sizeof(*sections));
	for (size_t i = 0; i < count; i++) {
		sections[i] = read_section(elf, table.p + i * size);
		sections[i].name = STR("");
	}
	elf->section_count = (size_t)count;
	elf->sections = elf->private->sections = sections;
	name_sections(elf, sections, size, table, names);
}

const struct elf_section *elf_section(const struct elf *elf, size_t index)
{
	return index < elf->section_count ? &elf->sections[index] : NULL;
}

const struct elf_section *elf_section_named(const struct elf *elf, const char *name)
{
	struct str wanted = str_of(name);

	for (size_t i = 0; i < elf->section_count; i++) {
		struct str this_name = elf->sections[i].name;

		if (str_eq(this_name, wanted) ||
			(str_starts(this_name, STR(".z")) && str_starts(wanted, STR(".debug_")) &&
				str_eq(str_skip(this_name, 2), str_skip(wanted, 1))))
			return &elf->sections[i];
	}
	return NULL;
}

static bool is_packed(const struct elf_section *section)
{
	return (section->flags & SECTION_COMPRESSED) || str_starts(section->name, STR(".zdebug_"));
}

static struct unpacked unpack(const struct elf *elf, const struct elf_section *section)
{
	struct elf_private *private = elf->private;
	struct unpacked unpacked = {.section = section};
	struct packed packed;
	struct str bytes;

	for (size_t i = 0; i < private->unpacked_count; i++)
		if (private->unpacked[i].section == section)
			return private->unpacked[i];
	if (raw_bytes(elf, section, &bytes) &&
		(section->flags & SECTION_COMPRESSED ?
				elf_packed(bytes, elf->is_64, elf->is_big, &packed) :
				elf_packed_old(bytes, &packed))) {
		unpacked.p = elf_unpack(&packed);
		unpacked.n = (size_t)packed.size;
	}
	*ARRAY_PUSH(private->unpacked, private->unpacked_count, private->unpacked_capacity) =
		unpacked;
	return unpacked;
}

bool elf_section_bytes(const struct elf *elf, const struct elf_section *section, struct str *bytes)
{
	struct unpacked unpacked;

	if (!is_packed(section))
		return raw_bytes(elf, section, bytes);
	pthread_mutex_lock(&elf->private->lock);
	unpacked = unpack(elf, section);
	pthread_mutex_unlock(&elf->private->lock);
	if (unpacked.p)
		*bytes = (struct str){unpacked.p, unpacked.n};
	return unpacked.p != NULL;
}

/* ---- segments ---- */

static struct elf_segment read_segment(const struct elf *elf, const char *p)
{
	size_t word = elf->is_64 ? 8 : 4;
	const char *words = p + word; /* offset, address, physical address, and the two sizes */

	return (struct elf_segment){
		.type = elf_u32(elf, p),
		.flags = elf_u32(elf, p + (elf->is_64 ? 4 : 24)),
		.offset = elf_word(elf, words),
		.address = elf_word(elf, words + word),
		.file_size = elf_word(elf, words + 3 * word),
		.memory_size = elf_word(elf, words + 4 * word),
	};
}

static void read_segments(struct elf *elf, const char *header)
{
	uint64_t offset = elf_word(elf, header + (elf->is_64 ? 32 : 28));
	const char *counts = header + (elf->is_64 ? 54 : 42);
	size_t size = elf_u16(elf, counts), least = elf->is_64 ? 56 : 32;
	uint64_t count = elf_u16(elf, counts + 2);
	struct elf_segment *segments;
	struct str table;

	/* So many segments that they are counted in the first section. */
	if (count == MORE_SECTIONS && elf->section_count)
		count = elf->sections[0].info;
	if (offset == 0 || size < least || count > MOST_SEGMENTS ||
		!elf_bytes(elf, offset, count * size, &table))
		return;
	segments = memory_new((size_t)count, sizeof(*segments));
	for (size_t i = 0; i < count; i++)
		segments[i] = read_segment(elf, table.p + i * size);
	elf->segment_count = (size_t)count;
	elf->segments = elf->private->segments = segments;
}

bool elf_to_address(const struct elf *elf, uint64_t offset, uint64_t *address)
{
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];

		if (segment->type == SEGMENT_LOAD && offset >= segment->offset &&
			offset - segment->offset < segment->file_size) {
			*address = segment->address + (offset - segment->offset);
			return true;
		}
	}
	return false;
}

bool elf_to_offset(const struct elf *elf, uint64_t address, uint64_t *offset)
{
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];

		if (segment->type == SEGMENT_LOAD && address >= segment->address &&
			address - segment->address < segment->memory_size) {
			*offset = segment->offset + (address - segment->address);
			return true;
		}
	}
	return false;
}

/* ---- notes and links ---- */

/*
 * Each note is the length of its name, that of what it says, its type, and both, padded to 4 bytes.
 *
 *     4  20  3 "GNU\0"  01 2d 9c ...
 */
struct str elf_note_build_id(struct str notes, bool is_big)
{
	enum { HEADER = 12, BUILD_ID = 3 };

	while (notes.n >= HEADER) {
		uint64_t name = load_u32(notes.p, is_big), size = load_u32(notes.p + 4, is_big);
		uint32_t type = load_u32(notes.p + 8, is_big);
		uint64_t start = HEADER + ((name + 3) & ~(uint64_t)3);

		if (start > notes.n || size > notes.n - start)
			return STR("");
		if (type == BUILD_ID &&
			str_eq(str_head(str_skip(notes, HEADER), (size_t)name), STR("GNU\0")))
			return (struct str){notes.p + start, (size_t)size};
		notes = str_skip(notes, (size_t)(start + ((size + 3) & ~(uint64_t)3)));
	}
	return STR("");
}

struct str elf_build_id(const struct elf *elf)
{
	struct str notes, id = STR("");
	size_t seen = 0;

	for (size_t i = 0; i < elf->section_count && id.n == 0 && seen < MOST_NOTES; i++)
		if (elf->sections[i].type == SECTION_NOTE &&
			raw_bytes(elf, &elf->sections[i], &notes)) {
			id = elf_note_build_id(str_head(notes, LONGEST_NOTES), elf->is_big);
			seen++;
		}
	for (size_t i = 0; i < elf->segment_count && id.n == 0; i++)
		if (elf->segments[i].type == SEGMENT_NOTE &&
			elf_bytes(elf, elf->segments[i].offset, elf->segments[i].file_size, &notes))
			id = elf_note_build_id(str_head(notes, LONGEST_NOTES), elf->is_big);
	return id;
}

bool elf_debug_link(const struct elf *elf, struct str *name, uint32_t *crc)
{
	const struct elf_section *section = elf_section_named(elf, ".gnu_debuglink");
	struct str bytes;
	size_t at;

	if (!section || !elf_section_bytes(elf, section, &bytes))
		return false;
	*name = elf_string(bytes, 0);
	at = (name->n + 1 + 3) & ~(size_t)3;
	if (name->n == 0 || at > bytes.n || bytes.n - at < 4)
		return false;
	*crc = elf_u32(elf, bytes.p + at);
	return true;
}

bool elf_alternate_link(const struct elf *elf, struct str *name, struct str *build_id)
{
	const struct elf_section *section = elf_section_named(elf, ".gnu_debugaltlink");
	struct str bytes;

	if (!section || !elf_section_bytes(elf, section, &bytes))
		return false;
	*name = elf_string(bytes, 0);
	*build_id = str_skip(bytes, name->n + 1);
	return name->n && build_id->n;
}

/* ---- opening, closing ---- */

/* The 16 bytes that say how the others are to be read, and the header behind them. */
static bool read_header(struct elf *elf, struct buf *why)
{
	const char *header = elf->bytes.p;

	if (!str_starts(elf->bytes, STR("\x7f" "ELF")) || elf->bytes.n < HEADER_SIZE_32)
		return fail(why, "not an ELF file");
	elf->is_64 = header[4] == 2;
	elf->is_big = header[5] == 2;
	if ((header[4] != 1 && header[4] != 2) || (header[5] != 1 && header[5] != 2) ||
		(elf->is_64 && elf->bytes.n < HEADER_SIZE_64))
		return fail(why, "a damaged ELF file");
	elf->type = elf_u16(elf, header + 16);
	elf->machine = elf_u16(elf, header + 18);
	read_sections(elf, header);
	read_segments(elf, header);
	return true;
}

/* Takes the mapping; its bytes may be somebody else's. */
static struct elf *elf_new(struct mapping mapping, struct str bytes, struct buf *why)
{
	struct elf *elf = memory_new(1, sizeof(*elf));

	elf->private = memory_new(1, sizeof(*elf->private));
	elf->private->mapping = mapping;
	pthread_mutex_init(&elf->private->lock, NULL);
	elf->bytes = bytes;
	elf->device = mapping.device;
	elf->inode = mapping.inode;
	if (read_header(elf, why))
		return elf;
	elf_close(elf);
	return NULL;
}

struct elf *elf_open(const char *path, struct buf *why)
{
	struct mapping mapping;

	return mapping_open(&mapping, path, why) ? elf_new(mapping, mapping.bytes, why) : NULL;
}

struct elf *elf_from_bytes(struct str bytes, struct buf *why)
{
	return elf_new((struct mapping){0}, bytes, why);
}

void elf_close(struct elf *elf)
{
	if (!elf)
		return;
	for (size_t i = 0; i < elf->private->unpacked_count; i++)
		free(elf->private->unpacked[i].p);
	free(elf->private->unpacked);
	pthread_mutex_destroy(&elf->private->lock);
	free(elf->private->sections);
	free(elf->private->segments);
	mapping_close(&elf->private->mapping);
	free(elf->private);
	free(elf);
}
