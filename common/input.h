/*
 * Bytes in: a file, "-" for stdin, or memory. Compressed data (gzip, xz, zstd, bzip2, told by its
 * first bytes, never by the name) is read through the system's own program, run without a shell
 * and fed through its standard input, so that no file name or content is ever a command.
 *
 * A read error, or a decompressor that fails or is not fed to the end, ends the program: half a
 * profile is not a profile. These processes end when the program does, however that comes.
 */
#ifndef COMMON_INPUT_H
#define COMMON_INPUT_H

#include <sys/types.h>

#include "common/mapping.h"
#include "common/str.h"

struct input {
	const char *name; /* for messages: the path, or "stdin" */
	int fd;           /* -1: memory */
	struct str left;  /* bytes read ahead, or the memory still to give */
	char head[16];
	pid_t decompressor;  /* 0: none */
	const char *program; /* its name */
	bool may_end_early;  /* it need not be happy with what it got */
	pid_t feeder;        /* of the decompressor; 0: none */
	int lifeline;        /* the feeder ends when this is closed */
	struct mapping mapping; /* by input_map() */
	struct str memory;   /* of an input that is memory, all of it */
};

/* Opens path ("-" is stdin); path must outlive input. */
void input_open(struct input *input, const char *path);
/*
 * What a decompressor, "zstd", makes of all bytes of a file, which is closed. They may end
 * anywhere, as those of a stream do that was never finished: its end is then the end of what could
 * be read.
 */
void input_open_stream(struct input *input, const char *name, int fd, const char *program);
void input_from_memory(struct input *input, const char *name, struct str bytes);
/* Up to n bytes into buffer; 0 only at the end. */
size_t input_read(struct input *input, char *buffer, size_t n);
/*
 * All bytes of memory, or of a regular file that is not compressed, however much was read before. A
 * file is mapped, so none is copied, until input_close(); one that becomes shorter meanwhile ends
 * the program, with a message. False for other inputs; then nothing has happened.
 */
bool input_map(struct input *input, struct str *bytes);
void input_close(struct input *input);

/*
 * What the first bytes of a file show it to be, when it is something that no text parser here
 * reads; NULL when it may be text. `advice` says what to run instead.
 */
struct file_kind {
	const char *name;   /* "perf.data" */
	const char *advice; /* "run perf script on it and pipe that in" */
};

const struct file_kind *file_kind_of(struct str head);

#endif
