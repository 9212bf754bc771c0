/*
 * What comes is a few long runs that are in order, so they are found and merged, two at a time: n
 * records in r runs take n * log2(r) steps.
 */
#include "collapse/formats/perf/recording/order.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static bool is_before(const struct waiting *a, const struct waiting *b)
{
	return a->time < b->time || (a->time == b->time && a->position < b->position);
}

void order_add(struct order *order, const struct waiting *waiting)
{
	/* Room at the front, which is half of it or more, is used again. */
	if (order->count == order->capacity && order->first > order->count / 2) {
		order->count -= order->first;
		memmove(order->items, order->items + order->first,
			order->count * sizeof(*order->items));
		order->sorted -= order->first;
		order->first = 0;
	}
	*ARRAY_PUSH(order->items, order->count, order->capacity) = *waiting;
}

/* Where each run starts, and behind the last one the count. */
static size_t find_runs(struct order *order)
{
	size_t count = 0;

	*ARRAY_PUSH(order->runs, count, order->run_capacity) = order->first;
	for (size_t i = order->sorted > order->first ? order->sorted : order->first + 1;
		i < order->count; i++)
		if (is_before(&order->items[i], &order->items[i - 1]))
			*ARRAY_PUSH(order->runs, count, order->run_capacity) = i;
	*ARRAY_PUSH(order->runs, count, order->run_capacity) = order->count;
	return count - 1;
}

static void merge(const struct waiting *from, size_t start, size_t middle, size_t end,
	struct waiting *to)
{
	size_t a = start, b = middle;

	for (size_t i = start; i < end; i++)
		to[i] = b == end || (a < middle && !is_before(&from[b], &from[a])) ? from[a++] :
										      from[b++];
}

/* From one array to the other; the runs become half as many. */
static size_t merge_pairs(struct order *order, size_t runs)
{
	size_t count = 0;
	struct waiting *swap = order->items;
	size_t capacity = order->capacity;

	for (size_t i = 0; i < runs; i += 2) {
		size_t middle = order->runs[i + 1];
		size_t end = i + 2 <= runs ? order->runs[i + 2] : middle;

		merge(order->items, order->runs[i], middle, end, order->scratch);
		order->runs[count++] = order->runs[i];
	}
	order->runs[count] = order->count;
	order->items = order->scratch;
	order->capacity = order->scratch_capacity;
	order->scratch = swap;
	order->scratch_capacity = capacity;
	return count;
}

void order_sort(struct order *order)
{
	size_t runs;

	if (order->sorted == order->count || order->first == order->count)
		return;
	runs = find_runs(order);
	if (runs > 1 && order->scratch_capacity < order->capacity) {
		free(order->scratch);
		order->scratch = memory_new(order->capacity, sizeof(*order->scratch));
		order->scratch_capacity = order->capacity;
	}
	while (runs > 1)
		runs = merge_pairs(order, runs);
	order->sorted = order->count;
}

const struct waiting *order_next(struct order *order, uint64_t before)
{
	if (order->first == order->count || order->items[order->first].time >= before)
		return NULL;
	return &order->items[order->first++];
}

size_t order_waiting(const struct order *order)
{
	return order->count - order->first;
}

uint64_t order_middle(const struct order *order)
{
	return order->items[order->first + order_waiting(order) / 2].time;
}

uint64_t order_first_position(const struct order *order)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = order->first; i < order->count; i++)
		if (order->items[i].position < first)
			first = order->items[i].position;
	return first;
}

void order_release(struct order *order)
{
	free(order->items);
	free(order->scratch);
	free(order->runs);
	*order = (struct order){0};
}
