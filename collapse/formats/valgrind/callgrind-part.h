/*
 * A part of a callgrind file, one thread in a span of time: what its header says costs are, and
 * whether all of them were read.
 *
 *     creator: callgrind-3.19.0
 *     positions: instr line       two numbers stand before the costs of a line
 *     events: Ir Dr
 *     summary: 32304 8817         at least all costs
 *     …
 *     totals: 32304 8817          all costs, at the end
 */
#ifndef COLLAPSE_FORMATS_VALGRIND_CALLGRIND_PART_H
#define COLLAPSE_FORMATS_VALGRIND_CALLGRIND_PART_H

#include "collapse/stacks/stacks.h"

struct callgrind_part {
	/* Set these first; the rest is zero. */
	struct stacks *stacks;
	const char *wanted; /* the event that is the weight; NULL: the first of the first part */
	bool list; /* the events are to be the stacks */

	/* of the line at hand, for messages */
	const char *input;
	uint64_t line;

	struct buf events; /* "Ir Dr"; empty as long as the header has not told them */
	bool has_body; /* for the user to set, at the first line behind the header */

	/* private */
	struct buf event; /* the weight */
	uint64_t sum; /* of the weight */
	uint64_t *sums; /* of all events, if they are listed */
	size_t sum_count, sum_capacity;
	size_t positions, event_place;
	bool has_end; /* totals are due */
	bool has_summary, has_totals;
	uint64_t summary;
};

/* Does a header with this key begin the next part? A "summary:", say, may stand within one. */
bool callgrind_part_is_next(const struct callgrind_part *part, struct str key);
void callgrind_part_header(struct callgrind_part *part, struct str key, struct str value);
/* The weight in a line of costs, behind its positions; 0 if it has none. False: no number. */
bool callgrind_part_cost(const struct callgrind_part *part, struct str line, uint64_t *cost);
/* It is a function's own: a part of the totals. */
void callgrind_part_count(struct callgrind_part *part, struct str line, uint64_t cost);
/* Of a file without costs: what the user may do about it. */
void callgrind_part_explain(const struct callgrind_part *part);
/* Says what lacks, and makes it ready for the next one. */
void callgrind_part_end(struct callgrind_part *part);
void callgrind_part_bad(struct callgrind_part *part, const char *expected, struct str got);
void callgrind_part_release(struct callgrind_part *part);

#endif
