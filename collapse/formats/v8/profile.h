/*
 * A profile of V8 as its inspector gives it, whole in a .cpuprofile or .heapprofile, or in pieces in
 * a trace: a call tree and samples that point into it. Its parts may come in any order.
 */
#ifndef COLLAPSE_FORMATS_V8_PROFILE_H
#define COLLAPSE_FORMATS_V8_PROFILE_H

#include "collapse/formats/v8/nodes.h"
#include "collapse/formats/v8/samples.h"
#include "collapse/readers/json-fields.h"

/* Zeroed, it is empty. */
struct v8_profile {
	bool has_start, has_end;
	int64_t start, end; /* nanoseconds */
	struct v8_nodes nodes;
	struct v8_samples samples;
};

struct v8_options {
	bool samples; /* what counts is their number, not the time until the next one */
	bool srcline;
};

/* Its members; json->context is the struct v8_names of all. */
extern const struct json_field v8_profile_fields[];
/* Adds a piece of the same recording behind what is there; its samples are in order. */
void v8_profile_append(struct v8_profile *profile, const struct v8_profile *piece);

/* Where problems are, for messages. */
struct v8_place {
	const char *name;
	uint64_t line;
};

/*
 * Adds all stacks on top of `root`. A sample lasts until the next one, the last until the end, as
 * Chrome and VS Code show it. Without samples it is each node's own weight: hits, or bytes.
 */
void v8_profile_add(struct v8_profile *profile, struct v8_names *names,
	struct stacks *stacks, uint32_t root, const struct v8_options *options,
	struct v8_place place);
/* Empties it and keeps the memory. */
void v8_profile_reset(struct v8_profile *profile);
void v8_profile_release(struct v8_profile *profile);

#endif
