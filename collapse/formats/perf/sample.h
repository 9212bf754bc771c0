/*
 * The sample that is being read: its header was taken, frames are pushed, leaf first, and at its
 * end the stack goes to the call tree. What frame lines came to is remembered, so that a symbol is
 * tidied once (line-cache.h).
 */
#ifndef COLLAPSE_FORMATS_PERF_SAMPLE_H
#define COLLAPSE_FORMATS_PERF_SAMPLE_H

#include "collapse/formats/perf/doctor.h"
#include "collapse/formats/perf/frame.h"
#include "collapse/formats/perf/thread.h"
#include "collapse/stacks/line-cache.h"

struct perf_sample {
	const struct perf_options *options;
	struct stacks *stacks;
	struct line_cache cache;
	struct perf_frame_names names;

	uint64_t weight;
	uint32_t *frames; /* leaf first */
	size_t count, capacity;
	size_t in_header; /* how many of them stood behind the event */
	uint32_t root[ROOT_FRAMES];
	size_t root_count;
	const char *leading; /* what the root frames are, for stacks_lead(); set after the begin */
	bool complete; /* --skip-after: further frames are not shown */

	/* for a frame whose name takes in the source line behind it */
	bool joins_source;
	struct buf frame_line;
	size_t frame_start;

	struct perf_doctor *doctor; /* is told of each new frame, unless NULL */
	uint64_t chains; /* samples so far with frames on lines of their own */
};

void perf_sample_init(
	struct perf_sample *sample, const struct perf_options *options, struct stacks *stacks);
void perf_sample_release(struct perf_sample *sample);

/* A new sample; its root frames, at most ROOT_FRAMES, are given leaf first, too. */
void perf_sample_begin(
	struct perf_sample *sample, uint64_t weight, const uint32_t *root, size_t root_count);
/* What stands behind the event, if that is a frame: "  ffffffff9b201293 f+0x1 ([ext4])". */
void perf_sample_push_behind_event(struct perf_sample *sample, struct str rest);
/* A line that was pushed before; false when it was not. */
bool perf_sample_push_known(struct perf_sample *sample, struct str line);
void perf_sample_push(struct perf_sample *sample, struct str line, const struct perf_frame *frame);
/* The source line of the frame that was pushed last. */
void perf_sample_push_source(struct perf_sample *sample, struct str line);
void perf_sample_end(struct perf_sample *sample);

#endif
