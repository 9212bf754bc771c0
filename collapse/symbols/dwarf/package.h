/*
 * PROGRAM.dwp: the units of many .dwo in one file, with an index by their ids that says where in each
 * section the parts of a unit are.
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_PACKAGE_H
#define COLLAPSE_SYMBOLS_DWARF_PACKAGE_H

#include "collapse/symbols/dwarf/file.h"

/* The unit with this id, or NULL; where its parts begin has been added to it. */
struct dwarf_unit *dwarf_package_unit(struct dwarf_file *package, uint64_t id);

#endif
