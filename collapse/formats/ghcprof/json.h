/*
 * The report of a Haskell program run with +RTS -pj:
 *
 *     {"program": "Main", "total_ticks": 80, "total_alloc": 87679696,
 *      "cost_centres": [{"id": 5, "label": "main", "module": "Main", "src_loc": "Main.hs:1:1", …}, …],
 *      "profile": {"id": 149, "entries": 0, "alloc": 832, "ticks": 0, "children": [{"id": 5, …}, …]}}
 *
 * Memory is that of the cost centres and of the stacks.
 */
#ifndef COLLAPSE_FORMATS_GHCPROF_JSON_H
#define COLLAPSE_FORMATS_GHCPROF_JSON_H

#include "collapse/readers/json.h"
#include "collapse/stacks/stacks.h"

enum ghcprof_source { TIME, TICKS, BYTES };

struct ghcprof_json {
	/* Set these first; the rest is zero. */
	struct stacks *stacks;
	enum ghcprof_source source;
	uint64_t rows; /* nodes that were read, for the user */

	/* private */
	struct json json;
	struct lines *lines;
	uint64_t total_ticks, total_alloc, ticks, alloc;
	struct ghcprof_centre {
		struct buf id, label, module;
	} centre; /* that is being read */
	struct names ids; /* of cost centres */
	uint32_t *names; /* of frames, by these */
	size_t name_capacity;
	struct ghcprof_level {
		uint32_t parent, node; /* of the stacks' tree; NODE_ROOT: no "id" came yet */
		uint64_t ticks, alloc;
		bool in_children;
	} *levels;
	size_t depth, capacity;
	struct buf scratch;
};

bool ghcprof_json_sniff(struct str head);
void ghcprof_json_read(struct ghcprof_json *report, struct lines *lines);
void ghcprof_json_release(struct ghcprof_json *report);

#endif
