/*
 * Lines in: whole blocks are read, a line is a slice into the block. The slice is valid until the
 * next call. "\n", "\r\n" and, for a file that has no "\n" in its first HEAD_BLOCK bytes, "\r" end
 * a line, the last up to the first "\n"; a byte order mark at the start is dropped. A line may be
 * of any length and hold any bytes but "\n".
 */
#ifndef COMMON_LINES_H
#define COMMON_LINES_H

#include <stdbool.h>
#include <string.h>

#include "common/input.h"

#ifndef READ_BLOCK
#define READ_BLOCK ((size_t)64 * 1024) /* so that a block stays in a processor's cache */
#endif

/* How much of an input is looked at before its first line is given out, if it has so much. */
#ifndef HEAD_BLOCK
#define HEAD_BLOCK 4096
#endif

struct lines {
	const char *name;  /* of the input, for messages */
	uint64_t number;   /* of the line that was given out last; the first is 1 */
	bool unterminated; /* that line is the last and has no line end */

	/* private */
	struct input input;
	char *block;
	size_t capacity;
	size_t at, end; /* what is left of the block */
	char terminator;
	bool started, ended;
};

void lines_open(struct lines *lines, const char *path);
void lines_from_memory(struct lines *lines, const char *name, struct str bytes);

/* For lines_next(): the line at hand that is so long, without a CR; `skip` more end it. */
static inline struct str lines_give(struct lines *lines, size_t length, size_t skip)
{
	struct str line = {lines->block + lines->at, length};

	lines->at += length + skip;
	lines->number++;
	if (line.n && line.p[line.n - 1] == '\r')
		line.n--;
	return line;
}

/* For lines_next(): the first line, the last, and those that are not whole in the block. */
bool lines_next_block(struct lines *lines, struct str *line);

/* The next line without its end, in *line; false at the end of the input. */
static inline bool lines_next(struct lines *lines, struct str *line)
{
	size_t left = lines->end - lines->at;
	const char *from = left && lines->terminator == '\n' ? lines->block + lines->at : NULL;
	const char *end = from ? memchr(from, '\n', left) : NULL;

	if (!end)
		return lines_next_block(lines, line);
	*line = lines_give(lines, (size_t)(end - from), 1);
	return true;
}

/*
 * The bytes that come next, as many as are at hand, instead of a line: for formats that are not made
 * of lines. Valid until the next call; false at the end of the input.
 */
bool lines_chunk(struct lines *lines, struct str *bytes);
/*
 * All bytes of the input at once, those that were given out before included, when it is a regular
 * file that is not compressed: mapped, and valid until lines_close(). False for others; then
 * nothing has happened. Nothing is left to read.
 */
bool lines_map(struct lines *lines, struct str *bytes);
/* The first HEAD_BLOCK bytes of the input, or all of a shorter one; before lines_next() only. */
struct str lines_head(struct lines *lines);
/* The same with up to n bytes, for what begins with much else. */
struct str lines_long_head(struct lines *lines, size_t n);
void lines_close(struct lines *lines);

#endif
