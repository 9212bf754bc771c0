/*
 * What the kernel's scheduler says in perf script's text, behind the header:
 *
 *     sched:sched_switch: prev_comm=a prev_pid=7 … prev_state=S ==> next_comm=b next_pid=8 …
 *     sched:sched_switch: a:7 [120] S ==> b:8 [120]
 *     sched:sched_wakeup: comm=a pid=7 prio=120 target_cpu=000      also sched_waking
 *     sched:sched_wakeup: a:7 [120]<CPU:000>
 *     sched:sched_stat_sleep: comm=a pid=7 delay=12345 [ns]         also _blocked and _iowait
 */
#ifndef COLLAPSE_FORMATS_PERF_SCHED_EVENT_H
#define COLLAPSE_FORMATS_PERF_SCHED_EVENT_H

#include "common/str.h"

enum sched_kind {
	SCHED_NONE, /* another event */
	SCHED_BAD, /* one of these, but its text is not as above */
	SCHED_SWITCH,
	SCHED_WAKE,
	SCHED_DELAY, /* a wakeup that tells how long the sleep was */
};

struct sched_event {
	struct str tid; /* who leaves the CPU, or is woken */
	struct str next; /* SWITCH: who gets it */
	char state; /* SWITCH: why: 'R' is still running, 'S' sleeps, 'D' waits for a device, 'X' and
		       'Z' are dead */
	uint64_t delay; /* DELAY: nanoseconds */
};

enum sched_kind sched_event_parse(struct str event, struct str text, struct sched_event *parsed);

#endif
