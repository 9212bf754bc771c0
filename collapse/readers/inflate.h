/*
 * Deflate (RFC 1951), and the zlib format around it (RFC 1950), in which the sections of debug
 * information come. Bytes in, bytes out; nothing is kept between calls.
 */
#ifndef COLLAPSE_READERS_INFLATE_H
#define COLLAPSE_READERS_INFLATE_H

#include <stdbool.h>

#include "common/str.h"

/* No byte of input makes more output: 258 bytes are at least two bits. */
enum { INFLATE_MOST_RATIO = 1032 };

struct inflated {
	size_t n;             /* bytes that were stored; after an error those before it */
	size_t used;          /* bytes of the input that were read, the checksum included */
	const char *expected; /* after an error what should have been there; else NULL */
};

/*
 * Stores at most `limit` bytes at out. A stream that has more is an error, and so is one that ends
 * early; what stands behind its end is not looked at. True when all of it was read, and with zlib its
 * checksum is right.
 */
bool inflate_zlib(struct str input, char *out, size_t limit, struct inflated *result);
bool inflate_raw(struct str input, char *out, size_t limit, struct inflated *result);

#endif
