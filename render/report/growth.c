#include "render/report/growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare/stat.h"
#include "common/memory.h"

/*
 * With one recording a side nothing is known of how much faster or slower the machine runs from one
 * to the next. Growth is sure only where so much of each recording's weight does not explain it.
 */
static const double assumed_drift = 0.025;

/*
 * Growth is sure at a tenth of what noise is allowed to look like a change elsewhere: a build that
 * fails stops people, and one of twenty may not do so for nothing. What lies between is a doubt.
 */
static const double strictness = 0.1;

/* A function that has that much of both sides is the whole. */
static const double almost_all = 0.95;

/* How often it is looked for growth that is not explained yet, each time through all of the tree. */
enum { CAUSES_MAX = 100 };

struct search {
	struct growths *found;
	const struct profile *profile;
	const struct rows *functions;
	const struct growth_limits *limits;
	uint32_t *outermost; /* by node, see rows_outermost() */
	bool *explained; /* by node: its own weight belongs to what was found */
};

static void add(struct search *search, struct growth growth, enum growth_doubt doubt)
{
	struct growths *found = search->found;

	growth.doubt = doubt;
	*ARRAY_PUSH(found->items, found->count, found->capacity) = growth;
	found->sure += doubt == GROWTH_SURE;
}

/* ---- limits ---- */

static bool is_above_limit(const struct search *search, uint64_t change, uint64_t whole)
{
	return amount_compare(&search->limits->limit, change, whole,
		       search->profile->tree->places) > 0;
}

static uint64_t larger_total(const struct search *search)
{
	const uint64_t *total = search->profile->tree->total;

	return total[total[AFTER] > total[BEFORE] ? AFTER : BEFORE];
}

static bool is_large_enough(const struct search *search, uint64_t change)
{
	return amount_compare(&search->limits->least, change, larger_total(search),
		       search->profile->tree->places) >= 0;
}

static double amount_of(const struct search *search, const struct amount *amount, uint64_t whole)
{
	double weight = weight_double(amount->weight);

	return amount->percent ? weight / 100 * (double)whole
			       : weight * (double)weight_unit(search->profile->tree->places);
}

/* Then what is left of the change must be beyond noise, and nothing else is asked. */
static bool noise_alone_decides(const struct search *search)
{
	return search->limits->limit.weight.value == 0;
}

static bool is_judged(const struct search *search)
{
	return search->profile->confidence > 0;
}

/* ---- noise ---- */

static double promise(const struct search *search)
{
	return 1 - search->profile->confidence / 100;
}

/* With such a standard error, could it have grown by more than the limit and not be seen? */
static bool is_blind(const struct search *search, uint64_t error, uint64_t whole)
{
	double allowed = fmax(amount_of(search, &search->limits->limit, whole),
		amount_of(search, &search->limits->least, larger_total(search)));

	return error > 0 && !noise_alone_decides(search) &&
	       stat_normal_two_sided(allowed / (double)error) > 2 * promise(search);
}

static uint64_t rounded(double weight)
{
	return weight < 9e18 ? (uint64_t)llround(weight) : (uint64_t)9e18;
}

static uint64_t in_units(const struct search *search, double weight)
{
	return rounded(weight * (double)weight_unit(search->profile->tree->places));
}

/*
 * Whether the change is sure by what these runs themselves tell of noise. What all functions have in
 * common, a machine that runs slower, looks the better known the more functions there are, and is
 * told by each run once.
 */
static bool is_sure_alone(
	const struct search *search, const struct comparison *comparison, const double *runs)
{
	struct verdict verdict;
	double drift, allowed = strictness * promise(search);

	comparison_judge(comparison, search->profile->confidence, runs, 1, &verdict);
	if (!verdict.real || comparison_runs(comparison) > 2)
		return verdict.real && verdict.p <= allowed;
	drift = assumed_drift * hypot(runs[BEFORE] * scale_factor(comparison->scale), runs[AFTER]);
	return stat_normal_two_sided(verdict.change / hypot(verdict.error, drift)) <= allowed;
}

/* ---- the whole ---- */

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
			       : rounded(before);
	whole.after = comparison_recorded(recorded, AFTER);
	whole.unexplained = weight_difference(whole.before, whole.after);
	return whole;
}

/* Stores its standard error, and whether the change is more than noise, and is sure. */
static void judge_whole(const struct search *search, const struct comparison *recorded,
	uint64_t *error, bool *real, bool *sure)
{
	double *runs = comparison_total_weights(recorded, search->profile->tree);
	struct verdict verdict;

	comparison_judge(recorded, search->profile->confidence, runs, 1, &verdict);
	*error = in_units(search, verdict.error);
	*real = verdict.real;
	*sure = is_sure_alone(search, recorded, runs);
	free(runs);
}

/* By what was recorded; where that is of a fixed time there is nothing to see. */
static void find_growth_of_whole(struct search *search)
{
	const struct comparison recorded = as_recorded(search->profile->comparison);
	struct growth whole = measure_whole(&recorded);
	bool scaled = search->profile->comparison->normalize != NORMALIZE_NONE;
	bool above = whole.after > whole.before && is_large_enough(search, whole.unexplained) &&
		     is_above_limit(search, whole.unexplained, whole.before);
	bool real = true, sure = true;

	if (recorded.fixed_time)
		return;
	if (is_judged(search))
		judge_whole(search, &recorded, &whole.error, &real, &sure);
	if (above && !real && noise_alone_decides(search))
		return;
	if (above)
		add(search, whole,
			scaled         ? GROWTH_SCALED
				: sure ? GROWTH_SURE
				       : GROWTH_NOISE);
	else if (is_blind(search, whole.error, whole.before))
		add(search, whole, GROWTH_BLIND);
}

/* Two plain columns may have been scaled by who wrote them. */
static void find_equal_totals(struct search *search)
{
	const struct calltree *tree = search->profile->tree;

	if (search->profile->comparison->stated || tree->total[BEFORE] != tree->total[AFTER])
		return;
	for (uint32_t node = 0; node < tree->count; node++)
		if (tree->nodes[node].self[BEFORE] != tree->nodes[node].self[AFTER]) {
			add(search, (struct growth){.id = NAME_NONE}, GROWTH_EQUAL);
			return;
		}
}

/* ---- functions ---- */

static bool is_whole(const struct search *search, const struct row *row)
{
	const uint64_t *total = search->profile->tree->total, *weight = row->weight[TOTAL];

	return (double)weight[BEFORE] >= almost_all * (double)total[BEFORE] &&
	       (double)weight[AFTER] >= almost_all * (double)total[AFTER];
}

static bool is_above(const struct search *search, const struct row *row, int kind)
{
	return row->weight[kind][AFTER] > row->weight[kind][BEFORE] &&
	       is_large_enough(search, row_change(row, kind)) &&
	       is_above_limit(search, row_change(row, kind), search->profile->tree->total[BEFORE]);
}

static bool is_sure(const struct search *search, const struct row *row, int kind)
{
	const struct comparison *comparison = search->profile->comparison;
	const double *runs = search->functions->runs[kind];

	if (!row_is_real(row, kind) || !is_judged(search))
		return row_is_real(row, kind);
	/* Several runs tell of most functions what else they have; of the whole they tell it once. */
	return (comparison_runs(comparison) > 2 && !(kind == TOTAL && is_whole(search, row))) ||
	       is_sure_alone(search, comparison,
		       runs + (size_t)row->id * comparison_runs(comparison));
}

static struct growth measure(const struct row *row, int kind)
{
	struct growth growth = {.kind = kind,
		.id = row->id,
		.before = row->weight[kind][BEFORE],
		.after = row->weight[kind][AFTER],
		.unexplained = row_change(row, kind)};

	return growth;
}

static void find_growth_of_self(struct search *search)
{
	const struct rows *functions = search->functions;
	bool *sure = memory_new(functions->count, sizeof(*sure));

	for (size_t i = 0; i < functions->count; i++) {
		const struct row *row = &functions->items[i];

		if (!is_above(search, row, SELF))
			continue;
		sure[i] = is_sure(search, row, SELF);
		if (sure[i] || row_is_real(row, SELF) || !noise_alone_decides(search))
			add(search, measure(row, SELF), sure[i] ? GROWTH_SURE : GROWTH_NOISE);
	}
	for (uint32_t node = 1; node < search->profile->tree->count; node++)
		search->explained[node] = sure[search->profile->tree->nodes[node].name];
	free(sure);
}

/* ---- totals that grew by more than what was found below them ---- */

/* By name, how much of the change of its total is not explained: a new array, to be freed. */
static double *unexplained_changes(const struct search *search)
{
	const struct calltree *tree = search->profile->tree;
	double *below = memory_new(tree->count, sizeof(*below));
	double *changes = memory_new(tree->names.count, sizeof(*changes));

	for (uint32_t node = tree->count; node-- > 1;) {
		const uint64_t *self = tree->nodes[node].self;

		if (!search->explained[node])
			below[node] += (double)self[AFTER] - (double)self[BEFORE];
		below[tree->nodes[node].parent] += below[node];
		if (search->outermost[node] != NAME_NONE)
			changes[search->outermost[node]] += below[node];
	}
	free(below);
	return changes;
}

/* By node, whether it is a frame of that name or below one: a new array, to be freed. */
static bool *frames_with(const struct search *search, uint32_t id)
{
	const struct calltree *tree = search->profile->tree;
	bool *with = memory_new(tree->count, sizeof(*with));

	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++)
		with[node] = with[tree->nodes[node].parent] || tree->nodes[node].name == id;
	return with;
}

/* What the runs had in these frames, but for what is explained. */
static bool is_rest_real(const struct search *search, const bool *with)
{
	const struct comparison *comparison = search->profile->comparison;
	const struct calltree *tree = search->profile->tree;
	unsigned columns = comparison_runs(comparison);
	double runs[RUNS_MAX] = {0}, *weights;
	struct verdict verdict;

	if (!is_judged(search))
		return true;
	weights = comparison_self_weights(comparison, tree);
	for (size_t node = 1; node < tree->count; node++)
		for (unsigned run = 0; run < columns && with[node] && !search->explained[node]; run++)
			runs[run] += weights[node * columns + run];
	free(weights);
	comparison_judge(comparison, search->profile->confidence, runs, 1, &verdict);
	return verdict.real;
}

/* Looks at one function: true if it is told. */
static bool try_cause(struct search *search, uint32_t id, double unexplained)
{
	struct growth growth = measure(&search->functions->items[id], TOTAL);
	bool *with = frames_with(search, id);
	bool real = is_rest_real(search, with);

	if (real) {
		growth.unexplained = rounded(unexplained);
		add(search, growth, GROWTH_SURE);
		for (uint32_t node = 1; node < search->profile->tree->count; node++)
			search->explained[node] = search->explained[node] || with[node];
	}
	free(with);
	return real;
}

/* Callees before their callers: what weighs less, and of equals what was met later. */
struct candidate {
	uint64_t weight;
	uint32_t id, last; /* the last node that counts for it */
};

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return x->last < y->last ? 1 : -1;
}

static struct candidate *find_candidates(struct search *search, size_t *count)
{
	const struct calltree *tree = search->profile->tree;
	const struct rows *functions = search->functions;
	struct candidate *candidates = memory_new(functions->count, sizeof(*candidates));
	uint32_t *last = memory_new(functions->count, sizeof(*last));
	bool compared_whole = search->profile->comparison->normalize == NORMALIZE_NONE;

	*count = 0;
	for (uint32_t node = 1; node < tree->count; node++)
		if (search->outermost[node] != NAME_NONE)
			last[search->outermost[node]] = node;
	for (uint32_t i = 0; i < functions->count; i++) {
		const struct row *row = &functions->items[i];

		if (!is_above(search, row, TOTAL) || (compared_whole && is_whole(search, row)))
			continue;
		if (is_sure(search, row, TOTAL))
			candidates[(*count)++] =
				(struct candidate){row->weight[TOTAL][AFTER], i, last[i]};
		else if (row_is_real(row, TOTAL) || !noise_alone_decides(search))
			add(search, measure(row, TOTAL), GROWTH_NOISE);
	}
	free(last);
	qsort(candidates, *count, sizeof(*candidates), compare_candidates);
	return candidates;
}

static void find_growth_of_totals(struct search *search)
{
	size_t count, looks = 0;
	struct candidate *candidates = find_candidates(search, &count);
	double *unexplained = unexplained_changes(search);

	for (size_t i = 0; i < count && looks < CAUSES_MAX; i++) {
		uint32_t id = candidates[i].id;

		if (unexplained[id] < 0.5 ||
			!is_above_limit(search, rounded(unexplained[id]),
				search->profile->tree->total[BEFORE]))
			continue;
		looks++;
		if (!try_cause(search, id, unexplained[id]))
			continue;
		free(unexplained);
		unexplained = unexplained_changes(search);
	}
	free(unexplained);
	free(candidates);
}

/* ---- what may have been missed ---- */

/* The function of which least is known; totals that are nearly all are told as the whole. */
static void find_blindness(struct search *search)
{
	const struct rows *functions = search->functions;
	struct growth worst = {.id = NAME_NONE};

	for (size_t i = 0; i < functions->count; i++)
		for (int kind = SELF; kind <= TOTAL; kind++) {
			const struct row *row = &functions->items[i];
			struct growth growth = measure(row, kind);

			if (!row->verdict[kind] || (kind == TOTAL && is_whole(search, row)))
				continue;
			growth.error = in_units(search, row->verdict[kind]->error);
			if (growth.error > worst.error)
				worst = growth;
		}
	if (is_blind(search, worst.error, search->profile->tree->total[BEFORE]))
		add(search, worst, GROWTH_BLIND);
}

/* ---- all of it ---- */

static int compare_growths(const void *a, const void *b)
{
	const struct growth *x = a, *y = b;
	bool x_whole = x->id == NAME_NONE, y_whole = y->id == NAME_NONE;

	if (x->doubt != y->doubt)
		return x->doubt < y->doubt ? -1 : 1;
	if (x_whole != y_whole)
		return x_whole ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind - y->kind;
	if (x->unexplained != y->unexplained)
		return x->unexplained < y->unexplained ? 1 : -1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/*
 * Where something grew for sure, what may be noise, or was not seen, adds nothing; where the own
 * weight of functions may have grown, nor do their callers; and of what was not seen one will do.
 */
static void drop_echoes(struct growths *growths)
{
	size_t kept = 0;
	bool own = false; /* a function's own weight may have grown */

	for (size_t i = 0; i < growths->count; i++) {
		const struct growth *growth = &growths->items[i];
		bool caller = growth->id != NAME_NONE && growth->kind == TOTAL;

		if (growth->doubt == GROWTH_NOISE && (growths->sure || (caller && own)))
			continue;
		if (growth->doubt == GROWTH_BLIND && kept > 0)
			continue;
		own = own || (growth->doubt == GROWTH_NOISE && growth->kind == SELF);
		growths->items[kept++] = *growth;
	}
	growths->count = kept;
}

/* Of the frames that count for it, the one that grew most. */
static void find_frame(const struct search *search, struct growth *growth, uint64_t *const totals[2])
{
	const struct calltree *tree = search->profile->tree;
	bool total = growth->kind == TOTAL;
	double most = -INFINITY;

	for (uint32_t node = 1; node < tree->count; node++) {
		const uint64_t *self = tree->nodes[node].self;
		double before = (double)(total ? totals[BEFORE][node] : self[BEFORE]);
		double after = (double)(total ? totals[AFTER][node] : self[AFTER]);

		if ((total ? search->outermost[node] : tree->nodes[node].name) == growth->id &&
			after - before > most) {
			most = after - before;
			growth->node = node;
		}
	}
}

static void find_frames(const struct search *search)
{
	const struct calltree *tree = search->profile->tree;
	uint64_t *totals[2] = {calltree_totals(tree, BEFORE), calltree_totals(tree, AFTER)};
	struct growths *found = search->found;

	for (size_t i = 0; i < found->count && i < GROWTHS_SAID; i++)
		if (found->items[i].id != NAME_NONE)
			find_frame(search, &found->items[i], totals);
	free(totals[BEFORE]);
	free(totals[AFTER]);
}

void growths_find(struct growths *growths, const struct profile *profile,
	const struct rows *functions, const struct growth_limits *limits)
{
	struct search search = {growths, profile, functions, limits,
		.outermost = rows_outermost(profile->tree),
		.explained = memory_new(profile->tree->count, sizeof(bool))};

	*growths = (struct growths){0};
	find_growth_of_whole(&search);
	find_equal_totals(&search);
	find_growth_of_self(&search);
	find_growth_of_totals(&search);
	if (is_judged(&search))
		find_blindness(&search);
	if (growths->count)
		qsort(growths->items, growths->count, sizeof(*growths->items), compare_growths);
	drop_echoes(growths);
	find_frames(&search);
	free(search.outermost);
	free(search.explained);
}

void growths_release(struct growths *growths)
{
	free(growths->items);
	*growths = (struct growths){0};
}
