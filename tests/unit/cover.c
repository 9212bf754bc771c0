#include "collapse/symbols/cover.h"

#include <stdlib.h>

#include "common/memory.h"
#include "tests/unit/test.h"

/* Any numbers, the same each time. */
static uint32_t random_state;

static uint32_t random_below(uint32_t limit)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 8) % limit;
}

struct interval {
	uint64_t start, size;
	enum cover_kind kind;
};

static bool first(void *context, uint32_t a, uint32_t b)
{
	(void)context;
	return a < b;
}

/* The rules by looking at all symbols for each address, as cover.h has them. */
static int wanted(const struct interval *all, int count, uint64_t at)
{
	int sized = -1, nearest = -1;
	bool last_of_all = true;

	for (int i = 0; i < count; i++) {
		if (all[i].start > at) {
			last_of_all = false;
			continue;
		}
		if (nearest < 0 || all[i].start >= all[nearest].start)
			nearest = i;
		if (all[i].kind == COVER_END || all[i].size == 0 ||
			at - all[i].start >= all[i].size)
			continue;
		if (sized < 0 || all[i].kind > all[sized].kind ||
			(all[i].kind == all[sized].kind && all[i].start > all[sized].start))
			sized = i;
	}
	if (nearest < 0 || all[nearest].size || all[nearest].kind == COVER_END ||
		(last_of_all && at - (all[nearest].start & ~(uint64_t)4095) >= 8192))
		return sized;
	if (sized < 0)
		return nearest;
	if (all[sized].start == all[nearest].start)
		return nearest < sized ? nearest : sized;
	return all[nearest].kind >= all[sized].kind ? nearest : sized;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* 2,000 sets of a few symbols, close together, so that they overlap in all ways. */
static void as_if_all_were_kept(void)
{
	for (int round = 0; round < 2000; round++) {
		struct interval all[12];
		uint64_t at[40], base = random_below(2) ? 0xffffffff00000000 : 0x1000;
		size_t asks = 1 + random_below(40);
		int count = (int)random_below(13), wrong = 0;
		uint32_t spread = random_below(2) ? 40 : 20000;
		struct cover cover;

		for (size_t i = 0; i < asks; i++)
			at[i] = base + random_below(spread);
		qsort(at, asks, sizeof(*at), by_value);
		cover_init(&cover, at, asks, first, NULL);
		for (int i = 0; i < count; i++) {
			all[i] = (struct interval){base + random_below(spread),
				random_below(3) ? random_below(spread / 4) : 0,
				(enum cover_kind)random_below(3)};
			cover_offer(&cover, all[i].start, all[i].size, (uint32_t)i, all[i].kind);
		}
		cover_settle(&cover);
		for (size_t i = 0; i < asks; i++) {
			struct cover_hit hit = cover_winner(&cover, i);

			wrong += (hit.found ? (int)hit.number : -1) != wanted(all, count, at[i]);
		}
		CHECK_U64((uint64_t)wrong, 0);
		cover_release(&cover);
	}
}

/* What was offered last has what it covers, though it started before. */
static void newest(void)
{
	const uint64_t at[] = {10, 20, 30, 40};
	struct cover cover;

	cover_init_newest(&cover, at, 4);
	cover_offer(&cover, 10, 100, 0, COVER_FUNCTION);
	cover_offer(&cover, 15, 20, 1, COVER_FUNCTION);
	CHECK_U64(cover_now(&cover, 2).number, 1);
	cover_offer(&cover, 5, 20, 2, COVER_FUNCTION);
	CHECK_U64(cover_now(&cover, 0).number, 2);
	CHECK_U64(cover_now(&cover, 1).number, 2);
	CHECK_U64(cover_now(&cover, 2).number, 1);
	CHECK_U64(cover_now(&cover, 3).number, 0);
	cover_release(&cover);
}

/* Ends past the last address there is, and all symbols over all addresses: a million of each. */
static void extremes(void)
{
	enum { MANY = 1000000 };
	uint64_t *at = memory_new(MANY, sizeof(*at));
	struct cover cover;

	for (size_t i = 0; i < MANY; i++)
		at[i] = UINT64_MAX - MANY + 1 + i;
	cover_init(&cover, at, MANY, first, NULL);
	for (uint32_t i = 0; i < MANY; i++)
		cover_offer(&cover, i, UINT64_MAX, i, COVER_FUNCTION);
	cover_settle(&cover);
	CHECK_U64(cover_winner(&cover, 0).number, MANY - 1);
	CHECK_U64(cover_winner(&cover, MANY - 2).number, MANY - 1);
	cover_release(&cover);
	free(at);
}

int main(void)
{
	TEST(as_if_all_were_kept);
	TEST(newest);
	TEST(extremes);
}
