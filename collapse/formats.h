/*
 * The table of all formats, made by the build from the Makefile's COLLAPSERS.
 */
#ifndef COLLAPSE_FORMATS_H
#define COLLAPSE_FORMATS_H

#include "collapse/stacks/format.h"

/* The place-th of them, from 0; NULL behind the last. */
const struct format *format_at(size_t place);

/*
 * The format that takes these first bytes for its own, or what stands behind blank lines at their
 * start (a newline may also be the first byte of binary data); folded stacks are taken last, as many
 * things look like them. NULL when none does. `another`, if not NULL, is set to a second one that does, or
 * to NULL.
 */
const struct format *format_of(struct str head, const struct format **another);

/*
 * What a file with these first bytes is, and which program folds it, for users who gave it to another;
 * or what file_kind_of() knows of it. Valid until the next call.
 */
const struct file_kind *format_kind_of(struct str head);

#endif
