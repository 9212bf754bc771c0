/*
 * Processes and threads of a trace, by what its events call them, and the names that some events tell:
 *
 *     {"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"CrRendererMain"}}
 */
#ifndef COLLAPSE_FORMATS_V8_CHROME_THREADS_H
#define COLLAPSE_FORMATS_V8_CHROME_THREADS_H

#include "collapse/stacks/thread-root.h"

/* Zeroed, there are none. */
struct chrome_threads {
	struct names names; /* "1/2": of processes and threads */

	/* private */
	struct names processes;
	struct chrome_thread {
		uint32_t name; /* of the stacks; NAME_NONE: not told */
		uint32_t process;
	} *items;
	uint32_t *process_names;
	size_t count, capacity, process_count, process_capacity; /* as in the names */
	uint32_t last; /* that was asked for */
	struct buf scratch;
};

/* Counted up from 0. */
uint32_t chrome_thread_of(struct chrome_threads *threads, struct str pid, struct str tid);
void chrome_thread_rename(
	struct chrome_threads *threads, struct str pid, struct str tid, uint32_t name);
void chrome_process_rename(struct chrome_threads *threads, struct str pid, uint32_t name);
/*
 * "Renderer;CrRendererMain"; what has no name is its number, but for a process or thread that is the
 * only one.
 */
struct stack_root chrome_thread_root(struct chrome_threads *threads, uint32_t thread,
	const struct thread_root_options *options, struct stacks *stacks);
void chrome_threads_release(struct chrome_threads *threads);

#endif
