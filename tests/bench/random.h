/*
 * Random numbers for simulated profiles, the same in each run.
 */
#ifndef TESTS_BENCH_RANDOM_H
#define TESTS_BENCH_RANDOM_H

#include <stdint.h>

void random_start(uint64_t seed);
double random_poisson(double mean);
/* A gamma variable of mean 1 and that standard deviation. */
double random_factor(double deviation);

#endif
