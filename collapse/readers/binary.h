/*
 * Numbers and texts of binary files, one behind the other, of either byte order. What would go past
 * the end is zero, or empty, and makes the reader bad: a caller may read all that belongs together
 * and ask once.
 */
#ifndef COLLAPSE_READERS_BINARY_H
#define COLLAPSE_READERS_BINARY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"
#include "common/str.h"

struct binary {
	const unsigned char *p, *start, *end;
	bool is_big; /* the byte order: numbers begin with their highest byte */
	bool is_bad;
};

/* Begins at an offset; one behind the end of the bytes makes it bad. */
static inline struct binary binary_at(struct str bytes, uint64_t offset, bool is_big)
{
	static const unsigned char none[1];
	const unsigned char *start = bytes.n ? (const unsigned char *)bytes.p : none;
	bool is_bad = offset > bytes.n;

	return (struct binary){
		.p = start + (is_bad ? bytes.n : (size_t)offset),
		.start = start,
		.end = start + bytes.n,
		.is_big = is_big,
		.is_bad = is_bad,
	};
}

static inline size_t binary_left(const struct binary *in)
{
	return (size_t)(in->end - in->p);
}

/* From the start of the bytes that binary_at() was given. */
static inline uint64_t binary_offset(const struct binary *in)
{
	return (uint64_t)(in->p - in->start);
}

/* Nothing is left, and what was read last was not all there. */
static inline void binary_spoil(struct binary *in)
{
	in->p = in->end;
	in->is_bad = true;
}

static inline void binary_skip(struct binary *in, uint64_t count)
{
	if (UNLIKELY(count > binary_left(in)))
		binary_spoil(in);
	else
		in->p += count;
}

/* To an offset; one behind the end makes it bad. */
static inline void binary_seek(struct binary *in, uint64_t offset)
{
	if (offset > (size_t)(in->end - in->start))
		binary_spoil(in);
	else
		in->p = in->start + offset;
}

/* Ends it after `count` more bytes; when there are fewer, it is bad. */
static inline void binary_limit(struct binary *in, uint64_t count)
{
	if (count > binary_left(in))
		binary_spoil(in);
	else
		in->end = in->p + count;
}

static inline uint8_t binary_u8(struct binary *in)
{
	if (UNLIKELY(in->p == in->end)) {
		in->is_bad = true;
		return 0;
	}
	return *in->p++;
}

static inline uint16_t binary_u16(struct binary *in)
{
	const unsigned char *p = in->p;

	if (UNLIKELY(binary_left(in) < 2)) {
		binary_spoil(in);
		return 0;
	}
	in->p += 2;
	return (uint16_t)(in->is_big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static inline uint32_t binary_u32(struct binary *in)
{
	const unsigned char *p = in->p;

	if (UNLIKELY(binary_left(in) < 4)) {
		binary_spoil(in);
		return 0;
	}
	in->p += 4;
	if (in->is_big)
		return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t binary_u64(struct binary *in)
{
	uint64_t first, second;

	if (UNLIKELY(binary_left(in) < 8)) {
		binary_spoil(in);
		return 0;
	}
	first = binary_u32(in);
	second = binary_u32(in);
	return in->is_big ? first << 32 | second : second << 32 | first;
}

/* A number of 1, 2, 3, 4 or 8 bytes. */
uint64_t binary_number(struct binary *in, unsigned size);
/* The same in two's complement. */
int64_t binary_signed(struct binary *in, unsigned size);

/* LEB128: seven bits a byte, the lowest first, at most ten bytes. Bits past the 64th are lost. */
uint64_t binary_uleb_long(struct binary *in);
int64_t binary_sleb(struct binary *in);

static inline uint64_t binary_uleb(struct binary *in)
{
	if (in->p == in->end || *in->p >= 0x80)
		return binary_uleb_long(in);
	return *in->p++;
}

/* Text up to a NUL, which is skipped. */
struct str binary_string(struct binary *in);

#endif
