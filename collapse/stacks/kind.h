/*
 * What the first bytes of a text look like.
 */
#ifndef COLLAPSE_STACKS_KIND_H
#define COLLAPSE_STACKS_KIND_H

#include "common/str.h"

/* What stands behind blank lines at the start, which may be there before any text. */
struct str skip_blank_lines(struct str head);

/* Do these first bytes look like folded stacks, "main;parse;read 42"? */
bool looks_folded(struct str head);

/* Do they look like the start of JSON, an object or an array? */
bool looks_json(struct str head);

#endif
