#include "common/compare/period.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

void period_add(struct period *period, uint64_t weight)
{
	if (weight == 0)
		return;
	period->divisor = common_divisor(weight, period->divisor);
	period->least = period->count == 0 || weight < period->least ? weight : period->least;
	period->count++;
}

uint64_t period_find(const struct period *period, uint64_t unit)
{
	return period->count >= PERIOD_WEIGHTS && period->divisor > unit ? period->divisor : unit;
}

bool period_is_doubtful(const struct period *period, uint64_t sample)
{
	enum { TOO_MANY_SAMPLES = 1000 };

	return period->count >= PERIOD_WEIGHTS && period->least / sample >= TOO_MANY_SAMPLES;
}
