/*
 * One run through records in the order of time: tasks and maps are kept up to date, and each
 * sample's stack goes into a tree of addresses. A recording in a file is cut into spans of time,
 * each with a run of its own in a thread of its own; a pipe has a single run.
 *
 * Names come later: an address is only a number here, and what its symbol is is asked once for all
 * addresses of a file, when all samples have been read.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_FOLD_H
#define COLLAPSE_FORMATS_PERF_RECORDING_FOLD_H

#include "collapse/formats/perf/recording/addresses.h"
#include "collapse/formats/perf/recording/chain-tree.h"
#include "collapse/formats/perf/recording/event-list.h"
#include "collapse/formats/perf/recording/sample.h"
#include "collapse/formats/perf/recording/stack-copy.h"
#include "collapse/formats/perf/recording/tasks.h"
#include "collapse/formats/perf/thread.h"

/* What all runs have in common, and none changes while there are several. */
struct fold_setting {
	const struct perf_options *options;
	const struct event_list *events;
	struct images *images;
	bool in_order; /* samples are kept one by one */
	struct stack_copy_setting unwinding;
	bool finds_calls; /* whether a call returns to an address matters: for lines and inlined calls */
};

/* Which samples have a root frame in common. What no option asks for is left out: 0. */
struct fold_thread {
	uint32_t comm; /* of images->comms; NAME_NONE: ":tid" */
	uint32_t pid, tid, cpu;
};

struct fold_counts {
	uint64_t samples; /* in the tree */
	uint64_t unwanted; /* which the filters left out */
	uint64_t chains; /* samples with callers */
	uint64_t guests; /* samples of virtual machines, whose code is not known */
	uint64_t damaged; /* samples that are shorter than what they should hold */
	uint64_t bad_chains; /* which hold what no kernel is known to write */
	uint64_t missing_parts; /* deferred chains that never came */
	/* Of copied stacks, all and those that are not whole; filled in when folds are added up. */
	uint64_t copies, cut_copies, broken_copies, foreign_copies;
};

struct fold_line {
	uint32_t node;
	uint64_t weight;
};

struct fold {
	const struct fold_setting *setting;
	struct perf_threads filter; /* which samples are wanted */
	bool filters;
	struct stack_copies copies;
	struct tasks tasks; /* to be initialised, or copied, by the caller */
	struct addresses addresses;
	struct chain_tree tree;
	struct names threads; /* each a struct fold_thread; its id is the number in the tree */
	uint64_t *last_seen; /* by its number, when a thread had its last sample: a count */
	size_t last_seen_capacity;
	uint64_t weight; /* of all samples */
	bool too_heavy; /* it would be more than 2^64-1 */
	struct fold_counts counts;
	/* By event, of the samples that are wanted. */
	struct fold_event {
		uint64_t samples;
		uint64_t counted; /* of them, as 1, whatever their period */
		uint64_t period; /* of all others; 0: they differ */
	} *events;
	struct fold_line *lines; /* in order */
	size_t line_count, line_capacity;

	/* private */
	struct fold_cached {
		uint64_t ip;
		uint64_t where; /* the maps' generation, and whether it is a call's */
		uint32_t number;
	} *cache;
	struct id_table deferred; /* by tid */
	uint32_t *frames;
	size_t frame_count, frame_capacity;
	char time[32];
};

void fold_init(struct fold *fold, const struct fold_setting *setting);
void fold_release(struct fold *fold);

/* A sample, or a chain that completes earlier ones. */
void fold_take(struct fold *fold, const char *record, uint64_t time);
/* After the last record. */
void fold_end(struct fold *fold);

static inline struct fold_thread fold_thread_of(const struct fold *fold, uint32_t number)
{
	struct fold_thread thread;

	memcpy(&thread, names_get(&fold->threads, number).p, sizeof(thread));
	return thread;
}

#endif
