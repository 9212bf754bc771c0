/*
 * One event of a trace:
 *
 *     {"name":"RunTask","cat":"toplevel","ph":"X","ts":26418447239.5,"dur":8287,"pid":1,"tid":2,"args":{}}
 *
 * and one sample of a trace, which is much the same (chrome-samples.h).
 */
#ifndef COLLAPSE_FORMATS_V8_CHROME_EVENT_H
#define COLLAPSE_FORMATS_V8_CHROME_EVENT_H

#include "collapse/formats/v8/profile.h"

/* Zeroed at first. */
struct chrome_event {
	struct buf name, pid, tid, id;
	struct buf told; /* what a name is, in args */
	struct buf frame; /* of a sample: the top of its stack, in stackFrames */
	char phase; /* '?': it has none */
	bool has_time, has_length, has_profile;
	int64_t time, length; /* nanoseconds */
	bool has_weight;
	int64_t weight; /* of a sample; 1, if it does not tell */
	struct v8_profile profile; /* a piece, whose samples are in order; the caller resets it */
};

/* The members of one, an object that was entered; json->context is the struct v8_names of all. */
void chrome_event_read(struct chrome_event *event, struct json *json);
void chrome_event_release(struct chrome_event *event);

#endif
