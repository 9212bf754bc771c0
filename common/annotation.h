/*
 * What collapsers put behind a frame's name, which is no part of it: _[k] (kernel), _[i] (inlined),
 * _[j] (just-in-time compiled), _[w] (waker), _[o] (off-CPU).
 */
#ifndef COMMON_ANNOTATION_H
#define COMMON_ANNOTATION_H

#include "common/str.h"

/* Without it: "foo" of "foo_[k]". */
struct str name_bare(struct str name);
/* Its letter, 'k' of "foo_[k]", or 0. */
char name_annotation(struct str name);

#endif
