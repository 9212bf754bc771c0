/*
 * Numbers as programs show them to people, who are used to other marks in other countries:
 *
 *     2893824.5    2,893,824.5    2.893.824,5    2 893 824,5    2'893'824.5
 *
 * Marks of thousands have three digits behind them each, and are alike. The decimal mark is another
 * one, or has any other number of digits behind it, or a single 0 or more than three digits before
 * it. Nothing in "1,234" tells which it is; another number does, which is remembered, or the caller.
 */
#ifndef COLLAPSE_STACKS_LOCAL_NUMBER_H
#define COLLAPSE_STACKS_LOCAL_NUMBER_H

#include "collapse/stacks/stacks.h"

/* All is private; zeroed, nothing is known. */
struct local_numbers {
	char point; /* the decimal mark as is likely, or as was told; 0: not known */
	bool whole;
	uint64_t unsure[2]; /* how many have been read that tell nothing, of "1.234" and "1,234" */
	uint64_t misread; /* those of which a later number told that they mean something else */
	struct buf digits;
};

/*
 * A new text begins, whose decimal mark is likely '.' or ','; 0: not known, so that "1,234" and
 * "1.234" are thousands until a number tells. With whole they always are, as there are no decimals.
 */
void local_numbers_begin(struct local_numbers *numbers, char point, bool whole);
/*
 * Takes the number that text starts with, and gives it as "2893824.5", valid until the next call;
 * empty when there is none.
 */
struct str local_number_take(struct local_numbers *numbers, struct str *text);
/* At the end of all: a note for the user. */
void local_numbers_report(const struct local_numbers *numbers, struct stacks *stacks);
void local_numbers_release(struct local_numbers *numbers);

#endif
