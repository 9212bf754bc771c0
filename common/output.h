/*
 * Bytes out: stdout, or a file that is written whole or not at all (a temporary file .fg-XXXXXX
 * beside it, renamed at the end). Every failed write ends the program.
 */
#ifndef COMMON_OUTPUT_H
#define COMMON_OUTPUT_H

#include <stdbool.h>

#include "common/buf.h"

struct output {
	struct buf buf; /* add to it as you like, then call output_flush_if_full() */
	const char *path;
	char *temporary; /* NULL: written in place */
	char *target;    /* what it becomes: path, or the file that path links to */
	int fd;
};

/*
 * path NULL or "-" is stdout, and so is any name of the file that stdout goes to (/dev/stdout). A
 * path that exists and is no regular file is written in place. Where it is a link to a regular file
 * the link stays and that file is replaced; a link to nothing is replaced itself.
 */
void output_open(struct output *output, const char *path);
/* Writes out when enough has gathered; to be called once per line or so. */
void output_flush_if_full(struct output *output);
/* The last bytes, checked down to close(); puts the file in its place. */
void output_close(struct output *output);

/*
 * To be called before any work: an output's name that is empty, or names one of the inputs ("-" is
 * stdin; none means stdin), is wrong usage.
 */
void output_check(const char *path, const char *const *inputs);
/* Whether a file is there that output_open() and output_close() would replace. */
bool output_replaces(const char *path);
/* Whether both are one regular file, links followed; NULL or "-" is stdout, and stdin. */
bool output_is_input(const char *path, const char *input);

#endif
