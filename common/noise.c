#include "common/noise.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/stat.h"

/*
 * How much an item's rate varies from run to run, as its standard deviation over its mean: none, or
 * one of a ladder whose steps are narrow enough to stand for all between.
 */
enum { DRIFTS_MAX = 160 };

/* The items that tell how common each drift is: these many, those with the most samples. */
enum { TEACHERS_MAX = 4096 };

struct side {
	unsigned runs;
	double exposure;
	/* A drift of c makes Pearson's statistic 1 + c^2 * rate * lever times as large as it would
	 * be. */
	double lever;
	double share; /* of the exposure of both sides */
};

struct family {
	const struct noise_model *model;
	struct side sides[2];
	double lever; /* a drift of c makes the variance of the change 1 + c^2 * rate * lever times
		       */
	size_t drifts;
	double squares[DRIFTS_MAX]; /* of the drifts */
	double prior[DRIFTS_MAX]; /* how common each is; their sum is 1 */
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

/* The ladder begins where drift starts to matter beside the samples of the largest item. */
static void init_drifts(struct family *family, double largest_mean)
{
	const double steps_per_octave = 2, largest = 100;
	double square = 0.05 / largest_mean;

	family->drifts = 1; /* none: 0 */
	while (family->drifts < DRIFTS_MAX && square < largest) {
		family->squares[family->drifts++] = square;
		square *= exp2(1 / steps_per_octave);
	}
	for (size_t i = 0; i < family->drifts; i++)
		family->prior[i] = 1 / (double)family->drifts;
}

/* How well each drift explains the item's runs (chi squared), relative to the best. */
static void weigh_drifts(const struct family *family, const struct item *item, double *likelihood)
{
	double best = -INFINITY;

	for (size_t i = 0; i < family->drifts; i++) {
		likelihood[i] = 0;
		for (int s = 0; s < 2; s++) {
			const struct side *side = &family->sides[s];
			double rate = item->count[s] / side->exposure;
			double factor = 1 + family->squares[i] * rate * side->lever;

			if (side->runs > 1 && rate > 0)
				likelihood[i] -= ((side->runs - 1) * log(factor) +
							 item->pearson[s] / factor) /
						 2;
		}
		best = fmax(best, likelihood[i]);
	}
	for (size_t i = 0; i < family->drifts; i++)
		likelihood[i] = exp(likelihood[i] - best);
}

/* weights[i] = prior[i] * likelihood[i], so scaled that their sum is 1 */
static void update(size_t count, const double *prior, const double *likelihood, double *weights)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += weights[i] = prior[i] * likelihood[i];
	for (size_t i = 0; i < count; i++)
		weights[i] /= sum;
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

static int compare_sizes(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	double sizes[2] = {x->count[0] + x->count[1], y->count[0] + y->count[1]};

	return (sizes[0] < sizes[1]) - (sizes[0] > sizes[1]);
}

/*
 * How common each drift is, by expectation and maximisation over the items. One item more, of which
 * nothing is known, is counted with them: without it a few items would agree too soon on a drift
 * that is too small.
 */
static void learn_drifts(struct family *family, const struct item *teachers, size_t count)
{
	enum { ROUNDS = 100 };
	size_t drifts = family->drifts;
	double *likelihoods = memory_new(count, drifts * sizeof(*likelihoods));
	double weights[DRIFTS_MAX], sums[DRIFTS_MAX];

	for (size_t i = 0; i < count; i++)
		weigh_drifts(family, &teachers[i], likelihoods + i * drifts);
	for (int round = 0; round < ROUNDS; round++) {
		for (size_t k = 0; k < drifts; k++)
			sums[k] = 1 / (double)drifts;
		for (size_t i = 0; i < count; i++) {
			update(drifts, family->prior, likelihoods + i * drifts, weights);
			for (size_t k = 0; k < drifts; k++)
				sums[k] += weights[k];
		}
		for (size_t k = 0; k < drifts; k++)
			family->prior[k] = sums[k] / (double)(count + 1);
	}
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
	qsort(teachers, used, sizeof(*teachers), compare_sizes);
	init_drifts(family, largest);
	learn_drifts(family, teachers, used < TEACHERS_MAX ? used : TEACHERS_MAX);
	free(teachers);
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

/* The normal test with each drift's variance; stores what drift makes of the variance of sampling.
 */
static double drift_p(const struct family *family, const struct item *item, double *dispersion)
{
	double likelihood[DRIFTS_MAX], weights[DRIFTS_MAX], p = 0, inverse = 0;
	double rate = rate_of_both(family, item);
	double away = item->count[1] / family->sides[1].exposure -
		      item->count[0] / family->sides[0].exposure;
	double z =
		away / sqrt(rate * (1 / family->sides[0].exposure + 1 / family->sides[1].exposure));

	weigh_drifts(family, item, likelihood);
	update(family->drifts, family->prior, likelihood, weights);
	for (size_t i = 0; i < family->drifts; i++) {
		double factor = 1 + family->squares[i] * rate * family->lever;

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
	if (family->drifts > 0)
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

	return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

/* Benjamini & Hochberg's step-up procedure. */
static void correct(const struct noise_model *model, struct verdict **looked_at, size_t count)
{
	double least = 1;

	qsort(looked_at, count, sizeof(struct verdict *), compare_p);
	for (size_t i = count; i > 0; i--) {
		struct verdict *verdict = looked_at[i - 1];

		least = fmin(least, verdict->p * (double)count / (double)i);
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
