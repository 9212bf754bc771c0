#include "common/quantity.h"

/* ---- units ---- */

enum kind { COUNT, TIME, BYTES };

/* So much of a time is number / 10^tens seconds; so many bytes are number * 1024^steps. */
static const struct measure {
	struct str name;
	enum kind kind;
	unsigned tens, steps;
} measures[] = {
	{STR_INIT("s"), TIME, 0, 0},
	{STR_INIT("ms"), TIME, 3, 0},
	{STR_INIT("\xc2\xb5s"), TIME, 6, 0}, /* U+00B5, which is shown, and U+03BC */
	{STR_INIT("\xce\xbcs"), TIME, 6, 0},
	{STR_INIT("us"), TIME, 6, 0},
	{STR_INIT("ns"), TIME, 9, 0},
	{STR_INIT("seconds"), TIME, 0, 0},
	{STR_INIT("milliseconds"), TIME, 3, 0},
	{STR_INIT("microseconds"), TIME, 6, 0},
	{STR_INIT("nanoseconds"), TIME, 9, 0},
	{STR_INIT("B"), BYTES, 0, 0},
	{STR_INIT("bytes"), BYTES, 0, 0},
	{STR_INIT("byte"), BYTES, 0, 0},
	{STR_INIT("KiB"), BYTES, 0, 1},
	{STR_INIT("MiB"), BYTES, 0, 2},
	{STR_INIT("GiB"), BYTES, 0, 3},
	{STR_INIT("TiB"), BYTES, 0, 4},
};

static const char *const time_symbols[] = {"s", "ms", "\xc2\xb5s", "ns"};
static const char *const byte_symbols[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
enum { LAST_BYTES = 6 };

static const struct measure *find_measure(struct str unit)
{
	static const struct measure count = {.kind = COUNT};

	for (size_t i = 0; i < sizeof(measures) / sizeof(*measures); i++)
		if (str_eq(unit, measures[i].name))
			return &measures[i];
	return &count;
}

/* Of a profile's weights; who counts KiB counts something that is not taken apart. */
static const struct measure *measure_of(struct str unit)
{
	const struct measure *measure = find_measure(unit);

	return measure->steps ? find_measure(STR("")) : measure;
}

/* "sample" of "samples", "cache-miss" of "cache-misses", "entry" of "entries". */
static void add_singular(struct buf *out, struct str unit)
{
	static const struct str with_e[] = {
		STR_INIT("sses"), STR_INIT("shes"), STR_INIT("ches"), STR_INIT("xes")};

	for (size_t i = 0; i < sizeof(with_e) / sizeof(*with_e); i++)
		if (str_ends(unit, with_e[i])) {
			buf_add(out, str_drop_end(unit, 2));
			return;
		}
	if (str_ends(unit, STR("ies"))) {
		buf_add(out, str_drop_end(unit, 3));
		buf_add_char(out, 'y');
	} else {
		buf_add(out, str_drop_end(unit, str_ends(unit, STR("s")) && !str_ends(unit, STR("ss"))));
	}
}

static bool is_for_people(char c)
{
	return byte_is_word(c) || str_contains(STR(" -.:/%"), (struct str){&c, 1});
}

struct str quantity_unit(const struct folded_header *header)
{
	enum { LONGEST = 60 };
	struct str unit = folded_header_get(header, HEADER_UNIT);

	for (size_t i = 0; i < unit.n; i++)
		if (!is_for_people(unit.p[i]))
			return STR("");
	return unit.n <= LONGEST ? unit : STR("");
}

/* ---- three digits ---- */

/* number / 10^decimals, with just so many. */
static void add_decimal(struct buf *out, uint64_t number, unsigned decimals)
{
	uint64_t unit = weight_unit(decimals);

	weight_format_commas(out, number / unit, 0);
	if (decimals)
		buf_addf(out, ".%0*llu", (int)decimals, (unsigned long long)(number % unit));
}

/* value * 10^decimals / divisor, with as many of at most so many decimals as three digits leave. */
static void add_three_digits(struct buf *out, uint64_t value, uint64_t divisor, unsigned most)
{
	unsigned decimals = most < 2 ? most : 2;

	while (decimals > 0 && weight_scale(value, weight_unit(decimals), divisor) >= 1000)
		decimals--;
	add_decimal(out, weight_scale(value, weight_unit(decimals), divisor), decimals);
}

/*
 * Of value / 10^tens seconds, whether it is 1 in this unit or more, when rounded to the three digits
 * that are shown in a smaller one: 999.6 µs are 1.00 ms.
 */
static bool reaches(uint64_t value, unsigned tens, unsigned of_unit)
{
	unsigned less = tens > of_unit ? tens - of_unit : 0;

	return less < 3 ? value >= weight_unit(less) :
			  weight_scale(value, 1, weight_unit(less - 3)) >= 1000;
}

/* Never in a unit below its own, where it has no digits, unless it has decimals there. */
static void add_time(struct buf *out, uint64_t value, unsigned own, unsigned places)
{
	unsigned tens = own + places, unit = 0, decimals;

	while (3 * unit < (value ? 9 : own) && !reaches(value, tens, 3 * unit))
		unit++;
	decimals = value && tens > 3 * unit ? tens - 3 * unit : 0;
	if (tens < 3 * unit) /* 0.5 s with one place are 500 ms */
		value *= weight_unit(3 * unit - tens);
	add_three_digits(out, value, weight_unit(decimals), decimals);
	buf_addf(out, " %s", time_symbols[unit]);
}

static void add_bytes(struct buf *out, uint64_t value, unsigned places)
{
	uint64_t divisor = weight_unit(places);
	unsigned unit = 0;

	for (; unit < LAST_BYTES && weight_scale(value, 1, divisor) >= 1024; unit++)
		divisor *= 1024;
	add_three_digits(out, value, divisor, unit ? 2 : places);
	buf_addf(out, " %s", byte_symbols[unit]);
}

/* ---- numbers ---- */

bool quantity_has_symbol(const struct quantities *how)
{
	return measure_of(how->unit)->kind != COUNT;
}

static void add_exact(
	struct buf *out, const struct measure *measure, uint64_t weight, unsigned places)
{
	weight_format_commas(out, weight, places);
	if (measure->kind == TIME)
		buf_addf(out, " %s", time_symbols[measure->tens / 3]);
	if (measure->kind == BYTES)
		buf_addf(out, " %s", byte_symbols[0]);
}

void quantity_add_number(
	struct buf *out, const struct quantities *how, uint64_t weight, unsigned places)
{
	const struct measure *measure = measure_of(how->unit);

	if (how->exact || measure->kind == COUNT)
		add_exact(out, measure, weight, places);
	else if (measure->kind == TIME)
		add_time(out, weight, measure->tens, places);
	else
		add_bytes(out, weight, places);
}

void quantity_add(struct buf *out, const struct quantities *how, uint64_t weight, unsigned places)
{
	quantity_add_number(out, how, weight, places);
	if (how->unit.n == 0 || quantity_has_symbol(how))
		return;
	buf_add_char(out, ' ');
	if (weight == weight_unit(places))
		add_singular(out, how->unit);
	else
		buf_add(out, how->unit);
}

/* "cpu-clock", "task-clock:u"; and what pprof calls the time on a processor. */
static bool is_of_cpu(struct str event)
{
	struct str name = str_head(event, str_find(event, ':'));

	name = str_head(name, str_find(name, '/'));
	return str_eq(name, STR("cpu-clock")) || str_eq(name, STR("task-clock")) ||
	       str_eq(name, STR("cpu"));
}

void quantity_add_total(struct buf *out, const struct quantities *how, uint64_t weight,
	unsigned places, struct str event, uint64_t samples)
{
	static const struct quantities of_samples = {.unit = STR_INIT("samples")};

	quantity_add(out, how, weight, places);
	if (measure_of(how->unit)->kind == TIME && is_of_cpu(event))
		buf_add(out, STR(" of CPU"));
	if (samples == 0 || str_eq(how->unit, of_samples.unit))
		return;
	buf_add(out, STR(", "));
	quantity_add(out, &of_samples, samples, 0);
}

/* ---- reading ---- */

/* "1.5 MiB" is "1.5" and "MiB". */
static bool split(struct str text, struct weight *number, struct str *word)
{
	size_t digits = 0;

	text = str_trim(text);
	while (digits < text.n && (byte_is_digit(text.p[digits]) || text.p[digits] == '.'))
		digits++;
	*word = str_trim(str_skip(text, digits));
	return weight_parse(str_head(text, digits), number) &&
	       (word->n == 0 || (byte_is_word(word->p[0]) && word->p[0] != '_'));
}

bool quantity_is_sound(struct str text)
{
	struct weight number;
	struct str word;

	return split(text, &number, &word);
}

static bool multiply(struct weight *weight, uint64_t factor)
{
	if (weight->value > UINT64_MAX / factor)
		return false;
	weight->value *= factor;
	weight_trim(weight);
	return true;
}

/* Decimals that it has are used up before it gets longer. */
static bool multiply_by_tens(struct weight *weight, unsigned tens)
{
	unsigned used = weight->places < tens ? weight->places : tens;

	weight->places -= used;
	return multiply(weight, weight_unit(tens - used));
}

/* From one unit into another of its kind. */
static bool convert(struct weight *weight, const struct measure *from, const struct measure *to)
{
	if (from->kind == BYTES)
		return multiply(weight, (uint64_t)1 << 10 * from->steps);
	if (from->tens > to->tens)
		weight->places += from->tens - to->tens;
	return from->tens >= to->tens || multiply_by_tens(weight, to->tens - from->tens);
}

/* "sample" and "samples" are one. */
static bool is_same_count(struct str word, struct str unit)
{
	struct buf singular = {0};
	bool same;

	add_singular(&singular, unit);
	same = str_eq(word, unit) || str_eq(word, buf_str(&singular));
	buf_release(&singular);
	return same;
}

static void add_mismatch(struct buf *wrong, struct str unit, struct str word)
{
	char shown[STR_SHOW];

	if (unit.n == 0) {
		buf_add(wrong, STR("nothing says what the weights of this profile count; "
				   "--countname does"));
		return;
	}
	buf_addf(wrong, "the weights of this profile are %s", str_show(unit, shown));
	buf_addf(wrong, ", not %s", str_show(word, shown));
}

bool quantity_parse(struct str text, struct str unit, struct weight *weight, struct buf *wrong)
{
	const struct measure *own = measure_of(unit), *written;
	struct str word;

	if (!split(text, weight, &word)) {
		buf_add(wrong, STR("expected a number such as 120, with its unit or without"));
		return false;
	}
	written = find_measure(word);
	if (word.n == 0 || (unit.n > 0 && is_same_count(word, unit)))
		return true;
	if (unit.n == 0 || written->kind != own->kind || own->kind == COUNT) {
		add_mismatch(wrong, unit, word);
		return false;
	}
	if (!convert(weight, written, own)) {
		buf_add(wrong, STR("it is too large"));
		return false;
	}
	return true;
}
