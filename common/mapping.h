/*
 * A regular file's bytes, mapped to memory: for files of which little is needed, or that are read
 * in no order. Whoever gives the path, only a regular file is opened: a FIFO or a terminal of that
 * name neither hangs nor acts.
 *
 * A file that somebody makes shorter while it is mapped (an upgrade, a program that still writes
 * it) does not end the program: what it had there reads as zeros from then on.
 */
#ifndef COMMON_MAPPING_H
#define COMMON_MAPPING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/buf.h"
#include "common/str.h"

struct mapping {
	struct str bytes;
	uint64_t device, inode; /* the same file has the same two */
	struct mapping_range *range; /* private */
};

/*
 * False when there is no such file or it cannot be read; `why` gets the reason then, as "no such
 * file". No file is empty: an empty one has no bytes that could be mapped, and is not an error.
 */
bool mapping_open(struct mapping *mapping, const char *path, struct buf *why);
/* The same for an open file; fd stays open and the caller's. */
bool mapping_of(struct mapping *mapping, int fd, struct buf *why);
/* Whether any of the bytes that were looked at were gone. */
bool mapping_was_cut(const struct mapping *mapping);
void mapping_close(struct mapping *mapping);

/*
 * Opens a regular file for reading: its descriptor, or -1 and the reason. `flags` are added to
 * open()'s, as O_NOFOLLOW.
 */
int open_regular(const char *path, int flags, struct buf *why);
/* The same where anybody may have put a file: no symbolic link, and ours or root's. */
int open_own(const char *path, struct buf *why);

#endif
