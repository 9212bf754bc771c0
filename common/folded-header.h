/*
 * The comment that folded stacks may begin with: what is known of their weights and frames.
 *
 *     # folded: event="cpu-clock" samples="1903" period="1000000" leading="process" unit="ns"
 *     prog;main;parse;read 42000000
 *
 * (in one line). It ends in a quote and so never in a digit: readers of folded stacks that know
 * nothing of comments take no line for a stack that has no number at its end. Backslashes stand
 * before quotes and backslashes of a value; keys that are not known are passed over.
 *
 *   unit     what a weight counts: samples, ns, us, ms, s, bytes, calls, cycles, page-faults ...
 *   event    what made the profiler take a sample, or which of its numbers this is
 *   samples  how many there were; of a comparison, in each run
 *   period   what each sample weighs, if all weigh the same
 *   rate     samples a second that were asked for
 *   leading  what the first frames of every stack are that are no functions: process, thread
 *   command  what was recorded, as the recorder was called
 *   scaled   how the first column of a comparison was scaled, so that it is not what was recorded
 *
 * Nothing is ever guessed: what is not there is not known.
 */
#ifndef COMMON_FOLDED_HEADER_H
#define COMMON_FOLDED_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"

enum { HEADER_RUNS = 64 };

enum header_text {
	HEADER_UNIT,
	HEADER_EVENT,
	HEADER_LEADING,
	HEADER_COMMAND,
	HEADER_SCALED,
	HEADER_TEXTS
};
enum header_number { HEADER_PERIOD, HEADER_RATE, HEADER_NUMBERS };

/* {0} knows nothing. */
struct folded_header {
	struct buf text[HEADER_TEXTS]; /* empty: not known */
	uint64_t number[HEADER_NUMBERS]; /* 0: not known */
	uint64_t samples[HEADER_RUNS]; /* 0: not known */
	unsigned runs; /* of which samples are known; 1, but for comparisons */

	/* private */
	bool begun; /* stands for stacks that were read, be it that nothing is known of them */
	unsigned mixed; /* by fields: stacks differ in it, so that it stays unknown */
};

void folded_header_release(struct folded_header *header);

/* Is this comment, without the blanks around it, such a line? */
bool folded_header_is(struct str comment);
/* Reads it into a new header; what was expected when it is damaged, or NULL. */
const char *folded_header_read(struct folded_header *header, struct str comment);
/* Writes the line, or nothing when nothing is known. */
void folded_header_write(const struct folded_header *header, struct buf *out);

static inline struct str folded_header_get(
	const struct folded_header *header, enum header_text field)
{
	return buf_str(&header->text[field]);
}

void folded_header_set(struct folded_header *header, enum header_text field, struct str value);
/*
 * The same of what is learned from one input after the other: what they differ in is not known, and
 * the user is told, as of the input `name`.
 */
void folded_header_tell(struct folded_header *header, enum header_text field, struct str value,
	const char *name);
void folded_header_tell_number(
	struct folded_header *header, enum header_number field, uint64_t value, const char *name);
/* There were so many samples: of a comparison, in run 0, 1 ... when it is called for each. */
void folded_header_add_samples(struct folded_header *header, uint64_t samples);
/* Stacks were left out, so that what is known of all of them is not of the others. */
void folded_header_forget_samples(struct folded_header *header);

/* How many frames at the start of each stack are no functions: 2 of "process,thread". */
unsigned folded_header_leading(const struct folded_header *header);
/* What the frame at this depth is, from 0, "process"; empty: a function, or not known. */
struct str folded_header_leading_at(const struct folded_header *header, unsigned depth);

/*
 * Stacks of which `more` says what is known are read into those of `header`. What both say alike is
 * kept, samples are added up, and what differs is not known any more; the user is told, as of the
 * input `name`, where sums then have no meaning. NULL for stacks of which nothing is known.
 */
void folded_header_merge(
	struct folded_header *header, const struct folded_header *more, const char *name);
/* The same but for the samples, of stacks that stay apart from the others, with a weight each. */
void folded_header_agree(
	struct folded_header *header, const struct folded_header *more, const char *name);

#endif
