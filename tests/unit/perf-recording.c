/*
 * The parts of collapse/formats/perf/recording against simpler ones that do the same more slowly.
 */
#include <stdlib.h>
#include <string.h>

#include "collapse/formats/perf/recording/chain-tree.h"
#include "collapse/formats/perf/recording/id-table.h"
#include "collapse/formats/perf/recording/maps.h"
#include "collapse/formats/perf/recording/order.h"
#include "collapse/formats/perf/recording/record.h"
#include "common/memory.h"
#include "tests/unit/test.h"

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(state >> 33) % n;
}

/* ---- order ---- */

static void add_to(struct order *order, uint64_t time, uint64_t position)
{
	order_add(order, &(struct waiting){.time = time, .position = position});
}

/* Runs of several processors, given out in steps: always the oldest, of equal ones the first. */
static void records_come_in_order(void)
{
	struct order order = {0};
	uint64_t position = 0, given = 0, last_time = 0, last_position = 0;
	const struct waiting *waiting;
	bool good = true;

	for (uint64_t round = 0; round < 300; round++) {
		uint64_t from = round * 100;

		for (unsigned cpu = random_below(5); cpu > 0; cpu--) {
			uint64_t time = from + random_below(100);

			for (unsigned i = random_below(20); i > 0; i--) {
				add_to(&order, time, position++);
				time += random_below(3);
			}
		}
		order_sort(&order);
		while ((waiting = order_next(&order, from))) {
			good &= waiting->time > last_time ||
				(waiting->time == last_time && waiting->position >= last_position);
			last_time = waiting->time;
			last_position = waiting->position;
			given++;
		}
	}
	order_sort(&order);
	CHECK(order_waiting(&order) == 0 || order_middle(&order) >= last_time);
	while (order_next(&order, UINT64_MAX))
		given++;
	CHECK(good);
	CHECK_U64(given, position);
	CHECK_U64(order_waiting(&order), 0);
	CHECK(order_first_position(&order) == UINT64_MAX);
	order_release(&order);
}

static void what_is_older_than_a_time_goes(void)
{
	struct order order = {0};

	add_to(&order, 5, 0);
	add_to(&order, 3, 1);
	add_to(&order, 3, 2);
	order_sort(&order);
	CHECK_U64(order_next(&order, 4)->position, 1);
	CHECK_U64(order_first_position(&order), 0);
	CHECK_U64(order_next(&order, 4)->position, 2);
	CHECK(!order_next(&order, 5));
	CHECK_U64(order_waiting(&order), 1);
	order_release(&order);
}

/* ---- maps ---- */

enum { SPACE = 64 };

/* What is mapped at each of a few addresses: image and offset. */
struct plain {
	uint32_t image[SPACE];
	uint64_t offset[SPACE];
};

static bool is_same(const struct maps *maps, const struct plain *plain)
{
	bool same = true;

	for (uint64_t at = 0; at < SPACE; at++) {
		const struct map *map = maps_find(maps, at);

		same &= map ? plain->image[at] == map->image &&
				      plain->offset[at] == at - map->start + map->offset :
			      plain->image[at] == 0;
	}
	for (size_t i = 1; i < maps->count; i++)
		same &= maps->items[i - 1].end <= maps->items[i].start;
	return same;
}

static void maps_cut_one_another(void)
{
	struct maps_clock clock = {0};
	struct maps *maps = maps_new(&clock);
	struct plain plain = {0};
	bool good = true;

	for (uint32_t round = 1; round < 3000; round++) {
		uint64_t start = random_below(SPACE), end = start + random_below(SPACE / 2);
		uint64_t offset = random_below(1000);
		bool removes = random_below(4) == 0;
		const struct map map = {start, end, offset, round};

		if (removes)
			maps_remove(&maps, &clock, start, end);
		else
			maps_insert(&maps, &clock, &map);
		for (uint64_t at = start; at < end && at < SPACE; at++) {
			plain.image[at] = removes ? 0 : round;
			plain.offset[at] = at - start + offset;
		}
		good &= is_same(maps, &plain);
	}
	CHECK(good);
	maps_drop(maps);
}

static void shared_maps_are_copied_by_who_changes_them(void)
{
	struct maps_clock clock = {0};
	struct maps *parent = maps_new(&clock), *child;
	const struct map first = {10, 20, 0, 1}, second = {10, 20, 0, 2};
	uint32_t generation;

	maps_insert(&parent, &clock, &first);
	generation = parent->generation;
	child = maps_share(parent);
	CHECK(child == parent);
	maps_insert(&child, &clock, &second);
	CHECK(child != parent);
	CHECK_U64(maps_find(parent, 15)->image, 1);
	CHECK_U64(maps_find(child, 15)->image, 2);
	CHECK_U64(parent->generation, generation);
	CHECK(child->generation != generation);
	maps_drop(child);
	maps_drop(parent);
}

/* ---- tables ---- */

static void numbers_are_found_until_they_are_removed(void)
{
	enum { NUMBERS = 500 };
	static char values[NUMBERS];
	struct id_table table = {0};
	bool there[NUMBERS] = {false}, good = true;

	for (unsigned i = 0; i < 20000; i++) {
		uint32_t id = random_below(NUMBERS);

		if (random_below(2))
			id_table_set(&table, id * 1000003, &values[id]);
		else
			id_table_remove(&table, id * 1000003);
		there[id] = id_table_find(&table, id * 1000003) == &values[id];
		id = random_below(NUMBERS);
		good &= (id_table_find(&table, id * 1000003) == &values[id]) == there[id];
	}
	CHECK(good);
	id_table_release(&table);
}

static void a_child_is_one_node(void)
{
	struct chain_tree tree;
	uint32_t nodes[50][50];
	bool good = true;

	chain_tree_init(&tree);
	for (uint32_t i = 0; i < 50; i++)
		for (uint32_t k = 0; k < 50; k++)
			nodes[i][k] =
				chain_tree_child(&tree, chain_tree_child(&tree, CHAIN_ROOT, i), k);
	for (uint32_t n = 0; n < 5000; n++) {
		uint32_t i = random_below(50), k = random_below(50);

		good &= chain_tree_child(&tree, chain_tree_child(&tree, CHAIN_ROOT, i), k) ==
			nodes[i][k];
	}
	CHECK(good);
	CHECK_U64(tree.count, 1 + 50 + 50 * 50);
	chain_tree_release(&tree);
}

/* ---- records ---- */

static enum record_found find(uint32_t type, uint16_t size, size_t n, struct record *record)
{
	char bytes[64] = {0};

	memcpy(bytes, &type, sizeof(type));
	memcpy(bytes + 6, &size, sizeof(size));
	bytes[8] = 16;
	return record_at((struct str){bytes, n}, record);
}

static void records_end_where_they_say(void)
{
	struct record record;

	CHECK(find(9, 24, 64, &record) == RECORD_WHOLE);
	CHECK_U64(record.size, 24);
	CHECK_U64(record.body.n, 16);
	CHECK(find(9, 24, 24, &record) == RECORD_WHOLE);
	CHECK(find(9, 24, 23, &record) == RECORD_CUT);
	CHECK(find(9, 24, 7, &record) == RECORD_CUT);
	CHECK(find(9, 7, 64, &record) == RECORD_BAD);
	CHECK(find(0, 24, 64, &record) == RECORD_BAD);
	/* 16 bytes behind what the header counts */
	CHECK(find(RECORD_TRACING_DATA, 16, 32, &record) == RECORD_WHOLE);
	CHECK_U64(record.size, 32);
	CHECK(find(RECORD_AUXTRACE, 16, 31, &record) == RECORD_CUT);
	CHECK_U64(record.size, 32);
	CHECK(find(RECORD_AUXTRACE, 8, 64, &record) == RECORD_BAD);
}

int main(void)
{
	TEST(records_come_in_order);
	TEST(what_is_older_than_a_time_goes);
	TEST(maps_cut_one_another);
	TEST(shared_maps_are_copied_by_who_changes_them);
	TEST(numbers_are_found_until_they_are_removed);
	TEST(a_child_is_one_node);
	TEST(records_end_where_they_say);
	return 0;
}
