/*
 * A recording that comes through a pipe, as perf record -o - writes it: read once, and folded while
 * it comes. What is in memory is what has not been put in order yet, two of perf record's rounds
 * through the processors, and the distinct stacks, so that it may go on for days.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_STREAM_H
#define COLLAPSE_FORMATS_PERF_RECORDING_STREAM_H

#include "collapse/formats/perf/recording/fold.h"
#include "collapse/formats/perf/recording/recording.h"
#include "collapse/formats/perf/recording/spool.h"
#include "common/lines.h"

struct stream_setting {
	struct recording *recording;
	struct fold *fold;
	/* Of an event whose first sample came: is it wanted? */
	bool (*keeps)(void *context, const struct event *event);
	void *context;
};

enum stream_end {
	STREAM_READ,
	/*
	 * It cannot be read so: all that came is in the spool, from the start, to be read as a
	 * file.
	 */
	STREAM_SPOOLED,
};

/* All that is left of the input. */
void stream_spool(struct spool *spool, struct lines *lines);
/* Reads to the end, or spools it. */
enum stream_end stream_read(
	const struct stream_setting *setting, struct lines *lines, struct spool *spool);

#endif
