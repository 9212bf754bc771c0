/*
 * A line of strace, behind what may stand before a call:
 *
 *     [pid 30755] 15:23:40.124 [00007f3b2cd71ad7] read(3, "root"..., 64) = 64 <0.000012>
 *     30755<comm> (+     0.000012) [   0] <... read resumed>"root"..., 64) = 64
 */
#ifndef COLLAPSE_FORMATS_STRACE_CALL_H
#define COLLAPSE_FORMATS_STRACE_CALL_H

#include "common/str.h"

struct strace_call {
	struct str pid, comm; /* empty: not there */
	struct str name; /* "read" */
	struct str rest; /* behind the name */
	bool begins, ends; /* one is false where "<unfinished ...>" or "<... read resumed>" is */
};

/* False when the line is no call. */
bool strace_call_parse(struct str line, struct strace_call *call);
/*
 * The rest of it is on a line of its own: "clone3({…", then "strace: Process 30883 attached" and
 * " => {parent_tid=[30883]}, 88) = 30883".
 */
bool strace_call_is_broken(const struct strace_call *call);
/* "64", behind the last " = "; empty: none. */
struct str strace_call_result(const struct strace_call *call);
/* "<0.000012>", of strace -T, in nanoseconds; false when there is none. */
bool strace_call_time(const struct strace_call *call, uint64_t *time);
/* Signals, ends of processes, what strace says of itself, and the table of strace -C. */
bool strace_is_remark(struct str line);

#endif
