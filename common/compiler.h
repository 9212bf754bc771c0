/*
 * Everything that is not plain C11 + POSIX stands here.
 */
#ifndef COMMON_COMPILER_H
#define COMMON_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define PRINTF_LIKE(text, first)
#define UNLIKELY(condition) (condition)
#endif

/* The 128-bit product of a and b: returns the low half, stores the high half in *high. */
static inline uint64_t mul_wide(uint64_t a, uint64_t b, uint64_t *high)
{
#if defined(__SIZEOF_INT128__)
	__extension__ typedef unsigned __int128 u128;
	u128 product = (u128)a * b;

	*high = (uint64_t)(product >> 64);
	return (uint64_t)product;
#else
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t low = al * bl;
	uint64_t middle = ah * bl + (low >> 32);
	uint64_t carry = al * bh + (uint32_t)middle;

	*high = ah * bh + (middle >> 32) + (carry >> 32);
	return carry << 32 | (uint32_t)low;
#endif
}

#endif
