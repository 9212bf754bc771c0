/*
 * --merge-recursion=cyclic: a stack goes back to where a function stands on it already.
 *
 *     main;parse;expr;term;parse;leaf     becomes     main;parse;leaf
 *
 * Where a node goes depends on all of the path to it, not on its parent alone.
 */
#ifndef COMMON_FILTERS_LOOPS_H
#define COMMON_FILTERS_LOOPS_H

#include "common/filters/pass.h"

/* all() of a filter. */
void filter_loops(struct pass *pass);

#endif
