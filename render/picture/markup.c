#include "render/picture/markup.h"

enum { REPLACEMENT = 0xfffd, CONTROL_PICTURES = 0x2400, DELETE_PICTURE = 0x2421 };

/* Adds the character that rest starts with, as it is shown; returns its length in rest. */
static size_t add_shown(struct buf *out, struct str rest)
{
	size_t length = utf8_length(rest);
	unsigned char first = (unsigned char)rest.p[0];

	if (length == 0) {
		buf_add_utf8(out, REPLACEMENT);
		return 1;
	}
	if (first < 0x20)
		buf_add_utf8(out, CONTROL_PICTURES + first);
	else if (first == 0x7f)
		buf_add_utf8(out, DELETE_PICTURE);
	else if (length == 3 && (utf8_decode(rest.p, 3) | 1) == 0xffff)
		/* U+FFFE and U+FFFF, a mark for each byte as in the data block. */
		for (size_t i = 0; i < length; i++)
			buf_add_utf8(out, REPLACEMENT);
	else
		buf_add(out, str_head(rest, length));
	return length;
}

static void add_all_shown(struct buf *out, struct str raw)
{
	for (size_t i = 0; i < raw.n;)
		i += add_shown(out, str_skip(raw, i));
}

/* What stands for a character that could be markup; empty for others. */
static struct str entity(char c)
{
	switch (c) {
	case '&':
		return STR("&amp;");
	case '<':
		return STR("&lt;");
	case '>':
		return STR("&gt;");
	case '"':
		return STR("&quot;");
	case '\'':
		return STR("&#39;");
	default:
		return STR("");
	}
}

void markup_text(struct buf *out, struct str raw)
{
	struct buf shown = {0};

	add_all_shown(&shown, raw);
	for (size_t i = 0; i < shown.n; i++) {
		struct str escaped = entity(shown.p[i]);

		if (escaped.n)
			buf_add(out, escaped);
		else
			buf_add_char(out, shown.p[i]);
	}
	buf_release(&shown);
}

/* A byte that does not continue a character starts one. */
static bool starts_character(char c)
{
	return (c & 0xc0) != 0x80;
}

/* Bytes of the characters at the start that fit. */
static size_t start_that_fits(struct str shown, size_t columns)
{
	size_t used = 0;

	for (size_t i = 0; i < shown.n; i++) {
		if (!starts_character(shown.p[i]))
			continue;
		used += utf8_columns(shown.p + i);
		if (used > columns)
			return i;
	}
	return shown.n;
}

/* Where the characters at the end that fit begin. */
static size_t end_that_fits(struct str shown, size_t columns)
{
	size_t used = 0, from = shown.n;

	for (size_t i = shown.n; i-- > 0;) {
		if (!starts_character(shown.p[i]))
			continue;
		used += utf8_columns(shown.p + i);
		if (used > columns)
			break;
		from = i;
	}
	return from;
}

/* A character takes at most 4 bytes, so the rest of a longer name need not be looked at. */
static struct str part_to_show(struct str raw, size_t columns, bool keep_end)
{
	size_t bytes = (columns + 1) * 4;

	return keep_end && raw.n > bytes ? str_skip(raw, raw.n - bytes) : str_head(raw, bytes);
}

void markup_fit(struct buf *out, struct str raw, size_t columns, bool keep_end)
{
	struct buf buf = {0};
	struct str shown;

	if (columns < 3)
		return;
	add_all_shown(&buf, part_to_show(raw, columns, keep_end));
	shown = buf_str(&buf);
	if (start_that_fits(shown, columns) == shown.n) {
		buf_add(out, shown);
	} else if (keep_end) {
		buf_add(out, STR(".."));
		buf_add(out, str_skip(shown, end_that_fits(shown, columns - 2)));
	} else {
		buf_add(out, str_head(shown, start_that_fits(shown, columns - 2)));
		buf_add(out, STR(".."));
	}
	buf_release(&buf);
}

void markup_colour(struct buf *out, struct colour colour)
{
	buf_addf(out, "#%02x%02x%02x", colour.r, colour.g, colour.b);
}
