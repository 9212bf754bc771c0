#include "common/block/coding.h"

enum { LAST_DIGITS = 46, MORE_DIGITS = 45, NO_DIGIT = LAST_DIGITS + MORE_DIGITS };

/* ---- numbers ---- */

static char digit(unsigned value)
{
	static const char digits[] = "!\"#$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
				     "abcdefghijklmnopqrstuvwxyz{|}~";

	return digits[value];
}

static unsigned digit_value(char c)
{
	if (c < '!' || c > '~' || c == '&' || c == '<' || c == '>')
		return NO_DIGIT;
	return (unsigned)(c - '!') - (c > '&') - (c > '<') - (c > '>');
}

void block_add_number(struct buf *out, uint64_t number)
{
	while (number >= LAST_DIGITS) {
		buf_add_char(out, digit(LAST_DIGITS + (unsigned)(number % MORE_DIGITS)));
		number /= MORE_DIGITS;
	}
	buf_add_char(out, digit((unsigned)number));
}

bool block_take_number(struct str *text, uint64_t *number)
{
	uint64_t place = 1;
	bool fits = true; /* the place does */

	*number = 0;
	for (;;) {
		unsigned value = text->n ? digit_value(text->p[0]) : NO_DIGIT;
		uint64_t part = value < LAST_DIGITS ? value : value - LAST_DIGITS;

		if (value == NO_DIGIT || (part && (!fits || part > (UINT64_MAX - *number) / place)))
			return false;
		*number += part * place;
		*text = str_skip(*text, 1);
		if (value < LAST_DIGITS)
			return true;
		fits = fits && place <= UINT64_MAX / MORE_DIGITS;
		place = fits ? place * MORE_DIGITS : 1;
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

/* The byte that an escaped name begins with, and how much of the name that is; 0 when it is none. */
static size_t unescape(struct str escaped, char *byte)
{
	char c = escaped.p[0];

	*byte = c == '^' ? '<' : c == '%' ? '&' : c;
	if (c != '\\')
		return 1;
	if (escaped.n < 3 || !byte_is_hex(escaped.p[1]) || !byte_is_hex(escaped.p[2]))
		return 0;
	*byte = (char)(byte_hex_value(escaped.p[1]) << 4 | byte_hex_value(escaped.p[2]));
	return 3;
}

bool block_add_unescaped(struct buf *out, struct str escaped)
{
	while (escaped.n) {
		char byte;
		size_t length = unescape(escaped, &byte);

		/* What ends a frame or a line cannot have been in a frame. */
		if (length == 0 || byte == ';' || byte == '\n')
			return false;
		buf_add_char(out, byte);
		escaped = str_skip(escaped, length);
	}
	return true;
}

/* ---- lists of names ---- */

static size_t shared_prefix(struct str a, struct str b)
{
	size_t n = 0;

	while (n < a.n && n < b.n && n < LAST_DIGITS - 1 && a.p[n] == b.p[n] && !(a.p[n] & 0x80))
		n++;
	return n;
}

void block_add_shortened(struct buf *out, struct str before, struct str escaped)
{
	size_t shared = shared_prefix(before, escaped);

	buf_add_char(out, digit((unsigned)shared));
	buf_add(out, str_skip(escaped, shared));
}

bool block_read_shortened(struct buf *name, struct str text)
{
	size_t shared = text.n ? digit_value(text.p[0]) : NO_DIGIT;

	if (shared > name->n || shared >= LAST_DIGITS)
		return false;
	name->n = shared;
	buf_add(name, str_skip(text, 1));
	return true;
}
