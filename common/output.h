/*
 * Bytes out: stdout, or a file that is written whole or not at all (a temporary file beside it,
 * renamed at the end). Every failed write ends the program.
 */
#ifndef COMMON_OUTPUT_H
#define COMMON_OUTPUT_H

#include "common/buf.h"

struct output {
	struct buf buf; /* add to it as you like, then call output_flush_if_full() */
	const char *path;
	char *temporary; /* NULL: written in place */
	int fd;
};

/* path NULL or "-" is stdout. A path that exists and is no regular file is written in place. */
void output_open(struct output *output, const char *path);
/* Writes out when enough has gathered; to be called once per line or so. */
void output_flush_if_full(struct output *output);
/* The last bytes, checked down to close(); puts the file in its place. */
void output_close(struct output *output);
/* Leaves an existing file as it was. */
void output_abandon(struct output *output);

#endif
