#include "render/report/measure.h"

const char *const measure_kinds[] = {"self", "total"};

void measure_add_amount(struct buf *out, const struct amount *amount)
{
	weight_format_commas(out, amount->weight.value, amount->weight.places);
	if (amount->percent)
		buf_add_char(out, '%');
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

void measure_add_weight(struct buf *out, const struct budget_facts *facts, uint64_t part,
	uint64_t whole, const struct amount *limit)
{
	if (limit->percent) {
		add_percent(out, part, whole, limit);
		buf_add(out, STR(" of "));
		part = whole;
	}
	weight_format_commas(out, part, facts->tree->places);
	buf_addf(out, " %s", facts->unit);
}

void measure_add_function(struct buf *out, int kind, struct str name)
{
	char shown[STR_SHOW];

	buf_addf(out, "%s(%s)", measure_kinds[kind], str_show(name, shown));
}
