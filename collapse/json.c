#include "collapse/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A container that opens so deep is no profile: the bit for it would be all that there is of it. */
enum { DEPTH_MAX = 1 << 28 };

void json_init(struct json *json, struct lines *lines)
{
	*json = (struct json){.line = 1, .lines = lines};
}

void json_release(struct json *json)
{
	buf_release(&json->token);
	buf_release(&json->containers);
}

bool json_failed(const struct json *json)
{
	return json->expected != NULL;
}

/* ---- bytes ---- */

static bool refill(struct json *json)
{
	if (!lines_chunk(json->lines, &json->chunk))
		return false;
	json->chunk_end += json->chunk.n;
	return true;
}

static uint64_t place(const struct json *json)
{
	return json->chunk_end - json->chunk.n;
}

static void fail(struct json *json, const char *expected)
{
	if (json->expected)
		return;
	json->expected = expected;
	json->byte = place(json);
	json->got = str_head(json->chunk, sizeof(json->got_bytes));
	memcpy(json->got_bytes, json->got.p ? json->got.p : "", json->got.n);
	json->got.p = json->got_bytes;
	json->chunk.n = 0;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static char next_byte_behind_blanks(struct json *json)
{
	for (;;) {
		while (json->chunk.n && is_space(json->chunk.p[0])) {
			json->line += json->chunk.p[0] == '\n';
			json->chunk = str_skip(json->chunk, 1);
		}
		if (json->chunk.n)
			return json->chunk.p[0];
		if (json->expected || !refill(json))
			return '\0';
	}
}

/* The next byte that is no blank, left where it is; NUL at the end of the input. */
static inline char next_byte(struct json *json)
{
	struct str chunk = json->chunk;

	return chunk.n && (unsigned char)chunk.p[0] > ' ' ? chunk.p[0] :
							    next_byte_behind_blanks(json);
}

/* One that is there. */
static inline void take_byte(struct json *json)
{
	json->chunk.p++;
	json->chunk.n--;
}

/* ---- containers and commas ---- */

static void open_container(struct json *json, char opener)
{
	take_byte(json);
	if (json->depth >= DEPTH_MAX) {
		fail(json, "fewer containers within each other");
		return;
	}
	buf_add_char(&json->containers, opener);
	json->depth++;
	json->first = true;
}

static void close_container(struct json *json)
{
	take_byte(json);
	json->containers.n--;
	json->depth--;
	json->first = false;
}

/* Behind a value: more of the container. False at its end, which is taken, and after an error. */
static bool next_member(struct json *json, char opener, char closer, const char *expected)
{
	char c = next_byte(json);

	if (json->expected)
		return false;
	if (json->depth == 0 || json->containers.p[json->depth - 1] != opener) {
		fail(json, expected);
		return false;
	}
	if (c == closer) {
		close_container(json);
		return false;
	}
	if (!json->first) {
		if (c != ',') {
			fail(json, expected);
			return false;
		}
		take_byte(json);
		if (next_byte(json) == closer) {
			fail(json, "a value behind the comma");
			return false;
		}
	}
	json->first = false;
	return true;
}

enum json_kind json_peek(struct json *json)
{
	char c = next_byte(json);

	if (json->expected)
		return JSON_NONE;
	switch (c) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
		return JSON_TRUE;
	case 'f':
		return JSON_FALSE;
	case 'n':
		return JSON_NULL;
	default:
		return c == '-' || byte_is_digit(c) ? JSON_NUMBER : JSON_NONE;
	}
}

bool json_enter_object(struct json *json)
{
	if (json_peek(json) != JSON_OBJECT)
		return false;
	open_container(json, '{');
	return !json->expected;
}

bool json_enter_array(struct json *json)
{
	if (json_peek(json) != JSON_ARRAY)
		return false;
	open_container(json, '[');
	return !json->expected;
}

bool json_next_element(struct json *json)
{
	struct str chunk = json->chunk;

	/* Mostly there is a comma and then the value, with nothing between. */
	if (chunk.n > 1 && chunk.p[0] == ',' && (byte_is_digit(chunk.p[1]) || chunk.p[1] == '[') &&
		json->depth && json->containers.p[json->depth - 1] == '[' && !json->first) {
		take_byte(json);
		return true;
	}
	return next_member(json, '[', ']', "',' or ']'");
}

/* ---- strings ---- */

/* Adds a code point as UTF-8. */
static void add_character(struct buf *out, uint32_t code)
{
	if (code < 0x80) {
		buf_add_char(out, (char)code);
		return;
	}
	if (code < 0x800) {
		buf_add_char(out, (char)(0xc0 | code >> 6));
	} else if (code < 0x10000) {
		buf_add_char(out, (char)(0xe0 | code >> 12));
		buf_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
	} else {
		buf_add_char(out, (char)(0xf0 | code >> 18));
		buf_add_char(out, (char)(0x80 | (code >> 12 & 0x3f)));
		buf_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
	}
	buf_add_char(out, (char)(0x80 | (code & 0x3f)));
}

/* The next byte, taken; false at the end of the input. */
static bool take_any(struct json *json, char *c)
{
	if (!json->chunk.n && !refill(json))
		return false;
	*c = json->chunk.p[0];
	take_byte(json);
	return true;
}

static bool take_hex(struct json *json, uint32_t *code)
{
	char c;

	*code = 0;
	for (int i = 0; i < 4; i++) {
		if (!take_any(json, &c) || !byte_is_hex(c)) {
			fail(json, "four hexadecimal digits behind \\u");
			return false;
		}
		*code = *code << 4 | byte_hex_value(c);
	}
	return true;
}

enum { REPLACEMENT = 0xfffd };

/* Behind a backslash. "\ud83d\ude00" is one character: *half is its first half, or 0. */
static bool take_escape(struct json *json, uint32_t *half)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *letter;
	uint32_t code, first = *half;
	char c;

	if (!take_any(json, &c))
		return true; /* the string has no end: said by the caller */
	letter = c ? strchr(letters, c) : NULL;
	if (!letter && c != 'u') {
		fail(json, "an escape such as \\n or \\u0041");
		return false;
	}
	if (letter)
		code = (uint32_t)(unsigned char)meant[letter - letters];
	else if (!take_hex(json, &code))
		return false;
	*half = 0;
	if (first && code >= 0xdc00 && code < 0xe000) {
		add_character(&json->token, 0x10000 + ((first - 0xd800) << 10) + code - 0xdc00);
		return true;
	}
	if (first)
		add_character(&json->token, REPLACEMENT);
	if (code >= 0xd800 && code < 0xdc00)
		*half = code;
	else
		add_character(&json->token, code >= 0xdc00 && code < 0xe000 ? REPLACEMENT : code);
	return true;
}

/* How many bytes of a string come before its end, an escape, or what may not be in it. */
static size_t plain_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != '"' && s.p[n] != '\\' && (unsigned char)s.p[n] >= 0x20)
		n++;
	return n;
}

/* The rest of a string that is not all in one chunk, or has escapes. */
static bool gather_string(struct json *json)
{
	uint32_t half = 0;

	for (;;) {
		size_t n = plain_length(json->chunk);
		char c;

		if (half && n) {
			add_character(&json->token, REPLACEMENT);
			half = 0;
		}
		buf_add(&json->token, str_head(json->chunk, n));
		json->chunk = str_skip(json->chunk, n);
		if (!json->chunk.n && refill(json))
			continue;
		if (!json->chunk.n || (json->chunk.p[0] != '"' && json->chunk.p[0] != '\\')) {
			fail(json, "the end of the string");
			return false;
		}
		take_any(json, &c);
		if (c == '"')
			break;
		if (!take_escape(json, &half))
			return false;
	}
	if (half)
		add_character(&json->token, REPLACEMENT);
	return true;
}

/* Its opening quote is next. Most strings lie in one chunk as they are. */
static bool take_string(struct json *json, struct str *string)
{
	size_t n;

	take_byte(json);
	n = plain_length(json->chunk);
	if (n < json->chunk.n && json->chunk.p[n] == '"') {
		*string = str_head(json->chunk, n);
		json->chunk = str_skip(json->chunk, n + 1);
		return true;
	}
	buf_reset(&json->token);
	if (!gather_string(json))
		return false;
	*string = buf_str(&json->token);
	return true;
}

bool json_string(struct json *json, struct str *string)
{
	return json_peek(json) == JSON_STRING && take_string(json, string);
}

bool json_next_key(struct json *json, struct str *key)
{
	if (!next_member(json, '{', '}', "',' or '}'"))
		return false;
	if (next_byte(json) != '"') {
		fail(json, "a key in quotes");
		return false;
	}
	if (!take_string(json, key))
		return false;
	/* The blanks and the colon may lie in another chunk, which takes the key's place in memory.
	 */
	if (!json->chunk.n || json->chunk.p[0] != ':') {
		if (key->p != json->token.p) {
			buf_reset(&json->token);
			buf_add(&json->token, *key);
			*key = buf_str(&json->token);
		}
		if (next_byte(json) != ':') {
			fail(json, "':' behind the key");
			return false;
		}
	}
	take_byte(json);
	return true;
}

/* ---- numbers and words ---- */

/* Digits first: most numbers are nothing else. */
static bool is_of_token(char c)
{
	return byte_is_digit(c) || c == '-' || c == '+' || c == '.' || byte_is_alpha(c);
}

static size_t token_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_of_token(s.p[n]))
		n++;
	return n;
}

/* A number or a word, together with what of it is in the next chunks. */
static struct str take_token(struct json *json)
{
	size_t n = token_length(json->chunk);

	if (n < json->chunk.n) {
		struct str bytes = str_head(json->chunk, n);

		json->chunk = str_skip(json->chunk, n);
		return bytes;
	}
	buf_reset(&json->token);
	do {
		n = token_length(json->chunk);
		buf_add(&json->token, str_head(json->chunk, n));
		json->chunk = str_skip(json->chunk, n);
	} while (!json->chunk.n && refill(json));
	return buf_str(&json->token);
}

static size_t digits(struct str s)
{
	size_t n = 0;

	while (n < s.n && byte_is_digit(s.p[n]))
		n++;
	return n;
}

/* -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)? */
static bool is_number(struct str s)
{
	size_t n;

	if (str_starts(s, STR("-")))
		s = str_skip(s, 1);
	n = digits(s);
	if (n == 0 || (n > 1 && s.p[0] == '0'))
		return false;
	if (n == s.n)
		return true;
	s = str_skip(s, n);
	if (str_starts(s, STR("."))) {
		n = digits(str_skip(s, 1));
		if (n == 0)
			return false;
		s = str_skip(s, n + 1);
	}
	if (s.n && (s.p[0] == 'e' || s.p[0] == 'E')) {
		s = str_skip(s, 1);
		if (s.n && (s.p[0] == '+' || s.p[0] == '-'))
			s = str_skip(s, 1);
		n = digits(s);
		if (n == 0)
			return false;
		s = str_skip(s, n);
	}
	return s.n == 0;
}

/* "1966," */
static bool take_plain_number(struct json *json, struct str *number)
{
	size_t n = digits(json->chunk);

	if (n == 0 || n == json->chunk.n || is_of_token(json->chunk.p[n]) ||
		(n > 1 && json->chunk.p[0] == '0'))
		return false;
	*number = str_head(json->chunk, n);
	json->chunk = str_skip(json->chunk, n);
	return true;
}

bool json_number(struct json *json, struct str *number)
{
	if (take_plain_number(json, number))
		return true;
	if (json_peek(json) != JSON_NUMBER)
		return false;
	*number = take_token(json);
	if (!is_number(*number)) {
		fail(json, "a number");
		return false;
	}
	return true;
}

static void take_word(struct json *json, struct str word)
{
	if (!str_eq(take_token(json), word))
		fail(json, "true, false or null");
}

/* ---- skipping ---- */

static void skip_one(struct json *json)
{
	struct str text;

	switch (json_peek(json)) {
	case JSON_OBJECT:
	case JSON_ARRAY:
		open_container(json, json->chunk.p[0]);
		break;
	case JSON_STRING:
		take_string(json, &text);
		break;
	case JSON_NUMBER:
		json_number(json, &text);
		break;
	case JSON_TRUE:
		take_word(json, STR("true"));
		break;
	case JSON_FALSE:
		take_word(json, STR("false"));
		break;
	case JSON_NULL:
		take_word(json, STR("null"));
		break;
	case JSON_NONE:
		fail(json, "a value");
		break;
	}
}

void json_leave(struct json *json, size_t depth)
{
	struct str key;

	while (json->depth > depth && !json->expected) {
		bool object = json->containers.p[json->depth - 1] == '{';

		if (object ? json_next_key(json, &key) : json_next_element(json))
			skip_one(json);
	}
}

void json_skip(struct json *json)
{
	size_t depth = json->depth;

	skip_one(json);
	json_leave(json, depth);
}

bool json_scalar(struct json *json, struct str *text)
{
	if (json_number(json, text) || json_string(json, text))
		return true;
	if (!json->expected)
		json_skip(json);
	return false;
}

bool json_at_end(struct json *json)
{
	if (json->depth || next_byte(json) || json->chunk.n)
		fail(json, "the end of the document");
	return !json->expected;
}

/* ---- what numbers mean ---- */

static size_t add_digits(struct str s, size_t at, uint64_t *value)
{
	for (; at < s.n && byte_is_digit(s.p[at]); at++)
		*value = *value * 10 + (uint64_t)(s.p[at] - '0');
	return at;
}

/*
 * As most numbers are: "-12.375" with a shift of 3 is -12375. The length of the one that s begins
 * with, and its value; 0 where it has more digits than surely fit, or than the shift leaves whole.
 */
static size_t plain_fixed(struct str s, unsigned shift, int64_t *value)
{
	enum { MOST_DIGITS = 18 };
	bool negative = s.n && s.p[0] == '-';
	size_t first = negative, point, n;
	uint64_t size = 0;

	n = point = add_digits(s, first, &size);
	if (n == first || (n > first + 1 && s.p[first] == '0'))
		return 0;
	if (n < s.n && s.p[n] == '.') {
		n = add_digits(s, n + 1, &size);
		if (n == point + 1 || n - point - 1 > shift)
			return 0;
		shift -= (unsigned)(n - point - 1);
	}
	if (n - first + shift > MOST_DIGITS)
		return 0;
	while (shift--)
		size *= 10;
	*value = negative ? -(int64_t)size : (int64_t)size;
	return n;
}

bool json_plain_fixed(struct json *json, unsigned shift, struct str *number, int64_t *value)
{
	size_t n;

	next_byte(json);
	n = plain_fixed(json->chunk, shift, value);
	if (n == 0 || n == json->chunk.n || is_of_token(json->chunk.p[n]))
		return false;
	*number = (struct str){json->chunk.p, n};
	json->chunk = (struct str){json->chunk.p + n, json->chunk.n - n};
	return true;
}

bool json_to_u64(struct str number, uint64_t *value)
{
	double decimal;

	if (str_to_u64(number, value))
		return true;
	/* "12.0", "1e3": exact as long as a double holds every whole number. */
	decimal = json_to_double(number);
	if (!(decimal >= 0 && decimal <= 9007199254740992.0) || floor(decimal) < decimal)
		return false;
	*value = (uint64_t)decimal;
	return true;
}

bool json_to_i64(struct str number, int64_t *value)
{
	bool negative = str_starts(number, STR("-"));
	uint64_t size;

	if (!json_to_u64(negative ? str_skip(number, 1) : number, &size) || size > INT64_MAX)
		return false;
	*value = negative ? -(int64_t)size : (int64_t)size;
	return true;
}

double json_to_double(struct str number)
{
	char text[64];
	struct str head = str_head(number, sizeof(text) - 1);

	memcpy(text, head.p, head.n);
	text[head.n] = '\0';
	return strtod(text, NULL);
}

/* Behind the digits, "e-7"; what is no exponent in any profile counts as one that never fits. */
static int exponent_of(struct str text)
{
	bool negative = str_starts(text, STR("-"));
	uint64_t size;

	if (text.n == 0)
		return 0;
	if (negative || str_starts(text, STR("+")))
		text = str_skip(text, 1);
	if (!str_to_u64(text, &size) || size > 1000)
		size = 1000;
	return negative ? -(int)size : (int)size;
}

/* Takes the digits of "12.5" together: 125, and 1 behind the point. Those that do not fit are cut. */
static bool take_digits(struct str text, uint64_t *value, int *behind)
{
	bool point = false;

	*value = 0;
	*behind = 0;
	for (size_t i = 0; i < text.n; i++) {
		uint64_t digit = (uint64_t)(text.p[i] - '0');

		if (text.p[i] == '.') {
			point = true;
			continue;
		}
		if (*value > (INT64_MAX - digit) / 10)
			return point;
		*value = *value * 10 + digit;
		*behind += point;
	}
	return true;
}

bool json_to_fixed(struct str number, unsigned shift, int64_t *value)
{
	bool negative = str_starts(number, STR("-"));
	struct str mantissa, exponent = {0};
	size_t e = 0;
	uint64_t size;
	int behind, tens;

	if (number.n && plain_fixed(number, shift, value) == number.n)
		return true;
	mantissa = negative ? str_skip(number, 1) : number;
	while (e < mantissa.n && (mantissa.p[e] | 0x20) != 'e')
		e++;
	exponent = str_skip(mantissa, e + 1);
	if (!take_digits(str_head(mantissa, e), &size, &behind))
		return false;
	tens = exponent_of(exponent) - behind + (int)shift;
	for (; tens > 0 && size; tens--) {
		if (size > INT64_MAX / 10)
			return false;
		size *= 10;
	}
	for (; tens < -1 && size; tens++)
		size /= 10;
	if (tens == -1)
		size = (size + 5) / 10;
	*value = negative ? -(int64_t)size : (int64_t)size;
	return true;
}

/* A number, or what is none, skipped. */
static bool take_number(struct json *json, struct str *number)
{
	if (json_number(json, number))
		return true;
	if (!json->expected)
		json_skip(json);
	return false;
}

bool json_u64(struct json *json, uint64_t *value)
{
	struct str number;
	int64_t plain;

	if (json_plain_fixed(json, 0, &number, &plain)) {
		*value = (uint64_t)plain;
		return plain >= 0;
	}
	return take_number(json, &number) && json_to_u64(number, value);
}

bool json_i64(struct json *json, int64_t *value)
{
	struct str number;

	return json_plain_fixed(json, 0, &number, value) ||
	       (take_number(json, &number) && json_to_i64(number, value));
}

bool json_double(struct json *json, double *value)
{
	struct str number;

	if (!take_number(json, &number))
		return false;
	*value = json_to_double(number);
	return true;
}

bool json_fixed(struct json *json, unsigned shift, int64_t *value)
{
	struct str number;

	return json_plain_fixed(json, shift, &number, value) ||
	       (take_number(json, &number) && json_to_fixed(number, shift, value));
}
