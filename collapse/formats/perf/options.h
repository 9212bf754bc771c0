/*
 * What collapse-perf can be told, and the table that says so.
 */
#ifndef COLLAPSE_FORMATS_PERF_OPTIONS_H
#define COLLAPSE_FORMATS_PERF_OPTIONS_H

#include "common/options.h"
#include "common/str.h"

enum perf_weight { WEIGHT_PERIOD, WEIGHT_SAMPLES };
enum perf_root { ROOT_THREAD, ROOT_PROCESS, ROOT_CPU };

/* Nanoseconds, both ends included. */
struct time_range {
	bool given;
	uint64_t from, to;
};

struct perf_options {
	/* samples */
	struct text_list event_filter;
	bool all_events, list_events;
	int weight; /* enum perf_weight */
	struct time_range time, time_relative;
	struct text_list comms, pids, tids, cpus;

	/* the root frame */
	bool pid, tid, no_comm, merge_threads;
	int root; /* enum perf_root */

	/* frame names */
	bool kernel, jit, inlined, all;
	bool addrs, dso, srcline;
	bool no_tidy, elide_templates, strip_suffixes;
	struct text_list skip_after;

	/* where a recording's symbols are */
	const char *symfs, *kallsyms, *vmlinux, *buildid_dir, *debug_dir;
	bool no_inline;
	uint64_t threads;

	/* FlameGraph's --inline and --context, which perf script does now */
	bool unsupported;
};

extern const struct option perf_options[];

/* "94564.109216" in nanoseconds, further digits cut; false when it is no such number. */
bool perf_time_parse(struct str text, uint64_t *nanoseconds);

#endif
