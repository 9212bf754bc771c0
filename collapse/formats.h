/*
 * The table of all formats, made by the build from the Makefile's COLLAPSERS.
 */
#ifndef COLLAPSE_FORMATS_H
#define COLLAPSE_FORMATS_H

#include "collapse/stacks/format.h"

/* What reads inputs of that kind. */
const struct format *format_of(const struct kind *kind);

#endif
