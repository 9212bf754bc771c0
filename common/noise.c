#include "common/noise.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/stat.h"

/*
 * How much more than samples alone an item's counts vary from run to run. Where its rate drifts,
 * the variance grows with the square of the mean: its share of 20% is 19% or 21%. Where samples
 * come in bunches it grows with the mean. Two ladders have steps narrow enough to stand for all
 * between.
 */
struct drift {
	double relative, fixed; /* variance / mean is 1 + relative * mean + fixed */
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
	for (; drift.fixed < largest_fixed; drift.fixed *= step)
		family->drifts[count++] = drift;
	for (size_t i = 0; i < count; i++)
		family->prior[i] = 1 / (double)count;
	family->drift_count = count;
}

/* How well each drift explains the item's runs (chi squared), relative to the best. */
static void weigh_drifts(const struct family *family, const struct item *item, double *likelihood)
{
	double best = -INFINITY;

	for (size_t i = 0; i < family->drift_count; i++) {
		likelihood[i] = 0;
		for (int s = 0; s < 2; s++) {
			const struct side *side = &family->sides[s];
			double rate = item->count[s] / side->exposure;
			double factor = variance_factor(&family->drifts[i], rate * side->lever);

			if (side->runs > 1 && rate > 0)
				likelihood[i] -= ((side->runs - 1) * log(factor) +
							 item->pearson[s] / factor) /
						 2;
		}
		best = fmax(best, likelihood[i]);
	}
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

static void learn(struct family *family, const double *weights, size_t count)
{
	size_t columns = family->sides[0].runs + family->sides[1].runs, used = 0;
	struct item *teachers = memory_new(count, sizeof(*teachers));
	double largest = 1;

	for (size_t i = 0; i < count; i++) {
		struct item item = read_item(family, weights + i * columns);

		largest = fmax(largest, item.count[0] + item.count[1]);
		if (teaches(family, &item))
			teachers[used++] = item;
	}
	qsort(teachers, used, sizeof(*teachers), compare_teachers);
	init_drifts(family, largest);
	learn_drifts(family, teachers, used < TEACHERS_MAX ? used : TEACHERS_MAX);
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

/* Twice the smaller tail of: which of the samples are of which side? */
static double sampling_p(const struct family *family, const struct item *item)
{
	const struct side *sides = family->sides;
	double fewer =
		stat_binomial_tail(item->count[0], item->count[1], sides[0].share, sides[1].share);
	double more =
		stat_binomial_tail(item->count[1], item->count[0], sides[1].share, sides[0].share);

	return fmin(1, 2 * fmin(fewer, more));
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
	return p;
}

static void judge(const struct family *family, const struct item *item, struct verdict *verdict)
{
	double scale = family->sides[1].exposure / family->sides[0].exposure;
	double dispersion = 1;

	*verdict = (struct verdict){.p = 1, .q = 1};
	if (!(item->count[0] + item->count[1] > 0))
		return;
	verdict->p = sampling_p(family, item);
	if (family->drift_count > 0)
		verdict->p = fmax(verdict->p, fmin(1, drift_p(family, item, &dispersion)));
	verdict->change = (item->count[1] - item->count[0] * scale) * family->model->period;
	verdict->error = sqrt(dispersion * (item->count[1] + item->count[0] * scale * scale)) *
			 family->model->period;
}

/* Whether so many samples, all of them on one side, would be a real change if nothing else were. */
static bool can_be_real(const struct family *family, const struct item *item)
{
	double count = item->count[0] + item->count[1];
	double smaller = fmin(family->sides[0].share, family->sides[1].share);

	return 2 * pow(smaller, count) <= 1 - family->model->confidence / 100;
}

/* ---- all items together ---- */

static int compare_p(const void *a, const void *b)
{
	const struct verdict *const *x = a, *const *y = b;

	return compare_doubles((*x)->p, (*y)->p);
}

/* Benjamini & Hochberg's step-up procedure. */
static void correct(const struct noise_model *model, struct verdict **looked_at, size_t count)
{
	double least = 1;

	qsort(looked_at, count, sizeof(struct verdict *), compare_p);
	for (size_t i = count; i > 0; i--) {
		struct verdict *verdict = looked_at[i - 1];

		least = fmin(least, verdict->p * ((double)count / (double)i));
		verdict->q = least;
		verdict->real = least <= 1 - model->confidence / 100;
	}
}

void noise_judge(const struct noise_model *model, const double *weights, size_t count,
	struct verdict *verdicts)
{
	size_t columns = model->runs[0] + model->runs[1], used = 0;
	struct verdict **looked_at = memory_new(count, sizeof(struct verdict *));
	struct family family;

	init_family(&family, model);
	if (columns > 2)
		learn(&family, weights, count);
	for (size_t i = 0; i < count; i++) {
		struct item item = read_item(&family, weights + i * columns);

		judge(&family, &item, &verdicts[i]);
		if (can_be_real(&family, &item))
			looked_at[used++] = &verdicts[i];
	}
	correct(model, looked_at, used);
	free(looked_at);
}
