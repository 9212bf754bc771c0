/*
 * An ELF file: its header, sections, segments and notes, of 32 and 64 bits and of both byte orders.
 * Files are hostile: what points out of the file is not there. Offsets are from the start of the
 * file; addresses are those that the linker gave, before a loader moves them.
 *
 * A struct elf does not change after it was opened, so threads may share it; what
 * elf_section_bytes() decompresses is kept under a lock.
 */
#ifndef COLLAPSE_SYMBOLS_ELF_H
#define COLLAPSE_SYMBOLS_ELF_H

#include <stdbool.h>
#include <stdint.h>

#include "collapse/symbols/load.h"
#include "common/buf.h"
#include "common/str.h"

enum { ELF_RELOCATABLE = 1, ELF_EXECUTABLE = 2, ELF_SHARED = 3 }; /* struct elf's type */

enum { /* machine */
	ELF_386 = 3,
	ELF_PPC = 20,
	ELF_PPC64 = 21,
	ELF_ARM = 40,
	ELF_X86_64 = 62,
	ELF_AARCH64 = 183,
	ELF_RISCV = 243,
};

enum { /* a section's type */
	SECTION_SYMBOLS = 2,
	SECTION_RELA = 4,
	SECTION_NOTE = 7,
	SECTION_NO_BYTES = 8,
	SECTION_REL = 9,
	SECTION_DYNAMIC_SYMBOLS = 11,
};

enum { /* a section's flags */
	SECTION_ALLOCATED = 2,
	SECTION_CODE = 4,
	SECTION_COMPRESSED = 0x800,
};

enum { SEGMENT_LOAD = 1, SEGMENT_NOTE = 4 }; /* a segment's type */

struct elf_section {
	struct str name;
	uint32_t type, link, info;
	uint64_t flags, address, offset, size, entry_size;
};

struct elf_segment {
	uint32_t type, flags; /* flags: 1 execute, 2 write, 4 read */
	uint64_t offset, address, file_size, memory_size;
};

struct elf {
	struct str bytes; /* the whole file */
	bool is_64, is_big;
	uint16_t type, machine;
	uint64_t device, inode; /* of elf_open()'s file; 0 */
	size_t section_count; /* section 0, which is none, included */
	const struct elf_section *sections;
	size_t segment_count;
	const struct elf_segment *segments;
	struct elf_private *private;
};

/*
 * NULL, and the reason in `why`, when the file cannot be read or is no ELF file. A file whose table
 * of sections or segments is damaged has none of them.
 */
struct elf *elf_open(const char *path, struct buf *why);
/* The same of bytes that stay as they are until elf_close(), as those of the vdso. */
struct elf *elf_from_bytes(struct str bytes, struct buf *why);
void elf_close(struct elf *elf);

/* Numbers of the file's byte order; the caller has checked that they are there. */
static inline uint16_t elf_u16(const struct elf *elf, const char *p)
{
	return load_u16(p, elf->is_big);
}

static inline uint32_t elf_u32(const struct elf *elf, const char *p)
{
	return load_u32(p, elf->is_big);
}

static inline uint64_t elf_u64(const struct elf *elf, const char *p)
{
	return load_u64(p, elf->is_big);
}

/* An address: 4 bytes of an ELF file of 32 bits, else 8. */
static inline uint64_t elf_word(const struct elf *elf, const char *p)
{
	return elf->is_64 ? elf_u64(elf, p) : elf_u32(elf, p);
}

/* size bytes of the file at offset; false when it does not have them all. */
bool elf_bytes(const struct elf *elf, uint64_t offset, uint64_t size, struct str *bytes);

/* NULL when there is none. ".debug_info" finds ".zdebug_info", too: the same, compressed. */
const struct elf_section *elf_section(const struct elf *elf, size_t index);
const struct elf_section *elf_section_named(const struct elf *elf, const char *name);
/*
 * What is in a section, decompressed when it is compressed; kept until elf_close(). False when the
 * file has not all of it, a debug file holds only its size, or its compression is not known.
 */
bool elf_section_bytes(const struct elf *elf, const struct elf_section *section, struct str *bytes);
/* The text at an offset of a section of strings, without its NUL; empty when there is none. */
struct str elf_string(struct str strings, uint64_t offset);

/* Where a byte of the file is in memory, by the segments that are loaded; false: nowhere. */
bool elf_to_address(const struct elf *elf, uint64_t offset, uint64_t *address);
bool elf_to_offset(const struct elf *elf, uint64_t address, uint64_t *offset);

/* The bytes of the build-id, usually 20; none: empty. */
struct str elf_build_id(const struct elf *elf);
/* The same among notes that are not in a file. */
struct str elf_note_build_id(struct str notes, bool is_big);
/* The separate debug file's name, and the CRC-32 of all its bytes (.gnu_debuglink). */
bool elf_debug_link(const struct elf *elf, struct str *name, uint32_t *crc);
/* What dwz moved out of several debug files: its name and its build-id (.gnu_debugaltlink). */
bool elf_alternate_link(const struct elf *elf, struct str *name, struct str *build_id);

#endif
