/*
 * From addresses to frames: all addresses of an image are asked for together (symbols.h), each
 * answer becomes the frames that the text of perf script would have had there, and these get their
 * names as all frames do (frame.h). Then the trees of addresses become stacks of names.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_NAMING_H
#define COLLAPSE_FORMATS_PERF_RECORDING_NAMING_H

#include "collapse/formats/perf/doctor.h"
#include "collapse/formats/perf/frame.h"
#include "collapse/formats/perf/recording/fold.h"
#include "collapse/formats/perf/recording/recording.h"
#include "collapse/symbols/symbols.h"

struct naming {
	const struct perf_options *options;
	const struct recording *recording;
	struct symbols *symbols;
	struct stacks *stacks;
	struct perf_threads *threads; /* which give samples their root frames */
	struct perf_doctor *doctor; /* is told of frames */
	size_t most_threads;
};

/* Adds what the folds found, in their order, to the stacks, and takes it away from them. */
void naming_run(const struct naming *naming, struct fold *folds, size_t count);

#endif
