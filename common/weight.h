/*
 * Weights: exact unsigned numbers. A weight is a 64-bit integer and a number of decimal places: 2.6
 * is 26 with one place. A whole tree has the places of all its weights once; a weight that comes
 * from outside brings its own.
 */
#ifndef COMMON_WEIGHT_H
#define COMMON_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"
#include "common/str.h"

enum { WEIGHT_PLACES = 6 }; /* more decimals than these are rounded, half up */

struct weight {
	uint64_t value;
	unsigned places;
};

/* 10^places for places <= WEIGHT_PLACES. */
uint64_t weight_unit(unsigned places);

/*
 * Reads "12", "12.", "12.5", ".5": digits with at most one point and at least one digit; no sign,
 * no exponent. Trailing zeros of the fraction do not count as places. False when it is not that,
 * or does not fit.
 */
bool weight_parse(struct str text, struct weight *weight);

/* Takes the zeros at the end off: 12.50 is 12.5, with one place. */
void weight_trim(struct weight *weight);

/* How far they are apart. */
static inline uint64_t weight_difference(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* The sum has as many places as either. False, and nothing is added, when it does not fit. */
bool weight_add(struct weight *sum, struct weight more);
/* In units of which a whole has so many, rounded half up: 1.5 of 1000 is 1500. */
bool weight_in(struct weight weight, uint64_t units, uint64_t *count);
double weight_double(struct weight weight);

/* The shortest decimal that means value / 10^places: "12", "12.5". */
void weight_format(struct buf *out, uint64_t value, unsigned places);
/* The same, commas between thousands: "1,234,567.5". */
void weight_format_commas(struct buf *out, uint64_t value, unsigned places);

/* a * b / c, rounded half up, exact over 128 bits; c > 0 and a result that fits are up to the caller. */
uint64_t weight_scale(uint64_t a, uint64_t b, uint64_t c);

/*
 * The one place where percentages are made: 100 * part / whole with `decimals` places (0 to 6),
 * rounded half up from integers: "33.33". A whole of 0 gives "0.00".
 */
void weight_percent(struct buf *out, uint64_t part, uint64_t whole, unsigned decimals);

/*
 * What budgets and limits are given in, a weight or a share of a whole: "120", "2.5", "0.25%".
 */
struct amount {
	struct weight weight;
	bool percent;
};

/* False when it is neither, or is more than 100%. */
bool amount_parse(struct str text, struct amount *amount);
/* The same for a table of options: what is wrong with the value, or NULL. */
const char *amount_option(const char *value, void *field);

/*
 * Whether a weight is less than the amount (below 0), equal (0) or more (above 0); exact. The
 * weight and the whole, which a percentage is of, have so many places.
 */
int amount_compare(const struct amount *amount, uint64_t weight, uint64_t whole, unsigned places);

#endif
