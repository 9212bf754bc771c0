/*
 * One profile of a speedscope document, and the stacks of all of them.
 *
 *     {"type":"sampled","name":"thread 1","unit":"milliseconds","startValue":0,"endValue":20,
 *      "samples":[[0,1],[0]],"weights":[12.5,7.5]}
 *     {"type":"evented","name":"thread 2","unit":"none","startValue":0,"endValue":9,
 *      "events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":9}]}
 *
 * Frames are numbers, which may have no names yet. Stacks are held as nodes of one tree of numbers,
 * values as whole numbers, the unit's decimals further left.
 */
#ifndef COLLAPSE_FORMATS_SPEEDSCOPE_PROFILE_H
#define COLLAPSE_FORMATS_SPEEDSCOPE_PROFILE_H

#include "collapse/readers/column.h"
#include "collapse/readers/json.h"
#include "collapse/stacks/stack-path.h"
#include "collapse/stacks/stacks.h"

/* What is measured; only what has one dimension can be added up. */
struct speedscope_unit {
	const char *name;
	unsigned shift;  /* of values: times are nanoseconds */
	unsigned places; /* of the weight that is written: times are microseconds */
	enum { NO_DIMENSION, BYTES, TIME } dimension;
};

struct speedscope_profile {
	struct speedscope_reader *reader;
	uint32_t name; /* NAME_NONE: it has none */
	const struct speedscope_unit *unit;
	unsigned shift; /* of its values: the unit's, unless this stands behind them */
	struct column nodes;
	struct column weights; /* shifted; below 0, a whole one, which is too large for that */
	struct buf type;
	bool known; /* it has samples or events, whatever its type */
	bool has_values, has_weights, has_end;
	int64_t end;
};

/* What reads them. */
struct speedscope_reader {
	struct stacks *stacks;
	const char *file;
	struct json json;
	struct calltree trie; /* all stacks, of frames' numbers for names */

	/* private */
	struct stack_path path; /* in the trie */
	int64_t last; /* time of the last event */
	size_t counted; /* so many steps of the path, from its root, are in these: */
	struct names opened; /* numbers of frames, as bytes */
	uint32_t *open; /* by their ids: how many times the frame is there */
	size_t open_count, open_capacity;
};

void speedscope_report(struct speedscope_reader *reader, const char *expected, struct str got);
/* The members of one, an object that was entered. */
void speedscope_profile_read(
	struct speedscope_reader *reader, struct speedscope_profile *profile);
/* From the shift that was used to the one that the unit has; false for what does not fit. */
bool speedscope_rescale(const struct speedscope_profile *profile, struct weight *weight);
void speedscope_profile_release(struct speedscope_profile *profile);
void speedscope_reader_release(struct speedscope_reader *reader);

#endif
