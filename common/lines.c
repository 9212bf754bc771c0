#include "common/lines.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

void lines_open(struct lines *lines, const char *path)
{
	*lines = (struct lines){.terminator = '\n'};
	input_open(&lines->input, path);
	lines->name = lines->input.name;
}

void lines_from_memory(struct lines *lines, const char *name, struct str bytes)
{
	*lines = (struct lines){.terminator = '\n', .name = name};
	input_from_memory(&lines->input, name, bytes);
}

/* Moves what is left to the front and reads behind it. The block grows only for a longer line. */
static void refill(struct lines *lines)
{
	size_t left = lines->end - lines->at, got;

	if (left && lines->at)
		memmove(lines->block, lines->block + lines->at, left);
	lines->at = 0;
	lines->end = left;
	lines->block = memory_grow(lines->block, &lines->capacity, left + READ_BLOCK, 1);
	/* No more than that, although there may be room: in a test build every few bytes are a refill. */
	got = input_read(&lines->input, lines->block + left, READ_BLOCK);
	lines->end += got;
	lines->ended = got == 0;
}

static struct str head_of(const struct lines *lines)
{
	return str_head((struct str){lines->block, lines->end}, HEAD_BLOCK);
}

/* Fills the first block, drops a byte order mark and finds out what ends a line. */
static void start(struct lines *lines)
{
	struct str head;

	lines->started = true;
	while (!lines->ended && lines->end < HEAD_BLOCK)
		refill(lines);
	/* Not all that has come: from a pipe that may be more or less each time. */
	head = head_of(lines);
	if (str_starts(head, STR("\xef\xbb\xbf")))
		lines->at = 3;
	if (str_find(head, '\n') == head.n && str_find(str_drop_end(head, 1), '\r') + 1 < head.n)
		lines->terminator = '\r';
}

struct str lines_head(struct lines *lines)
{
	if (!lines->started)
		start(lines);
	return str_skip(head_of(lines), lines->at);
}

struct str lines_long_head(struct lines *lines, size_t n)
{
	if (!lines->started)
		start(lines);
	while (!lines->ended && lines->end - lines->at < n)
		refill(lines);
	return str_head((struct str){lines->block + lines->at, lines->end - lines->at}, n);
}

/* Where the line ends, or NULL. A newline after all shows that the first block was no fair sample. */
static const char *find_end(struct lines *lines, const char *from, size_t n)
{
	const char *end = memchr(from, lines->terminator, n), *newline;

	if (lines->terminator == '\n')
		return end;
	newline = memchr(from, '\n', end ? (size_t)(end - from) : n);
	if (!newline)
		return end;
	lines->terminator = '\n';
	return newline;
}

bool lines_next_block(struct lines *lines, struct str *line)
{
	size_t searched = 0; /* of what is left: a long line is not searched again after a refill */

	if (!lines->started)
		start(lines);
	for (;;) {
		size_t left = lines->end - lines->at;
		const char *from = lines->block + lines->at + searched;
		const char *found = left > searched ?
			find_end(lines, from, left - searched) : NULL;

		if (found) {
			*line = lines_give(lines, (size_t)(found - lines->block) - lines->at, 1);
			return true;
		}
		if (lines->ended) {
			lines->unterminated = left > 0;
			if (left)
				*line = lines_give(lines, left, 0);
			return left > 0;
		}
		searched = left;
		refill(lines);
	}
}

bool lines_chunk(struct lines *lines, struct str *bytes)
{
	if (!lines->started)
		start(lines);
	if (lines->at == lines->end && !lines->ended)
		refill(lines);
	*bytes = (struct str){lines->block + lines->at, lines->end - lines->at};
	lines->at = lines->end;
	if (bytes->n && lines->number == 0)
		lines->number = 1; /* not empty */
	return bytes->n > 0;
}

bool lines_map(struct lines *lines, struct str *bytes)
{
	if (!input_map(&lines->input, bytes))
		return false;
	lines->at = lines->end;
	lines->started = lines->ended = true;
	lines->number = 1; /* not empty */
	return true;
}

void lines_close(struct lines *lines)
{
	input_close(&lines->input);
	free(lines->block);
	lines->block = NULL;
}
