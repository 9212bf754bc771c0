/*
 * The texts that Go's profiles come as, each with a reader of its own, raw.c, traces.c and dump.c;
 * and what these share.
 */
#ifndef COLLAPSE_FORMATS_GO_TEXT_H
#define COLLAPSE_FORMATS_GO_TEXT_H

#include "collapse/formats/go/sample-types.h"
#include "collapse/stacks/frame-list.h"
#include "common/lines.h"

struct go {
	const struct sample_type_options *options;
	struct stacks *stacks;
	struct sample_types types;
	uint64_t zeros; /* stacks without weight */
	uint64_t rounded; /* inputs whose weights were rounded by pprof */

	/* of the present input */
	struct lines *lines;
	struct frame_list frames; /* of the open stack, leaf first */
};

void go_problem(struct go *go, const char *expected, struct str got);
void go_push(struct go *go, struct str name);
/* The stack that was pushed; one without frames is "[unknown]", one without weight is counted. */
void go_add(struct go *go, uint64_t weight);

/* The readers, for one input each. Of go tool pprof -raw: */
void go_read_raw(struct go *go);
/* go tool pprof -traces */
void go_read_traces(struct go *go);
/* /debug/pprof/heap?debug=1 and its like: could this be the start of one? */
bool go_is_dump(struct str head);
void go_read_dump(struct go *go);

#endif
