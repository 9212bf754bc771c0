/*
 * Recordings of known truth, simulated, and what "top-folded --fail-above 5%" says of them, by what
 * top-folded itself calls.
 *
 * A profile has 150 functions below main, f0 to f149, whose weights are Zipf's (the first has 18%),
 * and 14,000 samples a side before anything is changed. Samples are Poisson's. From recording to
 * recording the machine runs faster or slower as a whole, and each function drifts by itself: both are
 * factors that are gamma variables of mean 1.
 */
#ifndef TESTS_BENCH_SIMULATED_H
#define TESTS_BENCH_SIMULATED_H

#include <stddef.h>

#include "render/report/growth.h"

struct change {
	const char *name;
	unsigned first, step, count; /* which functions are slower: from the heaviest, 0 */
	double factor;
	double longer; /* all of after is recorded so many times as long */
};

/* Of a fixed amount of work: nothing, one function, two, half of them, all. */
extern const struct change simulated_changes[];
extern const size_t simulated_changes_count;

struct setting {
	const struct change *change;
	enum normalize normalize;
	bool fixed_time;
	unsigned runs; /* of a side */
	double machine, function; /* deviation / mean from run to run */
};

/* What really happened to the total, in percent. */
double simulated_growth(const struct change *change);

/*
 * The exit status, of recordings made from the random numbers to come. Stores what was found first,
 * unless that is NULL; where nothing was, its function is NAME_NONE and it has no weight.
 */
int simulated_status(const struct setting *setting, struct growth *first);

#endif
