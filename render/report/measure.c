#include "render/report/measure.h"

const char *const measure_kinds[] = {"self", "total"};

void measure_add(struct buf *out, const struct budget_facts *facts, uint64_t weight)
{
	quantity_add(out, facts->numbers, weight, facts->profile->tree->places);
}

void measure_add_number(struct buf *out, const struct budget_facts *facts, uint64_t weight)
{
	quantity_add_number(out, facts->numbers, weight, facts->profile->tree->places);
}

/* "7.25%", and more decimals where with fewer it would be the limit, and is not. */
static void add_percent(struct buf *out, uint64_t part, uint64_t whole, const struct amount *limit)
{
	size_t from = out->n;

	for (unsigned decimals = 2; decimals <= WEIGHT_PLACES; decimals++) {
		struct weight shown;

		out->n = from;
		weight_percent(out, part, whole, decimals);
		if (!weight_parse(str_skip(buf_str(out), from), &shown) ||
			amount_compare(limit, part, whole, 0) == 0 ||
			shown.value != limit->weight.value || shown.places != limit->weight.places)
			break;
	}
	buf_add_char(out, '%');
}

/* With all digits where the weight would look like its limit, and is not. */
static struct quantities numbers_of(
	const struct budget_facts *facts, uint64_t part, const struct amount *limit)
{
	struct quantities numbers = *facts->numbers;
	unsigned places = facts->profile->tree->places;
	struct buf weight = {0}, shown = {0};

	quantity_add_number(&weight, &numbers, part, places);
	quantity_add_number(&shown, &numbers, limit->weight.value, limit->weight.places);
	numbers.exact = numbers.exact || (str_eq(buf_str(&weight), buf_str(&shown)) &&
						 amount_compare(limit, part, 0, places) != 0);
	buf_release(&weight);
	buf_release(&shown);
	return numbers;
}

void measure_add_weight(struct buf *out, const struct budget_facts *facts, uint64_t part,
	uint64_t whole, const struct amount *limit)
{
	struct quantities numbers = *facts->numbers;

	if (limit->percent) {
		add_percent(out, part, whole, limit);
		buf_add(out, STR(" of "));
		part = whole;
	} else {
		numbers = numbers_of(facts, part, limit);
	}
	quantity_add(out, &numbers, part, facts->profile->tree->places);
}

void measure_add_limit(struct buf *out, const struct budget_facts *facts, uint64_t part,
	const struct amount *limit)
{
	struct quantities numbers;

	if (limit->percent) {
		weight_format(out, limit->weight.value, limit->weight.places);
		buf_add_char(out, '%');
		return;
	}
	numbers = numbers_of(facts, part, limit);
	quantity_add_number(out, &numbers, limit->weight.value, limit->weight.places);
}

void measure_add_function(struct buf *out, int kind, struct str name)
{
	char shown[STR_SHOW];

	buf_addf(out, "%s(%s)", measure_kinds[kind], str_show(name, shown));
}
