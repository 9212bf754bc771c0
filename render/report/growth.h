/*
 * What grew by more than a limit, how sure that is, and what it comes from.
 *
 * Three things may be said of a comparison: something grew by more than the limit, and that is more
 * than noise; nothing did; or it cannot be told, which is never taken for "nothing did".
 *
 * Each growth is told once, where it comes from: at functions whose own weight grew, and then, from
 * the callees up, at those whose total grew by more than what was told already explains. So callers
 * of one function that became slower are not told again.
 */
#ifndef RENDER_REPORT_GROWTH_H
#define RENDER_REPORT_GROWTH_H

#include "common/weight.h"
#include "render/report/rows.h"

enum growth_doubt {
	GROWTH_SURE, /* none */
	GROWTH_SCALED, /* the recorded total grew, and was scaled: work and time cannot be told apart */
	GROWTH_UNRECORDED, /* two plain columns are scaled: what was recorded is not there */
	GROWTH_EQUAL, /* both totals are equal, and nobody said whether they were scaled */
	GROWTH_NOISE, /* it may be noise, or the scale */
	GROWTH_BLIND, /* it did not grow by more, but that could as well not have been seen */
	GROWTH_HIDDEN, /* nor that, if one recording a side was of a faster machine */
};

struct growth {
	enum growth_doubt doubt;
	int kind; /* SELF or TOTAL */
	uint32_t id; /* of the function; NAME_NONE: the whole, as it was recorded */
	uint32_t node; /* the frame that grew most; NODE_ROOT: it is no function */
	uint64_t before, after;
	uint64_t unexplained; /* so much of the change is by no function that was told before */
	bool drift; /* it is more than sampling makes: where it may be noise, that of the machine */
	uint64_t error; /* the standard error of the change; 0: nothing was judged */
};

/* What is sure comes first; of that the whole, then own weights, then totals, the largest first. */
enum { GROWTHS_SAID = 20 }; /* so many are told one by one */

struct growths {
	struct growth *items;
	size_t count, capacity;
	size_t sure; /* so many */
};

struct growth_limits {
	struct amount limit; /* of the total before; at 0 noise alone decides */
	struct amount least; /* smaller changes are of no interest */
};

#endif
