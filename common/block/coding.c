#include "common/block/coding.h"

enum { NO_DIGIT = BLOCK_LAST_DIGITS + BLOCK_MORE_DIGITS };

/* ---- numbers ---- */

const char block_digits[] = "!\"#$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
			    "abcdefghijklmnopqrstuvwxyz{|}~";

static unsigned digit_value(char c)
{
	if (c < '!' || c > '~' || c == '&' || c == '<' || c == '>')
		return NO_DIGIT;
	return (unsigned)(c - '!') - (c > '&') - (c > '<') - (c > '>');
}

bool block_take_number(struct str *text, uint64_t *number)
{
	uint64_t place = 1;
	bool fits = true; /* the place does */

	*number = 0;
	for (;;) {
		unsigned value = text->n ? digit_value(text->p[0]) : NO_DIGIT;
		uint64_t part = value < BLOCK_LAST_DIGITS ? value : value - BLOCK_LAST_DIGITS;

		if (value == NO_DIGIT || (part && (!fits || part > (UINT64_MAX - *number) / place)))
			return false;
		*number += part * place;
		*text = str_skip(*text, 1);
		if (value < BLOCK_LAST_DIGITS)
			return true;
		fits = fits && place <= UINT64_MAX / BLOCK_MORE_DIGITS;
		place = fits ? place * BLOCK_MORE_DIGITS : 1;
	}
}

/* ---- names ---- */

static void add_escaped_byte(struct buf *out, char byte)
{
	buf_addf(out, "\\%02x", (unsigned char)byte);
}

/* XML 1.0 forbids these two although UTF-8 can spell them. */
static bool is_noncharacter(const char *p, size_t length)
{
	uint32_t code = utf8_decode(p, length);

	return code == 0xfffe || code == 0xffff;
}

static void add_character(struct buf *out, struct str rest, size_t length)
{
	char c = rest.p[0];

	if (length > 1 && !is_noncharacter(rest.p, length)) {
		buf_add(out, str_head(rest, length));
	} else if (length == 1 && c == '<') {
		buf_add_char(out, '^');
	} else if (length == 1 && c == '&') {
		buf_add_char(out, '%');
	} else if (length == 1 && c >= 0x20 && c != 0x7f && !str_contains(STR("^%\\"), (struct str){&c, 1})) {
		buf_add_char(out, c);
	} else {
		for (size_t i = 0; i < length; i++)
			add_escaped_byte(out, rest.p[i]);
	}
}

void block_add_name(struct buf *out, struct str name)
{
	size_t length, from = out->n;

	for (size_t i = 0; i < name.n; i += length) {
		struct str rest = str_skip(name, i);

		length = utf8_length(rest);
		/* "]]>" may not stand in XML text. */
		if (rest.p[0] == '>' && str_ends(str_skip(buf_str(out), from), STR("]]"))) {
			add_escaped_byte(out, '>');
		} else if (length == 0) {
			length = 1;
			add_escaped_byte(out, rest.p[0]);
		} else {
			add_character(out, rest, length);
		}
	}
}

/* "\\1b" at the start; false when it is not whole. */
static bool read_escape(struct str text, char *byte)
{
	if (text.n < 3 || !byte_is_hex(text.p[1]) || !byte_is_hex(text.p[2]))
		return false;
	*byte = (char)(byte_hex_value(text.p[1]) << 4 | byte_hex_value(text.p[2]));
	return true;
}

bool block_add_unescaped(struct buf *out, struct str escaped)
{
	for (size_t i = 0; i < escaped.n; i++) {
		char c = escaped.p[i];

		if (c == '\\') {
			if (!read_escape(str_skip(escaped, i), &c))
				return false;
			i += 2;
		} else if (c == '^' || c == '%') {
			c = c == '^' ? '<' : '&';
		}
		/* What ends a frame or a line cannot have been in a frame. */
		if (c == ';' || c == '\n')
			return false;
		buf_add_char(out, c);
	}
	return true;
}

/* ---- lists of names ---- */

static size_t shared_prefix(struct str a, struct str b)
{
	size_t n = 0, most = BLOCK_LAST_DIGITS - 1;

	while (n < a.n && n < b.n && n < most && a.p[n] == b.p[n] && !(a.p[n] & 0x80))
		n++;
	return n;
}

void block_add_shortened(struct buf *out, struct str before, struct str escaped)
{
	size_t shared = shared_prefix(before, escaped);

	block_add_number(out, shared);
	buf_add(out, str_skip(escaped, shared));
}

bool block_read_shortened(struct buf *name, struct str text)
{
	size_t shared = text.n ? digit_value(text.p[0]) : NO_DIGIT;

	if (shared > name->n || shared >= BLOCK_LAST_DIGITS)
		return false;
	name->n = shared;
	buf_add(name, str_skip(text, 1));
	return true;
}
