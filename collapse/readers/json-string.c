/*
 * Strings. Most lie in one chunk and have no escapes: these are given out as they lie there. The
 * others are gathered in the token.
 */
#include "collapse/readers/json-scan.h"

enum { REPLACEMENT = 0xfffd };

/* A string's end, an escape, or what may not be in it. */
static bool ends_plain(char c)
{
	return c == '"' || c == '\\' || (unsigned char)c < 0x20;
}

/* Eight bytes, the first lowest: compilers make it one load where the machine has them so. */
static inline uint64_t load(const char *bytes)
{
	const unsigned char *p = (const unsigned char *)bytes;

	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
	       (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

/* Marks, with its highest bit, each byte below n, which is at most 0x80; behind it perhaps others. */
static inline uint64_t bytes_below(uint64_t word, unsigned char n)
{
	const uint64_t ones = 0x0101010101010101u;

	return (word - ones * n) & ~word & ones << 7;
}

/* The same for bytes that end what is plain. The quote lies among control bytes, but for one bit. */
static inline uint64_t ends_of_plain(uint64_t word)
{
	const uint64_t ones = 0x0101010101010101u;

	return bytes_below(word ^ ones * ('"' ^ 0x20), 0x21) | bytes_below(word ^ ones * '\\', 1);
}

/* How many bytes stand before the first that is marked. */
static inline unsigned bytes_before(uint64_t marks)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t below = (marks & (0 - marks)) - 1;

	return (unsigned)((below & ones) * ones >> 56) - 1;
}

static const char *plain_end(const char *p, const char *end)
{
	for (; end - p >= 8; p += 8) {
		uint64_t marks = ends_of_plain(load(p));

		if (marks)
			return p + bytes_before(marks);
	}
	while (p < end && !ends_plain(*p))
		p++;
	return p;
}

/* The next byte, taken; false at the end of the input. */
static bool take_any(struct json *json, char *c)
{
	if (json->at == json->end && !json_refill(json))
		return false;
	*c = *json->at++;
	return true;
}

static bool take_hex(struct json *json, uint32_t *code)
{
	char c;

	*code = 0;
	for (int i = 0; i < 4; i++) {
		if (!take_any(json, &c) || !byte_is_hex(c)) {
			json_fail(json, "four hexadecimal digits behind \\u");
			return false;
		}
		*code = *code << 4 | byte_hex_value(c);
	}
	return true;
}

/* What the letter behind a backslash means; NUL for one that means nothing. */
static char meaning(char letter)
{
	switch (letter) {
	case '"':
	case '\\':
	case '/':
		return letter;
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	default:
		return '\0';
	}
}

/* Behind a backslash. "\ud83d\ude00" is one character: *half is its first half, or 0. */
static bool take_escape(struct json *json, uint32_t *half)
{
	uint32_t code, first = *half;
	char c;

	if (!take_any(json, &c))
		return true; /* the string has no end: said by the caller */
	code = (unsigned char)meaning(c);
	if (!code && c != 'u') {
		json_fail(json, "an escape such as \\n or \\u0041");
		return false;
	}
	if (!code && !take_hex(json, &code))
		return false;
	*half = 0;
	if (first && code >= 0xdc00 && code < 0xe000) {
		buf_add_utf8(&json->token, 0x10000 + ((first - 0xd800) << 10) + code - 0xdc00);
		return true;
	}
	if (first)
		buf_add_utf8(&json->token, REPLACEMENT);
	if (code >= 0xd800 && code < 0xdc00)
		*half = code;
	else
		buf_add_utf8(&json->token, code >= 0xdc00 && code < 0xe000 ? REPLACEMENT : code);
	return true;
}

/* The rest of a string that is not all in one chunk, or has escapes, into the token. */
static bool gather(struct json *json)
{
	uint32_t half = 0;
	char c;

	for (;;) {
		const char *start = json->at;

		json->at = plain_end(start, json->end);
		if (half && json->at > start) {
			buf_add_utf8(&json->token, REPLACEMENT);
			half = 0;
		}
		buf_add(&json->token, (struct str){start, (size_t)(json->at - start)});
		if (json->at == json->end && json_refill(json))
			continue;
		if (json->at == json->end || (*json->at != '"' && *json->at != '\\')) {
			json_fail(json, "the end of the string");
			return false;
		}
		take_any(json, &c);
		if (c == '"')
			break;
		if (!take_escape(json, &half))
			return false;
	}
	if (half)
		buf_add_utf8(&json->token, REPLACEMENT);
	return true;
}

bool json_take_string(struct json *json, struct str *string)
{
	const char *start = ++json->at;

	json->at = plain_end(start, json->end);
	if (json->at < json->end && *json->at == '"') {
		*string = (struct str){start, (size_t)(json->at++ - start)};
		return true;
	}
	buf_reset(&json->token);
	json->at = start;
	if (!gather(json))
		return false;
	*string = buf_str(&json->token);
	return true;
}

/* "java\/util\/Random": simple escapes are passed over as they are. */
bool json_pass_string(struct json *json)
{
	struct str ignored;
	const char *start = json->at, *p = plain_end(start + 1, json->end);

	while (json->end - p > 2 && p[0] == '\\' && meaning(p[1]))
		p = plain_end(p + 2, json->end);
	if (p == json->end || *p != '"')
		return json_take_string(json, &ignored);
	json->at = p + 1;
	return true;
}

bool json_string(struct json *json, struct str *string)
{
	return json_next_byte(json) == '"' && json_take_string(json, string);
}
