/*
 * The first of two looks at a recording in a file: only at headers and times. It finds how many
 * samples each event has and which is first, what happened to tasks and maps and when, and from
 * when to when each piece of the file is. With that, the second look can give out records in the
 * order of time, though it reads the file only here and there, and several threads can each take a
 * span of time.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_SURVEY_H
#define COLLAPSE_FORMATS_PERF_RECORDING_SURVEY_H

#include "collapse/formats/perf/recording/recording.h"

/* A piece of the recording with some hundreds of samples, or fewer that are large. */
struct piece {
	const char *start, *end;
	uint64_t position; /* of start */
	uint64_t first, last; /* the times of its samples */
};

/* A record that says something of tasks or maps. */
struct task_event {
	uint64_t time, position;
	const char *record;
	uint32_t number; /* see tasks_number() */
};

struct survey {
	struct piece *pieces; /* by the time of their first sample */
	size_t piece_count, piece_capacity;
	struct task_event *task_events; /* in order */
	size_t task_event_count, task_event_capacity;
	struct str *packed; /* payloads of compressed records, in their order */
	size_t packed_count, packed_capacity;
	bool has_deferred; /* a sample's chain may be completed by a later record */
};

/* A zeroed one is empty. Looks at a segment; compressed records are only collected. */
void survey_segment(struct survey *survey, struct recording *recording, size_t segment);
/* After the last segment. */
void survey_end(struct survey *survey);
void survey_release(struct survey *survey);

#endif
