/*
 * The threads and processes of a recording at one point of its time: which names threads have, and
 * what is mapped in their processes. Records of that (MMAP, COMM, FORK, EXIT, KSYMBOL) are applied
 * in the order of time; a sample is looked up in between.
 *
 * A thread has a name of its own, "python3"; one whose name was never told is ":1234", and the idle
 * thread 0 is "swapper". A process has maps; stale ones stay, for the kernel does not tell of
 * munmap(). A process that runs another program keeps the maps of the one before, too, until the
 * new ones cover them: samples of the exec() itself still have its callers.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_TASKS_H
#define COLLAPSE_FORMATS_PERF_RECORDING_TASKS_H

#include "collapse/formats/perf/recording/id-table.h"
#include "collapse/formats/perf/recording/images.h"
#include "collapse/formats/perf/recording/maps.h"

struct task {
	uint32_t tid;
	struct process *process;
	uint32_t comm; /* of images->comms; NAME_NONE: never told */
	uint64_t ended; /* when; 0: it has not */
	void *extra; /* of the user of this module; goes to free() */
};

struct process {
	uint32_t pid;
	uint32_t threads; /* how many know it */
	struct maps *maps;
};

struct tasks {
	struct id_table by_tid, by_pid;
	struct maps *kernel;
	struct maps_clock clock;

	/* Threads that ended, in that order, of which samples may still come for a while. */
	struct tasks_end {
		uint32_t tid;
		uint64_t time;
	} *ends;
	size_t first_end, end_count, end_capacity;

	struct maps **frozen; /* by tasks_copy() */
	size_t frozen_count, frozen_capacity;
};

void tasks_init(struct tasks *tasks);
void tasks_release(struct tasks *tasks);

/*
 * The same as it is at present, for another thread of this program. Maps are frozen by it; those of
 * `tasks` must be there until the copy is released.
 */
void tasks_copy(struct tasks *copy, struct tasks *tasks);

/* Is it one of the records that tasks_apply() takes? */
bool tasks_takes(uint32_t type);
/*
 * What of a record is numbered: its image or its name; NAME_NONE when there is nothing, or it is
 * cut.
 */
uint32_t tasks_number(struct images *images, const struct record *record);
/* Applies a record of that time and with that number. */
void tasks_apply(struct tasks *tasks, const struct record *record, uint32_t number, uint64_t time);

/*
 * The thread of a sample; it is made when nothing told of it. Valid until the next tasks_apply().
 */
struct task *tasks_find(struct tasks *tasks, uint32_t pid, uint32_t tid);

#endif
