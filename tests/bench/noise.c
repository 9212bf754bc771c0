/*
 * How often is common/compare/noise.h right? Simulated profiles of known truth: how often it sees a
 * change where there is none, and how often it finds one that is there. "make bench-noise" calls it.
 *
 * A profile has functions, most often 200, whose weights are Zipf's (1, 1/2, 1/3, ...: the first
 * has 17%). Samples are Poisson's. From run to run a function's rate drifts: it is multiplied by a
 * gamma variable of mean 1. A side has so many samples whether they are of one run or of five.
 */
#include "common/compare/noise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/random.h"

enum { FUNCTIONS_MAX = 200, RUNS_MAX = 5, REPETITIONS = 1000 };

/* ---- profiles ---- */

struct setting {
	unsigned functions;
	unsigned group; /* so many functions in a row have the same samples */
	double samples; /* of a side */
	unsigned runs; /* of a side */
	double drift[3]; /* of functions 0, 3, 6, ..., of 1, 4, ... and of 2, 5, ...: deviation /
			    mean */
	double confidence;
	unsigned changed; /* FUNCTIONS_MAX: none */
	double factor; /* its weight after / before */
};

static double zipf_sum(unsigned functions)
{
	double sum = 0;

	for (unsigned i = functions; i > 0; i--)
		sum += 1.0 / i;
	return sum;
}

static void simulate_function(
	const struct setting *setting, unsigned i, double mean, double *weights)
{
	for (unsigned r = 0; r < 2 * setting->runs; r++) {
		double change = r >= setting->runs && i == setting->changed ? setting->factor : 1;

		weights[r] = random_poisson(
			mean * change * random_factor(setting->drift[i % 3]));
	}
}

static void simulate(const struct setting *setting, double *weights)
{
	double first = setting->samples / setting->runs / zipf_sum(setting->functions);
	size_t columns = 2 * setting->runs;

	for (unsigned i = 0; i < setting->functions; i++, weights += columns)
		if (i % setting->group == 0)
			simulate_function(setting, i, first / (i + 1), weights);
		else
			memcpy(weights, weights - columns, columns * sizeof(*weights));
}

struct tally {
	unsigned found; /* repetitions in which the function that changed was called real */
	unsigned alarmed; /* in which any other was */
	double false_share; /* the sum over repetitions: of those called real, how many are not? */
};

static struct tally repeat(const struct setting *setting)
{
	static const double exposure[2 * RUNS_MAX] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	const struct noise_model model = {.runs = {setting->runs, setting->runs},
		.exposure = exposure,
		.period = 1,
		.confidence = setting->confidence};
	static double weights[FUNCTIONS_MAX * 2 * RUNS_MAX];
	static struct verdict verdicts[FUNCTIONS_MAX];
	struct tally tally = {0};

	random_start(1);
	for (unsigned i = 0; i < REPETITIONS; i++) {
		unsigned found, others = 0;

		simulate(setting, weights);
		noise_judge(&model, weights, setting->functions, verdicts);
		found = setting->changed < setting->functions && verdicts[setting->changed].real;
		for (unsigned f = 0; f < setting->functions; f++)
			others += verdicts[f].real && f != setting->changed;
		tally.found += found;
		tally.alarmed += others > 0;
		if (others > 0)
			tally.false_share += (double)others / (others + found);
	}
	return tally;
}

static double percent(double count)
{
	return 100 * count / REPETITIONS;
}

/* ---- tables ---- */

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct {
	const char *name;
	double of[3];
} drifts[] = {
	{"none", {0, 0, 0}},
	{"5%", {0.05, 0.05, 0.05}},
	{"10%", {0.1, 0.1, 0.1}},
	{"0, 5%, 10%", {0, 0.05, 0.1}},
};
static const double samples[] = {2000, 10000, 100000};

static struct setting unchanged(size_t drift, double count, unsigned runs)
{
	struct setting setting = {.functions = FUNCTIONS_MAX,
		.group = 1,
		.samples = count,
		.runs = runs,
		.confidence = 95,
		.changed = FUNCTIONS_MAX,
		.factor = 1};

	for (int i = 0; i < 3; i++)
		setting.drift[i] = drifts[drift].of[i];
	return setting;
}

static void print_alarms(struct setting setting, unsigned runs, double confidence)
{
	struct tally tally;

	setting.runs = runs;
	setting.confidence = confidence;
	tally = repeat(&setting);
	printf(" %6.1f", percent(tally.alarmed));
	fflush(stdout);
}

static void tabulate_false_alarms(void)
{
	printf("Nothing changed: percent of comparisons in which anything is called real\n\n"
	       "                      confidence 95                  99\n"
	       "drift       samples   1 run      2      3      5  1 run      3\n");
	for (size_t d = 0; d < COUNT(drifts); d++)
		for (size_t s = 0; s < COUNT(samples); s++) {
			struct setting setting = unchanged(d, samples[s], 1);

			printf("%-11s %7.0f  ", drifts[d].name, samples[s]);
			print_alarms(setting, 1, 95);
			print_alarms(setting, 2, 95);
			print_alarms(setting, 3, 95);
			print_alarms(setting, 5, 95);
			if (samples[s] == 10000) {
				print_alarms(setting, 1, 99);
				print_alarms(setting, 3, 99);
			}
			printf("\n");
		}
}

static void tabulate_few_functions(void)
{
	static const unsigned counts[] = {1, 2, 5, 10, 40};

	printf("\nThe same with few functions, 95, drift 0, 5%%, 10%%, 10000 samples\n\n"
	       "                     each by itself     five with the same samples\n"
	       "functions         2 runs      3      5      2      3      5\n");
	for (size_t i = 0; i < COUNT(counts); i++) {
		struct setting setting = unchanged(3, 10000, 1);

		setting.functions = counts[i];
		printf("%-19u", counts[i]);
		for (setting.group = 1; setting.group <= 5; setting.group += 4) {
			print_alarms(setting, 2, 95);
			print_alarms(setting, 3, 95);
			print_alarms(setting, 5, 95);
		}
		printf("\n");
	}
}

static const struct {
	const char *share;
	unsigned function;
} sizes[] = {{"1%", 16}, {"6%", 2}, {"17%", 0}};
static const double factors[] = {1.05, 1.1, 1.25, 1.5, 2};

/* The last column is of the factor for which it is worst. */
static void print_power(struct setting setting)
{
	double worst = 0;

	for (size_t f = 0; f < COUNT(factors); f++) {
		struct tally tally;

		setting.factor = factors[f];
		tally = repeat(&setting);
		printf(" %6.1f", percent(tally.found));
		fflush(stdout);
		worst = fmax(worst, tally.false_share);
	}
	printf("   %6.1f\n", percent(worst));
}

static void tabulate_power(size_t drift, unsigned runs, double count, size_t size)
{
	struct setting setting = unchanged(drift, count, runs);

	setting.changed = sizes[size].function;
	printf("%-7s %4u  %7.0f %6s ", drifts[drift].name, runs, count, sizes[size].share);
	print_power(setting);
}

int main(void)
{
	tabulate_false_alarms();
	tabulate_few_functions();
	printf("\nOne function becomes so many times as heavy: percent of comparisons that find it;\n"
	       "and how much of what is called real is not, in percent, on average\n\n"
	       "drift   runs  samples  share    1.05    1.1   1.25    1.5      2    false\n");
	for (size_t s = 0; s < COUNT(samples); s++)
		for (size_t size = 0; size < COUNT(sizes); size++)
			tabulate_power(0, 1, samples[s], size);
	tabulate_power(0, 3, 10000, 1);
	tabulate_power(1, 3, 10000, 1);
	tabulate_power(1, 3, 100000, 1);
}
