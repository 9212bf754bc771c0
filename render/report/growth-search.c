#include "render/report/growth-search.h"

#include <math.h>

#include "common/compare/stat.h"
#include "common/memory.h"

const double growth_drift_of_whole = 0.0375, growth_drift_of_function = 0.1;

/*
 * Growth is sure at a tenth of what noise is allowed to look like a change elsewhere: a build that
 * fails stops people, and one of twenty may not do so for nothing. What lies between is a doubt.
 */
static const double strictness = 0.1;

/* A function that has that much of both sides is the whole. */
static const double almost_all = 0.95;

void growth_add(struct growth_search *search, struct growth growth, enum growth_doubt doubt)
{
	struct growths *found = search->found;

	growth.doubt = doubt;
	*ARRAY_PUSH(found->items, found->count, found->capacity) = growth;
	found->sure += doubt == GROWTH_SURE;
}

/* ---- limits ---- */

bool growth_is_above_limit(const struct growth_search *search, uint64_t change, uint64_t whole)
{
	return amount_compare(
		       &search->limits->limit, change, whole, search->profile->tree->places) > 0;
}

static uint64_t larger_total(const struct growth_search *search)
{
	const uint64_t *total = search->profile->tree->total;

	return total[total[AFTER] > total[BEFORE] ? AFTER : BEFORE];
}

bool growth_is_large_enough(const struct growth_search *search, uint64_t change)
{
	return amount_compare(&search->limits->least, change, larger_total(search),
		       search->profile->tree->places) >= 0;
}

bool growth_noise_alone_decides(const struct growth_search *search)
{
	return search->limits->limit.weight.value == 0;
}

bool growth_is_judged(const struct growth_search *search)
{
	return search->profile->confidence > 0;
}

/* ---- noise ---- */

static double promise(const struct growth_search *search)
{
	return 1 - search->profile->confidence / 100;
}

static double amount_of(
	const struct growth_search *search, const struct amount *amount, uint64_t whole)
{
	double weight = weight_double(amount->weight);

	return amount->percent ? weight / 100 * (double)whole
			       : weight * (double)weight_unit(search->profile->tree->places);
}

bool growth_drift_is_unknown(const struct comparison *comparison)
{
	return comparison_runs(comparison) == 2;
}

double growth_allowed(const struct growth_search *search, uint64_t whole)
{
	return fmax(amount_of(search, &search->limits->limit, whole),
		amount_of(search, &search->limits->least, larger_total(search)));
}

bool growth_is_blind(const struct growth_search *search, uint64_t error, uint64_t whole)
{
	return error > 0 && !growth_noise_alone_decides(search) &&
	       stat_normal_two_sided(growth_allowed(search, whole) / (double)error) >
		       2 * promise(search);
}

uint64_t growth_rounded(double weight)
{
	return weight < 9e18 ? (uint64_t)llround(weight) : (uint64_t)9e18;
}

uint64_t growth_in_units(const struct growth_search *search, double weight)
{
	return growth_rounded(weight * (double)weight_unit(search->profile->tree->places));
}

bool growth_is_sure_alone(const struct growth_search *search, const struct comparison *comparison,
	const double *runs, double assumed_drift)
{
	struct verdict verdict;
	double drift, allowed = strictness * promise(search);

	comparison_judge(comparison, search->profile->confidence, runs, 1, &verdict);
	if (!verdict.real || !growth_drift_is_unknown(comparison))
		return verdict.real && verdict.p <= allowed;
	drift = assumed_drift * hypot(runs[BEFORE] * scale_factor(comparison->scale), runs[AFTER]);
	return stat_normal_two_sided(verdict.change / hypot(verdict.error, drift)) <= allowed;
}

/* ---- rows ---- */

bool growth_row_is_whole(const struct growth_search *search, const struct row *row)
{
	const uint64_t *total = search->profile->tree->total, *weight = row->weight[TOTAL];

	return (double)weight[BEFORE] >= almost_all * (double)total[BEFORE] &&
	       (double)weight[AFTER] >= almost_all * (double)total[AFTER];
}

bool growth_row_is_above(const struct growth_search *search, const struct row *row, int kind)
{
	return row->weight[kind][AFTER] > row->weight[kind][BEFORE] &&
	       growth_is_large_enough(search, row_change(row, kind)) &&
	       growth_is_above_limit(
		       search, row_change(row, kind), search->profile->tree->total[BEFORE]);
}

bool growth_row_is_sure(const struct growth_search *search, const struct row *row, int kind)
{
	const struct comparison *comparison = search->profile->comparison;
	bool whole = kind == TOTAL && growth_row_is_whole(search, row);
	const double *runs = search->functions->runs[kind];

	if (!row_is_real(row, kind) || !growth_is_judged(search))
		return row_is_real(row, kind);
	/* Several runs tell of most functions what else they have; of the whole they tell it once. */
	if (!growth_drift_is_unknown(comparison) && !whole)
		return true;
	runs += (size_t)row->id * comparison_runs(comparison);
	return growth_is_sure_alone(search, comparison, runs,
		whole ? growth_drift_of_whole : growth_drift_of_function);
}

struct growth growth_of_row(const struct row *row, int kind)
{
	struct growth growth = {.kind = kind,
		.id = row->id,
		.before = row->weight[kind][BEFORE],
		.after = row->weight[kind][AFTER],
		.unexplained = row_change(row, kind),
		.drift = row_is_real(row, kind)};

	return growth;
}
