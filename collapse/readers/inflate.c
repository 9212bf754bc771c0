/*
 * A stream of deflate is a sequence of blocks: bytes as they are, or symbols in a prefix code. Symbols
 * 0 to 255 are bytes, 256 is the block's end, those above are the length of a part of the output that
 * comes again, and a symbol of a second code says how far back it was. A block brings its codes along
 * or uses the fixed ones. Numbers begin at the lowest bit of a byte, codes with their highest bit.
 *
 * A code is told by the length of each symbol's bits: those of one length count up in the order of
 * symbols, and begin where those of the length before end. Short ones, which are nearly all that are
 * met, are looked up in a table of all that can follow; longer ones are found by counting.
 */
#include "collapse/readers/inflate.h"

enum {
	LENGTHS_MOST = 288, /* symbols of bytes and lengths */
	LENGTHS_VALID = 286,
	DISTANCES_MOST = 32,
	DISTANCES_VALID = 30,
	BITS_MOST = 15, /* of a symbol */
	QUICK_BITS = 10,
	BLOCK_END = 256,
	FIRST_LENGTH = 257,
};

struct code {
	uint16_t quick[1 << QUICK_BITS]; /* symbol << 4 | its bits; 0: longer, or none */
	uint16_t count[BITS_MOST + 1]; /* of symbols, by how many bits they have */
	uint16_t symbols[LENGTHS_MOST]; /* in the order of their codes */
};

struct stream {
	const unsigned char *p, *start, *end;
	uint64_t bits; /* the next ones, the lowest first */
	unsigned bit_count; /* of them */
	unsigned beyond; /* of these, zeros that stand for what is behind the input's end */
	unsigned char *out, *out_start, *out_end;
	const char *expected; /* the first error */
	struct code lengths, distances;
};

/* Bits from behind the end have been taken: the stream should have gone on. */
static inline bool is_cut(const struct stream *stream)
{
	return stream->beyond > stream->bit_count;
}

static bool fail(struct stream *stream, const char *expected)
{
	stream->expected = is_cut(stream) ? "more input" : expected;
	return false;
}

/* ---- bits ---- */

static uint64_t load_64(const unsigned char *p)
{
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
	       (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

static bool fill_at_end(struct stream *stream)
{
	if (is_cut(stream))
		return fail(stream, "more input");
	while (stream->bit_count < 56) {
		if (stream->p < stream->end)
			stream->bits |= (uint64_t)*stream->p++ << stream->bit_count;
		else
			stream->beyond += 8;
		stream->bit_count += 8;
	}
	return true;
}

/* Makes it 56 bits or more: enough for a length and a distance. False where the input was cut. */
static inline bool fill(struct stream *stream)
{
	if (stream->end - stream->p < 8)
		return fill_at_end(stream);
	stream->bits |= load_64(stream->p) << stream->bit_count;
	stream->p += (63 - stream->bit_count) >> 3;
	stream->bit_count |= 56;
	return true;
}

static inline unsigned take(struct stream *stream, unsigned count)
{
	unsigned value = (unsigned)(stream->bits & ((1u << count) - 1));

	stream->bits >>= count;
	stream->bit_count -= count;
	return value;
}

/* ---- codes ---- */

static unsigned reverse(unsigned code, unsigned count)
{
	unsigned reversed = 0;

	for (unsigned i = 0; i < count; i++)
		reversed |= (code >> i & 1) << (count - 1 - i);
	return reversed;
}

/*
 * How many codes of the longest kind are left unused; less than none when there are more symbols
 * than codes.
 */
static long codes_left(const uint16_t count[BITS_MOST + 1])
{
	long left = 1;

	for (unsigned bits = 1; bits <= BITS_MOST && left >= 0; bits++)
		left = left * 2 - count[bits];
	return left;
}

/*
 * All codes are in use, or nothing would be gained by the length of some; but a single symbol has one
 * bit of which only the zero means something, and a block without repetition may have no distances.
 */
static bool code_is_valid(const struct code *code)
{
	long left = codes_left(code->count);
	unsigned used = 0;

	for (unsigned bits = 1; bits <= BITS_MOST; bits++)
		used += code->count[bits];
	return left == 0 || (left > 0 && used == code->count[1] && used <= 1);
}

static bool code_build(struct code *code, const uint8_t *bits_of, unsigned symbols)
{
	uint16_t next[BITS_MOST + 1] = {0}, place[BITS_MOST + 1] = {0};

	memset(code->count, 0, sizeof(code->count));
	memset(code->quick, 0, sizeof(code->quick));
	for (unsigned i = 0; i < symbols; i++)
		code->count[bits_of[i]]++;
	code->count[0] = 0;
	if (!code_is_valid(code))
		return false;
	for (unsigned bits = 1; bits <= BITS_MOST; bits++) {
		next[bits] = (uint16_t)((next[bits - 1] + code->count[bits - 1]) << 1);
		place[bits] = (uint16_t)(place[bits - 1] + code->count[bits - 1]);
	}
	for (unsigned i = 0; i < symbols; i++) {
		unsigned bits = bits_of[i];

		if (bits == 0)
			continue;
		code->symbols[place[bits]++] = (uint16_t)i;
		if (bits <= QUICK_BITS)
			for (unsigned entry = reverse(next[bits], bits); entry < 1 << QUICK_BITS;
				entry += 1u << bits)
				code->quick[entry] = (uint16_t)(i << 4 | bits);
		next[bits]++;
	}
	return true;
}

/* A symbol of more bits than the table has, or the one that no code stands for: -1. */
static int take_long_symbol(struct stream *stream, const struct code *code)
{
	unsigned first = 0, at = 0, value = 0;

	for (unsigned bits = 1; bits <= BITS_MOST; bits++) {
		value = value << 1 | (unsigned)(stream->bits >> (bits - 1) & 1);
		if (value - first < code->count[bits]) {
			take(stream, bits);
			return code->symbols[at + value - first];
		}
		at += code->count[bits];
		first = (first + code->count[bits]) << 1;
	}
	return -1;
}

static inline int take_symbol(struct stream *stream, const struct code *code)
{
	unsigned entry = code->quick[stream->bits & ((1 << QUICK_BITS) - 1)];

	if (entry == 0)
		return take_long_symbol(stream, code);
	take(stream, entry & 15);
	return (int)(entry >> 4);
}

/* ---- blocks ---- */

/* The lengths of both codes come in a code of their own, in this order of its symbols. */
static bool read_code_lengths(struct stream *stream, struct code *code)
{
	static const uint8_t order[19] = {
		16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	uint8_t bits_of[19] = {0};
	unsigned count = take(stream, 4) + 4;

	for (unsigned i = 0; i < count; i++) {
		if (!fill(stream))
			return false;
		bits_of[order[i]] = (uint8_t)take(stream, 3);
	}
	return code_build(code, bits_of, 19) && codes_left(code->count) == 0
		       ? true
		       : fail(stream, "a code that is complete");
}

/* 0 to 15 is a length; 16 the one before 3 to 6 times, 17 and 18 zero 3 to 10, and 11 to 138 times. */
static bool read_lengths(
	struct stream *stream, const struct code *code, uint8_t *bits_of, unsigned count)
{
	unsigned done = 0;

	while (done < count) {
		int symbol;
		unsigned times = 1;
		uint8_t bits = 0;

		if (!fill(stream))
			return false;
		symbol = take_symbol(stream, code);
		if (symbol < 16)
			bits = (uint8_t)symbol;
		else if (symbol == 16 && done == 0)
			return fail(stream, "a length to be repeated");
		else if (symbol == 16)
			bits = bits_of[done - 1];
		if (symbol == 16)
			times = 3 + take(stream, 2);
		else if (symbol == 17)
			times = 3 + take(stream, 3);
		else if (symbol == 18)
			times = 11 + take(stream, 7);
		if (times > count - done)
			return fail(stream, "no more lengths than symbols");
		memset(bits_of + done, bits, times);
		done += times;
	}
	return true;
}

static bool read_codes(struct stream *stream)
{
	uint8_t bits_of[LENGTHS_MOST + DISTANCES_MOST] = {0};
	unsigned lengths, distances;

	if (!fill(stream))
		return false;
	lengths = take(stream, 5) + FIRST_LENGTH;
	distances = take(stream, 5) + 1;
	if (lengths > LENGTHS_VALID || distances > DISTANCES_VALID)
		return fail(stream, "at most 286 lengths and 30 distances");
	if (!read_code_lengths(stream, &stream->lengths) ||
		!read_lengths(stream, &stream->lengths, bits_of, lengths + distances))
		return false;
	if (bits_of[BLOCK_END] == 0 || !code_build(&stream->lengths, bits_of, lengths) ||
		!code_build(&stream->distances, bits_of + lengths, distances))
		return fail(stream, "a code that is complete");
	return true;
}

static void build_fixed_codes(struct stream *stream)
{
	uint8_t bits_of[LENGTHS_MOST];

	memset(bits_of, 8, 144);
	memset(bits_of + 144, 9, 256 - 144);
	memset(bits_of + 256, 7, 280 - 256);
	memset(bits_of + 280, 8, LENGTHS_MOST - 280);
	code_build(&stream->lengths, bits_of, LENGTHS_MOST);
	memset(bits_of, 5, DISTANCES_MOST);
	code_build(&stream->distances, bits_of, DISTANCES_MOST);
}

/* What was written `distance` bytes ago comes again; the end of it may be what is written now. */
static inline void copy_back(struct stream *stream, unsigned length, unsigned distance)
{
	unsigned char *to = stream->out, *end = to + length;
	const unsigned char *from = to - distance;

	stream->out = end;
	if (distance >= 8 && stream->out_end - end >= 8) {
		do {
			memcpy(to, from, 8);
			to += 8;
			from += 8;
		} while (to < end);
	} else if (distance == 1) {
		memset(to, *from, length);
	} else {
		while (to < end)
			*to++ = *from++;
	}
}

/* A length and its distance: a base each, and more bits to be added to it. */
static inline bool repeat(struct stream *stream, unsigned symbol)
{
	static const uint16_t base[29] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31,
		35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
	static const uint8_t more[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
		4, 4, 4, 4, 5, 5, 5, 5, 0};
	unsigned length, distance;
	int back;

	if (symbol >= LENGTHS_VALID)
		return fail(stream, "a length");
	length = base[symbol - FIRST_LENGTH] + take(stream, more[symbol - FIRST_LENGTH]);
	back = take_symbol(stream, &stream->distances);
	if (back < 0 || back >= DISTANCES_VALID)
		return fail(stream, "a distance");
	if (back < 4) {
		distance = (unsigned)back + 1;
	} else {
		unsigned bits = (unsigned)back / 2 - 1;

		distance = ((2u + ((unsigned)back & 1)) << bits) + 1 + take(stream, bits);
	}
	if (distance > (size_t)(stream->out - stream->out_start))
		return fail(stream, "a distance within what was written");
	if (length > (size_t)(stream->out_end - stream->out) || is_cut(stream))
		return fail(stream, "no more output");
	copy_back(stream, length, distance);
	return true;
}

static bool read_symbols(struct stream *stream)
{
	for (;;) {
		int symbol;

		if (!fill(stream))
			return false;
		symbol = take_symbol(stream, &stream->lengths);
		if (symbol < 0)
			return fail(stream, "a symbol");
		if (symbol == BLOCK_END)
			return true;
		if (symbol > BLOCK_END) {
			if (!repeat(stream, (unsigned)symbol))
				return false;
		} else {
			if (stream->out == stream->out_end || is_cut(stream))
				return fail(stream, "no more output");
			*stream->out++ = (unsigned char)symbol;
		}
	}
}

/* Back to whole bytes: those that were read ahead are given back. */
static bool align(struct stream *stream)
{
	take(stream, stream->bit_count & 7);
	if (is_cut(stream))
		return fail(stream, "more input");
	stream->p -= (stream->bit_count - stream->beyond) / 8;
	stream->bits = 0;
	stream->bit_count = stream->beyond = 0;
	return true;
}

/* Bytes as they are: how many in 16 bits, these again with each bit turned, the bytes. */
static bool read_stored(struct stream *stream)
{
	unsigned count;

	if (!align(stream))
		return false;
	if (stream->end - stream->p < 4)
		return fail(stream, "more input");
	count = stream->p[0] | (unsigned)stream->p[1] << 8;
	if ((stream->p[2] | (unsigned)stream->p[3] << 8) != (count ^ 0xffff))
		return fail(stream, "a count of stored bytes and its complement");
	stream->p += 4;
	if (count > (size_t)(stream->end - stream->p))
		return fail(stream, "more input");
	if (count > (size_t)(stream->out_end - stream->out))
		return fail(stream, "no more output");
	if (count)
		memcpy(stream->out, stream->p, count);
	stream->p += count;
	stream->out += count;
	return true;
}

static bool read_block(struct stream *stream, unsigned type)
{
	switch (type) {
	case 0:
		return read_stored(stream);
	case 1:
		build_fixed_codes(stream);
		return read_symbols(stream);
	case 2:
		return read_codes(stream) && read_symbols(stream);
	default:
		return fail(stream, "a block of type 0, 1 or 2");
	}
}

static bool read_blocks(struct stream *stream)
{
	bool is_last;

	do {
		if (!fill(stream))
			return false;
		is_last = take(stream, 1);
		if (!read_block(stream, take(stream, 2)))
			return false;
	} while (!is_last);
	return align(stream);
}

/* ---- streams ---- */

static void open_stream(struct stream *stream, struct str input, char *out, size_t limit)
{
	static unsigned char none[1];

	stream->start = stream->p = input.n ? (const unsigned char *)input.p : none;
	stream->end = stream->start + input.n;
	stream->bits = 0;
	stream->bit_count = stream->beyond = 0;
	stream->out_start = stream->out = limit ? (unsigned char *)out : none;
	stream->out_end = stream->out_start + limit;
	stream->expected = NULL;
}

static bool close_stream(const struct stream *stream, struct inflated *result)
{
	result->n = (size_t)(stream->out - stream->out_start);
	result->used = (size_t)(stream->p - stream->start);
	result->expected = stream->expected;
	return !stream->expected;
}

bool inflate_raw(struct str input, char *out, size_t limit, struct inflated *result)
{
	struct stream stream;

	open_stream(&stream, input, out, limit);
	read_blocks(&stream);
	return close_stream(&stream, result);
}

/* Adler-32; so many bytes are added until a sum must be cut, or it would pass 2^32. */
static uint32_t checksum(const unsigned char *p, const unsigned char *end)
{
	enum { MODULUS = 65521, AT_ONCE = 5552 };
	uint32_t sum = 1, sums = 0;

	while (p < end) {
		const unsigned char *stop = end - p > AT_ONCE ? p + AT_ONCE : end;

		for (; p < stop; p++) {
			sum += *p;
			sums += sum;
		}
		sum %= MODULUS;
		sums %= MODULUS;
	}
	return sums << 16 | sum;
}

/* 0x78 and a byte that makes both, as a number, a multiple of 31; its bit 5 asks for a dictionary. */
static bool read_zlib_header(struct stream *stream)
{
	if (stream->end - stream->p < 2)
		return fail(stream, "more input");
	if ((stream->p[0] & 15) != 8 || stream->p[0] >> 4 > 7 || stream->p[1] & 32 ||
		(stream->p[0] << 8 | stream->p[1]) % 31)
		return fail(stream, "a header of zlib");
	stream->p += 2;
	return true;
}

static bool read_zlib_checksum(struct stream *stream)
{
	const unsigned char *p = stream->p;
	uint32_t wanted;

	if (stream->end - p < 4)
		return fail(stream, "more input");
	wanted = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
	if (checksum(stream->out_start, stream->out) != wanted)
		return fail(stream, "the checksum of what was written");
	stream->p += 4;
	return true;
}

bool inflate_zlib(struct str input, char *out, size_t limit, struct inflated *result)
{
	struct stream stream;

	open_stream(&stream, input, out, limit);
	if (read_zlib_header(&stream) && read_blocks(&stream))
		read_zlib_checksum(&stream);
	return close_stream(&stream, result);
}
