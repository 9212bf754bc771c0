/*
 * The call tree of a profile of V8. Nodes hold each other, or name their children, or their parent:
 *
 *     [{"id": 2, "callFrame": {"functionName": "fib", "url": "file:///a.js", "lineNumber": 0},
 *       "hitCount": 7, "children": [3]}, …]
 *     {"callFrame": {…}, "selfSize": 0, "children": [{"callFrame": {…}, "selfSize": 4160}]}
 */
#ifndef COLLAPSE_FORMATS_V8_NODES_H
#define COLLAPSE_FORMATS_V8_NODES_H

#include "collapse/formats/v8/ids.h"
#include "collapse/stacks/stack-table.h"

/*
 * What all profiles of a document have in common; zeroed, they are empty. What reads a profile finds
 * them as the context of its struct json.
 */
struct v8_names {
	struct names texts; /* functions and files */
	struct v8_ids ids;

	/* private */
	uint32_t *by_id; /* ROW_NONE but for the ids of the nodes at hand */
	size_t by_id_count;
};

/* Zeroed, there are none. */
struct v8_nodes {
	struct v8_node {
		uint32_t prefix; /* the node that it stands in, or ROW_NONE */
		uint32_t id, parent; /* NAME_NONE: not told */
		uint32_t function, file; /* texts, or NAME_NONE */
		uint32_t line;
		uint64_t own; /* hits, or bytes */
		bool has_hits; /* it is of a CPU profile */
	} *items;
	size_t count, capacity;

	/* private */
	struct v8_child {
		uint32_t id, node; /* and whose child it is */
	} *children;
	size_t child_count, child_capacity;
	struct v8_open {
		uint32_t node;
		bool children;
	} *open;
	size_t open_capacity;
};

/* Takes the value that comes next: an array of nodes, or one with others in it. */
void v8_nodes_read(struct json *json, void *nodes);
/* Adds a piece of the same recording, with the same names. */
void v8_nodes_append(struct v8_nodes *nodes, const struct v8_nodes *piece);
/*
 * Of each id the node that is called so, or ROW_NONE; until v8_nodes_forget_ids(), before which there
 * may be no other. It takes no longer than these nodes are many.
 */
const uint32_t *v8_nodes_by_id(const struct v8_nodes *nodes, struct v8_names *names);
void v8_nodes_forget_ids(const struct v8_nodes *nodes, struct v8_names *names);
/* Of each node the one below it, or ROW_NONE: a new array, to be freed. */
uint32_t *v8_nodes_prefixes(const struct v8_nodes *nodes, const uint32_t *by_id);
/* Empties it and keeps the memory. */
void v8_nodes_reset(struct v8_nodes *nodes);
void v8_nodes_release(struct v8_nodes *nodes);
void v8_names_release(struct v8_names *names);

#endif
