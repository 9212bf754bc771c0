/*
 * The second look at a recording in a file: several runs (fold.h), each of a span of time, in
 * threads. What they find together is the same for any number of them, since a span begins with the
 * tasks and maps as all records before it have made them.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_TIME_SPANS_H
#define COLLAPSE_FORMATS_PERF_RECORDING_TIME_SPANS_H

#include "collapse/formats/perf/recording/fold.h"
#include "collapse/formats/perf/recording/survey.h"

enum { SPANS_MOST = 256 };

struct time_spans {
	struct fold *folds; /* in the order of time */
	size_t count;
	struct tasks tasks; /* private */
};

/* As many as asked for or as the recording is worth; first_time is that of the first sample. */
void time_spans_run(struct time_spans *spans, const struct fold_setting *setting,
	const struct recording *recording, const struct survey *survey, size_t count,
	uint64_t first_time);
void time_spans_release(struct time_spans *spans);

#endif
