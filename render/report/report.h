/*
 * What is reported, and what follows from that for all parts of a report.
 */
#ifndef RENDER_REPORT_REPORT_H
#define RENDER_REPORT_REPORT_H

#include "common/output.h"
#include "common/quantity.h"
#include "render/report/options.h"
#include "render/report/rows.h"

struct report {
	const struct top_options *options;
	struct profile profile;
	const struct rows *rows; /* of the view */
	const struct folded_header *header; /* what is known of the weights */
	struct quantities numbers; /* how they are shown */
	size_t width; /* of the lines; 0: as long as they are */
	bool bars;
	struct output *output;

	/* set by document_write(): what percentages are of, the total, or that of a name whose
	   callers or callees are listed */
	uint64_t whole[2];
};

/* There are two columns. */
bool report_compares(const struct report *report);
/* What the view is about: the self weights of its rows, or the totals. */
int report_focus(const struct report *report);
/* The rows are those of callers or callees of a name. */
bool report_is_of_one(const struct report *report);
/* What they are: "functions", and "function" for a count of 1. */
const char *report_things(const struct report *report, size_t count);

#endif
