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
#ifndef COLLAPSE_CALLGRIND_PART_H
#define COLLAPSE_CALLGRIND_PART_H

#include "collapse/stacks.h"

struct callgrind_part {
	/* Set these first; the rest is zero. */
	struct stacks *stacks;
	const char *wanted; /* the event that is the weight; NULL: the first of the first part */
	bool list; /* the events are to be the stacks */

	/* of the line at hand, for messages */
	const char *input;
	uint64_t line;

	struct buf events; /* "Ir Dr"; empty as long as the header has not told them */
	uint64_t sum; /* of all costs so far, for the user to count */

	/* private */
	struct buf event, costs; /* the weight; the totals or the summary */
	size_t positions, event_place;
	bool by_callgrind, has_summary, has_totals;
	uint64_t summary;
};

void callgrind_part_header(struct callgrind_part *part, struct str key, struct str value);
/* The weight in a line of costs, behind its positions; 0 if it has none. False: no number. */
bool callgrind_part_cost(const struct callgrind_part *part, struct str line, uint64_t *cost);
/* Says what lacks, and makes it ready for the next one. */
void callgrind_part_end(struct callgrind_part *part);
void callgrind_part_bad(struct callgrind_part *part, const char *expected, struct str got);
void callgrind_part_release(struct callgrind_part *part);

#endif
