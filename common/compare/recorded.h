/*
 * What a comparison was made from, in words: the same in every report and picture.
 *
 *     1.90 s recorded (217 samples in 1 recording), scaled by 1.52344 (0.763 to 18, from 8 functions)
 *                      ^^^^^^^^^^^^^^^^^^^^^^^^^^            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
#ifndef COMMON_COMPARE_RECORDED_H
#define COMMON_COMPARE_RECORDED_H

#include "common/buf.h"
#include "common/compare/comparison.h"
#include "common/quantity.h"

/* How many samples a side's weights are: as they were counted, or as many as fit into them. */
double recorded_samples(const struct comparison *comparison, unsigned side);
/*
 * "1 recording", or "217 samples in 3 recordings" where the weights are no counts of samples, and
 * the header or the user says how many there are. A common divisor does not.
 */
void recorded_add_runs(struct buf *out, const struct comparison *comparison, unsigned side);
/*
 * What a sample was taken to weigh, and why, where that is not 1: "one sample weighs 500,250",
 * "500,250, which all weights are multiples of, taken for one sample"; else nothing.
 */
void recorded_add_sample(
	struct buf *out, const struct comparison *comparison, const struct quantities *numbers);
/* "1.52344 (0.763 to 18, from 8 functions)": the scale, and how sure it is. */
void recorded_add_scale(struct buf *out, const struct comparison *comparison);

#endif
