/*
 * What the numbers of a report are: of how much, from what, and how sure.
 *
 *     12,345 samples; percentages are of that.
 */
#ifndef RENDER_REPORT_HEADING_H
#define RENDER_REPORT_HEADING_H

#include "common/buf.h"
#include "render/report/report.h"

/* Of how much. Lines for people; a function may stand in them. */
void heading_write(const struct report *report);
/* How to read a comparison's numbers. In Markdown, folded away. */
void heading_write_notes(const struct report *report);
/* Both as members of an object of JSON, each with a comma behind it. */
void heading_write_json(const struct report *report);

/* Lines of text, each ended by a newline, as the format and the width have them. */
void heading_write_lines(const struct report *report, struct str lines);
/* A name as text, which the format takes for nothing else. */
void heading_add_name(struct buf *out, const struct report *report, struct str name);

#endif
