/*
 * What an input is that a format cannot read: so that its user is told what to do instead.
 */
#ifndef COLLAPSE_STACKS_KIND_H
#define COLLAPSE_STACKS_KIND_H

#include "collapse/stacks/format.h"

/* What stands behind blank lines at the start, which may be there before any text. */
struct str skip_blank_lines(struct str head);

/* Do these first bytes look like folded stacks, "main;parse;read 42"? */
bool looks_folded(struct str head);

/* Do they look like the start of JSON, an object or an array? */
bool looks_json(struct str head);

/* Ends the program where the input is plainly something else than what the format reads. */
void check_kind(const struct format *format, struct lines *lines);

#endif
