/*
 * Root frames of profiles that have several processes and threads, and the options for them:
 *
 *     Web Content;GeckoMain              with --pid --tid: Web Content-4711;GeckoMain-4712
 *     4711;4712                          where there are no names
 */
#ifndef COLLAPSE_STACKS_THREAD_ROOT_H
#define COLLAPSE_STACKS_THREAD_ROOT_H

#include "collapse/stacks/stacks.h"
#include "common/options.h"

struct thread_root_options {
	bool pid, tid, no_threads;
};

/* For a format's table of options, with the place of these in its own. */
#define THREAD_ROOT_OPTIONS(at) \
	{"pid", OPTION_FLAG, (at) + offsetof(struct thread_root_options, pid), \
		.help = "show the process id in the first root frame: NAME-PID"}, \
	{"tid", OPTION_FLAG, (at) + offsetof(struct thread_root_options, tid), \
		.help = "show the thread id in the second: NAME-TID"}, \
	{"no-threads", OPTION_FLAG, (at) + offsetof(struct thread_root_options, no_threads), \
		.help = "no root frames for processes and threads: put all of them together"}

/* A process or a thread; name is from stacks_name(), or NAME_NONE. */
struct thread_label {
	uint32_t name;
	struct str id;
};

/* Where a thread's stacks begin, and what stands below that, for stacks_lead(). */
struct stack_root {
	uint32_t node;
	const char *leading;
};

/*
 * The root of the thread's stacks. A process without a name has no frame, nor has the
 * thread when it does not matter, unless the options want its id.
 */
struct stack_root thread_root(struct stacks *stacks, struct buf *scratch,
	const struct thread_root_options *options, const struct thread_label *process,
	const struct thread_label *thread, bool thread_matters);

#endif
