/*
 * A file with DWARF: its sections, and the headers of its units. A unit is what a compiler made of a
 * source file, or types that several share; behind its header stands a tree of entries.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_FILE_H
#define COLLAPSE_SYMBOLS_DWARF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/str.h"

struct elf;
struct dwarf_abbreviations;
struct dwarf_root;
struct dwarf_scopes;

enum dwarf_section {
	DWARF_INFO,
	DWARF_TYPES,
	DWARF_ABBREV,
	DWARF_STR,
	DWARF_LINE_STR,
	DWARF_STR_OFFSETS,
	DWARF_ADDR,
	DWARF_RNGLISTS,
	DWARF_RANGES,
	DWARF_ARANGES,
	DWARF_LINE,
	DWARF_CU_INDEX,
	DWARF_SECTIONS,
};

/* What numbers in a unit's entries are relative to. */
struct dwarf_bases {
	uint64_t low;          /* addresses of lists of ranges */
	uint64_t text_offsets; /* where its part of each table begins */
	uint64_t addresses;
	uint64_t range_lists;
	uint64_t gnu_ranges;   /* offsets of lists, in a unit of version 4 that was split off */
};

struct dwarf_unit {
	struct dwarf_file *file;
	struct dwarf_root *root;     /* its first entry; NULL until root.h has read it */
	struct dwarf_scopes *scopes; /* see names.h; NULL until somebody needs them */
	struct dwarf_bases bases;    /* as the first entry says */
	uint64_t start;          /* of its header; offsets are those of its section */
	uint64_t entries, end;   /* of the tree */
	uint64_t abbreviations;  /* in DWARF_ABBREV */
	uint64_t id;             /* a type's signature, or that of both halves of a split unit */
	uint64_t type;           /* offset of the entry with that signature */
	uint8_t section;         /* DWARF_INFO, or of version 4, DWARF_TYPES */
	uint8_t version;         /* 2 to 5 */
	uint8_t kind;            /* DW_UT_... */
	uint8_t address_size, offset_size;
	uint64_t part_text_offsets; /* in a package, where its parts of two tables begin */
	uint64_t part_range_lists;
	bool lacks_ranges; /* its first entry does not tell which addresses it has */
	bool is_damaged; /* as somebody found who read it */
	bool is_part; /* what the package's index says has been added */
};

/* A type that has a unit of its own. */
struct dwarf_signature {
	uint64_t id;
	uint32_t unit;
};

struct dwarf_file {
	struct elf *elf;
	bool is_big;
	bool is_split;  /* a .dwo or .dwp, whose sections have names of their own */
	uint32_t serial; /* no other that was opened for the same program has it */
	struct str sections[DWARF_SECTIONS];
	bool is_loaded[DWARF_SECTIONS];

	struct dwarf_unit *units; /* in the order of their section and start */
	size_t unit_count, unit_capacity;
	size_t info_count; /* of them in DWARF_INFO; the others are in DWARF_TYPES */
	struct dwarf_signature *signatures; /* sorted; NULL until the first is looked for */
	size_t signature_count;

	struct dwarf_file *alternate; /* that several have in common, or NULL */
	struct dwarf_file *skeleton;  /* of a split file, the one that it was split off */

	struct dwarf_abbreviations **tables; /* by hash; NULL, or the first of a chain */
	uint64_t table_bytes; /* that were read to make them */
	uint64_t work; /* steps that may still be done for the present question */
};

/* Of an ELF file, which stays open. */
void dwarf_file_init(struct dwarf_file *file, struct elf *elf, bool is_split);
/* After what other modules keep in it was freed. */
void dwarf_file_release(struct dwarf_file *file);

/* Its bytes, decompressed; empty when there is no such section. */
struct str dwarf_section(struct dwarf_file *file, enum dwarf_section section);

/* Reads the headers of all units, once. */
void dwarf_read_units(struct dwarf_file *file);

/* The one whose entries an offset is among, or NULL. */
struct dwarf_unit *dwarf_unit_at(
	struct dwarf_file *file, enum dwarf_section section, uint64_t offset);
/* The one whose header is there. */
struct dwarf_unit *dwarf_unit_starting(struct dwarf_file *file, uint64_t start);
/* That of a type, or NULL. */
struct dwarf_unit *dwarf_unit_of_type(struct dwarf_file *file, uint64_t signature);

/*
 * Takes steps off what may be done; false when nothing is left. What a good file needs has limits
 * given by its size, and a bad one must not keep anybody waiting.
 */
static inline bool dwarf_work(struct dwarf_file *file, uint64_t steps)
{
	if (steps > file->work) {
		file->work = 0;
		return false;
	}
	file->work -= steps;
	return true;
}

#endif
