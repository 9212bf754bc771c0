#include "common/compare/recorded.h"

#include <math.h>

#include "common/weight.h"

static bool are_counted(const struct comparison *comparison)
{
	return comparison->period == 0 && comparison->samples[0] > 0;
}

double recorded_samples(const struct comparison *comparison, unsigned side)
{
	double samples = 0, total = 0;

	for (unsigned run = 0; run < comparison_runs(comparison); run++) {
		if (comparison_side(comparison, run) != side)
			continue;
		samples += (double)comparison->samples[run];
		total += comparison->total[run];
	}
	return are_counted(comparison) ? samples : total / comparison_period(comparison, NULL);
}

void recorded_add_runs(struct buf *out, const struct comparison *comparison, unsigned side)
{
	unsigned runs = comparison->runs[side];
	double period = comparison_period(comparison, NULL);

	if ((period > 1 || period < 1) &&
		comparison_period_source(comparison) != PERIOD_GUESSED) {
		weight_format_commas(
			out, (uint64_t)round(fmin(recorded_samples(comparison, side), 1e19)), 0);
		buf_add(out, STR(" samples in "));
	}
	buf_addf(out, "%u recording%s", runs, runs == 1 ? "" : "s");
}

/* Of an average as many digits as count. */
static void add_weight_of_sample(struct buf *out, const struct quantities *numbers, double weight)
{
	bool whole = quantity_has_symbol(numbers) || weight == (double)(uint64_t)weight;

	if (weight >= 1 && weight < 1e18 && whole)
		quantity_add_number(out, numbers, (uint64_t)round(weight), 0);
	else
		buf_addf(out, "%.6g", weight);
}

void recorded_add_sample(
	struct buf *out, const struct comparison *comparison, const struct quantities *numbers)
{
	enum period_source source = comparison_period_source(comparison);
	double period = comparison_period(comparison, NULL);

	if (!(period > 1 || period < 1))
		return;
	if (source != PERIOD_GUESSED)
		buf_add(out, STR("one sample weighs "));
	add_weight_of_sample(out, numbers, period);
	if (source == PERIOD_MEAN)
		buf_add(out, STR(" on average"));
	if (source == PERIOD_GUESSED)
		buf_add(out, STR(", which all weights are multiples of, taken for one sample"));
}

void recorded_add_scale(struct buf *out, const struct comparison *comparison)
{
	buf_addf(out, "%.6g", scale_factor(comparison->scale));
	if (comparison->normalize != NORMALIZE_TYPICAL)
		return;
	buf_addf(out, " (%.3g to %.3g", scale_factor(comparison->bounds[0]),
		scale_factor(comparison->bounds[1]));
	if (comparison->functions)
		buf_addf(out, ", from %u functions", comparison->functions);
	buf_add_char(out, ')');
}
