/*
 * Which changes of a picture are more than noise (see common/compare/noise.h): of each frame with
 * all below it, and of each stack.
 */
#ifndef RENDER_PICTURE_BEYOND_NOISE_H
#define RENDER_PICTURE_BEYOND_NOISE_H

#include "common/compare/comparison.h"

struct beyond_noise {
	bool *total, *self; /* by node; NULL: nothing was judged */
	/*
	 * For trees that a reader makes from this one, whose frames were not judged: so many standard
	 * errors of sampling alone, and a change there is taken for more than noise. The number is
	 * the one that would say of most frames here what was said of them. Infinite when none is
	 * more than noise.
	 */
	double least_errors;
	double sample[2]; /* a sample's weight, in the tree's units, before (as scaled) and after */
};

/* confidence in percent; 0 judges nothing. */
void beyond_noise_init(struct beyond_noise *beyond, const struct comparison *comparison,
	const struct calltree *tree, double confidence);
void beyond_noise_release(struct beyond_noise *beyond);

#endif
