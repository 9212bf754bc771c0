#include "common/weight.h"

uint64_t weight_unit(unsigned places)
{
	uint64_t unit = 1;

	while (places--)
		unit *= 10;
	return unit;
}

void weight_trim(uint64_t *value, unsigned *places)
{
	for (; *places > 0 && *value % 10 == 0; --*places)
		*value /= 10;
}

/* "2345678" is 0.2345678: six places and a carry from the seventh give 0.234568. */
static bool parse_fraction(struct str digits, uint64_t *value, unsigned *places)
{
	unsigned n = 0;

	*value = 0;
	for (size_t i = 0; i < digits.n; i++) {
		if (!byte_is_digit(digits.p[i]))
			return false;
		if (i < WEIGHT_PLACES) {
			*value = *value * 10 + (uint64_t)(digits.p[i] - '0');
			n++;
		}
	}
	if (digits.n > WEIGHT_PLACES && digits.p[WEIGHT_PLACES] >= '5')
		++*value;
	*places = n;
	weight_trim(value, places);
	return true;
}

bool weight_parse(struct str text, uint64_t *value, unsigned *places)
{
	size_t point = 0;
	struct str fraction;
	uint64_t units = 0, parts, unit;

	while (point < text.n && text.p[point] != '.')
		point++;
	fraction = str_skip(text, point + 1);
	if (point + fraction.n == 0 || (point && !str_to_u64(str_head(text, point), &units)) ||
		!parse_fraction(fraction, &parts, places))
		return false;
	unit = weight_unit(*places);
	/* Rounding may have carried into the whole: 0.9999999 is 1 with no places. */
	if (units > (UINT64_MAX - parts) / unit)
		return false;
	*value = units * unit + parts;
	return true;
}

static void add_fraction(struct buf *out, uint64_t fraction, unsigned places)
{
	while (places && fraction % 10 == 0) {
		fraction /= 10;
		places--;
	}
	if (places)
		buf_addf(out, ".%0*llu", (int)places, (unsigned long long)fraction);
}

void weight_format(struct buf *out, uint64_t value, unsigned places)
{
	uint64_t unit = weight_unit(places);

	buf_add_u64(out, value / unit);
	add_fraction(out, value % unit, places);
}

void weight_format_commas(struct buf *out, uint64_t value, unsigned places)
{
	uint64_t unit = weight_unit(places);
	uint64_t whole = value / unit;
	uint64_t thousands = 1;

	while (whole / thousands >= 1000)
		thousands *= 1000;
	buf_add_u64(out, whole / thousands);
	for (whole %= thousands; thousands > 1; whole %= thousands) {
		thousands /= 1000;
		buf_addf(out, ",%03u", (unsigned)(whole / thousands));
	}
	add_fraction(out, value % unit, places);
}

/* Divides high:low by c, one bit at a time: such large numbers are rare. */
static uint64_t divide_wide(uint64_t high, uint64_t low, uint64_t c)
{
	uint64_t quotient = 0;

	high %= c;
	for (int bit = 63; bit >= 0; bit--) {
		bool carry = high >> 63;

		high = high << 1 | (low >> bit & 1);
		if (carry || high >= c) {
			high -= c;
			quotient |= (uint64_t)1 << bit;
		}
	}
	return quotient;
}

uint64_t weight_scale(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t high;
	uint64_t low = mul_wide(a, b, &high);

	low += c / 2;
	high += low < c / 2;
	return high ? divide_wide(high, low, c) : low / c;
}

void weight_percent(struct buf *out, uint64_t part, uint64_t whole, unsigned decimals)
{
	uint64_t unit = weight_unit(decimals);
	uint64_t scaled = whole ? weight_scale(part, 100 * unit, whole) : 0;

	buf_add_u64(out, scaled / unit);
	if (decimals)
		buf_addf(out, ".%0*llu", (int)decimals, (unsigned long long)(scaled % unit));
}
