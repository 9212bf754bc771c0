/*
 * What collapsers put behind a frame's name, which is no part of it: _[k] (kernel), _[i] (inlined),
 * _[j] (just-in-time compiled), _[w] (waker), _[o] (off-CPU).
 *
 * People are shown a mark instead, and what it means. The words go into the viewer's script, too,
 * see render/picture/shared.h.
 */
#ifndef COMMON_ANNOTATION_H
#define COMMON_ANNOTATION_H

#include "common/str.h"

#define ANNOTATION_LETTERS "k", "i", "j", "w", "o"
#define ANNOTATION_MARKS "kernel", "inlined", "jit", "waker", "off-CPU"
#define MEANS_KERNEL "code of the kernel"
#define MEANS_INLINED "inlined into its caller"
#define MEANS_JIT "compiled just in time"
#define MEANS_WAKER "on the stack of its waker"
#define MEANS_OFF_CPU "waiting off the CPU"

/* Without it: "foo" of "foo_[k]". */
struct str name_bare(struct str name);
/* Its letter, 'k' of "foo_[k]", or 0. */
char name_annotation(struct str name);
/* Its place in the lists above, or ANNOTATIONS. */
enum { ANNOTATIONS = 5 };
unsigned name_annotation_place(struct str name);
extern const char *const annotation_letters[ANNOTATIONS];
extern const char *const annotation_marks[ANNOTATIONS], *const annotation_meanings[ANNOTATIONS];

#endif
