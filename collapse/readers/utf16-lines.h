/*
 * Lines of a text that may be UTF-16, as Windows' programs write it: with its byte order mark it is
 * given as UTF-8. All else is given as it is.
 *
 *     utf16_lines_init(&text, lines);
 *     while (utf16_lines_next(&text, &line))
 *             …
 *     utf16_lines_release(&text);
 *
 * Half a pair of surrogates, and half a character at the end, become U+FFFD. Memory is a block, or
 * what the longest line takes.
 */
#ifndef COLLAPSE_READERS_UTF16_LINES_H
#define COLLAPSE_READERS_UTF16_LINES_H

#include "common/buf.h"
#include "common/lines.h"

enum endian { ENDIAN_NONE, ENDIAN_LITTLE, ENDIAN_BIG }; /* none: it is no UTF-16 */

/* What the first bytes of an input tell. */
enum endian utf16_endian(struct str head);

struct utf16_lines {
	uint64_t number; /* of the line that was given out last; the first is 1 */

	/* private */
	struct lines *lines;
	enum endian endian;
	struct buf bytes; /* behind the last whole character, up to three */
	struct buf utf8;  /* what is converted; up to `at` it is given out */
	size_t at;
	bool ended;
};

void utf16_lines_init(struct utf16_lines *text, struct lines *lines);
void utf16_lines_release(struct utf16_lines *text);

/* The next line without its end, valid until the next call; false at the end of the input. */
bool utf16_lines_next(struct utf16_lines *text, struct str *line);

#endif
