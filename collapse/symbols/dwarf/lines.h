/*
 * A unit's table of lines: the files that it was made of, and which line of them each address has.
 * The table is a program that counts addresses and lines up together.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_LINES_H
#define COLLAPSE_SYMBOLS_DWARF_LINES_H

#include "collapse/symbols/dwarf/form.h"
#include "common/buf.h"

struct dwarf_source {
	struct str name;
	uint64_t directory; /* its number */
};

struct dwarf_lines {
	struct dwarf_unit *unit;
	struct dwarf_sizes sizes;
	struct str *directories; /* by number */
	struct dwarf_source *sources;
	size_t directory_count, directory_capacity, source_count, source_capacity;
	struct binary program;
	struct str operands; /* of each opcode below opcode_base, how many it has */
	uint64_t least_length, most_operations; /* of an instruction */
	unsigned line_range, opcode_base;
	int line_base;
};

/* Reads all but the program. False when the unit has no lines, or they are damaged. */
bool dwarf_lines_open(struct dwarf_lines *lines, struct dwarf_unit *unit);
void dwarf_lines_release(struct dwarf_lines *lines);

/* Adds the path of a file, in full as far as is known; nothing when there is none with the number. */
void dwarf_add_path(const struct dwarf_lines *lines, uint64_t file, struct buf *path);

struct dwarf_line {
	uint64_t file;
	uint32_t line; /* 0: no line, the compiler made it up */
	bool is_known;
};

/* Runs the program, for sorted addresses: stores each one's line, where it has one. */
void dwarf_find_lines(struct dwarf_lines *lines, const uint64_t *addresses, size_t count,
	struct dwarf_line *found);

#endif
