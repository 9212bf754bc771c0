/*
 * The line that starts a sample in perf script's text:
 *
 *     V8 WorkerThread 24636/25607 [000] 94564.109216:     250000 cycles:ppp:
 *     COMM            PID/TID     CPU   TIME              PERIOD EVENT
 *
 * Each field may be missing (perf script -F), the first one may hold blanks, digits and colons, and
 * with several events the last two are right-aligned. Behind the event may stand a frame, when
 * there are no call chains, or what a tracepoint recorded.
 */
#ifndef COLLAPSE_FORMATS_PERF_HEADER_H
#define COLLAPSE_FORMATS_PERF_HEADER_H

#include "common/buf.h"

/* Parts of the line; empty where it lacks them. */
struct perf_header {
	struct str thread; /* comm and ids as they stand there; equal for equal threads */
	struct str comm; /* without the blanks around it */
	struct str pid; /* a lone number is the thread's id, which is what perf prints by default */
	struct str tid;
	struct str cpu; /* "000" */
	struct str time; /* "94564.109216" */
	struct str period; /* as printed: may be no number */
	struct str event; /* "cycles:ppp" */
	struct str rest; /* behind the event, its leading blanks included */
};

enum perf_header_kind {
	HEADER_NOT, /* a line without anything of a header */
	HEADER_MAYBE, /* "my worker 1": may be a comm alone, if frames follow */
	HEADER_SURE, /* two of ids, time and event are there, as perf prints them */
	HEADER_SIDEBAND, /* no sample but a PERF_RECORD_… line */
};

/*
 * Headers repeat all but the time: "     250000 cycles:ppp: " behind it, and before it one of a few
 * threads, "V8 WorkerThread 24636/25607 [000] ". This remembers the last such texts and what they
 * meant; a zeroed one remembers nothing.
 */
enum { HEADER_THREADS = 16, HEADER_THREAD_BYTES = 64 };

struct perf_header_memo {
	struct buf text;
	struct perf_header parts; /* period, event and rest, slices of text */
	struct perf_header_thread {
		char text[HEADER_THREAD_BYTES];
		size_t n;
		struct perf_header parts; /* thread, comm, pid, tid and cpu, slices of text */
	} threads[HEADER_THREADS];
};

void perf_header_memo_release(struct perf_header_memo *memo);

/* memo may be NULL. The header is valid as long as the line, and until the memo's next use. */
enum perf_header_kind perf_header_parse(
	struct str line, struct perf_header *header, struct perf_header_memo *memo);

#endif
