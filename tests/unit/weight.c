#include "common/weight.h"

#include "tests/unit/test.h"

static void check_weight(struct weight weight, uint64_t value, unsigned places)
{
	CHECK_U64(weight.value, value);
	CHECK_U64(weight.places, places);
}

static void parsing(void)
{
	static const struct {
		const char *text;
		bool good;
		uint64_t value;
		unsigned places;
	} rows[] = {
		{"0", true, 0, 0},
		{"12", true, 12, 0},
		{"12.", true, 12, 0},
		{"12.5", true, 125, 1},
		{".5", true, 5, 1},
		{"0.05", true, 5, 2},
		{"00012", true, 12, 0},
		{"12.50", true, 125, 1}, /* zeros at the end are no places */
		{"12.0000000000", true, 12, 0},
		{"0.000001", true, 1, 6},
		{"0.0000005", true, 1, 6}, /* half goes up */
		{"0.00000049999", true, 0, 0},
		{"1.2345678", true, 1234568, 6},
		{"1.1999999", true, 12, 1}, /* the carry shortens */
		{"0.9999995", true, 1, 0},  /* and reaches the whole */
		{"0.9999994", true, 999999, 6},
		{"18446744073709551615", true, UINT64_MAX, 0},
		{"18446744073709551615.0", true, UINT64_MAX, 0},
		{"18446744073709551614.9999999", true, UINT64_MAX, 0},
		{"1844674407370955161.5", true, UINT64_MAX, 1},
		{"1844674407370955161.6", false, 0, 0},
		{"18446744073709551615.5", false, 0, 0},
		{"18446744073709551615.9999999", false, 0, 0},
		{"18446744073709551616", false, 0, 0},
		{"", false, 0, 0},
		{".", false, 0, 0},
		{"1.2.3", false, 0, 0},
		{"-1", false, 0, 0},
		{"+1", false, 0, 0},
		{"1e3", false, 0, 0},
		{"0x10", false, 0, 0},
		{"nan", false, 0, 0},
		{"1,5", false, 0, 0},
		{"1 ", false, 0, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct weight weight = {0, 0};

		CHECK(weight_parse(str_of(rows[i].text), &weight) == rows[i].good);
		if (rows[i].good)
			check_weight(weight, rows[i].value, rows[i].places);
	}
}

static void trimming(void)
{
	static const struct {
		uint64_t value;
		unsigned places;
		uint64_t trimmed;
		unsigned left;
	} rows[] = {
		{1250, 2, 125, 1},
		{1200, 2, 12, 0},
		{1200, 1, 120, 0}, /* the zero of 120 is none of the fraction */
		{105, 2, 105, 2},
		{0, 6, 0, 0},
		{UINT64_MAX - 5, 3, UINT64_MAX / 10, 2},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct weight weight = {rows[i].value, rows[i].places};

		weight_trim(&weight);
		check_weight(weight, rows[i].trimmed, rows[i].left);
	}
}

static void formatting(void)
{
	static const struct {
		uint64_t value;
		unsigned places;
		const char *plain, *commas;
	} rows[] = {
		{0, 0, "0", "0"},
		{0, 6, "0", "0"},
		{999, 0, "999", "999"},
		{1000, 0, "1000", "1,000"},
		{1000000, 0, "1000000", "1,000,000"},
		{1002003, 0, "1002003", "1,002,003"},
		{125, 1, "12.5", "12.5"},
		{120, 1, "12", "12"},
		{5, 2, "0.05", "0.05"},
		{500000, 6, "0.5", "0.5"},
		{12345675, 1, "1234567.5", "1,234,567.5"},
		{UINT64_MAX, 0, "18446744073709551615", "18,446,744,073,709,551,615"},
		{UINT64_MAX, 6, "18446744073709.551615", "18,446,744,073,709.551615"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buf out = {0};

		weight_format(&out, rows[i].value, rows[i].places);
		CHECK_STR(buf_str(&out), rows[i].plain);
		buf_reset(&out);
		weight_format_commas(&out, rows[i].value, rows[i].places);
		CHECK_STR(buf_str(&out), rows[i].commas);
		buf_release(&out);
	}
}

/* What was parsed is written back as the shortest text that means the same. */
static void parsed_and_formatted(void)
{
	static const char *const texts[] = {"0", "7", "0.1", "0.000001", "123.456", "99999.999999"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct buf out = {0};
		struct weight weight;

		CHECK(weight_parse(str_of(texts[i]), &weight));
		weight_format(&out, weight.value, weight.places);
		CHECK_STR(buf_str(&out), texts[i]);
		buf_release(&out);
	}
}

static void scaling(void)
{
	const uint64_t max = UINT64_MAX;

	CHECK_U64(weight_scale(10, 3, 4), 8); /* 7.5 */
	CHECK_U64(weight_scale(1, 1, 3), 0);
	CHECK_U64(weight_scale(2, 1, 3), 1);
	CHECK_U64(weight_scale(1, 1, 2), 1); /* half goes up */
	CHECK_U64(weight_scale(0, max, max), 0);
	CHECK_U64(weight_scale(max, max, max), max);
	CHECK_U64(weight_scale(max, 1, 1), max);
	CHECK_U64(weight_scale(max - 1, max, max), max - 1);
	CHECK_U64(weight_scale(max, max - 1, max), max - 1);
	CHECK_U64(weight_scale(max, 1, 2), (uint64_t)1 << 63);
	CHECK_U64(weight_scale((uint64_t)1 << 63, 1000000, (uint64_t)1 << 63), 1000000);
	CHECK_U64(weight_scale(max, 100000000, max), 100000000);
}

static void sums(void)
{
	static const struct {
		struct weight sum, more;
		bool fits;
		struct weight wanted;
	} rows[] = {
		{{0, 0}, {5, 0}, true, {5, 0}},
		{{5, 0}, {25, 2}, true, {525, 2}},
		{{25, 2}, {5, 0}, true, {525, 2}},
		{{5, 1}, {5, 1}, true, {10, 1}}, /* decimals stay, though they are zeros */
		{{UINT64_MAX - 1, 0}, {1, 0}, true, {UINT64_MAX, 0}},
		{{UINT64_MAX, 0}, {1, 0}, false, {UINT64_MAX, 0}},
		{{UINT64_MAX / 5, 0}, {1, 1}, false, {UINT64_MAX / 5, 0}},
		{{1, 1}, {UINT64_MAX / 5, 0}, false, {1, 1}},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct weight sum = rows[i].sum;

		CHECK(weight_add(&sum, rows[i].more) == rows[i].fits);
		check_weight(sum, rows[i].wanted.value, rows[i].wanted.places);
	}
}

static void units(void)
{
	uint64_t count = 0;

	CHECK(weight_in((struct weight){15, 1}, 1000, &count) && count == 1500);
	CHECK(weight_in((struct weight){15, 1}, 1, &count) && count == 2); /* half goes up */
	CHECK(weight_in((struct weight){UINT64_MAX, 0}, 1, &count) && count == UINT64_MAX);
	CHECK(!weight_in((struct weight){UINT64_MAX / 9, 0}, 10, &count));
	CHECK(weight_double((struct weight){25, 1}) == 2.5);
}

static void percentages(void)
{
	static const struct {
		uint64_t part, whole;
		unsigned decimals;
		const char *wanted;
	} rows[] = {
		{0, 0, 2, "0.00"},
		{0, 5, 0, "0"},
		{1, 3, 2, "33.33"},
		{2, 3, 2, "66.67"},
		{2, 3, 0, "67"},
		{1, 3, 6, "33.333333"},
		{1, 200, 0, "1"}, /* 0.5 */
		{1, 20000, 2, "0.01"}, /* 0.005 */
		{1, 20001, 2, "0.00"},
		{9999, 10000, 1, "100.0"},
		{UINT64_MAX, UINT64_MAX, 6, "100.000000"},
		{UINT64_MAX - 1, UINT64_MAX, 6, "100.000000"},
		{1, UINT64_MAX, 6, "0.000000"},
		{3, 2, 1, "150.0"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buf out = {0};

		weight_percent(&out, rows[i].part, rows[i].whole, rows[i].decimals);
		CHECK_STR(buf_str(&out), rows[i].wanted);
		buf_release(&out);
	}
}

/* ---- a weight or a percentage ---- */

static bool reads(const char *text)
{
	struct amount amount;

	return amount_parse(str_of(text), &amount);
}

/* weight against the amount, of a whole; no decimals */
static int compared(const char *text, uint64_t weight, uint64_t whole)
{
	struct amount amount = {0};

	CHECK(amount_parse(str_of(text), &amount));
	return amount_compare(&amount, weight, whole, 0);
}

static void weights_and_percentages(void)
{
	CHECK(reads("5") && reads("0.25") && reads("5%") && reads("100%") && reads("0.5 %"));
	CHECK(!reads("") && !reads("%") && !reads("-1") && !reads("5%%") && !reads("x"));
	CHECK(!reads("100.1%") && !reads("1e3"));
}

static void exact(void)
{
	CHECK(compared("5%", 5, 100) == 0);
	CHECK(compared("5%", 6, 100) > 0);
	CHECK(compared("5%", 4, 100) < 0);
	CHECK(compared("33.333333%", 1, 3) > 0);
	CHECK(compared("33.333334%", 1, 3) < 0);
	CHECK(compared("100%", UINT64_MAX, UINT64_MAX) == 0);
	CHECK(compared("100%", UINT64_MAX - 1, UINT64_MAX) < 0);
	CHECK(compared("18446744073709551615", UINT64_MAX, UINT64_MAX) == 0);
	CHECK(compared("18446744073709551615", UINT64_MAX - 1, UINT64_MAX) < 0);
	CHECK(compared("2.5", 3, 10) > 0);
	CHECK(compared("2.5", 2, 10) < 0);
}

/* 2.5 is 250 with two decimals. */
static void decimals(void)
{
	struct amount amount = {0};

	CHECK(amount_parse(STR("2.5"), &amount));
	CHECK(amount_compare(&amount, 250, 1000, 2) == 0);
	CHECK(amount_compare(&amount, 251, 1000, 2) > 0);
	CHECK(amount_parse(STR("25%"), &amount));
	CHECK(amount_compare(&amount, 250, 1000, 2) == 0);
}

static void share_of_nothing(void)
{
	CHECK(compared("5%", 0, 0) < 0);
	CHECK(compared("0%", 0, 0) == 0);
}

int main(void)
{
	TEST(parsing);
	TEST(trimming);
	TEST(formatting);
	TEST(parsed_and_formatted);
	TEST(scaling);
	TEST(sums);
	TEST(units);
	TEST(percentages);
	TEST(weights_and_percentages);
	TEST(exact);
	TEST(decimals);
	TEST(share_of_nothing);
}
