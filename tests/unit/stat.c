#include "common/compare/stat.h"

#include <math.h>

#include "tests/unit/test.h"

static bool close_to(double got, double wanted, double relative)
{
	return fabs(got - wanted) <= relative * fabs(wanted);
}

static void whole_numbers(void)
{
	/* Tails of 10 and of 4 throws, counted by hand. */
	CHECK(close_to(stat_binomial_tail(8, 2, 0.5, 0.5), 56.0 / 1024, 1e-14));
	CHECK(close_to(stat_binomial_tail(10, 0, 0.5, 0.5), 1.0 / 1024, 1e-14));
	CHECK(close_to(stat_binomial_tail(1, 9, 0.5, 0.5), 1023.0 / 1024, 1e-14));
	CHECK(stat_binomial_tail(0, 10, 0.5, 0.5) == 1);
	CHECK(stat_binomial_tail(0, 10, 0, 1) == 1);
	CHECK(stat_binomial_tail(1, 9, 0, 1) == 0);
	CHECK(stat_binomial_tail(10, 0, 1, 0) == 1);
	CHECK(close_to(stat_binomial_tail(2, 2, 0.25, 0.75), 67.0 / 256, 1e-14));
	CHECK(close_to(stat_binomial_tail(1, 0, 1e-6, 1 - 1e-6), 1e-6, 1e-14));
	for (int n = 1; n < 20; n++)
		CHECK(close_to(stat_binomial_tail(n, 0, 0.5, 0.5), exp2(-n), 1e-14));
	CHECK(close_to(stat_binomial_tail(1000, 0, 0.5, 0.5), exp2(-1000), 1e-12));
}

/* DLMF 8.17.5 and the like: powers, the arc sine, and Student's t of 1 and 2 degrees of freedom. */
static void closed_forms(void)
{
	for (double a = 0.001; a < 1e7; a *= 7) {
		CHECK(close_to(stat_beta(a, 1, 0.75, 0.25), pow(0.75, a), 1e-9));
		CHECK(close_to(stat_beta(1, a, 1e-7, 1 - 1e-7), -expm1(a * log1p(-1e-7)), 1e-9));
		CHECK(close_to(stat_beta(a, a, 0.5, 0.5), 0.5, 1e-12));
	}
	CHECK(close_to(stat_beta(0.5, 0.5, 0.25, 0.75), 1.0 / 3, 1e-14));
	for (double t = 0.001; t < 1e6; t *= 3) {
		double two = stat_beta(1, 0.5, 2 / (2 + t * t), t * t / (2 + t * t));

		CHECK(close_to(stat_beta(0.5, 0.5, 1 / (1 + t * t), t * t / (1 + t * t)),
			2 / acos(-1) * atan(1 / t), 1e-12));
		CHECK(close_to(two, 2 / (t * t + 2 + t * sqrt(t * t + 2)), 1e-12));
	}
}

/* Made with 40 digits, by integrating the density. */
static void long_computations(void)
{
	static const struct {
		double a, b, x, wanted;
	} known[] = {
		{0.25, 0.5, 0.5, 0.68311289932563835},
		{150, 250, 0.375, 0.50343484424162144},
		{2, 1e6, 1.0 / 1048576, 0.24720543221806812},
		{12, 1e12, 1.0 / 137438953472, 0.066812425427471757},
		{60000, 61000, 0.5, 0.99797873702504372},
		{100500, 100000, 0.5, 0.13207372149649376},
		{200000, 201000, 0.5, 0.94285130078754737},
		{200000, 600000, 0.25, 0.50017167745690045},
		{1e6, 1.01e6, 0.5, 0.99999999999912746},
		{1e9, 1.0002e9, 0.5, 0.99999612384019185},
		{5e14, 5.000002e14, 0.5, 0.99999999987301805},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		double a = known[i].a, b = known[i].b, x = known[i].x, y = 1 - x;

		CHECK(close_to(stat_beta(a, b, x, y), known[i].wanted, 3e-10));
		CHECK(close_to(stat_beta(b, a, y, x), 1 - known[i].wanted,
			3e-10 + 1e-16 / (1 - known[i].wanted)));
	}
}

/*
 * Pascal's rule: the last event is of the first kind or of the second. It ties what is computed in
 * different ways to one another: on both sides of the mean, and around 100,000.
 */
static void pascals_rule(void)
{
	for (double n = 16; n < 4e5; n *= 1.5)
		for (double z = -6; z <= 6; z += 0.5) {
			double a = n / 2 + z * sqrt(n) / 2, b = n - a;

			if (a <= 1 || b <= 1)
				continue;
			CHECK(close_to(stat_beta(a, b, 0.5, 0.5),
				(stat_beta(a - 1, b, 0.5, 0.5) + stat_beta(a, b - 1, 0.5, 0.5)) / 2,
				1e-9));
		}
	for (double a = 99999.5; a <= 100001; a += 0.25)
		CHECK(close_to(stat_beta(a, 100001, 0.5, 0.5),
			(stat_beta(a - 1, 100001, 0.5, 0.5) + stat_beta(a, 100000, 0.5, 0.5)) / 2,
			1e-10));
}

/* The more events are of the first kind, the less likely are so many; whatever the numbers. */
static void falls_with_the_count(void)
{
	for (double n = 1; n <= 1e15; n *= 10)
		for (double share = 1e-6; share < 1; share *= 31) {
			double last = 1;

			for (int z = -20; z <= 20; z++) {
				double a = n * share + z / 2.0 * sqrt(n * share * (1 - share));
				double tail;

				if (a < 0 || a > n)
					continue;
				tail = stat_binomial_tail(a, n - a, share, 1 - share);
				CHECK(tail >= 0 && tail <= 1 && tail <= last);
				last = tail;
			}
		}
}

/* Parts of events, few and many, from the mean up to where all are of the first kind. */
static void bounds_of_tails(void)
{
	for (double n = 0.125; n <= 1e9; n *= 2)
		for (double share = 1e-6; share < 1; share *= 3)
			for (double part = 0; part <= 1; part += 0.0625) {
				double a = n * (share + part * (1 - share)), b = fmax(0, n - a);
				double e = stat_binomial_exponent(a, b, share, 1 - share);
				double tail = stat_binomial_tail(a, b, share, 1 - share);

				CHECK(tail >= erfc(sqrt(e)) / 2 * (1 - 1e-8));
				CHECK(tail <= exp(-e) * (1 + 1e-8));
				CHECK(close_to(
					stat_binomial_exponent(b, a, 1 - share, share), e, 1e-14));
			}
	CHECK(close_to(stat_binomial_exponent(5, 0, 0.25, 0.75), 5 * log(4), 1e-14));
	CHECK(stat_binomial_exponent(100, 300, 0.25, 0.75) == 0);
}

/* Abramowitz & Stegun, table 26.1 (one-sided there). */
static void normal_tails(void)
{
	CHECK(stat_normal_two_sided(0) == 1);
	CHECK(close_to(stat_normal_two_sided(1), 0.31731050786291410, 1e-14));
	CHECK(close_to(stat_normal_two_sided(-2), 0.045500263896358414, 1e-14));
	CHECK(close_to(stat_normal_two_sided(1.9599639845400545), 0.05, 1e-14));
	CHECK(close_to(stat_normal_two_sided(10), 1.5239706048321052e-23, 1e-12));
}

int main(void)
{
	TEST(whole_numbers);
	TEST(closed_forms);
	TEST(long_computations);
	TEST(pascals_rule);
	TEST(falls_with_the_count);
	TEST(bounds_of_tails);
	TEST(normal_tails);
}
