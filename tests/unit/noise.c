#include "common/compare/noise.h"

#include <math.h>

#include "tests/unit/test.h"

enum { ITEMS_MAX = 300 };

static const double ones[20] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static const struct noise_model pair = {
	.runs = {1, 1}, .exposure = ones, .period = 1, .confidence = 95};

static bool close_to(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-9 * fabs(wanted);
}

static struct verdict judge_one(struct noise_model model, const double *weights)
{
	struct verdict verdict;

	noise_judge(&model, weights, 1, &verdict);
	return verdict;
}

static struct verdict judge_pair(double before, double after)
{
	return judge_one(pair, (double[]){before, after});
}

/* ---- one run a side ---- */

static void binomials_by_hand(void)
{
	struct verdict verdict = judge_pair(3, 9);

	/* 12 throws of a coin: 0 to 3 heads are 1 + 12 + 66 + 220 of 4096, and so are 9 to 12. */
	CHECK(close_to(verdict.p, 2 * 299.0 / 4096));
	CHECK(close_to(verdict.q, verdict.p) && !verdict.real);
	CHECK(close_to(verdict.change, 6) && close_to(verdict.error, sqrt(12)));
	CHECK(close_to(judge_pair(0, 6).p, 2.0 / 64) && judge_pair(0, 6).real);
	CHECK(judge_pair(7, 7).p == 1);
}

/* Two minutes before, one after: a sample is of before with 2/3. */
static void exposures(void)
{
	struct noise_model model = pair;
	struct verdict verdict;

	model.exposure = (double[]){2, 1};
	verdict = judge_one(model, (double[]){1, 4});
	CHECK(close_to(verdict.p, 2 * (1 + 5 * 2) / 243.0));
	CHECK(close_to(verdict.change, 3.5) && close_to(verdict.error, sqrt(4 + 1 / 4.0)));
	CHECK(judge_one(model, (double[]){200, 100}).p == 1);
	CHECK(judge_one(model, (double[]){200, 100}).change == 0);
	model.exposure = (double[]){1, 9};
	CHECK(close_to(judge_one(model, (double[]){2, 0}).q, 2 * 0.01));
	CHECK(judge_one(model, (double[]){0, 2}).p == 1);
}

/* A sample weighs 500250 ns: what counts is how many there are. */
static void period(void)
{
	struct noise_model model = pair;
	struct verdict verdict;

	model.period = 500250;
	verdict = judge_one(model, (double[]){3 * 500250, 9 * 500250});
	CHECK(close_to(verdict.p, 2 * 299.0 / 4096));
	CHECK(close_to(verdict.change, 6 * 500250) && close_to(verdict.error, sqrt(12) * 500250));
}

static void parts_of_samples(void)
{
	double last = judge_pair(5, 9).p;

	for (double after = 9.125; after <= 12; after += 0.125) {
		double p = judge_pair(5, after).p;

		CHECK(p < last);
		last = p;
	}
}

/* ---- many items ---- */

static void correction_by_hand(void)
{
	const double weights[] = {10, 10, 0, 6, 0, 12, 0, 8};
	struct verdict verdicts[4];

	noise_judge(&pair, weights, 4, verdicts);
	CHECK(close_to(verdicts[2].q, 2 / 4096.0 * 4 / 1));
	CHECK(close_to(verdicts[3].q, 2 / 256.0 * 4 / 2));
	CHECK(close_to(verdicts[1].q, 2 / 64.0 * 4 / 3));
	CHECK(verdicts[0].q == 1);
	CHECK(!verdicts[0].real && verdicts[1].real && verdicts[2].real && verdicts[3].real);
}

/* Of two with p 0.0127 and 0.0139 the smaller counts double, 0.0254; the other is as good. */
static void correction_keeps_the_order(void)
{
	struct verdict verdicts[2];

	noise_judge(&pair, (double[]){10, 25, 5, 17}, 2, verdicts);
	CHECK(verdicts[0].p < 0.05 && verdicts[1].p < 0.05 && verdicts[0].p != verdicts[1].p);
	CHECK(verdicts[0].q == verdicts[1].q);
	CHECK(close_to(verdicts[0].q, fmax(verdicts[0].p, verdicts[1].p)));
}

/* 5 samples have p = 1/16 at best: a thousand such functions take nothing from the others. */
static void items_too_small_to_be_found(void)
{
	double weights[2 * ITEMS_MAX];
	struct verdict verdicts[ITEMS_MAX];
	struct noise_model model = pair;

	for (size_t i = 0; i < ITEMS_MAX; i++)
		weights[2 * i] = 0, weights[2 * i + 1] = 5;
	weights[1] = 6;
	noise_judge(&pair, weights, ITEMS_MAX, verdicts);
	CHECK(close_to(verdicts[0].q, 1.0 / 32) && verdicts[0].real);
	CHECK(verdicts[1].p == 1 && verdicts[1].q == 1 && !verdicts[1].real);
	model.confidence = 90; /* now all could be real, and so they are */
	noise_judge(&model, weights, ITEMS_MAX, verdicts);
	CHECK(close_to(verdicts[0].q, 1.0 / 16) && verdicts[1].real);
}

/* Numbers that are the same in every run (xorshift64). */
static double uniform(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return ((double)(state >> 12) + 0.5) / 4503599627370496.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}

/* Good enough a Poisson variable for means of 100 and more. */
static double sample(double mean)
{
	return fmax(0, round(mean + sqrt(mean) * normal()));
}

/* Rows of 2 * runs: means of 100 to 10,000, that vary from run to run by the factor drift. */
static void fill(double *weights, size_t count, unsigned runs, double drift)
{
	for (size_t i = 0; i < count; i++) {
		double mean = 100 * pow(100, uniform());

		for (unsigned r = 0; r < 2 * runs; r++)
			*weights++ = sample(mean * fmax(0, 1 + drift * normal()));
	}
}

static struct noise_model runs_a_side(unsigned runs)
{
	struct noise_model model = pair;

	model.runs[0] = model.runs[1] = runs;
	return model;
}

/* The last row first, bit by bit the same; and with that after before, but for rounding. */
static void order_and_sides_make_no_difference(void)
{
	enum { RUNS = 3, COLUMNS = 2 * RUNS };
	const struct noise_model model = runs_a_side(RUNS);
	double weights[ITEMS_MAX][COLUMNS], back[ITEMS_MAX][COLUMNS], swapped[ITEMS_MAX][COLUMNS];
	struct verdict wanted[ITEMS_MAX], got[ITEMS_MAX], other[ITEMS_MAX];

	fill(weights[0], ITEMS_MAX, RUNS, 0.1);
	for (size_t i = 0; i < ITEMS_MAX; i++)
		for (size_t r = 0; r < COLUMNS; r++) {
			back[ITEMS_MAX - 1 - i][r] = weights[i][r];
			swapped[ITEMS_MAX - 1 - i][(r + RUNS) % COLUMNS] = weights[i][r];
		}
	noise_judge(&model, weights[0], ITEMS_MAX, wanted);
	noise_judge(&model, back[0], ITEMS_MAX, got);
	noise_judge(&model, swapped[0], ITEMS_MAX, other);
	for (size_t i = 0; i < ITEMS_MAX; i++) {
		const struct verdict *a = &wanted[i], *b = &got[ITEMS_MAX - 1 - i],
				     *c = &other[ITEMS_MAX - 1 - i];

		CHECK(a->change == b->change && a->error == b->error);
		CHECK(a->p == b->p && a->q == b->q && a->real == b->real);
		CHECK(a->change == -c->change && close_to(a->error, c->error));
		CHECK(close_to(a->p, c->p) && close_to(a->q, c->q) && a->real == c->real);
	}
}

/* ---- several runs a side ---- */

/* One large item, alone: Student's t with 2 degrees of freedom, t = 4 / sqrt(2) here. */
static void student(void)
{
	struct verdict verdict =
		judge_one(runs_a_side(2), (double[]){9.9e9, 10.1e9, 10.3e9, 10.5e9});

	CHECK(fabs(verdict.p - 0.1056) < 0.01);
	CHECK(fabs(verdict.error / 4e8 - 1 / sqrt(2)) < 0.05);
	verdict = judge_one(runs_a_side(2), (double[]){9.99e9, 10.01e9, 10.39e9, 10.41e9});
	CHECK(fabs(verdict.p - 0.00125) < 0.0002);
}

/* 2,000 and 2,400 samples; alone, so that only its own runs tell how much they differ by chance. */
static void runs_that_differ(void)
{
	double steady = judge_one(runs_a_side(2), (double[]){1000, 1000, 1200, 1200}).p;
	double drifting = judge_one(runs_a_side(2), (double[]){850, 1150, 1050, 1350}).p;

	CHECK(judge_pair(2000, 2400).p < 1e-8);
	CHECK(steady < 0.02);
	CHECK(drifting > 0.2);
}

/* What runs a side tell can only add to the noise of sampling. */
static void never_below_sampling(void)
{
	for (double after = 0; after < 60; after++) {
		const double weights[] = {2, 8, 1, 9, floor(after / 2), ceil(after / 2)};
		struct noise_model model = pair;

		model.runs[0] = 4;
		model.runs[1] = 2;
		CHECK(judge_one(model, weights).p >=
			judge_one((struct noise_model){{1, 1}, (double[]){4, 2}, 1, 95, false},
				(double[]){20, after})
				.p);
	}
}

/* What drift there is, is learnt from the others. */
static void others_are_heard(void)
{
	enum { RUNS = 2, COLUMNS = 2 * RUNS };
	const struct noise_model model = runs_a_side(RUNS);
	const double change[COLUMNS] = {5000, 5010, 6000, 6010};
	double weights[ITEMS_MAX][COLUMNS];
	struct verdict verdicts[ITEMS_MAX];
	double steady, drifting;

	fill(weights[0], ITEMS_MAX, RUNS, 0);
	memcpy(weights[0], change, sizeof(change));
	noise_judge(&model, weights[0], ITEMS_MAX, verdicts);
	steady = verdicts[0].p;
	CHECK(verdicts[0].real);
	fill(weights[0], ITEMS_MAX, RUNS, 0.2);
	memcpy(weights[0], change, sizeof(change));
	noise_judge(&model, weights[0], ITEMS_MAX, verdicts);
	drifting = verdicts[0].p;
	CHECK(drifting > 100 * steady && !verdicts[0].real);
}

/* One run before, three after: the three tell of the drift. */
static void unequal_numbers_of_runs(void)
{
	struct noise_model model = pair;
	double steady, drifting;

	model.runs[1] = 3;
	steady = judge_one(model, (double[]){1000, 1200, 1210, 1190}).p;
	drifting = judge_one(model, (double[]){1000, 900, 1200, 1500}).p;
	CHECK(steady < 0.05 && drifting > 0.2);
}

/* ---- the promise ---- */

struct tally {
	double small; /* percent of items with p <= 0.05 */
	double alarms; /* percent of repetitions with a false alarm */
	double found; /* percent in which the item that did change was called real */
};

/* With fixed numbers; the first item becomes 1.5 times as heavy where `found` is asked for. */
static struct tally repeat(unsigned runs, double drift, bool change)
{
	enum { REPETITIONS = 60, ITEMS = 150 };
	static double weights[ITEMS * 10];
	static struct verdict verdicts[ITEMS];
	const struct noise_model model = runs_a_side(runs);
	struct tally tally = {0};

	for (unsigned n = 0; n < REPETITIONS; n++) {
		unsigned alarms = 0;

		fill(weights, ITEMS, runs, drift);
		for (unsigned r = 0; r < 2 * runs && change; r++)
			weights[r] = sample(r < runs ? 10000 : 15000);
		noise_judge(&model, weights, ITEMS, verdicts);
		for (size_t i = change; i < ITEMS; i++) {
			tally.small += 100.0 * (verdicts[i].p <= 0.05) / ITEMS / REPETITIONS;
			alarms += verdicts[i].real;
		}
		tally.alarms += 100.0 * (alarms > 0) / REPETITIONS;
		tally.found += 100.0 * verdicts[0].real / REPETITIONS;
	}
	return tally;
}

/* Of 9,000 values of p, 5% are below 0.05 or fewer: a one-sided test has 10%. */
static void nothing_changed(void)
{
	struct tally tally = repeat(1, 0, false);

	CHECK(tally.small > 4 && tally.small < 5.5);
	CHECK(tally.alarms <= 10);
}

static void nothing_changed_but_rates_drift(void)
{
	struct tally tally = repeat(3, 0.1, false);

	CHECK(tally.small > 3 && tally.small < 5.5);
	CHECK(tally.alarms <= 10);
	CHECK(repeat(1, 0.1, false).alarms > 50); /* which one run a side cannot know */
}

/* Of nine each: the variance is nine times the mean, for means from 900 to 90,000. */
static void nothing_changed_but_samples_come_in_bunches(void)
{
	enum { RUNS = 3, REPETITIONS = 20 };
	const struct noise_model model = runs_a_side(RUNS);
	double weights[ITEMS_MAX * 2 * RUNS], small = 0;
	struct verdict verdicts[ITEMS_MAX];

	for (unsigned n = 0; n < REPETITIONS; n++) {
		fill(weights, ITEMS_MAX, RUNS, 0);
		for (size_t i = 0; i < ITEMS_MAX * 2 * RUNS; i++)
			weights[i] *= 9;
		noise_judge(&model, weights, ITEMS_MAX, verdicts);
		for (size_t i = 0; i < ITEMS_MAX; i++)
			small += 100.0 * (verdicts[i].p <= 0.05) / ITEMS_MAX / REPETITIONS;
	}
	CHECK(small > 3 && small < 5.5);
}

static void something_changed(void)
{
	CHECK(repeat(1, 0, true).found > 99);
	CHECK(repeat(3, 0.05, true).found > 90);
}

/* ---- only what is real ---- */

static void check_only_real(struct noise_model model, const double *weights, size_t count)
{
	static struct verdict wanted[ITEMS_MAX], got[ITEMS_MAX];

	noise_judge(&model, weights, count, wanted);
	model.only_real = true;
	noise_judge(&model, weights, count, got);
	for (size_t i = 0; i < count; i++)
		CHECK(got[i].real == wanted[i].real && got[i].change == wanted[i].change);
}

/* Alone each, where p goes through 0.05. */
static void only_real_at_the_threshold(void)
{
	for (double after = 0; after < 60; after += 0.125) {
		check_only_real(pair, (double[]){20, after}, 1);
		check_only_real(runs_a_side(2), (double[]){8, 12, after / 2, after / 2}, 1);
		check_only_real(runs_a_side(2), (double[]){880, 1120, 20 * after, 18 * after}, 1);
	}
}

/* A third of the items changed, some by little, and a third has few samples. */
static void only_real_of_many(void)
{
	for (unsigned runs = 1; runs <= 3; runs++) {
		double weights[ITEMS_MAX * 6];

		fill(weights, ITEMS_MAX, runs, 0.02);
		for (size_t i = 0; i < ITEMS_MAX; i++)
			for (unsigned r = 0; r < 2 * runs; r++) {
				double *weight = &weights[i * 2 * runs + r];

				if (i % 3 == 0 && r < runs)
					*weight = round(*weight * (1 + (double)i / ITEMS_MAX));
				if (i % 3 == 1)
					*weight = floor(*weight / 100);
			}
		check_only_real(runs_a_side(runs), weights, ITEMS_MAX);
	}
}

/* ---- the edges ---- */

static void check_sane(const struct verdict *verdict)
{
	CHECK(isfinite(verdict->change) && isfinite(verdict->error) && verdict->error >= 0);
	CHECK(verdict->p >= 0 && verdict->p <= 1 && verdict->q >= verdict->p && verdict->q <= 1);
	CHECK(verdict->real == (verdict->q <= 0.05));
}

static void strange_weights(void)
{
	static const double values[] = {0, 1, 1e-6, 0.3, 7, 1e6, 1e15, 18446744073709551615.0};
	static const double periods[] = {1e-6, 1, 500250, 1e19};
	static const double scales[] = {1e-6, 1, 1e6, 1e19};
	enum { VALUES = sizeof(values) / sizeof(*values) };
	double weights[VALUES * VALUES * VALUES][4];
	struct verdict verdicts[VALUES * VALUES * VALUES];

	for (size_t i = 0; i < VALUES * VALUES * VALUES; i++) {
		weights[i][0] = values[i % VALUES];
		weights[i][1] = values[i / VALUES % VALUES];
		weights[i][2] = values[i / VALUES / VALUES];
		weights[i][3] = values[(i + 3) % VALUES];
	}
	for (unsigned first = 1; first <= 3; first++)
		for (size_t p = 0; p < 4; p++)
			for (size_t s = 0; s < 4; s++) {
				const double exposure[4] = {1, scales[s], 1, scales[s]};
				const struct noise_model model = {.runs = {first, 4 - first},
					.exposure = exposure,
					.period = periods[p],
					.confidence = 95};

				noise_judge(&model, weights[0], VALUES * VALUES * VALUES, verdicts);
				for (size_t i = 0; i < VALUES * VALUES * VALUES; i++)
					check_sane(&verdicts[i]);
			}
}

static void nothing_at_all(void)
{
	struct verdict verdict = judge_pair(0, 0);
	const struct noise_model model = runs_a_side(2);

	CHECK(verdict.p == 1 && verdict.q == 1 && verdict.change == 0 && verdict.error == 0);
	verdict = judge_one(model, (double[]){0, 0, 0, 0});
	CHECK(verdict.p == 1 && verdict.q == 1 && verdict.change == 0 && verdict.error == 0);
	noise_judge(&pair, NULL, 0, NULL);
	noise_judge(&model, NULL, 0, NULL);
}

int main(void)
{
	TEST(binomials_by_hand);
	TEST(exposures);
	TEST(period);
	TEST(parts_of_samples);
	TEST(correction_by_hand);
	TEST(correction_keeps_the_order);
	TEST(items_too_small_to_be_found);
	TEST(order_and_sides_make_no_difference);
	TEST(student);
	TEST(runs_that_differ);
	TEST(never_below_sampling);
	TEST(others_are_heard);
	TEST(unequal_numbers_of_runs);
	TEST(nothing_changed);
	TEST(nothing_changed_but_rates_drift);
	TEST(nothing_changed_but_samples_come_in_bunches);
	TEST(something_changed);
	TEST(only_real_at_the_threshold);
	TEST(only_real_of_many);
	TEST(strange_weights);
	TEST(nothing_at_all);
}
