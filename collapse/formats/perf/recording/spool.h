/*
 * Bytes that are kept in a file without a name, since there may be more of them than memory: what
 * comes from a pipe but has to be read here and there. In $TMPDIR, or /tmp.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_SPOOL_H
#define COLLAPSE_FORMATS_PERF_RECORDING_SPOOL_H

#include <stdint.h>

#include "common/mapping.h"
#include "common/str.h"

struct spool {
	int fd;
	struct mapping mapping;
};

/* Each ends the program with a message when there is no room; name is that of the input, for it. */
void spool_open(struct spool *spool, const char *name);
void spool_add(struct spool *spool, const char *name, struct str bytes);
/* All of them, valid until spool_close(). */
struct str spool_map(struct spool *spool, const char *name);
/* Gives the file away, at its start; then only spool_close() is left to do. */
int spool_take_file(struct spool *spool);
void spool_close(struct spool *spool);

#endif
