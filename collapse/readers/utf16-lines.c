#include "collapse/readers/utf16-lines.h"

enum endian utf16_endian(struct str head)
{
	if (str_starts(head, STR("\xff\xfe")))
		return ENDIAN_LITTLE;
	return str_starts(head, STR("\xfe\xff")) ? ENDIAN_BIG : ENDIAN_NONE;
}

void utf16_lines_init(struct utf16_lines *text, struct lines *lines)
{
	*text = (struct utf16_lines){.lines = lines, .endian = utf16_endian(lines_head(lines))};
}

void utf16_lines_release(struct utf16_lines *text)
{
	buf_release(&text->bytes);
	buf_release(&text->utf8);
}

/* ---- characters ---- */

static uint32_t unit_at(const char *p, enum endian endian)
{
	uint32_t first = (unsigned char)p[0], second = (unsigned char)p[1];

	return endian == ENDIAN_LITTLE ? second << 8 | first : first << 8 | second;
}

static bool is_high(uint32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

static uint32_t pair(uint32_t high, uint32_t low)
{
	return 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
}

/* Adds the characters that are whole, or all; returns how many bytes these are. */
static size_t convert(struct buf *out, struct str bytes, enum endian endian, bool all)
{
	size_t at = 0;

	for (; at + 1 < bytes.n; at += 2) {
		uint32_t code = unit_at(bytes.p + at, endian);
		bool is_last = at + 3 >= bytes.n;

		if (code < 0x80) {
			buf_add_char(out, (char)code);
			continue;
		}
		if (is_high(code) && is_last && !all)
			return at;
		if (is_high(code) && !is_last && is_low(unit_at(bytes.p + at + 2, endian))) {
			at += 2;
			code = pair(code, unit_at(bytes.p + at, endian));
		} else if (is_high(code) || is_low(code)) {
			code = 0xfffd;
		}
		buf_add_utf8(out, code);
	}
	if (!all || at == bytes.n)
		return at;
	buf_add_utf8(out, 0xfffd);
	return bytes.n;
}

/* ---- lines ---- */

/* What is left moves to the front, and what the next block says comes behind it. */
static void refill(struct utf16_lines *text)
{
	struct buf *utf8 = &text->utf8, *bytes = &text->bytes;
	struct str chunk;
	size_t used;

	if (text->at > 0 && text->at < utf8->n)
		memmove(utf8->p, utf8->p + text->at, utf8->n - text->at);
	utf8->n -= text->at;
	text->at = 0;
	text->ended = !lines_chunk(text->lines, &chunk);
	buf_add(bytes, chunk);
	used = convert(utf8, buf_str(bytes), text->endian, text->ended);
	bytes->n -= used;
	if (bytes->n)
		memmove(bytes->p, bytes->p + used, bytes->n);
}

static struct str give(struct utf16_lines *text, struct str line)
{
	if (text->number++ == 0 && str_starts(line, STR("\xef\xbb\xbf"))) /* the mark */
		line = str_skip(line, 3);
	return str_ends(line, STR("\r")) ? str_drop_end(line, 1) : line;
}

static bool next_converted(struct utf16_lines *text, struct str *line)
{
	size_t searched = 0; /* of what is left: a long line is not searched again after a refill */

	for (;;) {
		struct str left = str_skip(buf_str(&text->utf8), text->at);
		size_t end = searched + str_find(str_skip(left, searched), '\n');

		if (end < left.n || (text->ended && left.n > 0)) {
			*line = give(text, str_head(left, end));
			text->at += end + (end < left.n);
			return true;
		}
		if (text->ended)
			return false;
		searched = left.n;
		refill(text);
	}
}

bool utf16_lines_next(struct utf16_lines *text, struct str *line)
{
	if (text->endian != ENDIAN_NONE)
		return next_converted(text, line);
	if (!lines_next(text->lines, line))
		return false;
	text->number = text->lines->number;
	return true;
}
