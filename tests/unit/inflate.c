#include "collapse/readers/inflate.h"

#include <stdlib.h>

#include "common/memory.h"
#include "tests/unit/test.h"

static const struct sample {
	const char *name;
	size_t n;
	size_t size;
	const char *bytes;
} samples[] = {
#include "tests/unit/data/inflate.h"
};

enum { SAMPLES = sizeof(samples) / sizeof(samples[0]), ROOM = 70000 };

static char out[ROOM];

static struct str bytes_of(const struct sample *sample)
{
	return (struct str){sample->bytes, sample->size};
}

/* Text that repeats itself, at all distances: what was compressed. */
static struct buf text(size_t n)
{
	struct buf made = {0};
	uint32_t x = 1;

	while (made.n < n) {
		x = x * 1103515245 + 12345;
		if ((x >> 16 & 7) < 5 && made.n > 40) {
			size_t distance = (x >> 20 & 0xfff) % made.n + 1;

			for (uint32_t left = 3 + (x >> 8 & 0x3f); left; left--)
				buf_add_char(&made, made.p[made.n - distance]);
		} else {
			buf_add_char(&made, (char)('a' + (x >> 24) % 26));
		}
	}
	made.n = n;
	return made;
}

/* ---- what zlib writes ---- */

static void streams_of_zlib(void)
{
	for (size_t i = 0; i < SAMPLES; i++) {
		struct buf wanted = text(samples[i].n);
		struct inflated result;

		CHECK(inflate_zlib(bytes_of(&samples[i]), out, samples[i].n, &result));
		CHECK(!result.expected);
		CHECK_U64(result.n, samples[i].n);
		CHECK_U64(result.used, samples[i].size);
		CHECK(str_eq((struct str){out, result.n}, buf_str(&wanted)));
		buf_release(&wanted);
	}
}

static void what_stands_behind_is_left(void)
{
	struct buf longer = {0};
	struct inflated result;

	buf_add(&longer, bytes_of(&samples[2]));
	buf_add(&longer, STR("what follows it"));
	CHECK(inflate_zlib(buf_str(&longer), out, ROOM, &result));
	CHECK_U64(result.n, samples[2].n);
	CHECK_U64(result.used, samples[2].size);
	buf_release(&longer);
}

static void cut_anywhere(void)
{
	for (size_t i = 0; i < SAMPLES; i++)
		for (size_t n = 0; n < samples[i].size; n++) {
			struct inflated result;
			/* Its own memory, so that a sanitizer sees a byte too far. */
			char *cut = memory_new(n, 1);

			memcpy(cut, samples[i].bytes, n);
			CHECK(!inflate_zlib((struct str){cut, n}, out, ROOM, &result));
			CHECK_STR(str_of(result.expected), "more input");
			CHECK(result.n <= samples[i].n && result.used <= n);
			free(cut);
		}
}

/* No byte behind the limit is touched. */
static void limits(void)
{
	for (size_t i = 1; i < SAMPLES; i++)
		for (size_t limit = 0; limit < samples[i].n; limit += 1 + limit / 8) {
			struct buf wanted = text(limit);
			struct inflated result;
			char *room = memory_new(limit, 1);

			CHECK(!inflate_zlib(bytes_of(&samples[i]), room, limit, &result));
			CHECK_STR(str_of(result.expected), "no more output");
			CHECK(result.n <= limit &&
				memcmp(room, wanted.p ? wanted.p : "", result.n) == 0);
			free(room);
			buf_release(&wanted);
		}
}

/* It ends, within its memory; what is read nevertheless is what was written. */
static void every_bit_flipped(void)
{
	for (size_t i = 0; i < SAMPLES; i++) {
		struct buf wanted = text(samples[i].n);
		char *bytes = memory_new(samples[i].size, 1), *room = memory_new(samples[i].n, 1);

		memcpy(bytes, samples[i].bytes, samples[i].size);
		for (size_t bit = 0; bit < samples[i].size * 8; bit++) {
			struct inflated result;
			bool read;

			bytes[bit / 8] ^= (char)(1 << bit % 8);
			read = inflate_zlib(
				(struct str){bytes, samples[i].size}, room, samples[i].n, &result);
			CHECK(read == !result.expected && result.n <= samples[i].n);
			CHECK(!read || str_eq((struct str){room, result.n}, buf_str(&wanted)));
			bytes[bit / 8] ^= (char)(1 << bit % 8);
		}
		free(bytes);
		free(room);
		buf_release(&wanted);
	}
}

/* ---- blocks made by hand ---- */

static struct buf made;
static unsigned made_bits;

static void begin(void)
{
	buf_reset(&made);
	made_bits = 0;
}

/* Bits of a number, the lowest first. */
static void put(unsigned value, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (made_bits % 8 == 0)
			buf_add_char(&made, 0);
		made.p[made.n - 1] |= (char)((i < 32 ? value >> i & 1 : 0) << made_bits % 8);
		made_bits++;
	}
}

/* Bits of a code, the highest first. */
static void put_code(unsigned code, unsigned count)
{
	while (count--)
		put(code >> count & 1, 1);
}

static const char *expected_of(struct str stream)
{
	struct inflated result;

	inflate_raw(stream, out, ROOM, &result);
	return result.expected ? result.expected : "nothing";
}

#define EXPECTS(text) CHECK_STR(str_of(expected_of(buf_str(&made))), (text))

/*
 * A last block with codes of its own, up to where lengths stand: codes 0 to 15 of them have four bits
 * each, 16 to 18 none.
 */
static void begin_dynamic(unsigned lengths, unsigned distances)
{
	begin();
	put(1, 1);
	put(2, 2);
	put(lengths - 257, 5);
	put(distances - 1, 5);
	put(15, 4);
	for (unsigned i = 0; i < 19; i++)
		put(i < 3 ? 0 : 4, 3);
}

static void put_lengths(unsigned bits, unsigned times)
{
	while (times--)
		put_code(bits, 4);
}

/* Fourteen bytes of one bit, of two, and so on; then the end and '~' of fifteen. */
static void codes_of_all_lengths(void)
{
	struct inflated result;

	begin_dynamic(257, 1);
	put_lengths(0, 'A');
	for (unsigned bits = 1; bits <= 14; bits++)
		put_lengths(bits, 1);
	put_lengths(0, '~' - 'A' - 14);
	put_lengths(15, 1);
	put_lengths(0, 256 - '~' - 1);
	put_lengths(15, 1);
	put_lengths(0, 1);
	for (unsigned bits = 14; bits >= 1; bits--)
		put_code((1u << bits) - 2, bits);
	put_code(0x7ffe, 15);
	put_code(0x7fff, 15);
	CHECK(inflate_raw(buf_str(&made), out, ROOM, &result));
	CHECK_STR(((struct str){out, result.n}), "NMLKJIHGFEDCBA~");
}

/* A byte of one bit, the end and the longest length of two; a single distance of one bit. */
static void begin_repeating(unsigned distance_symbol)
{
	begin_dynamic(286, distance_symbol + 1);
	put_lengths(0, 'a');
	put_lengths(1, 1);
	put_lengths(0, 256 - 'a' - 1);
	put_lengths(2, 1);
	put_lengths(0, 285 - 257);
	put_lengths(2, 1);
	put_lengths(0, distance_symbol);
	put_lengths(1, 1);
}

static void distances(void)
{
	struct inflated result;

	/* Symbol 29: 24577 and 13 more bits. */
	begin_repeating(29);
	for (unsigned i = 0; i < 32768; i++)
		put_code(0, 1);
	put_code(3, 2);
	put_code(0, 1);
	put(8191, 13);
	put_code(2, 2);
	CHECK(inflate_raw(buf_str(&made), out, ROOM, &result));
	CHECK_U64(result.n, 32768 + 258);
	CHECK_U64(result.used, made.n);

	begin_repeating(29);
	put_code(0, 1);
	put_code(3, 2);
	put_code(0, 1);
	put(0, 13);
	EXPECTS("a distance within what was written");

	/* The one bit that stands for nothing. */
	begin_repeating(0);
	put_code(0, 1);
	put_code(3, 2);
	put_code(1, 1);
	put(0, 30);
	EXPECTS("a distance");
}

static void damaged_codes(void)
{
	begin();
	put(1, 1);
	put(3, 2);
	EXPECTS("a block of type 0, 1 or 2");

	begin_dynamic(287, 1);
	EXPECTS("at most 286 lengths and 30 distances");
	begin_dynamic(257, 31);
	EXPECTS("at most 286 lengths and 30 distances");

	/* No end of the block; too many codes; too few. */
	begin_dynamic(257, 1);
	put_lengths(1, 2);
	put_lengths(0, 256);
	put(0, 64);
	EXPECTS("a code that is complete");
	begin_dynamic(257, 1);
	put_lengths(1, 257);
	put_lengths(0, 1);
	put(0, 64);
	EXPECTS("a code that is complete");
	begin_dynamic(257, 1);
	put_lengths(0, 255);
	put_lengths(2, 2);
	put_lengths(0, 1);
	put(0, 64);
	EXPECTS("a code that is complete");

	/* A code of lengths that has none. */
	begin();
	put(1, 1);
	put(2, 2);
	put(0, 64);
	EXPECTS("a code that is complete");
}

/* Lengths with codes for 16, 17 and 18 and zero, of two bits each. */
static void begin_repeated_lengths(void)
{
	begin();
	put(1, 1);
	put(2, 2);
	put(0, 10);
	put(0, 4);
	for (unsigned i = 0; i < 4; i++)
		put(2, 3);
}

static void damaged_lengths(void)
{
	begin_repeated_lengths();
	put_code(1, 2);
	put(0, 2);
	put(0, 64);
	EXPECTS("a length to be repeated");

	begin_repeated_lengths();
	for (unsigned i = 0; i < 2; i++) {
		put_code(3, 2);
		put(127, 7);
	}
	put(0, 64);
	EXPECTS("no more lengths than symbols");
}

static void damaged_stored(void)
{
	CHECK_STR(str_of(expected_of(STR("\1\1\0\xfe\xfe"
					 "a"))),
		"a count of stored bytes and its complement");
	CHECK_STR(str_of(expected_of(STR("\1\2\0\xfd\xff"
					 "a"))),
		"more input");
	CHECK_STR(str_of(expected_of(STR("\1\1\0\xfe\xff"
					 "a"))),
		"nothing");
}

/* Symbols 286 and 287, and distances 30 and 31, are only there to make the fixed codes complete. */
static void damaged_fixed(void)
{
	begin();
	put(1, 1);
	put(1, 2);
	put_code(0xc6, 8);
	put(0, 64);
	EXPECTS("a length");

	begin();
	put(1, 1);
	put(1, 2);
	put_code(0x30, 8);
	put_code(1, 7);
	put_code(30, 5);
	put(0, 64);
	EXPECTS("a distance");
}

static void headers_of_zlib(void)
{
	struct inflated result;

	CHECK(!inflate_zlib(STR("\x79\x9b\3\0\0\0\0\1"), out, ROOM, &result)); /* method 9 */
	CHECK_STR(str_of(result.expected), "a header of zlib");
	CHECK(!inflate_zlib(
		STR("\x78\x9d\3\0\0\0\0\1"), out, ROOM, &result)); /* no multiple of 31 */
	CHECK(!inflate_zlib(STR("\x78\xbb\3\0\0\0\0\1"), out, ROOM, &result)); /* a dictionary */
	CHECK(!inflate_zlib(
		STR("\x88\x98\3\0\0\0\0\1"), out, ROOM, &result)); /* a window of 64 kB */
	CHECK(!inflate_zlib(STR("\x78\x9c\3\0\0\0\0\2"), out, ROOM, &result));
	CHECK_STR(str_of(result.expected), "the checksum of what was written");
	CHECK(inflate_zlib(STR("\x78\x9c\3\0\0\0\0\1"), out, ROOM, &result));
	CHECK(inflate_zlib(STR("\x78\x9c\3\0\0\0\0\1"), NULL, 0, &result));
	CHECK(!inflate_zlib((struct str){NULL, 0}, NULL, 0, &result));
}

int main(void)
{
	TEST(streams_of_zlib);
	TEST(what_stands_behind_is_left);
	TEST(cut_anywhere);
	TEST(limits);
	TEST(every_bit_flipped);
	TEST(codes_of_all_lengths);
	TEST(distances);
	TEST(damaged_codes);
	TEST(damaged_lengths);
	TEST(damaged_stored);
	TEST(damaged_fixed);
	TEST(headers_of_zlib);
	buf_release(&made);
}
