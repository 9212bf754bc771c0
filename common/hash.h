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

/* Sixteen bytes a step; the last, overlapping sixteen end it, so there is no loop over bytes. */
static inline uint64_t hash_bytes(const char *p, size_t n, uint64_t seed)
{
	uint64_t hash = seed ^ n;
	uint64_t a = 0, b = 0;

	for (size_t left = n; left > 16; left -= 16) {
		hash = hash_mix(hash_load(p) ^ hash, hash_load(p + 8));
		p += 16;
	}
	size_t tail = n == 0 ? 0 : (n - 1) % 16 + 1;

	if (tail >= 8) {
		a = hash_load(p);
		b = hash_load(p + tail - 8);
	} else if (tail) {
		char bytes[8] = {0};

		memcpy(bytes, p, tail);
		a = hash_load(bytes);
	}
	return hash_mix(a ^ hash, b ^ seed);
}

static inline uint64_t hash_pair(uint32_t a, uint32_t b, uint64_t seed)
{
	return hash_mix((uint64_t)a << 32 | b, seed);
}

#endif
