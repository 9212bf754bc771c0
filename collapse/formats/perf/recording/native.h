/*
 * Numbers of a recording, which is of this machine's byte order: any other is refused at its start.
 * They stand at any address, so they are copied.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_NATIVE_H
#define COLLAPSE_FORMATS_PERF_RECORDING_NATIVE_H

#include <stdint.h>
#include <string.h>

#include "common/str.h"

static inline uint16_t native_u16(const char *p)
{
	uint16_t value;

	memcpy(&value, p, sizeof(value));
	return value;
}

static inline uint32_t native_u32(const char *p)
{
	uint32_t value;

	memcpy(&value, p, sizeof(value));
	return value;
}

static inline uint64_t native_u64(const char *p)
{
	uint64_t value;

	memcpy(&value, p, sizeof(value));
	return value;
}

/* What is left to read; each take() checks that there is enough, and takes nothing when not. */
static inline bool take_bytes(struct str *left, uint64_t n, struct str *bytes)
{
	if (n > left->n)
		return false;
	*bytes = str_head(*left, (size_t)n);
	*left = str_skip(*left, (size_t)n);
	return true;
}

static inline bool take_u32(struct str *left, uint32_t *value)
{
	if (left->n < sizeof(*value))
		return false;
	*value = native_u32(left->p);
	*left = str_skip(*left, sizeof(*value));
	return true;
}

static inline bool take_u64(struct str *left, uint64_t *value)
{
	if (left->n < sizeof(*value))
		return false;
	*value = native_u64(left->p);
	*left = str_skip(*left, sizeof(*value));
	return true;
}

/* count elements of size bytes each. */
static inline bool take_array(struct str *left, uint64_t count, size_t size, struct str *bytes)
{
	return count <= left->n / size && take_bytes(left, count * size, bytes);
}

/* The text that ends at a NUL, or where the bytes end. */
static inline struct str native_text(struct str bytes)
{
	return str_head(bytes, str_find(bytes, '\0'));
}

#endif
