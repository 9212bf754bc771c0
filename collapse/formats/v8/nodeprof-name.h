/*
 * What the codes in a log of V8 are called in a stack: functions as in collapse-v8, other code as
 * in the maps that node writes for perf.
 *
 *     JS           "parse /srv/app.js:8:1"             parse
 *     LazyCompile  " /srv/app.js:12:7"                 (anonymous) /srv/app.js:12
 *     Builtin      "KeyedLoadIC"                       Builtin:KeyedLoadIC
 *     a library    "/usr/lib/libc.so.6"                [libc.so.6]
 */
#ifndef COLLAPSE_FORMATS_V8_NODEPROF_NAME_H
#define COLLAPSE_FORMATS_V8_NODEPROF_NAME_H

#include "collapse/stacks/stacks.h"

struct nodeprof_names {
	struct stacks *stacks;
	bool srcline; /* parse /srv/app.js:8 */
	bool tiers; /* *parse */
	struct buf text, scratch; /* zeroed at first */
};

/* A code as its line has it. */
struct nodeprof_code {
	struct str kind, name;
	struct str tier; /* what compiled it: "~" nothing yet, "^", "+" or "*"; or empty */
};

bool nodeprof_is_script(struct str kind);
uint32_t nodeprof_code_name(struct nodeprof_names *names, const struct nodeprof_code *code);
uint32_t nodeprof_library_name(struct nodeprof_names *names, struct str path);
void nodeprof_names_release(struct nodeprof_names *names);

#endif
