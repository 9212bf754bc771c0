#include "collapse/readers/column.h"

#include "tests/unit/test.h"

static void numbers_come_back(void)
{
	static const int64_t values[] = {0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, -8192,
		1 << 20, INT64_MAX, INT64_MIN + 1, COLUMN_NULL, 7};
	struct column column = {0};
	size_t count = sizeof(values) / sizeof(values[0]), at = 0;
	int64_t value;

	for (size_t i = 0; i < count; i++)
		column_add(&column, values[i]);
	CHECK(column.count == count);
	for (size_t i = 0; i < count; i++)
		CHECK(column_next(&column, &at, &value) && value == values[i]);
	CHECK(!column_next(&column, &at, &value));
	column_reset(&column);
	at = 0;
	CHECK(!column_next(&column, &at, &value) && column.count == 0);
	column_release(&column);
}

static void small_numbers_take_a_byte(void)
{
	struct column column = {0};

	for (int64_t i = -64; i < 64; i++)
		column_add(&column, i);
	CHECK(column.bytes.n == 128);
	column_release(&column);
}

int main(void)
{
	TEST(numbers_come_back);
	TEST(small_numbers_take_a_byte);
}
