/*
 * What somebody may have meant by a name that no function has.
 */
#ifndef RENDER_REPORT_NEAREST_H
#define RENDER_REPORT_NEAREST_H

#include "common/buf.h"
#include "common/names.h"

/* The id of a name; NAME_NONE when there is none such. */
uint32_t nearest_exact(const struct names *names, struct str name);

/* Adds "; did you mean "parser" or "parse_[k]"?", or nothing when no name is near. */
void nearest_suggest(struct buf *out, const struct names *names, struct str name);

#endif
