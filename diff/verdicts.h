/*
 * A comparison as a table for programs and for the curious: a line for each stack (its self weight)
 * and each frame (with all below it), separated by tabs.
 *
 *     kind    before  after  change  error  q        verdict  stack
 *     stack   42      17     -25     7.68   0.00414  shrank   main;parse;read
 *     frame   47      17     -30     8      0.00019  shrank   main
 */
#ifndef DIFF_VERDICTS_H
#define DIFF_VERDICTS_H

#include "common/compare/comparison.h"
#include "common/output.h"

/*
 * The verdicts are grew, shrank, new, gone, and noise for what may be none at that confidence
 * (percent). Stacks are one family, frames another (see noise.h). The order is that of the stacks'
 * bytes; weights before are scaled. Control characters in names are written as they are.
 */
void verdicts_write(const struct comparison *comparison, const struct calltree *tree,
	double confidence, struct output *output);

#endif
