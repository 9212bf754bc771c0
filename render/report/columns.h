/*
 * The columns of the views, and the cells of a line in them, of which the last is its name.
 */
#ifndef RENDER_REPORT_COLUMNS_H
#define RENDER_REPORT_COLUMNS_H

#include "render/report/list.h"
#include "render/report/report.h"

/* The lines as a table of the columns that the report's view has. */
void columns_write(const struct report *report, const struct list *list);

#endif
