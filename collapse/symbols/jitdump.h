/*
 * jit-PID.dump, in which a program writes, with times, which code it made and where it moved it to;
 * the file's format is in the kernel's tools/perf/Documentation/jitdump-specification.txt:
 *
 *     header: "JiTD", version 1, its size, machine, 0, pid, time, flags
 *     record: kind, size, time; kind 0 is code:  pid, tid, -, address, size, index, name NUL, bytes
 *                               kind 1 is moved: pid, tid, -, from, to, size, index
 */
#ifndef COLLAPSE_SYMBOLS_JITDUMP_H
#define COLLAPSE_SYMBOLS_JITDUMP_H

#include "collapse/symbols/symbol-name.h"
#include "common/mapping.h"

/* It must be no symbolic link, and ours or root's. False, and why, when it cannot be read. */
bool jitdump_open(struct mapping *file, const char *path, struct buf *why);

/*
 * Names addresses, in ascending order, each as it was at its time, in the file's clock; time 0 is
 * after all. Several may be the same address.
 */
void jitdump_find(struct str bytes, const uint64_t *at, const uint64_t *times, size_t count,
	struct names *pool, struct symbol_name *names);

#endif
