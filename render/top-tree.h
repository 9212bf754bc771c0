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
#ifndef RENDER_TOP_TREE_H
#define RENDER_TOP_TREE_H

#include "render/top-columns.h"
#include "render/top-list.h"

struct tree_line {
	uint32_t node; /* or where there are more, one of them */
	uint32_t more; /* so many frames that are not shown, with their callees */
	uint32_t level, depth; /* how far it is indented; how many frames are above it */
	bool repeated; /* the weights of the line above */
	uint64_t weight[2]; /* of `more`, their totals */
};

struct tree_lines {
	struct tree_line *items;
	size_t count, capacity;
};

/* The rows are those of rows_of_nodes(). */
void tree_lines_init(
	struct tree_lines *lines, const struct top_rows *rows, const struct list_rules *rules);
void tree_lines_release(struct tree_lines *lines);

#endif
