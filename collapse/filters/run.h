/*
 * The filters of common/filters/ on what a format has read.
 */
#ifndef COLLAPSE_FILTERS_RUN_H
#define COLLAPSE_FILTERS_RUN_H

#include "collapse/stacks/stacks.h"
#include "common/filters/filters.h"

/*
 * Filters the stacks and says what is left out; ends the program when that is everything. The lines
 * of --time-order follow their stacks.
 */
void filters_run(struct filters *filters, struct stacks *stacks);

#endif
