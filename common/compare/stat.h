/*
 * Distribution functions. Relative errors are below 1e-8 for counts up to 1e15, tails included, and
 * nothing here depends on a locale, a clock or state between calls.
 */
#ifndef COMMON_COMPARE_STAT_H
#define COMMON_COMPARE_STAT_H

/*
 * The regularised incomplete beta function I_x(a, b), for a and b of 0 and more but not both 0. y
 * is 1 - x, given on its own because x may be so close to 1 that the difference would have no
 * digits: 2 of 2,000,002 is x = 1e-6.
 */
double stat_beta(double a, double b, double x, double y);

/*
 * Of a + b events, each of which is of the first kind with probability x (of the second: y = 1 -
 * x): how likely is it that a or more are of the first kind? The counts need not be whole.
 */
double stat_binomial_tail(double a, double b, double x, double y);

/*
 * Cheap bounds for the tails of whichever kind has its mean or more (a >= (a + b) x, or the same of
 * b and y): with e for this number they are not below erfc(sqrt(e)) / 2 (Zubkov & Serov 2013, for
 * whole counts; true of all) and not above exp(-e) (Chernoff 1952).
 */
double stat_binomial_exponent(double a, double b, double x, double y);

/* How likely is a normal variable at least z standard deviations from its mean, on either side? */
double stat_normal_two_sided(double z);

#endif
