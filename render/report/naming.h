/*
 * The names of the lines of a report, made when each is written.
 */
#ifndef RENDER_REPORT_NAMING_H
#define RENDER_REPORT_NAMING_H

#include "render/report/list.h"
#include "render/report/report.h"
#include "render/report/table.h"

struct naming {
	const struct top_report *report;
	const struct top_list *list;

	/* private */
	struct buf text;
	uint32_t *path; /* the nodes of a stack, leaf first */
	size_t capacity;
};

/* For struct table_names: that of a line of the list, the context being a struct naming. */
void naming_name(void *context, size_t line, struct table_name *name);
void naming_release(struct naming *naming);

#endif
