#include "render/report/amount.h"

#include "common/compiler.h"
#include "common/weight.h"

bool amount_parse(struct str text, struct amount *amount)
{
	amount->percent = str_ends(text, STR("%"));
	if (amount->percent)
		text = str_trim_end(str_drop_end(text, 1));
	return weight_parse(text, &amount->value, &amount->places) &&
	       (!amount->percent || amount->value <= 100 * weight_unit(amount->places));
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
	uint64_t unit = weight_unit(amount->places);

	if (amount->percent && whole > 0)
		return compare_products(weight, 100 * unit, amount->value, whole);
	if (amount->percent) /* of nothing: 0% */
		return amount->value > 0 ? -1 : 0;
	return compare_products(weight, unit, amount->value, weight_unit(places));
}
