/*
 * Does "top-folded --fail-above 5%" see a slowdown, and does it see one where there is none? Recordings
 * of a fixed amount of work are simulated, and judged by what top-folded itself calls. "make
 * bench-noise" calls it.
 *
 * A profile has 150 functions below main, whose weights are Zipf's (the first has 18%), and 14,000
 * samples a side before anything is changed. Samples are Poisson's. From recording to recording the
 * machine runs faster or slower as a whole, and each function drifts by itself: both are factors that
 * are gamma variables of mean 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "diff/typical.h"
#include "render/report/growth-said.h"
#include "render/report/growths.h"
#include "tests/bench/random.h"

enum { FUNCTIONS = 150, SAMPLES = 14000, REPETITIONS = 1000 };

struct change {
	const char *name;
	unsigned first, step, count; /* which functions are slower: from the heaviest, 0 */
	double factor;
	double longer; /* all of after is recorded so many times as long */
};

static const struct change changes[] = {
	{"nothing", 0, 1, 0, 1, 1},
	{"8th function (2%) +2%", 7, 1, 1, 1.02, 1},
	{"8th function +50%", 7, 1, 1, 1.5, 1},
	{"1st function (18%) +10%", 0, 1, 1, 1.1, 1},
	{"1st function +50%", 0, 1, 1, 1.5, 1},
	{"1st function +120%", 0, 1, 1, 2.2, 1},
	{"8th function +300%", 7, 1, 1, 4, 1},
	{"1st function +300%", 0, 1, 1, 4, 1},
	{"2nd and 3rd +100%", 1, 1, 2, 2, 1},
	{"every second +20%", 1, 2, 75, 1.2, 1},
	{"every second +100%", 1, 2, 75, 2, 1},
	{"30 heaviest +25%", 0, 1, 30, 1.25, 1},
	{"30 heaviest +100%", 0, 1, 30, 2, 1},
	{"120 lightest +100%", 30, 1, 120, 2, 1},
	{"all +20%", 0, 1, 150, 1.2, 1},
	{"all +100%", 0, 1, 150, 2, 1},
};

/* Recordings of a fixed time: nothing changed, or one function, and they are not equally long. */
static const struct change lengths[] = {
	{"nothing", 0, 1, 0, 1, 1},
	{"nothing; twice as long", 0, 1, 0, 1, 2},
	{"1st function +50%; half as long", 0, 1, 1, 1.5, 0.5},
	{"1st function +120%; twice as long", 0, 1, 1, 2.2, 2},
	{"8th function +300%; twice as long", 7, 1, 1, 4, 2},
	{"30 heaviest +100%", 0, 1, 30, 2, 1},
};

struct setting {
	const struct change *change;
	enum normalize normalize;
	bool fixed_time;
	unsigned runs; /* of a side */
	double machine, function; /* deviation / mean from run to run */
};

/* ---- one comparison ---- */

static bool is_slower(const struct change *change, unsigned function)
{
	return function >= change->first && (function - change->first) % change->step == 0 &&
	       (function - change->first) / change->step < change->count;
}

static double share(unsigned function)
{
	static double sum;

	if (sum <= 0)
		for (unsigned i = FUNCTIONS; i > 0; i--)
			sum += 1.0 / i;
	return 1.0 / (function + 1) / sum;
}

static void simulate(
	const struct setting *setting, struct comparison *comparison, struct calltree *tree)
{
	const struct change *change = setting->change;
	uint32_t top = calltree_child(tree, NODE_ROOT, names_add(&tree->names, STR("main")));
	double machine[RUNS_MAX];

	for (unsigned run = 0; run < 2 * setting->runs; run++)
		machine[run] = random_factor(setting->machine);
	for (unsigned i = 0; i < FUNCTIONS; i++) {
		char text[16];
		size_t length = (size_t)snprintf(text, sizeof(text), "f%u", i);
		uint32_t node = calltree_child(
			tree, top, names_add(&tree->names, (struct str){text, length}));

		for (unsigned run = 0; run < 2 * setting->runs; run++) {
			bool after = run >= setting->runs;
			double mean = SAMPLES * share(i) / setting->runs * machine[run] *
				      random_factor(setting->function);

			if (after)
				mean *= change->longer * (is_slower(change, i) ? change->factor : 1);
			comparison_add(comparison, tree, node, run,
				(struct weight){(uint64_t)random_poisson(mean), 0});
		}
	}
	comparison_sum(comparison);
}

static void normalize(struct comparison *comparison, struct calltree *tree)
{
	if (comparison->normalize == NORMALIZE_TYPICAL)
		typical_scale(comparison, tree);
	scale_before(tree, comparison->scale);
}

/* The exit status of top-folded --fail-above 5%. */
static int judge(const struct setting *setting)
{
	static const struct growth_limits limits = {.limit = {{5, 0}, true}};
	struct profile profile = {.confidence = DEFAULT_CONFIDENCE};
	struct comparison comparison;
	struct calltree tree;
	struct rows functions;
	struct growths growths;
	int status;

	comparison_init(&comparison);
	calltree_init(&tree, 2);
	comparison.runs[BEFORE] = comparison.runs[AFTER] = setting->runs;
	comparison.normalize = setting->normalize;
	comparison.fixed_time = setting->fixed_time;
	comparison.stated = true;
	comparison.period = 1;
	simulate(setting, &comparison, &tree);
	normalize(&comparison, &tree);
	profile.tree = &tree;
	profile.comparison = &comparison;
	rows_of_functions(&functions, &profile);
	growths_find(&growths, &profile, &functions, &limits);
	status = growths_status(&growths);
	growths_release(&growths);
	rows_release(&functions);
	comparison_release(&comparison);
	calltree_release(&tree);
	return status;
}

/* ---- tables ---- */

/* What really happened to the total, in percent. */
static double growth_of_total(const struct change *change)
{
	double after = 0;

	for (unsigned i = 0; i < FUNCTIONS; i++)
		after += share(i) * (is_slower(change, i) ? change->factor : 1);
	return 100 * (after - 1);
}

static unsigned alarms, missed, worst_alarms, worst_missed;

/*
 * A false alarm is a sure one where hardly anything grew; missed is what passes though the total
 * takes so much longer that nobody would want it to.
 */
static void print_counts(struct setting setting, uint64_t repetitions)
{
	unsigned counts[EXIT_UNSURE + 1] = {0};
	double growth = growth_of_total(setting.change);

	random_start(1);
	for (uint64_t i = 0; i < repetitions; i++)
		counts[judge(&setting)]++;
	printf("  %5u %5u %5u", counts[EXIT_DONE], counts[EXIT_UNSURE], counts[EXIT_BROKEN]);
	fflush(stdout);
	if (growth < 0.5) {
		alarms += counts[EXIT_BROKEN];
		worst_alarms = counts[EXIT_BROKEN] > worst_alarms ? counts[EXIT_BROKEN] : worst_alarms;
	}
	if (growth >= 20 && !setting.fixed_time) {
		missed += counts[EXIT_DONE];
		worst_missed = counts[EXIT_DONE] > worst_missed ? counts[EXIT_DONE] : worst_missed;
	}
}

static void tabulate(const struct change *rows, size_t count, struct setting setting,
	uint64_t repetitions)
{
	static const enum normalize hows[] = {NORMALIZE_NONE, NORMALIZE_TYPICAL};

	printf("%-34s total", setting.fixed_time ? "fixed time" : "fixed work");
	for (unsigned runs = 1; runs <= 3; runs += 2)
		for (int how = setting.fixed_time; how < 2; how++)
			printf("  %7s, %u a side", normalize_names[hows[how]], runs);
	printf("\n");
	for (size_t i = 0; i < count; i++) {
		setting.change = &rows[i];
		printf("%-34s %+4.0f%%", rows[i].name, growth_of_total(&rows[i]));
		for (setting.runs = 1; setting.runs <= 3; setting.runs += 2)
			for (int how = setting.fixed_time; how < 2; how++) {
				setting.normalize = hows[how];
				print_counts(setting, repetitions);
			}
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	static const double drifts[][2] = {{0, 0}, {0.01, 0.05}, {0.03, 0.1}};
	uint64_t repetitions = REPETITIONS;

	if (argc > 1)
		str_to_u64(str_of(argv[1]), &repetitions);

	for (size_t i = 0; i < sizeof(drifts) / sizeof(*drifts); i++) {
		struct setting setting = {.machine = drifts[i][0], .function = drifts[i][1]};

		alarms = missed = worst_alarms = worst_missed = 0;
		printf("The machine drifts by %g%%, functions by %g%%; of %llu comparisons: pass, cannot tell, "
		       "fail\n\n",
			100 * setting.machine, 100 * setting.function,
			(unsigned long long)repetitions);
		tabulate(changes, sizeof(changes) / sizeof(*changes), setting, repetitions);
		printf("\n");
		setting.fixed_time = true;
		tabulate(lengths, sizeof(lengths) / sizeof(*lengths), setting, repetitions);
		printf("\nFalse alarms: %u, at most %u in one place; missed: %u, at most %u\n\n",
			alarms, worst_alarms, missed, worst_missed);
	}
}
