/*
 * Is the change of an item (a function, a stack) between two profiles more than noise?
 *
 * A profile is a sample: a function with 100 samples could as well have had 90 or 110. Recorded
 * again it also differs by what the machine did meanwhile, and only several recordings a side can
 * tell by how much. Both kinds of noise are part of the answer; diff-folded(1) has formulas and
 * sources.
 *
 * With one recording a side, p is that of sampling alone: what changes from run to run then looks
 * like a change of the program.
 */
#ifndef COMMON_COMPARE_NOISE_H
#define COMMON_COMPARE_NOISE_H

#include <stdbool.h>
#include <stddef.h>

struct noise_model {
	unsigned runs[2]; /* recordings before and after, at least 1 each */
	const double *exposure; /* of each run, those before first: what its weights are relative to
				   (1 for all, or the run's total), > 0 */
	double period; /* the weight of one sample, > 0 */
	double confidence; /* percent, for instance 95: more than 0 and less than 100 */
	bool only_real; /* of the verdicts only change and real are asked for, which is faster */
};

/*
 * Below, A and B are the sums of an item's weights over the runs after and before, and E_A and E_B
 * those of the exposures.
 */
struct verdict {
	double change; /* A - B * E_A / E_B: after - before, before scaled to the exposure of after
			*/
	double error; /* its standard error, as a weight too */
	double p; /* how often noise alone makes a change as large, up or down; 1 if the item has
		     too few samples to be real whichever way they fall */
	double q; /* the same, corrected for looking at all items */
	bool real; /* q <= 1 - confidence / 100 */
};

/*
 * Judges count items together: of those that are called real, at most 100 - confidence percent are
 * none, on average; and if nothing changed, any is called real in at most so many of 100
 * comparisons. weights has a row of runs[0] + runs[1] weights for each item, those before first.
 * What a verdict says does not depend on the order of the items.
 */
void noise_judge(const struct noise_model *model, const double *weights, size_t count,
	struct verdict *verdicts);

#endif
