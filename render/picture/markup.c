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

void markup_fit(struct buf *out, struct str raw, size_t columns)
{
	struct buf shown = {0};
	size_t cut = 0, used = 0;

	if (columns < 3)
		return;
	/* A character takes at most 4 bytes, so the rest of a longer name need not be looked at. */
	add_all_shown(&shown, str_head(raw, (columns + 1) * 4));
	buf_add_char(&shown, '\0');
	for (size_t i = 0; i + 1 < shown.n; i++) {
		/* A byte that does not continue a character starts one. */
		if ((shown.p[i] & 0xc0) == 0x80)
			continue;
		if (used <= columns - 2)
			cut = i;
		used += utf8_columns(shown.p + i);
	}
	if (used <= columns) {
		buf_add(out, str_head(buf_str(&shown), shown.n - 1));
	} else {
		buf_add(out, str_head(buf_str(&shown), cut));
		buf_add(out, STR(".."));
	}
	buf_release(&shown);
}

void markup_colour(struct buf *out, struct colour colour)
{
	buf_addf(out, "#%02x%02x%02x", colour.r, colour.g, colour.b);
}
