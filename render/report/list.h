/*
 * Which rows are listed, and in which order.
 */
#ifndef RENDER_REPORT_LIST_H
#define RENDER_REPORT_LIST_H

#include "render/report/options.h"
#include "render/report/rows.h"

enum direction { EITHER_WAY, UPWARD, DOWNWARD };

struct list_rules {
	const struct top_options *options;
	const struct calltree *tree;
	int focus; /* SELF or TOTAL: whose change counts */
	int present; /* SELF or TOTAL: of which a row must have a weight, to be one at all */
	enum direction direction; /* of the changes */
	const uint32_t *rank; /* by row: what is first among equals */
};

struct list_line {
	uint32_t row;
	/* Of a tree only. */
	uint32_t more; /* so many frames that are not shown, with their callees: the row is none */
	uint32_t level, depth; /* how far it is indented; how many frames are above it */
	bool repeated; /* the weights of the line above */
	uint64_t weight[2]; /* of `more`, their totals */
};

struct list {
	struct list_line *lines; /* in order */
	size_t count, capacity;
	/* Of all rows that are present: all of them, and those left out for each reason. */
	size_t present, noise, small, cut;
};

void list_add(struct list *list, const struct list_line *line);

void list_init(struct list *list, const struct rows *rows, const struct list_rules *rules);
void list_release(struct list *list);

/* By row, its place in the order that was asked for: a new array, to be freed. */
uint32_t *list_places(const struct rows *rows, const struct list_rules *rules);

/* More than noise, and as large as was asked for; for one column, all are. */
bool list_has_changed(const struct row *row, const struct list_rules *rules);

/*
 * By name id, a row without a name last; and by node the order of its stack's bytes: new arrays, to
 * be freed.
 */
uint32_t *rank_of_names(const struct calltree *tree);
uint32_t *rank_of_nodes(const struct calltree *tree);

#endif
