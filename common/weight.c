#include "common/weight.h"

#include "common/compiler.h"

uint64_t weight_unit(unsigned places)
{
	uint64_t unit = 1;

	while (places--)
		unit *= 10;
	return unit;
}

void weight_trim(struct weight *weight)
{
	for (; weight->places > 0 && weight->value % 10 == 0; weight->places--)
		weight->value /= 10;
}

/* "2345678" is 0.2345678: six places and a carry from the seventh give 0.234568. */
static bool parse_fraction(struct str digits, struct weight *fraction)
{
	*fraction = (struct weight){0, 0};
	for (size_t i = 0; i < digits.n; i++) {
		if (!byte_is_digit(digits.p[i]))
			return false;
		if (i < WEIGHT_PLACES) {
			fraction->value = fraction->value * 10 + (uint64_t)(digits.p[i] - '0');
			fraction->places++;
		}
	}
	if (digits.n > WEIGHT_PLACES && digits.p[WEIGHT_PLACES] >= '5')
		fraction->value++;
	weight_trim(fraction);
	return true;
}

bool weight_parse(struct str text, struct weight *weight)
{
	size_t point = 0;
	struct str digits;
	struct weight fraction;
	uint64_t whole = 0, unit;

	while (point < text.n && text.p[point] != '.')
		point++;
	digits = str_skip(text, point + 1);
	if (point + digits.n == 0 || (point && !str_to_u64(str_head(text, point), &whole)) ||
		!parse_fraction(digits, &fraction))
		return false;
	unit = weight_unit(fraction.places);
	/* Rounding may have carried into the whole: 0.9999999 is 1 with no places. */
	if (whole > (UINT64_MAX - fraction.value) / unit)
		return false;
	*weight = (struct weight){whole * unit + fraction.value, fraction.places};
	return true;
}

/* With more places than it has; false when it does not fit. */
static bool widen(struct weight *weight, unsigned places)
{
	uint64_t unit = weight_unit(places - weight->places);

	if (weight->value > UINT64_MAX / unit)
		return false;
	*weight = (struct weight){weight->value * unit, places};
	return true;
}

bool weight_add(struct weight *sum, struct weight more)
{
	struct weight wide = *sum;
	unsigned places = sum->places > more.places ? sum->places : more.places;

	if (!widen(&wide, places) || !widen(&more, places) || more.value > UINT64_MAX - wide.value)
		return false;
	*sum = (struct weight){wide.value + more.value, places};
	return true;
}

bool weight_in(struct weight weight, uint64_t units, uint64_t *count)
{
	if (weight.value > UINT64_MAX / units)
		return false;
	*count = weight_scale(weight.value, units, weight_unit(weight.places));
	return true;
}

double weight_double(struct weight weight)
{
	return (double)weight.value / (double)weight_unit(weight.places);
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

/* ---- a weight or a percentage ---- */

bool amount_parse(struct str text, struct amount *amount)
{
	amount->percent = str_ends(text, STR("%"));
	if (amount->percent)
		text = str_trim_end(str_drop_end(text, 1));
	return weight_parse(text, &amount->weight) &&
	       (!amount->percent ||
		       amount->weight.value <= 100 * weight_unit(amount->weight.places));
}

const char *amount_option(const char *value, void *field)
{
	return amount_parse(str_of(value), field)
		       ? NULL
		       : "expected a weight such as 5, or a share of the total such as 0.5%";
}

/* a * b against c * d */
static int compare_products(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint64_t high, other_high;
	uint64_t low = mul_wide(a, b, &high), other_low = mul_wide(c, d, &other_high);

	if (high != other_high)
		return high < other_high ? -1 : 1;
	return low < other_low ? -1 : low > other_low;
}

int amount_compare(const struct amount *amount, uint64_t weight, uint64_t whole, unsigned places)
{
	uint64_t limit = amount->weight.value, unit = weight_unit(amount->weight.places);

	if (amount->percent && whole > 0)
		return compare_products(weight, 100 * unit, limit, whole);
	if (amount->percent) /* of nothing: 0% */
		return limit > 0 ? -1 : 0;
	return compare_products(weight, unit, limit, weight_unit(places));
}
