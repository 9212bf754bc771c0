/*
 * Hashing for tables in memory. The seed differs from run to run, so that no input can be made to
 * fill one chain; no output may depend on the order of a table.
 */
#ifndef COMMON_HASH_H
#define COMMON_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "common/compiler.h"

uint64_t hash_seed(void);

static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
	uint64_t high;
	uint64_t low = mul_wide(a ^ 0x9e3779b97f4a7c15u, b ^ 0xe7037ed1a0b428dbu, &high);

	return low ^ high;
}

static inline uint64_t hash_load(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

static inline uint64_t hash_load_half(const char *p)
{
	uint32_t half;

	memcpy(&half, p, sizeof(half));
	return half;
}

/* Sixteen bytes a step; the last sixteen overlap what is done, so there is no loop over bytes. */
static inline uint64_t hash_bytes(const char *p, size_t n, uint64_t seed)
{
	uint64_t hash = seed ^ n;
	uint64_t a = 0, b = 0;

	if (n > 16) {
		const char *last = p + n - 16;

		for (; p < last; p += 16)
			hash = hash_mix(hash_load(p) ^ hash, hash_load(p + 8));
		a = hash_load(last);
		b = hash_load(last + 8);
	} else if (n >= 8) {
		a = hash_load(p);
		b = hash_load(p + n - 8);
	} else if (n >= 4) {
		a = hash_load_half(p);
		b = hash_load_half(p + n - 4);
	} else if (n > 0) {
		a = (unsigned char)p[0];
		b = (uint64_t)(unsigned char)p[n / 2] << 8 | (unsigned char)p[n - 1];
	}
	return hash_mix(a ^ hash, b ^ seed);
}

static inline uint64_t hash_pair(uint32_t a, uint32_t b, uint64_t seed)
{
	return hash_mix((uint64_t)a << 32 | b, seed);
}

#endif
