/*
 * ELF files, byte by byte, of any width and byte order: what no compiler here makes, and what none
 * would. Sections come in the order in which they are added, from 1 on.
 *
 *     struct elf_maker maker = make_elf(true, false, ELF_X86_64);
 *     unsigned text = make_section(&maker, ".text", 1, 6, 0x1000, STR("..."));
 *     make_symbol(&maker, "main", 0x1000, 16, MAKE_FUNCTION, text);
 *     struct str bytes = make_elf_bytes(&maker);
 */
#ifndef TESTS_UNIT_LIB_MAKE_ELF_H
#define TESTS_UNIT_LIB_MAKE_ELF_H

#include "collapse/symbols/elf.h"

/* The byte of a symbol that has its binding and its type. */
enum {
	MAKE_FUNCTION = 0x12, /* a global one */
	MAKE_LOCAL = 0x02,
	MAKE_WEAK = 0x22,
	MAKE_IFUNC = 0x1a,
	MAKE_OBJECT = 0x11,
	MAKE_LABEL = 0x10,
	MAKE_LOCAL_LABEL = 0x00,
};

struct elf_maker {
	bool is_64, is_big;
	uint16_t machine, type;
	struct elf_section sections[24];
	struct buf bytes[24];
	unsigned count;
	struct elf_segment segments[8];
	unsigned segment_count;
	struct buf symbols, strings; /* of .symtab */
	struct buf file;
};

/* A shared object. */
struct elf_maker make_elf(bool is_64, bool is_big, uint16_t machine);
/* Returns its number. What more there is to it is set in maker->sections[]. */
unsigned make_section(struct elf_maker *maker, const char *name, uint32_t type, uint64_t flags,
	uint64_t address, struct str bytes);
void make_segment(
	struct elf_maker *maker, uint32_t type, uint64_t offset, uint64_t address, uint64_t size);
void make_symbol(struct elf_maker *maker, const char *name, uint64_t address, uint64_t size,
	unsigned char info, unsigned section);
/* The sections .symtab and .strtab are added when there are symbols. Valid until make_release(). */
struct str make_elf_bytes(struct elf_maker *maker);
void make_release(struct elf_maker *maker);

/* Numbers as the file has them. */
void make_u16(struct elf_maker *maker, struct buf *out, uint16_t value);
void make_u32(struct elf_maker *maker, struct buf *out, uint32_t value);
void make_word(struct elf_maker *maker, struct buf *out, uint64_t value);
void make_note(struct elf_maker *maker, struct buf *out, struct str build_id);
/* A symbol of a table that is not .symtab. */
void make_entry(struct elf_maker *maker, struct buf *symbols, uint32_t name, uint64_t address,
	uint64_t size, unsigned char info, unsigned char visibility, unsigned section);

#endif
