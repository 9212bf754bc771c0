#include "common/compare/recorded.h"

#include <math.h>

#include "common/weight.h"

double recorded_samples(const struct comparison *comparison, unsigned side)
{
	double total = 0;

	for (unsigned run = 0; run < comparison_runs(comparison); run++)
		if (comparison_side(comparison, run) == side)
			total += comparison->total[run];
	return total / comparison_period(comparison, NULL);
}

void recorded_add_runs(struct buf *out, const struct comparison *comparison, unsigned side)
{
	unsigned runs = comparison->runs[side];
	double period = comparison_period(comparison, NULL);

	if (period > 1 || period < 1) {
		weight_format_commas(
			out, (uint64_t)round(fmin(recorded_samples(comparison, side), 1e19)), 0);
		buf_add(out, STR(" samples in "));
	}
	buf_addf(out, "%u recording%s", runs, runs == 1 ? "" : "s");
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
