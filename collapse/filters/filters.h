/*
 * The frame filters of all collapse-* programs. They run once, when every stack is in the tree:
 * each makes a new tree of the last one, so that it costs what distinct stacks cost, not samples.
 *
 * Weight is conserved: what a filter takes out of a stack is counted with the frame before it, and
 * "(hidden)" stands for a stack of which nothing is left. Only --focus, --ignore, --from and
 * --from-deepest leave out stacks, and say how many.
 */
#ifndef COLLAPSE_FILTERS_FILTERS_H
#define COLLAPSE_FILTERS_FILTERS_H

#include "collapse/filters/options.h"
#include "collapse/stacks/stacks.h"

struct filters;

/* NULL when no filter is given. A bad expression ends the program with EXIT_USAGE. */
struct filters *filters_new(const struct filter_options *options);

/*
 * Filters the stacks and says what is left out; ends the program when that is everything. Stacks
 * without weight are gone then. The lines of --time-order follow their stacks.
 */
void filters_apply(struct filters *filters, struct stacks *stacks);
void filters_free(struct filters *filters);

#endif
