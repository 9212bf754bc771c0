/*
 * What numbers mean: whole ones exactly, decimals as such, without a detour through binary fractions.
 */
#include <math.h>
#include <stdlib.h>

#include "collapse/json.h"

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
