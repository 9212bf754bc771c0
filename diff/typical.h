/*
 * How to scale the weights before so that what did not change stays what it was, when one part of
 * the program has grown so much that the shares of all others shrank. As for counts of RNA, where
 * the same question comes up (Anders & Huber 2010; Robinson & Oshlack 2010), the scale is a weighted
 * median of after / before, here over functions by their self weight: a few that changed, however
 * much, do not move it far.
 */
#ifndef DIFF_TYPICAL_H
#define DIFF_TYPICAL_H

#include <stdbool.h>

#include "common/compare/comparison.h"

/*
 * Functions with fewer samples say too little: of both sides together, times the share that the
 * side with less weight has of all. Fewer functions do, too.
 */
enum { TYPICAL_SAMPLES = 10, TYPICAL_FUNCTIONS = 5 };

/*
 * Sets the comparison's scale, from the self weights of one function, and its bounds: the true scale
 * lies between them with 99% confidence if most of the functions' weight did not change. False when
 * there are too few functions with weight on both sides.
 */
bool typical_scale(struct comparison *comparison, const struct calltree *tree);

#endif
