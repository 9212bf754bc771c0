/*
 * What the user is told of a recording: what it lost, and what could not be made use of.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_REPORT_H
#define COLLAPSE_FORMATS_PERF_RECORDING_REPORT_H

#include "collapse/formats/perf/recording/fold.h"
#include "collapse/formats/perf/recording/recording.h"

void report_recording(struct stacks *stacks, const struct recording *recording);
void report_folds(struct stacks *stacks, const struct recording *recording,
	const struct fold_counts *counts);

#endif
