/*
 * What perf script --header says of the recording, in comments before its samples:
 *
 *     # cmdline : /usr/bin/perf record -F 499 -g ./program
 *     # event : name = cpu-clock:u, , id = { 1, 2 }, …, { sample_period, sample_freq } = 499, …,
 *       freq = 1, …                           in one line; without that, 499 would be a period
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_H
#define COLLAPSE_FORMATS_PERF_RECORDING_H

#include "collapse/stacks/stacks.h"

/* Zeroed, nothing is known. */
struct perf_recording {
	struct names families; /* of the events that have a rate; an id is an index: */
	uint64_t *rates;
	size_t capacity;
};

/* A comment before the first sample of an input; tells the command. */
void perf_recording_take(struct perf_recording *recording, struct stacks *stacks, struct str line);
/* Tells the rate of an event, before the input ends. */
void perf_recording_tell(
	const struct perf_recording *recording, struct stacks *stacks, struct str family);
void perf_recording_forget(struct perf_recording *recording);

#endif
