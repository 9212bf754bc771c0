/*
 * Numbers of either byte order, at any address; the caller has checked that their bytes are there.
 */
#ifndef COLLAPSE_SYMBOLS_LOAD_H
#define COLLAPSE_SYMBOLS_LOAD_H

#include <stdbool.h>
#include <stdint.h>

static inline uint16_t load_u16(const char *p, bool is_big)
{
	const unsigned char *b = (const unsigned char *)p;

	return (uint16_t)(is_big ? b[0] << 8 | b[1] : b[1] << 8 | b[0]);
}

static inline uint32_t load_u32(const char *p, bool is_big)
{
	uint32_t first = load_u16(p, is_big), second = load_u16(p + 2, is_big);

	return is_big ? first << 16 | second : second << 16 | first;
}

static inline uint64_t load_u64(const char *p, bool is_big)
{
	uint64_t first = load_u32(p, is_big), second = load_u32(p + 4, is_big);

	return is_big ? first << 32 | second : second << 32 | first;
}

#endif
