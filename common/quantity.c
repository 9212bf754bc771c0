#include "common/quantity.h"

/* ---- units ---- */

enum kind { COUNT, TIME, BYTES };

/* So much of a time is number / 10^tens seconds; so many bytes are number * 1024^steps. */
struct measure {
	enum kind kind;
	unsigned tens, steps;
};

static const char *const time_symbols[] = {TIME_SYMBOLS}, *const time_names[] = {TIME_NAMES};
static const char *const byte_symbols[] = {BYTE_SYMBOLS}, *const byte_names[] = {BYTE_NAMES};
static const char *const long_plurals[] = {LONG_PLURALS};

#define COUNT_OF(list) (sizeof(list) / sizeof(*(list)))
#define LAST_BYTES (COUNT_OF(byte_symbols) - 1)

static bool is_one_of(struct str word, const char *const *list, size_t count, unsigned *place)
{
	for (*place = 0; *place < count; ++*place)
		if (str_eq(word, str_of(list[*place])))
			return true;
	return false;
}

/* What weights may be. */
static struct measure measure_of(struct str unit)
{
	struct measure measure = {.kind = COUNT};
	unsigned place;

	if (is_one_of(unit, time_names, COUNT_OF(time_names), &place))
		measure = (struct measure){TIME, 3 * (unsigned)(place % COUNT_OF(time_symbols)), 0};
	else if (is_one_of(unit, byte_names, COUNT_OF(byte_names), &place))
		measure.kind = BYTES;
	return measure;
}

/* What people may write. */
static struct measure find_measure(struct str word)
{
	struct measure measure = measure_of(word);
	unsigned steps;

	if (measure.kind == COUNT &&
		is_one_of(word, byte_symbols, COUNT_OF(byte_symbols), &steps))
		measure = (struct measure){BYTES, 0, steps};
	return measure;
}

/* "samples"; "progress" and "it's" are none. */
static bool is_plural(struct str unit)
{
	char before = unit.n > 1 ? unit.p[unit.n - 2] : '\0';

	return str_ends(unit, STR("s")) && byte_is_alpha(before) && before != 's';
}

/* "sample" of "samples", "cache-miss" of "cache-misses", "entry" of "entries". */
static void add_singular(struct buf *out, struct str unit)
{
	for (size_t i = 0; i < COUNT_OF(long_plurals); i++)
		if (str_ends(unit, str_of(long_plurals[i]))) {
			buf_add(out, str_drop_end(unit, 2));
			return;
		}
	if (str_ends(unit, STR("ies"))) {
		buf_add(out, str_drop_end(unit, 3));
		buf_add_char(out, 'y');
	} else {
		buf_add(out, str_drop_end(unit, is_plural(unit)));
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
 * Of value / 10^tens seconds, whether it is 1 in this unit or more, when rounded to the three
 * digits that are shown in a smaller one: 999.6 µs are 1.00 ms.
 */
static bool reaches(uint64_t value, unsigned tens, unsigned of_unit)
{
	unsigned less = tens > of_unit ? tens - of_unit : 0;

	return less < 3 ? value >= weight_unit(less) :
			  weight_scale(value, 1, weight_unit(less - 3)) >= 1000;
}

static void add_time(struct buf *out, uint64_t value, unsigned own, unsigned places)
{
	unsigned tens = own + places, unit = 0, decimals;

	while (value && 3 * unit < 9 && !reaches(value, tens, 3 * unit))
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
	return measure_of(how->unit).kind != COUNT;
}

static void add_exact(
	struct buf *out, struct measure measure, uint64_t weight, unsigned places)
{
	weight_format_commas(out, weight, places);
	if (measure.kind == TIME)
		buf_addf(out, " %s", time_symbols[measure.tens / 3]);
	if (measure.kind == BYTES)
		buf_addf(out, " %s", byte_symbols[0]);
}

void quantity_add_number(
	struct buf *out, const struct quantities *how, uint64_t weight, unsigned places)
{
	struct measure measure = measure_of(how->unit);

	if (how->exact || measure.kind == COUNT)
		add_exact(out, measure, weight, places);
	else if (measure.kind == TIME)
		add_time(out, weight, measure.tens, places);
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
	if (measure_of(how->unit).kind == TIME && is_of_cpu(event))
		buf_add(out, STR(" of CPU"));
	if (samples == 0 || str_eq(how->unit, of_samples.unit))
		return;
	buf_add(out, STR(", "));
	quantity_add(out, &of_samples, samples, 0);
}

/* ---- reading ---- */

/* "e3" of "2e3", which is no unit. */
static bool is_exponent(struct str word)
{
	return word.n > 1 && byte_lower(word.p[0]) == 'e' &&
	       (byte_is_digit(word.p[1]) || word.p[1] == '-' || word.p[1] == '+');
}

/* "1.5 MiB" is "1.5" and "MiB". */
static bool split(struct str text, struct weight *number, struct str *word)
{
	size_t digits = 0;

	text = str_trim(text);
	while (digits < text.n && (byte_is_digit(text.p[digits]) || text.p[digits] == '.'))
		digits++;
	*word = str_trim(str_skip(text, digits));
	return weight_parse(str_head(text, digits), number) &&
	       (word->n == 0 || (byte_is_word(word->p[0]) && !is_exponent(*word)));
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
static bool convert(struct weight *weight, struct measure from, struct measure to)
{
	if (from.kind == BYTES)
		return multiply(weight, (uint64_t)1 << 10 * from.steps);
	if (from.tens > to.tens)
		weight->places += from.tens - to.tens;
	return from.tens >= to.tens || multiply_by_tens(weight, to.tens - from.tens);
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
	struct measure own = measure_of(unit), written;
	struct str word;

	if (!split(text, weight, &word)) {
		buf_add(wrong, STR("expected a number such as 120, with its unit or without"));
		return false;
	}
	written = find_measure(word);
	if (word.n == 0 || (unit.n > 0 && is_same_count(word, unit)))
		return true;
	if (unit.n == 0 || written.kind != own.kind || own.kind == COUNT) {
		add_mismatch(wrong, unit, word);
		return false;
	}
	if (!convert(weight, written, own)) {
		buf_add(wrong, STR("it is too large"));
		return false;
	}
	return true;
}
