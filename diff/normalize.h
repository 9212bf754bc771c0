/*
 * Two recordings are rarely equally long. Normalizing scales the weights before so that both sides
 * have the same total, and what is left to see are the shares.
 */
#ifndef DIFF_NORMALIZE_H
#define DIFF_NORMALIZE_H

#include <stdbool.h>

#include "common/calltree.h"

/*
 * Scales column BEFORE to the total of column AFTER. Weights stay whole units (or decimals, as many
 * as the input has) and their sum is exact: each is rounded down, and the units that are missing
 * then go to those that lost most; among equals, to the first in the order of their frames' names.
 * The order of the input makes no difference.
 *
 * False, and nothing changed, when a side has no weight at all.
 */
bool normalize_before(struct calltree *tree);

#endif
