/*
 * What a comparison was made from, in words: the same in every report and picture.
 *
 *     6,562 samples recorded (1 recording), scaled by 1.52344 (0.763 to 18, from 8 functions)
 *                            ^^^^^^^^^^^^^           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 */
#ifndef COMMON_COMPARE_RECORDED_H
#define COMMON_COMPARE_RECORDED_H

#include "common/buf.h"
#include "common/compare/comparison.h"

/* How many samples a side's weights are. */
double recorded_samples(const struct comparison *comparison, unsigned side);
/* "1 recording", or "217 samples in 3 recordings" where the weights are no counts of samples. */
void recorded_add_runs(struct buf *out, const struct comparison *comparison, unsigned side);
/* "1.52344 (0.763 to 18, from 8 functions)": the scale, and how sure it is. */
void recorded_add_scale(struct buf *out, const struct comparison *comparison);

#endif
