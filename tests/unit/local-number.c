#include "collapse/stacks/local-number.h"

#include <stdio.h>

#include "tests/unit/test.h"

static const char *taken(struct local_numbers *numbers, const char *text)
{
	static char out[64];
	struct str rest = str_of(text);
	struct str number = local_number_take(numbers, &rest);

	snprintf(out, sizeof(out), "%.*s|%.*s", (int)number.n, number.p, (int)rest.n, rest.p);
	return out;
}

static void numbers_that_tell_themselves(void)
{
	static const struct {
		const char *text, *wanted;
	} numbers[] = {{"12", "12|"}, {"1,234,567", "1234567|"}, {"1.234.567,8", "1234567.8|"},
		{"1,234.567", "1234.567|"}, {"1 234,5 ms", "1234.5| ms"},
		{"4.93 s  100.0%", "4.93| s  100.0%"}, {"2'893'824", "2893824|"}, {"2\xe2\x80\xaf" "893,25", "2893.25|"}, {"0,345", "0.345|"},
		{"1234,567", "1234.567|"}, {"12,3456", "12.3456|"}, {"1,234,56", "1234|,56"},
		{"1,23,4", "1.23|,4"}, {"5.", "5|."}, {".5", "|.5"}, {"", "|"}, {"x", "|x"}};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct local_numbers none = {0};

		CHECK_STR(str_of(taken(&none, numbers[i].text)), numbers[i].wanted);
		local_numbers_release(&none);
	}
}

static void the_decimal_mark_is_learnt(void)
{
	struct local_numbers numbers = {0};

	CHECK_STR(str_of(taken(&numbers, "1,234")), "1234|");
	taken(&numbers, "0,5");
	CHECK_STR(str_of(taken(&numbers, "1,234")), "1.234|");
	CHECK_STR(str_of(taken(&numbers, "1.234")), "1234|");
	CHECK(numbers.misread == 1);
	local_numbers_begin(&numbers, '.', false);
	CHECK_STR(str_of(taken(&numbers, "1.234")), "1.234|");
	CHECK_STR(str_of(taken(&numbers, "1,234")), "1234|");
	taken(&numbers, "2.5");
	CHECK(numbers.misread == 1);
	local_numbers_begin(&numbers, '.', true);
	CHECK_STR(str_of(taken(&numbers, "1.234")), "1234|");
	local_numbers_release(&numbers);
}

int main(void)
{
	TEST(numbers_that_tell_themselves);
	TEST(the_decimal_mark_is_learnt);
}
