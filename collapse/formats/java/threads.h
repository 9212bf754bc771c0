/*
 * Dumps of the threads of a Java virtual machine: which threads count, and what they are called.
 * For jstack's and IBM's, which say the same in other words.
 */
#ifndef COLLAPSE_FORMATS_JAVA_THREADS_H
#define COLLAPSE_FORMATS_JAVA_THREADS_H

#include "collapse/formats/java/name.h"
#include "collapse/stacks/dump.h"
#include "common/options.h"

struct java_threads_options {
	struct java_name_options names;
	struct text_list states; /* that count */
	const char *state; /* if none is given; NULL: all */
	bool idle; /* threads that wait for the network, and those of the machine itself */
	bool thread_name, thread_number, thread_state; /* in the root frames */
};

extern const struct option java_threads_options[];

struct java_threads {
	struct dump dump;
	bool inside; /* of a thread whose frames may count */
	struct buf name, state; /* of the open thread; the state may not be known */
	bool idle;
	uint64_t other_states, idles; /* stacks that were left out */
};

/* A thread starts, called so. */
void java_threads_start(struct java_threads *threads, struct str name);
void java_threads_state(struct java_threads *threads, struct str state);
/* "java.lang.Thread.sleep(Native Method)" */
void java_threads_frame(struct java_threads *threads, struct str frame, struct str line);
/* Frames that follow are of no thread that counts. */
void java_threads_stop(void *state);

/* For struct dump_kind. */
struct str java_threads_name(void *state, struct str text);
void java_threads_end(void *state);

#endif
