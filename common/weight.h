/*
 * Weights: exact unsigned numbers. A weight is a 64-bit integer together with a number of decimal
 * places that is kept once for a whole tree: 2.6 with one place is 26.
 */
#ifndef COMMON_WEIGHT_H
#define COMMON_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"
#include "common/str.h"

enum { WEIGHT_PLACES = 6 }; /* more decimals than these are rounded, half up */

/* 10^places for places <= WEIGHT_PLACES. */
uint64_t weight_unit(unsigned places);

/*
 * Reads "12", "12.", "12.5", ".5": digits with at most one point and at least one digit; no sign,
 * no exponent. Trailing zeros of the fraction do not count as places. False when it is not that,
 * or does not fit.
 */
bool weight_parse(struct str text, uint64_t *value, unsigned *places);

/* Takes the zeros at the end off: 12.50 is 12.5, with one place. */
void weight_trim(uint64_t *value, unsigned *places);

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

#endif
