/*
 * /tmp/perf-PID.map, in which a program tells perf where it put the code that it made:
 *
 *     7f1e80d3d6c0 1a0 LazyCompile:*parse /srv/app.js:12
 *
 * Start and size are in hex, with or without 0x; the name is the rest of the line.
 */
#ifndef COLLAPSE_SYMBOLS_PERF_MAP_H
#define COLLAPSE_SYMBOLS_PERF_MAP_H

#include "collapse/symbols/symbol-name.h"
#include "common/buf.h"

/*
 * Reads it, if it is a regular file, no symbolic link, and ours or root's: anybody could have put
 * it there. False, and why, when it cannot be read.
 */
bool perf_map_read(struct buf *text, const char *path, struct buf *why);

/* Names addresses, in ascending order: of the lines that cover one, the last has what is there. */
void perf_map_find(struct str text, const uint64_t *at, size_t count, struct names *pool,
	struct symbol_name *names);

#endif
