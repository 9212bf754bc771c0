/*
 * What the parts of the search for growth share: what is looked through, what was found, and the
 * questions each growth is asked. Is it above the limit, is it more than noise, is it sure?
 *
 * growths.c calls the parts in order; each adds to what was found.
 */
#ifndef RENDER_REPORT_GROWTH_SEARCH_H
#define RENDER_REPORT_GROWTH_SEARCH_H

#include "render/report/growth.h"

struct growth_search {
	struct growths *found;
	const struct profile *profile;
	const struct rows *functions;
	const struct growth_limits *limits;
	uint32_t *function, *outermost; /* by node, see rows_functions() */
	uint32_t count; /* of functions; the row behind them is none */
	bool *explained; /* by node: its own weight belongs to what was found */
};

void growth_add(struct growth_search *search, struct growth growth, enum growth_doubt doubt);

/* ---- limits ---- */

/* Weights are in the tree's units here. */
bool growth_is_above_limit(const struct growth_search *search, uint64_t change, uint64_t whole);
/* What is smaller is of no interest, see growth_limits. */
bool growth_is_large_enough(const struct growth_search *search, uint64_t change);
/* Then what is left of the change must be beyond noise, and nothing else is asked. */
bool growth_noise_alone_decides(const struct growth_search *search);

uint64_t growth_rounded(double weight);
/* A weight as people write it, in the tree's units. */
uint64_t growth_in_units(const struct growth_search *search, double weight);

/* ---- noise ---- */

/* Noise is looked at, or each change is taken for real. */
bool growth_is_judged(const struct growth_search *search);
/*
 * With one recording a side nothing is known of by how much one differs from the next, of the same
 * program. So much is assumed then, as a standard deviation and a share: of the whole, for a machine
 * that runs faster or slower, and of a function by itself.
 *
 * Measured ("make bench-noise"): with less, slowdowns by 20% pass a limit of 5% in more than one of
 * 1,000 comparisons where the machine drifts by 3% and functions by 10%, and with less for functions
 * more than one of 200 fails for nothing. With more, hardly anything could be told at all.
 */
extern const double growth_drift_of_whole, growth_drift_of_function;
/* Is it so, with one recording a side? */
bool growth_drift_is_unknown(const struct comparison *comparison);

/* The larger of the limit and the least change of interest, in the tree's units. */
double growth_allowed(const struct growth_search *search, uint64_t whole);
/* With such a standard error, could it have grown by more than the limit and not be seen? */
bool growth_is_blind(const struct growth_search *search, uint64_t error, uint64_t whole);
/*
 * Whether the change is sure by what these runs themselves tell of noise, a weight for each. What
 * all functions have in common, a machine that runs slower, looks the better known the more
 * functions there are, and is told by each run once. Where it is unknown the drift is assumed.
 */
bool growth_is_sure_alone(const struct growth_search *search, const struct comparison *comparison,
	const double *runs, double assumed_drift);

/* ---- rows of functions; kind is SELF or TOTAL ---- */

/* It has nearly all of both sides. */
bool growth_row_is_whole(const struct growth_search *search, const struct row *row);
bool growth_row_is_above(const struct growth_search *search, const struct row *row, int kind);
bool growth_row_is_sure(const struct growth_search *search, const struct row *row, int kind);
/* With `drift` set where sampling does not explain it. */
struct growth growth_of_row(const struct row *row, int kind);

/* ---- the parts ---- */

/* By what was recorded; where that is of a fixed time there is nothing to see. */
void growth_find_whole(struct growth_search *search);
/* Two plain columns were scaled by who wrote them, or may have been. */
void growth_find_unrecorded(struct growth_search *search);
/* Functions by their own weight: what is sure is explained then. */
void growth_find_own(struct growth_search *search);
/* From the callees up, totals that grew by more than what is explained, which is explained then. */
void growth_find_causes(struct growth_search *search);
/* The function of which least is known; totals that are nearly all are told as the whole. */
void growth_find_blindness(struct growth_search *search);

#endif
