/*
 * The filters of stacks and frames, in the order in which they are applied. They run once, when
 * every stack is in the call tree: each makes a new tree of the last one, so that it costs what
 * distinct stacks cost, not samples.
 *
 * Weight is conserved: what a filter takes out of a stack is counted with the frame before it, and
 * "(hidden)" stands for a stack of which nothing is left. Only --focus, --ignore, --from,
 * --from-deepest and --base leave out stacks.
 */
#ifndef COMMON_FILTERS_FILTERS_H
#define COMMON_FILTERS_FILTERS_H

#include "common/filters/options.h"

struct filters;

/* NULL when no filter is wanted. A bad expression ends the program with EXIT_USAGE. */
struct filters *filters_new(const struct filter_options *options);
/* False when no stack is left. Nodes without weight are no stacks, and gone. */
bool filters_apply(struct filters *filters, const struct filter_host *host);
void filters_free(struct filters *filters);

#endif
