/*
 * Any bytes as a stream of deflate, alone and as zlib's: what comes out has the limit that was given,
 * and is the same with room for more.
 */
#include "collapse/readers/inflate.h"

#include <stdlib.h>

#include "common/memory.h"
#include "tests/fuzz/lib/fuzz.h"

typedef bool reader(struct str input, char *out, size_t limit, struct inflated *result);

static void check(reader *read, struct str input, size_t limit)
{
	char *narrow = memory_new(limit, 1), *wide = memory_new(limit + 1000, 1);
	struct inflated first, second;
	bool all = read(input, narrow, limit, &first);

	fuzz_expect(all == !first.expected);
	fuzz_expect(first.n <= limit && first.used <= input.n);
	fuzz_expect(first.n <= input.n * INFLATE_MOST_RATIO);
	read(input, wide, limit + 1000, &second);
	fuzz_expect(second.n >= first.n && memcmp(narrow, wide, first.n) == 0);
	fuzz_expect(!all || (second.n == first.n && !second.expected));
	free(narrow);
	free(wide);
}

void fuzz(struct str input)
{
	check(inflate_raw, input, 100);
	check(inflate_zlib, input, 60000);
}
