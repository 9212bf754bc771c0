/*
 * A recording as perf record wrote it, folded without perf: what collapse-perf does with the text
 * of perf script it does with the recording itself.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_READER_H
#define COLLAPSE_FORMATS_PERF_RECORDING_READER_H

#include "collapse/formats/perf/doctor.h"
#include "collapse/formats/perf/events.h"
#include "collapse/formats/perf/options.h"
#include "collapse/formats/perf/thread.h"
#include "collapse/stacks/stacks.h"

struct recording_reader {
	const struct perf_options *options;
	struct stacks *stacks;
	struct perf_events *events;
	struct perf_threads *threads;
	struct perf_doctor *doctor;

	/* What was read, added up. */
	uint64_t samples, unwanted, chains;
};

/* Could an input with these first bytes be one, even one that cannot be read here? */
bool recording_sniff(struct str head);
/*
 * The file in the folder that perf record --threads leaves, or, for NULL, the one that perf's own
 * commands read when nothing is said. False when there is none.
 */
bool recording_find(const char *given, struct buf *path);
/* Reads an input for which that is true, to its end, and adds its stacks. */
void recording_read(struct recording_reader *reader, struct lines *lines);

#endif
