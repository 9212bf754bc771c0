/*
 * Whose sample it is: which threads, processors and times are wanted, and the frames that stand
 * below all others.
 *
 *     my worker 1 21266/21270 [002]       my_worker_1
 *       with --tid                        my_worker_1-21266/21270
 *       with --merge-threads              my_worker_N
 *       with --root cpu                   cpu-2;my_worker_1
 *
 * With --root process, the root frame is named after the main thread, whose first sample may come
 * late. Until the end a frame of its own stands for the process; then the tree is renamed.
 */
#ifndef COLLAPSE_FORMATS_PERF_THREAD_H
#define COLLAPSE_FORMATS_PERF_THREAD_H

#include "collapse/formats/perf/header.h"
#include "collapse/formats/perf/options.h"
#include "collapse/stacks/line-cache.h"
#include "collapse/stacks/stacks.h"

enum { ROOT_FRAMES = 2 }; /* at most */

struct perf_threads {
	const struct perf_options *options;
	struct stacks *stacks;
	struct line_cache cache; /* what a thread's text in the header came to */

	/* with --root process */
	struct names pids; /* a process' id here is its index below */
	struct perf_process *processes;
	size_t process_count, process_capacity;
	struct names comms;

	uint64_t first_time; /* of the first sample; UINT64_MAX before */
	bool lacks_pid, lacks_tid, lacks_time, lacks_cpu; /* asked for, and a sample had none */
	struct buf label;
};

void perf_threads_init(
	struct perf_threads *threads, const struct perf_options *options, struct stacks *stacks);
void perf_threads_release(struct perf_threads *threads);

/* Is the sample wanted? All samples are to be asked for, in their order. */
bool perf_threads_wants(struct perf_threads *threads, const struct perf_header *header);

/*
 * What the root frames are, which there are so many of, for stacks_lead(): "thread", "cpu,thread".
 * The name of a thread is what perf calls comm.
 */
const char *perf_threads_leading(const struct perf_threads *threads, size_t root_count);

/* The root frames of a sample, leaf first; how many. */
size_t perf_threads_root(struct perf_threads *threads, const struct perf_header *header,
	uint32_t frames[ROOT_FRAMES]);

/* After the last sample: gives processes their names. */
void perf_threads_finish(struct perf_threads *threads);

#endif
