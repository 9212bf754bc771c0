/*
 * Processes for --root process: one root frame each, named after the main thread, whose first
 * sample may come late. Until the end a frame of its own stands for the process; then the tree is
 * renamed.
 */
#ifndef COLLAPSE_FORMATS_PERF_PROCESS_H
#define COLLAPSE_FORMATS_PERF_PROCESS_H

#include "collapse/formats/perf/header.h"
#include "collapse/stacks/stacks.h"

struct perf_processes {
	struct names pids; /* a process' id here is its index below */
	struct perf_process *items;
	size_t count, capacity;
	struct names comms;
};

/* A zeroed struct is an empty one. */
void perf_processes_release(struct perf_processes *processes);

/* The frame that stands for a sample's process; the header must have a pid. */
uint32_t perf_processes_frame(
	struct perf_processes *processes, const struct perf_header *header, struct stacks *stacks);

/* Steps through the processes, from 0: their frame, comm and pid as far as known. */
bool perf_processes_get(const struct perf_processes *processes, size_t i, uint32_t *frame,
	struct perf_header *header);

#endif
