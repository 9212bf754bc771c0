#include "render/report/amount.h"

#include "tests/unit/test.h"

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
	TEST(weights_and_percentages);
	TEST(exact);
	TEST(decimals);
	TEST(share_of_nothing);
}
