/*
 * Growth of the whole profile, as it was recorded: what a uniform slowdown of fixed work is seen by.
 */
#include <math.h>
#include <stdlib.h>

#include "render/report/growth-search.h"

/* Each recording for itself. */
static struct comparison as_recorded(const struct comparison *comparison)
{
	struct comparison recorded = *comparison;

	recorded.normalize = NORMALIZE_NONE;
	recorded.scale = (struct scale){comparison->runs[AFTER], comparison->runs[BEFORE]};
	return recorded;
}

static struct growth measure_whole(const struct comparison *recorded)
{
	struct growth whole = {.kind = TOTAL, .id = NAME_NONE};
	double before =
		(double)comparison_recorded(recorded, BEFORE) * scale_factor(recorded->scale);

	whole.before = recorded->runs[BEFORE] == recorded->runs[AFTER]
			       ? comparison_recorded(recorded, BEFORE)
			       : growth_rounded(before);
	whole.after = comparison_recorded(recorded, AFTER);
	whole.unexplained = weight_difference(whole.before, whole.after);
	return whole;
}

/* Stores its standard error, and whether the change is more than noise, and is sure. */
static void judge_whole(const struct growth_search *search, const struct comparison *recorded,
	uint64_t *error, bool *real, bool *sure)
{
	double *runs = comparison_total_weights(recorded, search->profile->tree);
	struct verdict verdict;

	comparison_judge(recorded, search->profile->confidence, runs, 1, &verdict);
	*error = growth_in_units(search, verdict.error);
	*real = verdict.real;
	*sure = growth_is_sure_alone(search, recorded, runs, growth_drift_of_whole);
	free(runs);
}

/*
 * With one recording a side, the one after may be of a faster moment, and growth by many limits looks
 * like none. Growth by four, 20% with a limit of 5%, may do so in one of 1,000 comparisons.
 */
static bool may_hide_growth(const struct growth_search *search, const struct comparison *recorded,
	const struct growth *whole)
{
	const double limits = 4, errors = 3.09; /* so far from the mean is one of 1,000, on one side */
	double before = (double)whole->before, grown = limits * growth_allowed(search, whole->before);
	double drift = growth_drift_of_whole * hypot(before, before + grown);
	double seen = (double)whole->after - before;

	return growth_is_judged(search) && growth_drift_is_unknown(recorded) &&
	       !growth_noise_alone_decides(search) &&
	       grown - seen < errors * hypot((double)whole->error, drift);
}

void growth_find_whole(struct growth_search *search)
{
	const struct comparison recorded = as_recorded(search->profile->comparison);
	struct growth whole = measure_whole(&recorded);
	bool scaled = search->profile->comparison->normalize != NORMALIZE_NONE;
	bool above = whole.after > whole.before &&
		     growth_is_large_enough(search, whole.unexplained) &&
		     growth_is_above_limit(search, whole.unexplained, whole.before);
	bool real = true, sure = true;

	if (recorded.fixed_time || recorded.scaled)
		return;
	if (growth_is_judged(search))
		judge_whole(search, &recorded, &whole.error, &real, &sure);
	whole.drift = real;
	if (above && !real && growth_noise_alone_decides(search))
		return;
	if (above)
		growth_add(search, whole,
			scaled ? GROWTH_SCALED
			: sure ? GROWTH_SURE
			       : GROWTH_NOISE);
	else if (growth_is_blind(search, whole.error, whole.before))
		growth_add(search, whole, GROWTH_BLIND);
	else if (may_hide_growth(search, &recorded, &whole))
		growth_add(search, whole, GROWTH_HIDDEN);
}

void growth_find_unrecorded(struct growth_search *search)
{
	const struct calltree *tree = search->profile->tree;
	const struct comparison *comparison = search->profile->comparison;

	if (comparison->scaled) {
		if (!comparison->fixed_time)
			growth_add(search, (struct growth){.id = NAME_NONE}, GROWTH_UNRECORDED);
		return;
	}
	if (comparison->stated || tree->total[BEFORE] != tree->total[AFTER])
		return;
	for (uint32_t node = 0; node < tree->count; node++)
		if (tree->nodes[node].self[BEFORE] != tree->nodes[node].self[AFTER]) {
			growth_add(search, (struct growth){.id = NAME_NONE}, GROWTH_EQUAL);
			return;
		}
}
