#include "collapse/formats/heaptrack/costs.h"

#include <stdlib.h>

#include "common/memory.h"

void heap_costs_add(struct heap_costs *costs)
{
	*ARRAY_PUSH(costs->holders, costs->count, costs->capacity) = (struct heap_holder){0};
}

static void note_change(struct heap_costs *costs, uint32_t stack)
{
	if (costs->holders[stack].changed)
		return;
	costs->holders[stack].changed = true;
	*ARRAY_PUSH(costs->changed, costs->changed_count, costs->changed_capacity) = stack;
}

static void take_peak(struct heap_costs *costs)
{
	costs->peak = costs->held;
	for (size_t i = 0; i < costs->changed_count; i++) {
		struct heap_holder *holder = &costs->holders[costs->changed[i]];

		holder->cost = holder->held;
		holder->changed = false;
	}
	costs->changed_count = 0;
}

bool heap_costs_allocate(struct heap_costs *costs, uint32_t stack, uint64_t block, uint64_t size)
{
	struct heap_holder *holder = &costs->holders[stack];

	costs->last = block + 1;
	if (size > UINT64_MAX - costs->held || size > UINT64_MAX - holder->cost)
		return false;
	holder->held += size;
	costs->held += size;
	if (costs->kind == COST_ALLOCATIONS)
		holder->cost++;
	else if (costs->kind == COST_BYTES)
		holder->cost += size;
	else if (costs->kind == COST_PEAK)
		note_change(costs, stack);
	if (costs->kind == COST_PEAK && costs->held > costs->peak)
		take_peak(costs);
	return true;
}

bool heap_costs_free(struct heap_costs *costs, uint32_t stack, uint64_t block, uint64_t size)
{
	struct heap_holder *holder = &costs->holders[stack];
	bool at_once = costs->last == block + 1;

	costs->last = 0;
	if (size > holder->held)
		return false;
	holder->held -= size;
	costs->held -= size;
	if (costs->kind == COST_TEMPORARY && at_once)
		holder->cost++;
	else if (costs->kind == COST_PEAK)
		note_change(costs, stack);
	return true;
}

uint64_t heap_costs_of(const struct heap_costs *costs, uint32_t stack)
{
	const struct heap_holder *holder = &costs->holders[stack];

	return costs->kind == COST_LEAKED ? holder->held : holder->cost;
}

void heap_costs_reset(struct heap_costs *costs)
{
	costs->count = costs->changed_count = 0;
	costs->last = costs->held = costs->peak = 0;
}

void heap_costs_release(struct heap_costs *costs)
{
	free(costs->holders);
	free(costs->changed);
}
