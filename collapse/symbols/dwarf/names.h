/*
 * What a function is called. An entry may leave its name to another one, which it was made of; there
 * is a linkage name ("_ZN2ns1fEv"), or a plain one, which the names of all that the function is
 * declared in make complete: "ns::C::f".
 */
#ifndef COLLAPSE_SYMBOLS_DWARF_NAMES_H
#define COLLAPSE_SYMBOLS_DWARF_NAMES_H

#include "collapse/symbols/dwarf/file.h"
#include "common/buf.h"

/* Adds it to `name`, and says whether it is a linkage name; nothing is added when there is none. */
bool dwarf_add_name(struct dwarf_unit *unit, uint64_t offset, struct buf *name);

/* What a unit's entries are declared in, which is kept once it was needed. */
void dwarf_scopes_free(struct dwarf_unit *unit);

#endif
