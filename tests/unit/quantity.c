#include "common/quantity.h"

#include "tests/unit/test.h"

static struct str shown(const char *unit, bool exact, uint64_t weight, unsigned places)
{
	static struct buf out;
	const struct quantities how = {str_of(unit), exact};

	buf_reset(&out);
	quantity_add(&out, &how, weight, places);
	return buf_str(&out);
}

static void times(void)
{
	static const struct {
		const char *unit;
		uint64_t weight;
		unsigned places;
		const char *text;
	} rows[] = {
		{"ns", 1903452100, 0, "1.90 s"},
		{"ns", 12345678, 0, "12.3 ms"},
		{"ns", 456000, 0, "456 \xc2\xb5s"},
		{"ns", 789, 0, "789 ns"},
		{"ns", 1234000000000, 0, "1,234 s"},
		{"ns", UINT64_MAX, 0, "18,446,744,074 s"},
		{"s", UINT64_MAX, 0, "18,446,744,073,709,551,615 s"},
		{"s", UINT64_MAX, 6, "18,446,744,073,710 s"},
		{"ns", 0, 0, "0 s"},
		{"ms", 0, 0, "0 s"},
		{"s", 0, 3, "0 s"},
		/* Rounding goes on into the next unit, and takes a decimal. */
		{"ns", 999, 0, "999 ns"},
		{"ns", 1000, 0, "1.00 \xc2\xb5s"},
		{"ns", 9994, 0, "9.99 \xc2\xb5s"},
		{"ns", 9995, 0, "10.0 \xc2\xb5s"},
		{"ns", 99949, 0, "99.9 \xc2\xb5s"},
		{"ns", 99950, 0, "100 \xc2\xb5s"},
		{"ns", 999499, 0, "999 \xc2\xb5s"},
		{"ns", 999500, 0, "1.00 ms"},
		{"ns", 999499999, 0, "999 ms"},
		{"ns", 999500000, 0, "1.00 s"},
		{"ns", 999500000000, 0, "1,000 s"},
		/* No digits that the weights do not have. */
		{"ms", 5, 0, "5 ms"},
		{"ms", 15, 1, "1.5 ms"},
		{"ms", 5, 1, "500 \xc2\xb5s"},
		{"ms", 1500, 0, "1.50 s"},
		{"ms", 12345, 3, "12.3 ms"},
		{"s", 12, 0, "12 s"},
		{"s", 5, 1, "500 ms"},
		{"s", 1, 6, "1 \xc2\xb5s"},
		{"us", 1, 0, "1 \xc2\xb5s"},
		{"\xc2\xb5s", 1234, 0, "1.23 ms"},
		{"\xce\xbcs", 1234, 0, "1.23 ms"},
		{"ns", 5, 1, "0.5 ns"},
		{"ns", 1, 6, "0.00 ns"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		CHECK_STR(shown(rows[i].unit, false, rows[i].weight, rows[i].places), rows[i].text);
}

static void bytes(void)
{
	CHECK_STR(shown("bytes", false, 0, 0), "0 B");
	CHECK_STR(shown("bytes", false, 1, 0), "1 B");
	CHECK_STR(shown("bytes", false, 512, 0), "512 B");
	CHECK_STR(shown("bytes", false, 1023, 0), "1,023 B");
	CHECK_STR(shown("bytes", false, 1024, 0), "1.00 KiB");
	CHECK_STR(shown("bytes", false, 1536, 0), "1.50 KiB");
	CHECK_STR(shown("bytes", false, 1023 * 1024 + 511, 0), "1,023 KiB");
	CHECK_STR(shown("bytes", false, 1023 * 1024 + 512, 0), "1.00 MiB");
	CHECK_STR(shown("bytes", false, 12897485, 0), "12.3 MiB");
	CHECK_STR(shown("bytes", false, UINT64_MAX, 0), "16.0 EiB");
	CHECK_STR(shown("bytes", false, UINT64_MAX, 2), "164 PiB");
	CHECK_STR(shown("bytes", false, UINT64_MAX, 6), "16.8 TiB");
	CHECK_STR(shown("bytes", false, 15, 1), "1.5 B");
}

static void counts(void)
{
	CHECK_STR(shown("samples", false, 1903, 0), "1,903 samples");
	CHECK_STR(shown("samples", false, 1, 0), "1 sample");
	CHECK_STR(shown("samples", false, 10, 1), "1 sample");
	CHECK_STR(shown("samples", false, 1, 1), "0.1 samples");
	CHECK_STR(shown("samples", false, 0, 0), "0 samples");
	CHECK_STR(shown("cache-misses", false, 1, 0), "1 cache-miss");
	CHECK_STR(shown("context-switches", false, 1, 0), "1 context-switch");
	CHECK_STR(shown("entries", false, 1, 0), "1 entry");
	CHECK_STR(shown("cycles", false, 1, 0), "1 cycle");
	CHECK_STR(shown("sched:sched_switch", false, 1, 0), "1 sched:sched_switch");
	CHECK_STR(shown("progress", false, 1, 0), "1 progress");
	CHECK_STR(shown("it's", false, 1, 0), "1 it's");
	CHECK_STR(shown("s\xc3\xa9s", false, 1, 0), "1 s\xc3\xa9s");
	CHECK_STR(shown("KiB", false, 2048, 0), "2,048 KiB");
	CHECK_STR(shown("", false, 1903452, 0), "1,903,452");
}

static void exact_numbers(void)
{
	CHECK_STR(shown("ns", true, 1903452100, 0), "1,903,452,100 ns");
	CHECK_STR(shown("us", true, 1903452, 1), "190,345.2 \xc2\xb5s");
	CHECK_STR(shown("bytes", true, 1536, 0), "1,536 B");
	CHECK_STR(shown("samples", true, 1903, 0), "1,903 samples");
}

static struct str total(const char *unit, uint64_t weight, const char *event, uint64_t samples)
{
	static struct buf out;
	const struct quantities how = {.unit = str_of(unit)};

	buf_reset(&out);
	quantity_add_total(&out, &how, weight, 0, str_of(event), samples);
	return buf_str(&out);
}

static void totals(void)
{
	CHECK_STR(total("ns", 1903452100, "cpu-clock", 1903), "1.90 s of CPU, 1,903 samples");
	CHECK_STR(total("ns", 1903452100, "task-clock:u", 1), "1.90 s of CPU, 1 sample");
	CHECK_STR(total("ns", 1903452100, "cpu-clock/freq=99/", 0), "1.90 s of CPU");
	CHECK_STR(total("us", 1903452, "", 0), "1.90 s");
	CHECK_STR(total("samples", 1903, "cpu-clock", 1903), "1,903 samples");
	CHECK_STR(total("cycles", 1903, "cycles", 3), "1,903 cycles, 3 samples");
	CHECK_STR(total("", 1903, "cpu-clock", 3), "1,903, 3 samples");
}

static struct str cell(const char *unit, uint64_t weight)
{
	static struct buf out;
	const struct quantities how = {.unit = str_of(unit)};

	buf_reset(&out);
	quantity_add_number(&out, &how, weight, 0);
	return buf_str(&out);
}

static void cells(void)
{
	CHECK_STR(cell("ns", 1903452100), "1.90 s");
	CHECK_STR(cell("bytes", 1536), "1.50 KiB");
	CHECK_STR(cell("samples", 1903), "1,903");
	CHECK_STR(cell("", 1903), "1,903");
}

static void check_parse(const char *text, const char *unit, uint64_t value, unsigned places)
{
	struct weight weight;
	struct buf wrong = {0};

	CHECK(quantity_is_sound(str_of(text)));
	CHECK(quantity_parse(str_of(text), str_of(unit), &weight, &wrong));
	CHECK_U64(weight.value, value);
	CHECK_U64(weight.places, places);
	CHECK_STR(buf_str(&wrong), "");
	buf_release(&wrong);
}

static void reading(void)
{
	check_parse("120", "", 120, 0);
	check_parse(" 12.50 ", "ns", 125, 1);
	check_parse("50 ms", "ns", 50000000, 0);
	check_parse("50ms", "ns", 50000000, 0);
	check_parse("1.5 \xc2\xb5s", "ns", 1500, 0);
	check_parse("1.000001 s", "us", 1000001, 0);
	check_parse("2 s", "s", 2, 0);
	check_parse("50 ms", "s", 50, 3);
	check_parse("0.000001 ns", "s", 1, 15);
	check_parse("1.5 MiB", "bytes", 1572864, 0);
	check_parse("0.3 KiB", "bytes", 3072, 1);
	check_parse("16777215 TiB", "bytes", 18446742974197923840u, 0);
	check_parse("1 EiB", "bytes", (uint64_t)1 << 60, 0);
	check_parse("120 samples", "samples", 120, 0);
	check_parse("1 sample", "samples", 1, 0);
	check_parse("5 furlongs", "furlongs", 5, 0);
}

static void check_refused(const char *text, const char *unit, const char *wrong)
{
	struct weight weight;
	struct buf said = {0};

	CHECK(!quantity_parse(str_of(text), str_of(unit), &weight, &said));
	CHECK_STR(buf_str(&said), wrong);
	buf_release(&said);
}

static void what_is_refused(void)
{
	check_refused("50 ms", "samples", "the weights of this profile are samples, not ms");
	check_refused("50 ms", "bytes", "the weights of this profile are bytes, not ms");
	check_refused("50 KiB", "ns", "the weights of this profile are ns, not KiB");
	check_refused("50 samples", "ns", "the weights of this profile are ns, not samples");
	check_refused("50 ms", "",
		"nothing says what the weights of this profile count; --countname does");
	check_refused("18446744073709551615 s", "ns", "it is too large");
	check_refused("16777216 TiB", "bytes", "it is too large");
	CHECK(!quantity_is_sound(STR("")));
	CHECK(!quantity_is_sound(STR("ms")));
	CHECK(!quantity_is_sound(STR("-5 ms")));
	CHECK(!quantity_is_sound(STR("5%")));
	CHECK(!quantity_is_sound(STR("2e3")));
	CHECK(!quantity_is_sound(STR("1.2.3 s")));
	CHECK(!quantity_is_sound(STR("5 > 3")));
}

static void units_of_headers(void)
{
	struct folded_header header = {0};

	CHECK_STR(quantity_unit(&header), "");
	folded_header_set(&header, HEADER_UNIT, STR("sched:sched_switch"));
	CHECK_STR(quantity_unit(&header), "sched:sched_switch");
	folded_header_set(&header, HEADER_UNIT, STR("<b>"));
	CHECK_STR(quantity_unit(&header), "");
	folded_header_release(&header);
}

int main(void)
{
	TEST(times);
	TEST(bytes);
	TEST(counts);
	TEST(exact_numbers);
	TEST(totals);
	TEST(cells);
	TEST(reading);
	TEST(what_is_refused);
	TEST(units_of_headers);
}
