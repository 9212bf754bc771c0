/*
 * What a function of a script is called in a stack: by its name, and by its place where it has none
 * or where places are asked for:
 *
 *     parse      (anonymous) /srv/app.js:12      with places: parse /srv/app.js:8
 */
#ifndef COLLAPSE_NAMES_SCRIPT_NAME_H
#define COLLAPSE_NAMES_SCRIPT_NAME_H

#include "collapse/stacks/stacks.h"

struct script_function {
	struct str name; /* may be empty */
	struct str file; /* a path or URL, or empty */
	uint64_t line;   /* from 1; 0: unknown */
};

uint32_t script_name(struct stacks *stacks, struct buf *scratch,
	const struct script_function *function, bool with_place);

#endif
