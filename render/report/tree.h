/*
 * The call tree as lines, heaviest first.
 *
 *     total  total %  self  self %  frame
 *       100  100.00%     0   0.00%  main
 *                                   run
 *        60   60.00%    10  10.00%    parse
 *        50   50.00%    50  50.00%      read
 *        40   40.00%                  3 more
 *
 * A frame without a total is all that the one above it calls and does: it has the same total, and
 * is not indented, so that long chains of calls fit a page.
 */
#ifndef RENDER_REPORT_TREE_H
#define RENDER_REPORT_TREE_H

#include "render/report/list.h"

/* The rows are those of rows_of_nodes(); for list_release(). */
void list_init_tree(
	struct list *list, const struct rows *rows, const struct list_rules *rules);

#endif
