#include "common/compare/period.h"

#include "tests/unit/test.h"

/* count weights: first, first + step, ... */
static struct period seen(size_t count, uint64_t first, uint64_t step)
{
	struct period period = {0};

	for (size_t i = 0; i < count; i++)
		period_add(&period, first + i * step);
	return period;
}

static void enough_weights(void)
{
	struct period few = seen(15, 500250, 500250), enough = seen(16, 500250, 500250);

	CHECK_U64(period_find(&few, 1), 1);
	CHECK_U64(period_find(&enough, 1), 500250);
	period_add(&few, 0); /* is no weight */
	CHECK_U64(period_find(&few, 1), 1);
}

static void unit_of_weights(void)
{
	struct period counts = seen(16, 3, 1), tenths = seen(16, 10, 10);

	CHECK_U64(period_find(&counts, 1), 1);
	/* 1.0, 2.0 and so on, as 10, 20: no common divisor but the unit. */
	CHECK_U64(period_find(&tenths, 10), 10);
}

static void hardly_counts(void)
{
	struct period large = seen(16, 1000, 1), small = seen(16, 999, 1), few = seen(15, 1000, 1);

	CHECK(period_is_doubtful(&large, 1));
	CHECK(!period_is_doubtful(&small, 1));
	CHECK(!period_is_doubtful(&large, 2));
	CHECK(!period_is_doubtful(&few, 1));
}

int main(void)
{
	TEST(enough_weights);
	TEST(unit_of_weights);
	TEST(hardly_counts);
}
