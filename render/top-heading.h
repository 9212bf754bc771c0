/*
 * What the numbers of a report are: of how much, from what, and how sure.
 *
 *     12,345 samples; percentages are of that.
 */
#ifndef RENDER_TOP_HEADING_H
#define RENDER_TOP_HEADING_H

#include "common/buf.h"
#include "render/top-report.h"

/* A sentence or two on each line. Markdown has an empty line between them. */
void heading_write(const struct top_report *report);
/* The same as members of an object of JSON, each with a comma behind it. */
void heading_write_json(const struct top_report *report);

/* "1,234 samples" */
void heading_add_weight(struct buf *out, const struct top_report *report, uint64_t weight);

#endif
