/*
 * What is wrong with a recording of perf, as its stacks show it: they are looked at once, when all
 * of them are in the call tree, so that it costs what distinct stacks cost.
 *
 *     bash 1234 ...
 *     	 7f00deadbeef read+0x10 (/usr/lib/libc.so.6)      does not reach main or _start: through libc,
 *     	 7f00deadbe00 [unknown] ([unknown])               which keeps no frame pointers, perf found
 *                                                        no way
 *
 * Samples that a filter of samples left out do not count.
 */
#ifndef COLLAPSE_FORMATS_PERF_DOCTOR_H
#define COLLAPSE_FORMATS_PERF_DOCTOR_H

#include "collapse/formats/perf/frame.h"
#include "collapse/formats/perf/header.h"

struct perf_doctor {
	const struct perf_options *options;
	struct stacks *stacks;
	struct frame_facts {
		bool known; /* a frame had this name, not only a thread */
		bool starts, unknown, module, jit;
		uint32_t dso; /* in dsos; of the first frame of that name */
	} *facts; /* by the id of a name */
	size_t fact_capacity;
	struct names dsos; /* "libc.so.6" */

	struct names threads;
	struct thread_time {
		uint64_t last, backwards;
	} *times; /* by the id of a thread */
	size_t time_capacity;
	uint64_t timed; /* samples that had a time */
	const char *input; /* whose times they are */
	/* records, as perf script --show-lost-events says */
	uint64_t lost, throttled;
};

void perf_doctor_init(
	struct perf_doctor *doctor, const struct perf_options *options, struct stacks *stacks);
void perf_doctor_release(struct perf_doctor *doctor);

/* A frame has got a name; to be called at least once for each kind of frame. */
void perf_doctor_frame(struct perf_doctor *doctor, uint32_t name, const struct perf_frame *frame);
/* The time of a sample. */
void perf_doctor_time(
	struct perf_doctor *doctor, const struct perf_header *header, const char *input);
/* A line between samples: "prog 123 [000] 1.000002: PERF_RECORD_LOST lost 42". */
void perf_doctor_sideband(struct perf_doctor *doctor, struct str line);
/* At the end, unless no sample had a call chain: puts what it found into the stacks' findings. */
void perf_doctor_examine(struct perf_doctor *doctor);

#endif
