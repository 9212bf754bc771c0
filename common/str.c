/*
 * Slices: comparing, cutting, numbers, UTF-8.
 */
#include "common/str.h"

#include <string.h>

struct str str_of(const char *c_string)
{
	return (struct str){c_string, strlen(c_string)};
}

int str_compare(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	return order ? order : (a.n > b.n) - (a.n < b.n);
}

bool str_contains(struct str s, struct str part)
{
	return str_find_str(s, part) < s.n || part.n == 0;
}

size_t str_rfind(struct str s, char c)
{
	for (size_t i = s.n; i > 0; i--)
		if (s.p[i - 1] == c)
			return i - 1;
	return s.n;
}

size_t str_find_str(struct str s, struct str part)
{
	size_t from = 0;

	if (part.n == 0)
		return 0;
	while (s.n - from >= part.n) {
		from += str_find(str_skip(s, from), part.p[0]);
		if (s.n - from < part.n)
			break;
		if (memcmp(s.p + from, part.p, part.n) == 0)
			return from;
		from++;
	}
	return s.n;
}

static bool split(struct str s, size_t at, struct str *before, struct str *after)
{
	if (at == s.n)
		return false;
	*before = str_head(s, at);
	*after = str_skip(s, at + 1);
	return true;
}

bool str_cut(struct str s, char c, struct str *before, struct str *after)
{
	return split(s, str_find(s, c), before, after);
}

bool str_rcut(struct str s, char c, struct str *before, struct str *after)
{
	return split(s, str_rfind(s, c), before, after);
}

struct str str_base_name(struct str path)
{
	size_t slash = str_rfind(path, '/');

	return slash < path.n ? str_skip(path, slash + 1) : path;
}

size_t str_distance(struct str a, struct str b)
{
	size_t row[64];

	if (a.n >= 64 || b.n >= 64)
		return 64;
	for (size_t j = 0; j <= b.n; j++)
		row[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t change =
				diagonal + (byte_lower(a.p[i - 1]) != byte_lower(b.p[j - 1]));
			size_t other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;

			diagonal = row[j];
			row[j] = change < other ? change : other;
		}
	}
	return row[b.n];
}

bool str_to_u64(struct str s, uint64_t *value)
{
	uint64_t result = 0;

	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!byte_is_digit(s.p[i]))
			return false;

		uint64_t digit = (uint64_t)(s.p[i] - '0');

		/* 19 digits always fit. */
		if (i >= 19 && result > (UINT64_MAX - digit) / 10)
			return false;
		result = result * 10 + digit;
	}
	*value = result;
	return true;
}

bool str_hex_to_u64(struct str s, uint64_t *value)
{
	uint64_t number = 0;

	if (s.n == 0 || str_hex_digits(s) < s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (number >> 60)
			return false;
		number = number << 4 | byte_hex_value(s.p[i]);
	}
	*value = number;
	return true;
}

static bool continues(struct str s, size_t n)
{
	if (s.n < n)
		return false;
	for (size_t i = 1; i < n; i++)
		if ((s.p[i] & 0xc0) != 0x80)
			return false;
	return true;
}

size_t utf8_length(struct str s)
{
	if (s.n == 0)
		return 0;

	unsigned char first = (unsigned char)s.p[0];
	unsigned char second = s.n > 1 ? (unsigned char)s.p[1] : 0;

	if (first < 0x80)
		return 1;
	if (first >= 0xc2 && first <= 0xdf)
		return continues(s, 2) ? 2 : 0;
	if (first >= 0xe0 && first <= 0xef) {
		bool overlong = first == 0xe0 && second < 0xa0;
		bool surrogate = first == 0xed && second > 0x9f;

		return continues(s, 3) && !overlong && !surrogate ? 3 : 0;
	}
	if (first >= 0xf0 && first <= 0xf4) {
		bool overlong = first == 0xf0 && second < 0x90;
		bool too_big = first == 0xf4 && second > 0x8f;

		return continues(s, 4) && !overlong && !too_big ? 4 : 0;
	}
	return 0;
}

uint32_t utf8_decode(const char *p, size_t length)
{
	static const unsigned char first_mask[5] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t code = (unsigned char)p[0] & first_mask[length];

	for (size_t i = 1; i < length; i++)
		code = code << 6 | ((unsigned char)p[i] & 0x3f);
	return code;
}

size_t utf8_encode(uint32_t code, char utf8[4])
{
	size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	if (code < 0x80) {
		utf8[0] = (char)code;
		return 1;
	}
	for (size_t i = length; i-- > 1; code >>= 6)
		utf8[i] = (char)(0x80 | (code & 0x3f));
	utf8[0] = (char)(0xf00 >> length | code); /* 0xc0, 0xe0, 0xf0 */
	return length;
}

/* C1 controls (U+0080..U+009F) drive terminals as C0 ones do. */
static bool is_control(const char *p, size_t length)
{
	unsigned char first = (unsigned char)p[0];

	if (length == 2)
		return first == 0xc2 && (unsigned char)p[1] < 0xa0;
	return first < 0x20 || first == 0x7f;
}

bool utf8_is_invisible(const char *p, size_t length)
{
	static const struct {
		uint32_t from, to;
	} ranges[] = {{0xad, 0xad}, {0x61c, 0x61c}, {0x200b, 0x200f}, {0x2028, 0x202e},
		{0x2060, 0x206f}, {0xfeff, 0xfeff}};
	uint32_t code;

	if (length != 2 && length != 3)
		return false;
	code = utf8_decode(p, length);
	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (code >= ranges[i].from && code <= ranges[i].to)
			return true;
	return false;
}

size_t str_show_character(struct str s, char out[4], size_t *shown)
{
	static const char hex[] = "0123456789abcdef";
	size_t length = utf8_length(s);
	unsigned char c = (unsigned char)s.p[0];

	if (length && !is_control(s.p, length) && !utf8_is_invisible(s.p, length)) {
		memcpy(out, s.p, length);
		*shown = length;
		return length;
	}
	out[0] = '\\';
	out[1] = 'x';
	out[2] = hex[c >> 4];
	out[3] = hex[c & 15];
	*shown = 4;
	return 1;
}

const char *str_show(struct str s, char out[STR_SHOW])
{
	size_t limit = s.n > 80 ? 80 : s.n;
	size_t used = 0;

	for (size_t i = 0; i < limit;) {
		struct str rest = str_skip(s, i);
		size_t shown;

		if (i + utf8_length(rest) > limit)
			break;
		i += str_show_character(rest, out + used, &shown);
		used += shown;
	}
	if (s.n > limit) {
		memcpy(out + used, "...", 3);
		used += 3;
	}
	out[used] = '\0';
	return out;
}
