/*
 * A profile of V8 as its inspector gives it, whole in a .cpuprofile or .heapprofile, or in pieces in
 * a trace: a call tree and samples that point into it.
 *
 *     "nodes": [{"id": 2, "callFrame": {"functionName": "fib", "url": "file:///a.js", "lineNumber": 0},
 *                "hitCount": 7, "children": [3]}, …]
 *     "samples": [2, 2, 3], "timeDeltas": [120, 1250, 1249]
 *
 * Nodes hold each other, or name their children, or their parent. The parts may come in any order;
 * what is held is a node each (some 60 bytes) and a few bytes for each sample.
 */
#ifndef COLLAPSE_V8_PROFILE_H
#define COLLAPSE_V8_PROFILE_H

#include "collapse/column.h"
#include "collapse/json.h"
#include "collapse/stack-table.h"

struct v8_profile {
	bool has_start, has_end;
	int64_t start, end; /* nanoseconds */

	/* private */
	struct names texts; /* functions and files */
	struct names ids;   /* of nodes, as they are written */
	uint32_t *by_number; /* those that are small numbers, plus 1, or 0 */
	size_t number_count;
	struct v8_node {
		uint32_t prefix, parent; /* a node; an id, or NAME_NONE */
		uint32_t function, file; /* texts, or NAME_NONE */
		uint32_t line;
		uint64_t own;
	} *nodes;
	size_t count, capacity;
	bool has_hits; /* it is a CPU profile */
	struct v8_id {
		uint32_t node, parent; /* ROW_NONE: not said */
	} *by_id;
	size_t id_count, id_capacity;
	struct column samples; /* ids */
	struct column deltas;  /* nanoseconds since the sample before */
	bool has_times;        /* the first of them is a time by itself: first_time */
	int64_t first_time;
	struct v8_open {
		uint32_t node;
		bool children;
	} *open;
	size_t open_capacity;
	struct stack_table table;
	struct buf scratch;
};

struct v8_options {
	bool samples; /* what counts is their number, not the time until the next one */
	bool srcline;
};

/* A zeroed profile is an empty one. Each of these takes the value that comes next, and adds it. */
void v8_profile_read_nodes(struct v8_profile *profile, struct json *json);
void v8_profile_read_samples(struct v8_profile *profile, struct json *json);
void v8_profile_read_deltas(struct v8_profile *profile, struct json *json);
/* The same as times, as Chrome wrote them until 2016. */
void v8_profile_read_timestamps(struct v8_profile *profile, struct json *json);

/* Adds a piece of the same recording behind what is there. */
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
void v8_profile_add(struct v8_profile *profile, struct stacks *stacks, uint32_t root,
	const struct v8_options *options, struct v8_place place);
void v8_profile_release(struct v8_profile *profile);

#endif
