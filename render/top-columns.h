/*
 * The columns of the views, and the cells of a row in them.
 */
#ifndef RENDER_TOP_COLUMNS_H
#define RENDER_TOP_COLUMNS_H

#include "render/top-report.h"
#include "render/top-table.h"

/* A table with the columns that the report's view has. */
void columns_init(struct table *table, const struct top_report *report);

/* Of the row of a tree. */
struct row_place {
	unsigned depth;
	uint32_t more; /* how many frames it is the sum of, if it is no frame itself */
	bool repeated; /* as the row above: people need not read it twice */
};

/* place: NULL but for a tree. */
void columns_add_row(struct table *table, const struct top_report *report,
	const struct top_row *row, const struct row_place *place);

#endif
