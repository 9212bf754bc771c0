/*
 * Names in comments are those of FIPS 180-4, section 4.1.2 and 6.2.2.
 */
#include "render/picture/sha256.h"

enum { BLOCK = 64, LENGTH = 8 }; /* bytes: of a block, and of the length that ends the last one */

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

/* W: the 16 words of a block, and 48 that are made from them. */
static void schedule(uint32_t words[64], const uint8_t *block)
{
	for (int i = 0; i < 16; i++, block += 4)
		words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
			(uint32_t)block[2] << 8 | block[3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = words[i - 15], b = words[i - 2];
		uint32_t sigma0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
		uint32_t sigma1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;

		words[i] = words[i - 16] + sigma0 + words[i - 7] + sigma1;
	}
}

static void add_block(uint32_t state[8], const uint8_t *block)
{
	/* The cube roots of the first 64 primes: 32 bits behind the point. */
	static const uint32_t constants[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
		0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
		0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
		0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
		0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
		0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
		0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
		0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
		0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t words[64], v[8]; /* v: a to h */

	schedule(words, block);
	for (int i = 0; i < 8; i++)
		v[i] = state[i];
	for (int i = 0; i < 64; i++) {
		uint32_t sum1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
		uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t t1 = v[7] + sum1 + choice + constants[i] + words[i];
		uint32_t sum0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
		uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);

		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + sum0 + majority;
	}
	for (int i = 0; i < 8; i++)
		state[i] += v[i];
}

/* What is left of the message, 0 to 63 bytes, then a one bit, zeros, and how many bits it had. */
static void add_end(uint32_t state[8], struct str rest, uint64_t length)
{
	uint8_t blocks[2 * BLOCK] = {0};
	size_t end = rest.n + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;

	if (rest.n)
		memcpy(blocks, rest.p, rest.n);
	blocks[rest.n] = 0x80;
	for (int i = 0; i < LENGTH; i++)
		blocks[end - 1 - (size_t)i] = (uint8_t)(length * 8 >> 8 * i);
	for (size_t i = 0; i < end; i += BLOCK)
		add_block(state, blocks + i);
}

void sha256(struct str message, uint8_t digest[SHA256_SIZE])
{
	/* The square roots of the first 8 primes, likewise. */
	uint32_t state[8] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
		0x1f83d9ab, 0x5be0cd19,
	};
	size_t whole = message.n / BLOCK * BLOCK;

	for (size_t i = 0; i < whole; i += BLOCK)
		add_block(state, (const uint8_t *)message.p + i);
	add_end(state, str_skip(message, whole), message.n);
	for (int i = 0; i < SHA256_SIZE; i++)
		digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}
