#include "common/compare/stat.h"

#include <float.h>
#include <math.h>

static const double two_pi = 6.283185307179586;

/*
 * What Stirling's formula lacks: log(z!) - log(sqrt(2 pi z) (z / e)^z). Its series is good from 16
 * up; below, z! = (z + 1)! / (z + 1) leads there. Factorials as such would have no digits left when
 * those of 1e15 are divided by one another.
 */
static double stirling_error(double z)
{
	static const double terms[] = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188};
	/* Most functions have few samples, so most of the time went here. */
	static const double of_whole[16] = {0, /* is never asked for */
		0.081061466795327258, 0.0413406959554093, 0.02767792568499834,
		0.020790672103765093, 0.016644691189821193, 0.013876128823070748,
		0.01189670994589177, 0.010411265261972096, 0.009255462182712733,
		0.0083305634333628706, 0.0075736754879518408, 0.00694284010720953,
		0.0064089941880042071, 0.0059513701127588475, 0.0055547335519628013};
	double sum = 0, series = 0;

	if (z < 16 && floor(z) == z)
		return of_whole[(int)z];
	while (z < 16) {
		sum += (z + 0.5) * log1p(1 / z) - 1;
		z++;
	}
	for (int i = 4; i >= 0; i--)
		series = series / (z * z) + terms[i];
	return sum + series / z;
}

/* count * log(count / mean) + mean - count, which has no digits left where both are close. */
static double deviance(double count, double mean)
{
	double v = (count - mean) / (count + mean);
	double term = 2 * count * v, sum = (count - mean) * v;

	if (count == 0)
		return mean;
	if (fabs(v) > 0.1)
		return count * log(count / mean) + mean - count;
	for (int odd = 3; fabs(term) > DBL_EPSILON * sum; odd += 2) {
		term *= v * v;
		sum += term / odd;
	}
	return sum;
}

/* -log of (x (a+b) / a)^a (y (a+b) / b)^b */
double stat_binomial_exponent(double a, double b, double x, double y)
{
	return deviance(a, (a + b) * x) + deviance(b, (a + b) * y);
}

/* x^a y^b / B(a, b), by way of the binomial probability as in Loader (2000). */
static double prefactor(double a, double b, double x, double y)
{
	double n = a + b;
	double missing = stirling_error(n) - stirling_error(a) - stirling_error(b);

	return exp(missing - stat_binomial_exponent(a, b, x, y)) * sqrt(a / n * b / two_pi);
}

/*
 * The continued fraction of DiDonato & Morris (1992, TOMS 708), by Lentz' method: the even part
 * of the better known DLMF 8.17.22, which loses its digits where a is large and x close to 1. It
 * takes some sqrt(min(a, b)) steps.
 */
static double fraction(double a, double b, double x, double y)
{
	double lambda = a * y - b * x;
	double value = a / (a + 1) * (lambda + 1);
	double c = value, d = 0, step = 0;

	for (int n = 1; n < 10000 && fabs(step - 1) > 4 * DBL_EPSILON; n++) {
		double odd = a + 2 * n - 1;
		double above = (a + n - 1) / odd * ((a + b + n - 1) / odd) * n * (b - n) * x * x;
		double below = n + n * (b - n) * x / odd +
			       (a + n) / (odd + 2) * (lambda + 1 + n * (1 + y));

		d = 1 / (below + above * d);
		c = below + above / c;
		step = c * d;
		value *= step;
	}
	return prefactor(a, b, x, y) / value;
}

/*
 * DLMF 8.18.9 with the first term of its sum, for large a and b. In the middle that term, 8.18.11,
 * is a small difference of large numbers, and its limit, 8.18.12, takes over.
 */
static double expansion(double a, double b, double x, double y)
{
	double n = a + b, spread = sqrt(a / n * (b / n));
	double half_square = stat_binomial_exponent(a, b, x, y);
	double first = (b / n - a / n) / (3 * spread);

	if (half_square > 1e-9)
		first = spread * n / (a * y - b * x) - sqrt(n / (2 * half_square));
	return erfc(sqrt(half_square)) / 2 + exp(-half_square) / sqrt(two_pi * n) * first;
}

double stat_beta(double a, double b, double x, double y)
{
	if (a == 0 || y <= 0)
		return 1;
	if (b == 0 || x <= 0)
		return 0;
	if (a * y < b * x)
		return 1 - stat_beta(b, a, y, x);
	return a > 100000 && b > 100000 ? expansion(a, b, x, y) : fraction(a, b, x, y);
}

double stat_binomial_tail(double a, double b, double x, double y)
{
	return stat_beta(a, b + 1, x, y);
}

double stat_normal_two_sided(double z)
{
	return erfc(fabs(z) / sqrt(2));
}
