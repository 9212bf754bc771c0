/*
 * Numbers as they stand in the document. Those with a few digits, which are nearly all of them, are
 * read in one pass straight from the bytes at hand; json-value.c knows what the others mean.
 */
#include "collapse/readers/json-scan.h"

/* So many digits surely fit into 64 bits. */
enum { MOST_DIGITS = 18 };

static const int64_t powers_of_ten[MOST_DIGITS + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000,
	10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000,
	100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
	1000000000000000000};

static inline const char *add_digits(const char *p, const char *end, uint64_t *value)
{
	for (; p < end && byte_is_digit(*p); p++)
		*value = *value * 10 + (uint64_t)(*p - '0');
	return p;
}

/*
 * "-12.375" with a shift of 3 is -12375. Where the number ends, behind which there is something else;
 * NULL where it has more digits than surely fit, or than the shift leaves whole, or may go on.
 */
static const char *decimal_fixed(const char *p, const char *end, unsigned shift, int64_t *value)
{
	bool negative = p < end && *p == '-';
	const char *digits = p + negative, *stop, *point;
	uint64_t size = 0;

	stop = add_digits(digits, end, &size);
	if (stop == digits || (stop > digits + 1 && *digits == '0'))
		return NULL;
	if (stop < end && *stop == '.') {
		point = stop;
		stop = add_digits(point + 1, end, &size);
		if (stop == point + 1 || stop - point - 1 > (ptrdiff_t)shift)
			return NULL;
		shift -= (unsigned)(stop - point - 1);
	}
	if (stop - digits + (ptrdiff_t)shift > MOST_DIGITS || stop == end ||
		json_is_of_token(*stop))
		return NULL;
	*value = (int64_t)size * powers_of_ten[shift];
	if (negative)
		*value = -*value;
	return stop;
}

/* The same, for "12," and "12]" without a detour. */
static inline const char *plain_fixed(
	const char *p, const char *end, unsigned shift, int64_t *value)
{
	uint64_t size = 0;
	const char *stop = add_digits(p, end, &size);

	if (stop == end || (*stop != ',' && *stop != ']') || stop == p ||
		(*p == '0' && stop > p + 1) || stop - p + (ptrdiff_t)shift > MOST_DIGITS)
		return decimal_fixed(p, end, shift, value);
	*value = (int64_t)size * powers_of_ten[shift];
	return stop;
}

bool json_plain_fixed(struct json *json, unsigned shift, struct str *number, int64_t *value)
{
	const char *stop;

	json_next_byte(json);
	stop = plain_fixed(json->at, json->end, shift, value);
	if (!stop)
		return false;
	*number = (struct str){json->at, (size_t)(stop - json->at)};
	json->at = stop;
	return true;
}

/* ---- in arrays ---- */

/*
 * Where the next element's value begins, behind its comma, and the lines until there; NULL where there
 * is none, or not at hand.
 */
static inline const char *next_value(
	const char *p, const char *end, bool first, uint64_t *line)
{
	if (!first) {
		for (; p < end && json_is_blank(*p); p++)
			*line += *p == '\n';
		if (p == end || *p++ != ',')
			return NULL;
	}
	for (; p < end && json_is_blank(*p); p++)
		*line += *p == '\n';
	return p;
}

size_t json_fixed_elements(struct json *json, unsigned shift, int64_t *values, size_t most)
{
	uint64_t line = json->line;
	size_t count = 0;

	if (json->container != '[')
		return 0;
	for (; count < most; count++) {
		const char *p = next_value(json->at, json->end, json->first, &line);

		p = p ? plain_fixed(p, json->end, shift, &values[count]) : NULL;
		if (!p || values[count] < 0)
			break;
		json->at = p;
		json->line = line;
		json->first = false;
	}
	return count;
}

/* "12", "-0.375": where it ends, behind which there is something else; NULL for what is not so. */
static const char *plain_end(const char *p, const char *end)
{
	const char *digits = p < end && *p == '-' ? p + 1 : p, *stop = digits, *point;

	while (stop < end && byte_is_digit(*stop))
		stop++;
	if (stop == digits || (stop > digits + 1 && *digits == '0'))
		return NULL;
	if (stop < end && *stop == '.') {
		point = stop++;
		while (stop < end && byte_is_digit(*stop))
			stop++;
		if (stop == point + 1)
			return NULL;
	}
	return stop < end && !json_is_of_token(*stop) ? stop : NULL;
}

void json_pass_numbers(struct json *json)
{
	uint64_t line = json->line;

	for (;;) {
		const char *p = next_value(json->at, json->end, json->first, &line);

		p = p ? plain_end(p, json->end) : NULL;
		if (!p)
			break;
		json->at = p;
		json->line = line;
		json->first = false;
	}
}

/* ---- any ---- */

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

bool json_number(struct json *json, struct str *number)
{
	const char *stop;
	char c = json_next_byte(json);

	if (c != '-' && !byte_is_digit(c))
		return false;
	stop = plain_end(json->at, json->end);
	if (stop) {
		*number = (struct str){json->at, (size_t)(stop - json->at)};
		json->at = stop;
		return true;
	}
	*number = json_take_token(json);
	if (!is_number(*number)) {
		json_fail(json, "a number");
		return false;
	}
	return true;
}

/* A number, or what is none, skipped. */
static bool take_number(struct json *json, struct str *number)
{
	if (json_number(json, number))
		return true;
	json_skip(json);
	return false;
}

bool json_u64(struct json *json, uint64_t *value)
{
	struct str number;
	int64_t plain;

	if (json_plain_fixed(json, 0, &number, &plain)) {
		if (plain >= 0)
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

bool json_fixed_scalar(struct json *json, unsigned shift, int64_t *value)
{
	struct str text;

	return json_plain_fixed(json, shift, &text, value) ||
	       (json_scalar(json, &text) && is_number(text) &&
		       json_to_fixed(text, shift, value));
}

bool json_fixed(struct json *json, unsigned shift, int64_t *value)
{
	struct str number;

	return json_plain_fixed(json, shift, &number, value) ||
	       (take_number(json, &number) && json_to_fixed(number, shift, value));
}
