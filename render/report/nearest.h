/*
 * Which function somebody means by a name, and what they may have meant by one that no function has.
 * Processes and threads are none, unless the profile takes them for some.
 */
#ifndef RENDER_REPORT_NEAREST_H
#define RENDER_REPORT_NEAREST_H

#include "common/buf.h"
#include "render/report/rows.h"

/*
 * The names of a function, as flags by name id: all that are the name but for their annotations, or
 * with an annotation just that one. A new array, to be freed; NULL when no function has the name.
 */
bool *nearest_find(const struct profile *profile, struct str name);

/* Adds "; did you mean "parser" or "parse"?", or nothing when no name is near. */
void nearest_suggest(struct buf *out, const struct profile *profile, struct str name);

#endif
