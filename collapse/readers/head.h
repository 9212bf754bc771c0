/*
 * What the first bytes of an input show, before it is known what it is.
 */
#ifndef COLLAPSE_READERS_HEAD_H
#define COLLAPSE_READERS_HEAD_H

#include "common/str.h"

/* What stands behind blank lines at the start, which may be there before any text. */
struct str skip_blank_lines(struct str head);

/* Do they look like the start of JSON, an object or an array? */
bool looks_json(struct str head);

/* Is this key, with its quotes and a colon, among the first bytes of a document in JSON? */
bool json_head_has(struct str head, struct str key);

#endif
