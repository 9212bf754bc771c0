/*
 * The columns of the views, and the cells of a line in them.
 */
#ifndef RENDER_REPORT_COLUMNS_H
#define RENDER_REPORT_COLUMNS_H

#include "render/report/list.h"
#include "render/report/report.h"
#include "render/report/table.h"

/* A table with the columns that the report's view has. */
void columns_init(struct table *table, const struct top_report *report);

/* The cells of a line: of its row, or of what it is the sum of. */
void columns_add_line(
	struct table *table, const struct top_report *report, const struct top_line *line);

#endif
