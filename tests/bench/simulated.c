#include "tests/bench/simulated.h"

#include <stdio.h>
#include <stdlib.h>

#include "diff/typical.h"
#include "render/report/growth-said.h"
#include "render/report/growths.h"
#include "tests/bench/random.h"

enum { FUNCTIONS = 150, SAMPLES = 14000 };

const struct change simulated_changes[] = {
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

const size_t simulated_changes_count = sizeof(simulated_changes) / sizeof(*simulated_changes);

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

double simulated_growth(const struct change *change)
{
	double after = 0;

	for (unsigned i = 0; i < FUNCTIONS; i++)
		after += share(i) * (is_slower(change, i) ? change->factor : 1);
	return 100 * (after - 1);
}

int simulated_status(const struct setting *setting, struct growth *first)
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
	if (first)
		*first = growths.count ? growths.items[0] : (struct growth){.id = NAME_NONE};
	growths_release(&growths);
	rows_release(&functions);
	comparison_release(&comparison);
	calltree_release(&tree);
	return status;
}
