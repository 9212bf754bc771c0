/*
 * The files that a program's debug information is spread over: its own, the one that it has in common
 * with others (dwz), and those that units were split off to: a .dwo each, or all in a .dwp.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_FILES_H
#define COLLAPSE_SYMBOLS_DWARF_FILES_H

#include "collapse/symbols/dwarf/file.h"
#include "collapse/symbols/dwarf/inlines-files.h"
#include "common/buf.h"

struct dwarf_files {
	struct inlines_files elves;
	struct dwarf_file debug, alternate, package, split;
	bool has_alternate, has_package, has_split; /* split: the .dwo that is open */
	uint32_t next_serial; /* as many have been opened */
	struct buf path; /* of the .dwo that was looked for last */
};

void dwarf_files_init(struct dwarf_files *files, const struct inlines_files *elves);
void dwarf_files_release(struct dwarf_files *files);

/* How much may be done in each file for so many addresses. */
void dwarf_files_allow(struct dwarf_files *files, size_t addresses);

/* Whether the unit is only what stayed behind of one that was split off. */
bool dwarf_is_skeleton(const struct dwarf_unit *unit);
/*
 * The other half of a skeleton, opened; it is there until the next is asked for. NULL, and files->path
 * says where it should be, when it is missing.
 */
struct dwarf_unit *dwarf_split_unit(struct dwarf_files *files, struct dwarf_unit *skeleton);

/* Frees what was read of units, but for their headers. */
void dwarf_files_forget(struct dwarf_files *files);

#endif
