#include "common/compare/noise.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/compare/stat.h"
#include "common/hash.h"
#include "common/memory.h"

/*
 * How much more than samples alone an item's counts vary from run to run. Where its rate drifts,
 * the variance grows with the square of the mean: its share of 20% is 19% or 21%. Where samples
 * come in bunches it grows with the mean. Two ladders have steps narrow enough to stand for all
 * between.
 */
struct drift {
	double relative, fixed; /* variance / mean is 1 + relative * mean + fixed */
	double log_fixed; /* the log of 1 + fixed */
};

enum { DRIFTS_MAX = 80 }; /* the ladders that init_drifts makes have 66 at most */

/* The items that tell how common each drift is: these many, those with the most samples. */
enum { TEACHERS_MAX = 4096 };

/*
 * Items of which nothing is known that are counted with the teachers: without them a few items
 * would soon agree on a drift that is too small.
 */
enum { UNKNOWN = 2 };

struct side {
	unsigned runs;
	double exposure;
	double lever; /* rate * lever is the mean of a run that Pearson's statistic tells of */
	double share; /* of the exposure of both sides */
};

struct family {
	const struct noise_model *model;
	struct side sides[2];
	double lever; /* and the one that the variance of the change depends on */
	size_t drift_count;
	struct drift drifts[DRIFTS_MAX];
	double prior[DRIFTS_MAX]; /* how common each is; their sum is 1 */
	size_t taught; /* by so many items */
};

/* An item in samples. */
struct item {
	double count[2];
	double pearson[2]; /* how much the runs of a side differ; 0 with one run or no samples */
};

/* ---- the family ---- */

static void init_family(struct family *family, const struct noise_model *model)
{
	const double *exposure = model->exposure;
	double squares[2] = {0}, inverse = 0;

	*family = (struct family){.model = model};
	for (int s = 0; s < 2; s++) {
		struct side *side = &family->sides[s];

		side->runs = model->runs[s];
		for (unsigned r = 0; r < side->runs; r++, exposure++) {
			side->exposure += *exposure;
			squares[s] += *exposure * *exposure;
		}
		if (side->runs > 1)
			side->lever =
				(side->exposure - squares[s] / side->exposure) / (side->runs - 1);
		inverse += 1 / side->exposure;
		family->lever += squares[s] / side->exposure / side->exposure;
	}
	family->lever /= inverse;
	for (int s = 0; s < 2; s++)
		family->sides[s].share = family->sides[s].exposure /
					 (family->sides[0].exposure + family->sides[1].exposure);
}

static struct item read_item(const struct family *family, const double *weights)
{
	const double *exposure = family->model->exposure;
	struct item item = {0};

	for (int s = 0; s < 2; s++) {
		const struct side *side = &family->sides[s];
		double rate;

		for (unsigned r = 0; r < side->runs; r++)
			item.count[s] += weights[r] / family->model->period;
		rate = item.count[s] / side->exposure;
		for (unsigned r = 0; r < side->runs && rate > 0; r++) {
			double mean = exposure[r] * rate;
			double away = weights[r] / family->model->period - mean;

			item.pearson[s] += away / mean * away;
		}
		weights += side->runs;
		exposure += side->runs;
	}
	return item;
}

static double rate_of_both(const struct family *family, const struct item *item)
{
	return (item->count[0] + item->count[1]) /
	       (family->sides[0].exposure + family->sides[1].exposure);
}

/* ---- drift between the runs of a side ---- */

static double variance_factor(const struct drift *drift, double mean)
{
	return 1 + drift->relative * mean + drift->fixed;
}

/* The ladders begin where drift starts to matter beside the samples of the largest item. */
static void init_drifts(struct family *family, double largest_mean)
{
	const double least = 0.05, largest_relative = 100, largest_fixed = 1000, step = 3;
	struct drift drift = {.relative = fmax(least / largest_mean, 1e-24)};
	size_t count = 1; /* the first is none */

	for (; drift.relative < largest_relative; drift.relative *= step)
		family->drifts[count++] = drift;
	drift = (struct drift){.fixed = least};
	for (; drift.fixed < largest_fixed; drift.fixed *= step) {
		drift.log_fixed = log1p(drift.fixed);
		family->drifts[count++] = drift;
	}
	for (size_t i = 0; i < count; i++)
		family->prior[i] = 1 / (double)count;
	family->drift_count = count;
}

/* How well each drift explains the item's runs (chi squared), relative to the best. */
static void weigh_drifts(const struct family *family, const struct item *item, double *likelihood)
{
	double best = -INFINITY;

	memset(likelihood, 0, family->drift_count * sizeof(*likelihood));
	for (int s = 0; s < 2; s++) {
		const struct side *side = &family->sides[s];
		double mean = item->count[s] / side->exposure * side->lever;
		double half = (side->runs - 1) / 2.0;

		if (side->runs == 1 || item->count[s] <= 0)
			continue;
		for (size_t i = 0; i < family->drift_count; i++) {
			const struct drift *drift = &family->drifts[i];
			double factor = variance_factor(drift, mean);

			likelihood[i] -=
				half * (drift->relative > 0 ? log(factor) : drift->log_fixed) +
				item->pearson[s] / (2 * factor);
		}
	}
	for (size_t i = 0; i < family->drift_count; i++)
		best = fmax(best, likelihood[i]);
	for (size_t i = 0; i < family->drift_count; i++)
		likelihood[i] = exp(likelihood[i] - best);
}

/* In four sums, so that no addition waits for the one before: most of the time goes here. */
static double dot(const double *a, const double *b, size_t count)
{
	double sums[4] = {0};
	size_t i;

	for (i = 0; i + 4 <= count; i += 4)
		for (size_t k = 0; k < 4; k++)
			sums[k] += a[i + k] * b[i + k];
	for (; i < count; i++)
		sums[0] += a[i] * b[i];
	return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* weights[i] = prior[i] * likelihood[i], so scaled that their sum is 1 */
static void update(size_t count, const double *prior, const double *likelihood, double *weights)
{
	double sum = dot(prior, likelihood, count);

	for (size_t i = 0; i < count; i++)
		weights[i] = prior[i] * likelihood[i] / sum;
}

/* Whether Pearson's statistic of a side says anything: with fewer samples it is no chi squared. */
static bool teaches(const struct family *family, const struct item *item)
{
	const double samples_per_run = 5;

	for (int s = 0; s < 2; s++)
		if (family->sides[s].runs > 1 &&
			item->count[s] >= samples_per_run * family->sides[s].runs)
			return true;
	return false;
}

static int compare_doubles(double a, double b)
{
	return (a > b) - (a < b);
}

/* The largest first. Of those that compare equal it does not matter which is first. */
static int compare_teachers(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = compare_doubles(y->count[0] + y->count[1], x->count[0] + x->count[1]);

	for (int s = 0; s < 2 && order == 0; s++) {
		order = compare_doubles(x->count[s], y->count[s]);
		if (order == 0)
			order = compare_doubles(x->pearson[s], y->pearson[s]);
	}
	return order;
}

/* How common each drift is, by expectation and maximisation over the items. */
static void learn_drifts(struct family *family, const struct item *teachers, size_t count)
{
	enum { ROUNDS = 100 };
	size_t drifts = family->drift_count;
	double *likelihoods = memory_new(count, drifts * sizeof(*likelihoods));
	double *prior = family->prior;

	for (size_t i = 0; i < count; i++)
		weigh_drifts(family, &teachers[i], likelihoods + i * drifts);
	for (int round = 0; round < ROUNDS; round++) {
		double sums[DRIFTS_MAX] = {0};

		for (size_t i = 0; i < count; i++) {
			const double *likelihood = likelihoods + i * drifts;
			double inverse = 1 / dot(prior, likelihood, drifts);

			for (size_t k = 0; k < drifts; k++)
				sums[k] += likelihood[k] * inverse;
		}
		for (size_t k = 0; k < drifts; k++)
			prior[k] = (prior[k] * sums[k] + UNKNOWN / (double)drifts) /
				   (double)(count + UNKNOWN);
	}
	family->taught = count;
	free(likelihoods);
}

/* Those with the most samples, in order: returns how many. */
static size_t keep_teachers(struct item *teachers, size_t count)
{
	qsort(teachers, count, sizeof(*teachers), compare_teachers);
	return count < TEACHERS_MAX ? count : TEACHERS_MAX;
}

static void learn(struct family *family, const double *weights, size_t count)
{
	size_t columns = family->sides[0].runs + family->sides[1].runs, used = 0;
	struct item *teachers = memory_new(2 * TEACHERS_MAX, sizeof(*teachers));
	struct item least = {0}; /* once there are enough, a teacher must have more */
	double largest = 1;

	for (size_t i = 0; i < count; i++) {
		struct item item = read_item(family, weights + i * columns);

		largest = fmax(largest, item.count[0] + item.count[1]);
		if (!teaches(family, &item) || compare_teachers(&item, &least) >= 0)
			continue;
		teachers[used++] = item;
		if (used == 2 * TEACHERS_MAX) {
			used = keep_teachers(teachers, used);
			least = teachers[used - 1];
		}
	}
	init_drifts(family, largest);
	learn_drifts(family, teachers, keep_teachers(teachers, used));
	free(teachers);
}

/*
 * How likely each drift is the item's own: what its runs say, and what those of all others say.
 * What it has itself added to the prior is taken out, or it would be heard twice.
 */
static void explain(const struct family *family, const struct item *item, double *weights)
{
	double likelihood[DRIFTS_MAX], others[DRIFTS_MAX];
	size_t count = family->drift_count;
	double unknown = UNKNOWN / (double)count;
	double all = (double)(family->taught + UNKNOWN);
	double added = teaches(family, item) ? 1 : 0;

	weigh_drifts(family, item, likelihood);
	update(count, family->prior, likelihood, weights);
	for (size_t i = 0; i < count; i++)
		others[i] = fmax(unknown, family->prior[i] * all - added * weights[i]);
	update(count, others, likelihood, weights);
}

/* ---- the verdict on one item ---- */

/*
 * Twice the smaller tail of: which of the samples are of which side? It is that of the side which
 * has more than its share: the other is half of all at least.
 */
static double sampling_p(const struct family *family, const struct item *item)
{
	const struct side *sides = family->sides;
	int more = item->count[1] * sides[0].share > item->count[0] * sides[1].share;
	int less = 1 - more;

	return fmin(1, 2 * stat_binomial_tail(item->count[more], item->count[less],
				   sides[more].share, sides[less].share));
}

/* The normal test with each drift's variance; stores by what drift multiplies that of sampling. */
static double drift_p(const struct family *family, const struct item *item, double *dispersion)
{
	double weights[DRIFTS_MAX], p = 0, inverse = 0;
	double rate = rate_of_both(family, item);
	double away = item->count[1] / family->sides[1].exposure -
		      item->count[0] / family->sides[0].exposure;
	double z =
		away / sqrt(rate * (1 / family->sides[0].exposure + 1 / family->sides[1].exposure));

	explain(family, item, weights);
	for (size_t i = 0; i < family->drift_count; i++) {
		double factor = variance_factor(&family->drifts[i], rate * family->lever);

		p += weights[i] * stat_normal_two_sided(z / sqrt(factor));
		inverse += weights[i] / factor;
	}
	*dispersion = 1 / inverse;
	return fmin(1, p);
}

/*
 * The larger p of both tests. If only real changes are asked for, a lower bound may do; and an
 * upper one of what sampling says, below the p of drift, spares the sum.
 */
static double find_p(const struct family *family, const struct item *item, double *dispersion)
{
	const struct noise_model *model = family->model;
	double exponent = stat_binomial_exponent(
		item->count[0], item->count[1], family->sides[0].share, family->sides[1].share);
	double least = erfc(sqrt(exponent)), p = 0;

	if (model->only_real && least > 1 - model->confidence / 100)
		return least;
	if (family->drift_count > 0)
		p = drift_p(family, item, dispersion);
	return p > 2 * exp(-exponent) ? p : fmax(p, sampling_p(family, item));
}

/* By what drift multiplies the variance of an item so small that its own runs tell nothing. */
static double prior_dispersion(const struct family *family, const struct item *item)
{
	double mean = rate_of_both(family, item) * family->lever, inverse = 0;

	for (size_t i = 0; i < family->drift_count; i++)
		inverse += family->prior[i] / variance_factor(&family->drifts[i], mean);
	return family->drift_count > 0 ? 1 / inverse : 1;
}

/* Whether so many samples, all of them on one side, would be a real change if nothing else were. */
static bool can_be_real(const struct family *family, const struct item *item)
{
	double count = item->count[0] + item->count[1];
	double smaller = fmin(family->sides[0].share, family->sides[1].share);

	return 2 * pow(smaller, count) <= 1 - family->model->confidence / 100;
}

/* All but q; real says whether it can be. */
static void judge(const struct family *family, const double *weights, struct verdict *verdict)
{
	const struct item item = read_item(family, weights);
	double scale = family->sides[1].exposure / family->sides[0].exposure;
	double dispersion = 1;

	*verdict = (struct verdict){.p = 1, .q = 1, .real = can_be_real(family, &item)};
	if (verdict->real)
		verdict->p = find_p(family, &item, &dispersion);
	else if (!family->model->only_real)
		dispersion = prior_dispersion(family, &item);
	verdict->change = (item.count[1] - item.count[0] * scale) * family->model->period;
	verdict->error = sqrt(dispersion * (item.count[1] + item.count[0] * scale * scale)) *
			 family->model->period;
}

/* A row that was judged. */
struct judged {
	uint64_t hash;
	size_t item;
};

/*
 * Nested frames have equal rows, and so have many small items. Each is judged once while it is
 * remembered, in a table without chains. A fixed seed will do: bad luck is no slower than no luck.
 */
static void judge_each(
	const struct family *family, const double *weights, size_t count, struct verdict *verdicts)
{
	enum { REMEMBERED = 1 << 14 };
	size_t columns = family->sides[0].runs + family->sides[1].runs;
	size_t size = columns * sizeof(*weights);
	struct judged *judged = memory_new(REMEMBERED, sizeof(*judged));

	for (size_t i = 0; i < count; i++) {
		const double *row = weights + i * columns;
		uint64_t hash = hash_bytes((const char *)row, size, 0);
		struct judged *last = &judged[hash % REMEMBERED];

		if (last->item < i && last->hash == hash &&
			memcmp(row, weights + last->item * columns, size) == 0)
			verdicts[i] = verdicts[last->item];
		else
			judge(family, row, &verdicts[i]);
		*last = (struct judged){hash, i};
	}
	free(judged);
}

/* ---- all items together ---- */

static int compare_p(const void *a, const void *b)
{
	const struct verdict *const *x = a, *const *y = b;

	return compare_doubles((*x)->p, (*y)->p);
}

/*
 * Benjamini & Hochberg's step-up procedure over the items that can be real. None with a p above
 * `promise` is, whatever its rank: if only real changes are asked for, those need no sorting.
 */
static void correct(const struct noise_model *model, struct verdict *verdicts, size_t count)
{
	struct verdict **ranked = memory_new(count, sizeof(struct verdict *));
	double promise = 1 - model->confidence / 100, least = 1;
	size_t looked_at = 0, used = 0;

	for (size_t i = 0; i < count; i++) {
		if (!verdicts[i].real)
			continue;
		looked_at++;
		verdicts[i].real = false;
		if (!model->only_real || verdicts[i].p <= promise)
			ranked[used++] = &verdicts[i];
	}
	qsort(ranked, used, sizeof(struct verdict *), compare_p);
	for (size_t i = used; i > 0; i--) {
		struct verdict *verdict = ranked[i - 1];

		least = fmin(least, verdict->p * ((double)looked_at / (double)i));
		verdict->q = least;
		verdict->real = least <= promise;
	}
	free(ranked);
}

void noise_judge(const struct noise_model *model, const double *weights, size_t count,
	struct verdict *verdicts)
{
	struct family family;

	init_family(&family, model);
	if (model->runs[0] + model->runs[1] > 2)
		learn(&family, weights, count);
	judge_each(&family, weights, count, verdicts);
	correct(model, verdicts, count);
}
