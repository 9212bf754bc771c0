/*
 * The whole of the output: what the numbers are, in words, then a table, then what that leaves out.
 * For programs the table alone, or JSON.
 */
#ifndef RENDER_REPORT_REPORT_H
#define RENDER_REPORT_REPORT_H

#include "common/output.h"
#include "render/report/options.h"
#include "render/report/rows.h"

struct top_report {
	const struct top_options *options;
	struct top_profile profile;
	const struct top_rows *rows; /* of the view */
	const char *unit; /* what weights count: "samples" */
	uint64_t sample; /* of one profile: what a sample weighs, in the tree's places */
	size_t width; /* of the lines; 0: as long as they are */
	bool bars;
	struct output *output;

	/* set by report_write(): what percentages are of, the total, or that of a name whose
	   callers or callees are listed */
	uint64_t whole[2];
};

void report_write(struct top_report *report);

/* For the parts of it. */
bool report_compares(const struct top_report *report);
bool report_is_for_people(const struct top_report *report);
/* What the view is about: the self weights of its rows, or the totals. */
int report_focus(const struct top_report *report);
/* The rows are those of callers or callees of a name. */
bool report_is_of_one(const struct top_report *report);
/* What they are: "functions", and "function" for a count of 1. */
const char *report_things(const struct top_report *report, size_t count);

#endif
