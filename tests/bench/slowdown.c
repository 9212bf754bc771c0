/*
 * Does "top-folded --fail-above 5%" see a slowdown, and does it see one where there is none? Counts it
 * for the comparisons of simulated.h. "make bench-noise" calls it.
 */
#include <stdio.h>

#include "render/report/growth-said.h"
#include "tests/bench/random.h"
#include "tests/bench/simulated.h"

enum { REPETITIONS = 1000 };

/* Recordings of a fixed time: nothing changed, or one function, and they are not equally long. */
static const struct change lengths[] = {
	{"nothing", 0, 1, 0, 1, 1},
	{"nothing; twice as long", 0, 1, 0, 1, 2},
	{"1st function +50%; half as long", 0, 1, 1, 1.5, 0.5},
	{"1st function +120%; twice as long", 0, 1, 1, 2.2, 2},
	{"8th function +300%; twice as long", 7, 1, 1, 4, 2},
	{"30 heaviest +100%", 0, 1, 30, 2, 1},
};

static unsigned alarms, missed, worst_alarms, worst_missed;

/*
 * A false alarm is a sure one where hardly anything grew; missed is what passes though the total
 * takes so much longer that nobody would want it to.
 */
static void print_counts(struct setting setting, uint64_t repetitions)
{
	unsigned counts[EXIT_UNSURE + 1] = {0};
	double growth = simulated_growth(setting.change);

	random_start(1);
	for (uint64_t i = 0; i < repetitions; i++)
		counts[simulated_status(&setting, NULL)]++;
	printf("  %5u %5u %5u", counts[EXIT_DONE], counts[EXIT_UNSURE], counts[EXIT_BROKEN]);
	fflush(stdout);
	if (growth < 0.5) {
		alarms += counts[EXIT_BROKEN];
		worst_alarms = counts[EXIT_BROKEN] > worst_alarms ? counts[EXIT_BROKEN] : worst_alarms;
	}
	if (growth > 19.9 && !setting.fixed_time) {
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
		printf("%-34s %+4.0f%%", rows[i].name, simulated_growth(&rows[i]));
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
		tabulate(simulated_changes, simulated_changes_count, setting, repetitions);
		printf("\n");
		setting.fixed_time = true;
		tabulate(lengths, sizeof(lengths) / sizeof(*lengths), setting, repetitions);
		printf("\nFalse alarms: %u, at most %u in one place; missed: %u, at most %u\n\n",
			alarms, worst_alarms, missed, worst_missed);
	}
}
