#include "collapse/demangle/punycode.h"

enum { BASE = 36, FIRST = 1, LAST = 26, SKEW = 38, DAMP = 700, MOST = 256 };

static uint32_t adapt(uint32_t delta, uint32_t count, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / DAMP : delta / 2;
	delta += delta / count;
	for (; delta > (BASE - FIRST) * LAST / 2; k += BASE)
		delta /= BASE - FIRST;
	return k + (BASE - FIRST + 1) * delta / (delta + SKEW);
}

static bool digit(char c, uint32_t *value)
{
	if (byte_is_digit(c))
		*value = (uint32_t)(c - '0') + 26;
	else if (c >= 'a' && c <= 'z')
		*value = (uint32_t)(c - 'a');
	else
		return false;
	return true;
}

/* One number of variable length off the text. */
static bool take_delta(struct str *text, uint32_t bias, uint32_t *delta)
{
	uint64_t sum = 0, weight = 1;

	for (uint32_t k = BASE;; k += BASE) {
		uint32_t least = k <= bias + FIRST ? FIRST : k >= bias + LAST ? LAST : k - bias, value;

		if (text->n == 0 || !digit(text->p[0], &value))
			return false;
		*text = str_skip(*text, 1);
		sum += value * weight;
		if (sum > UINT32_MAX / 2)
			return false;
		if (value < least) {
			*delta = (uint32_t)sum;
			return true;
		}
		weight *= BASE - least;
		if (weight > UINT32_MAX)
			return false;
	}
}

/* Takes the codes and where they go off the text: each is told by how far it is from the last. */
static bool insert_all(uint32_t codes[MOST], size_t *count, struct str text)
{
	uint32_t code = 0x80, bias = 72, at = 0, delta;

	for (bool first = true; text.n; first = false) {
		if (*count == MOST || !take_delta(&text, bias, &delta))
			return false;
		at += delta;
		++*count;
		bias = adapt(delta, (uint32_t)*count, first);
		code += at / (uint32_t)*count;
		at %= (uint32_t)*count;
		if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
			return false;
		memmove(codes + at + 1, codes + at, (*count - 1 - at) * sizeof(*codes));
		codes[at++] = code;
	}
	return true;
}

bool punycode_decode(struct buf *out, struct str text)
{
	uint32_t codes[MOST];
	size_t count = 0, end = str_rfind(text, '_');

	if (end < text.n) {
		for (; count < end && count < MOST; count++)
			codes[count] = (unsigned char)text.p[count];
		if (count < end)
			return false;
		text = str_skip(text, end + 1);
	}
	if (text.n == 0 || !insert_all(codes, &count, text))
		return false;
	for (size_t i = 0; i < count; i++)
		buf_add_utf8(out, codes[i]);
	return true;
}
