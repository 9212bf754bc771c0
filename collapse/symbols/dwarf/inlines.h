/*
 * Which functions were inlined at an address, and its line of source, by the DWARF (versions 2 to 5)
 * of a file: what gcc, clang, rustc and others write.
 *
 * Addresses are asked in batches. The roots of all units say which of them the addresses lie in, and
 * only these are read, once a batch; nothing is kept of them but the answers.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_INLINES_H
#define COLLAPSE_SYMBOLS_DWARF_INLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collapse/symbols/dwarf/inlines-files.h"
#include "common/str.h"

/* A function whose body was copied into another. */
struct inlined {
	struct str name;      /* "_ZN2ns1fEv", "ns::C::f"; never empty */
	bool is_linkage_name; /* as a linker sees it: mangled, if its language does that */
	struct str call_file; /* where it was called, with its folder; empty when not known */
	uint32_t call_line;   /* 0 when not known */
};

/* Names and chains live until inlines_close(). */
struct inlines_answer {
	const struct inlined *chain; /* the innermost first, without the function itself */
	size_t count;
	struct str function; /* the function itself, for files without symbols; may be empty */
	bool function_is_linkage_name;
	struct str file; /* of the address, if lines are asked for; may be empty */
	uint32_t line;   /* 0 when not known */
};

/* What went wrong, for messages. */
struct inlines_trouble {
	size_t damaged_units;     /* they were read up to the damage */
	size_t missing_units;     /* split off, and not found */
	struct str first_missing; /* the path of one of them */
};

/* NULL when the file has no debug information. */
struct inlines *inlines_open(const struct inlines_files *files);
void inlines_close(struct inlines *inlines);

/*
 * Addresses are those of the file (of its segments), sorted; equal ones are allowed. Those that no
 * function is known for have an empty answer. Return addresses are to be given less one. Not to be
 * called by two threads at a time with the same inlines.
 */
void inlines_find(struct inlines *inlines, const uint64_t *addresses, size_t count, bool with_lines,
	struct inlines_answer *answers);

struct inlines_trouble inlines_trouble(const struct inlines *inlines);

#endif
