#include "tests/bench/random.h"

#include <math.h>
#include <stdbool.h>

static uint64_t state;

/* Steele, Lea & Flood (2014), SplitMix. */
static uint64_t next_number(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* More than 0, less than 1. */
static double uniform(void)
{
	return ((double)(next_number() >> 12) + 0.5) / 4503599627370496.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

/* Marsaglia & Tsang (2000), for a shape of 1 or more. */
static double gamma_variable(double shape)
{
	double d = shape - 1.0 / 3, z, v;

	do {
		z = normal();
		v = 1 + z / sqrt(9 * d);
		v = v * v * v;
	} while (v <= 0 || log(uniform()) > z * z / 2 + d - d * v + d * log(v));
	return d * v;
}

/* Ahrens & Dieter (1974): the event with number m comes at a gamma time; what is left is small. */
double random_poisson(double mean)
{
	double count = 0, product = 1;

	while (mean > 30) {
		double m = floor(mean * 7 / 8), time = gamma_variable(m);

		if (time > mean) {
			for (double i = 1; i < m; i++)
				count += uniform() * time < mean;
			return count;
		}
		count += m;
		mean -= time;
	}
	for (double limit = exp(-mean); (product *= uniform()) > limit;)
		count++;
	return count;
}

void random_start(uint64_t seed)
{
	state = seed;
}

double random_factor(double deviation)
{
	double square = deviation * deviation;

	return deviation > 0 ? gamma_variable(1 / square) * square : 1;
}
