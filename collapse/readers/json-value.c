/*
 * What numbers mean: whole ones exactly, decimals as such, without a detour through binary fractions.
 */
#include "collapse/readers/json.h"

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

/* size times 10^tens. */
struct decimal {
	bool negative;
	uint64_t size;
	int tens;
};

/* "-1.25e3" is -125 times 10^1; false for what does not fit. */
static bool parse_decimal(struct str number, struct decimal *decimal)
{
	struct str mantissa;
	size_t e = 0;
	int behind;

	decimal->negative = str_starts(number, STR("-"));
	mantissa = decimal->negative ? str_skip(number, 1) : number;
	while (e < mantissa.n && (mantissa.p[e] | 0x20) != 'e')
		e++;
	if (!take_digits(str_head(mantissa, e), &decimal->size, &behind))
		return false;
	decimal->tens = exponent_of(str_skip(mantissa, e + 1)) - behind;
	return true;
}

static bool shift_up(uint64_t *size, int tens)
{
	for (; tens > 0 && *size; tens--) {
		if (*size > INT64_MAX / 10)
			return false;
		*size *= 10;
	}
	return true;
}

bool json_to_u64(struct str number, uint64_t *value)
{
	struct decimal decimal;

	if (str_to_u64(number, value))
		return true;
	/* "12.0", "1e3" */
	if (!parse_decimal(number, &decimal) || (decimal.negative && decimal.size))
		return false;
	for (; decimal.tens < 0 && decimal.size; decimal.tens++) {
		if (decimal.size % 10)
			return false;
		decimal.size /= 10;
	}
	if (!shift_up(&decimal.size, decimal.tens))
		return false;
	*value = decimal.size;
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

bool json_to_fixed(struct str number, unsigned shift, int64_t *value)
{
	struct decimal decimal;
	uint64_t size;
	int tens;

	if (!parse_decimal(number, &decimal))
		return false;
	size = decimal.size;
	tens = decimal.tens + (int)shift;
	if (!shift_up(&size, tens))
		return false;
	for (; tens < -1 && size; tens++)
		size /= 10;
	if (tens == -1)
		size = (size + 5) / 10;
	*value = decimal.negative ? -(int64_t)size : (int64_t)size;
	return true;
}
