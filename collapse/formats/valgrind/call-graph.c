#include "collapse/formats/valgrind/call-graph.h"

#include <stdbool.h>
#include <stdlib.h>

#include "common/memory.h"

uint32_t call_graph_add_function(struct call_graph *graph, uint32_t name, uint32_t root)
{
	*ARRAY_PUSH(graph->functions, graph->function_count, graph->function_capacity) =
		(struct call_function){name, root, 0};
	return (uint32_t)graph->function_count - 1;
}

uint32_t call_graph_add_edge(struct call_graph *graph, uint32_t from, uint32_t to)
{
	*ARRAY_PUSH(graph->edges, graph->edge_count, graph->edge_capacity) =
		(struct call_edge){from, to, 0};
	return (uint32_t)graph->edge_count - 1;
}

void call_graph_release(struct call_graph *graph)
{
	free(graph->functions);
	free(graph->edges);
	*graph = (struct call_graph){0};
}

/* ---- sums ---- */

/* A function that calls itself: its calls are a part of what its callers paid. */
static bool is_recursive(const struct call_edge *edge)
{
	return edge->from == edge->to;
}

static void sum_up(struct call_sums *sums, const struct call_graph *graph)
{
	for (size_t i = 0; i < graph->function_count; i++) {
		sums->total[i] = graph->functions[i].self;
		sums->best_caller[i] = CALL_NONE;
	}
	for (size_t i = 0; i < graph->edge_count; i++) {
		const struct call_edge *edge = &graph->edges[i];
		size_t *best = &sums->best_caller[edge->to];

		if (is_recursive(edge))
			continue;
		call_cost_add(&sums->total[edge->from], edge->cost);
		call_cost_add(&sums->called[edge->to], edge->cost);
		if (*best == CALL_NONE || graph->edges[*best].cost < edge->cost)
			*best = i;
		sums->first_call[edge->from + 1]++;
	}
}

static void sort_calls(struct call_sums *sums, const struct call_graph *graph)
{
	size_t *next = memory_new(graph->function_count + 1, sizeof(*next));

	for (size_t i = 0; i < graph->function_count; i++) {
		sums->first_call[i + 1] += sums->first_call[i];
		next[i] = sums->first_call[i];
	}
	for (size_t i = 0; i < graph->edge_count; i++)
		if (!is_recursive(&graph->edges[i]))
			sums->calls[next[graph->edges[i].from]++] = (uint32_t)i;
	free(next);
}

struct by_total {
	uint64_t total;
	uint32_t function;
};

static int compare_totals(const void *a, const void *b)
{
	const struct by_total *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return x->function < y->function ? -1 : 1;
}

static struct by_total *functions_by_total(const struct call_sums *sums, size_t count)
{
	struct by_total *sorted = memory_new(count, sizeof(*sorted));

	for (size_t i = 0; i < count; i++)
		sorted[i] = (struct by_total){sums->total[i], (uint32_t)i};
	qsort(sorted, count, sizeof(*sorted), compare_totals);
	return sorted;
}

/* Marks what can be reached from a function; `queue` has room for all functions. */
static void reach(const struct call_sums *sums, const struct call_graph *graph, uint32_t from,
	bool *reached, uint32_t *queue)
{
	size_t at = 0, end = 0;

	reached[from] = true;
	queue[end++] = from;
	while (at < end) {
		uint32_t function = queue[at++];

		for (size_t i = sums->first_call[function]; i < sums->first_call[function + 1];
			i++) {
			uint32_t to = graph->edges[sums->calls[i]].to;

			if (reached[to])
				continue;
			reached[to] = true;
			queue[end++] = to;
		}
	}
}

/*
 * What a function has beyond its callers' calls began there: main, a thread, a signal. When all of
 * a circle of functions are called by one another, the heaviest began it.
 */
static void find_roots(struct call_sums *sums, const struct call_graph *graph)
{
	size_t count = graph->function_count;
	struct by_total *sorted = functions_by_total(sums, count);
	uint32_t *queue = memory_new(count, sizeof(*queue));
	bool *reached = memory_new(count, sizeof(*reached));

	for (uint32_t i = 0; i < count; i++) {
		if (sums->total[i] <= sums->called[i])
			continue;
		sums->begins[i] = sums->total[i] - sums->called[i];
		if (!reached[i])
			reach(sums, graph, i, reached, queue);
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t function = sorted[i].function;

		if (reached[function])
			continue;
		sums->begins[function] = sums->total[function];
		reach(sums, graph, function, reached, queue);
	}
	free(reached);
	free(queue);
	free(sorted);
}

void call_sums_init(struct call_sums *sums, const struct call_graph *graph)
{
	size_t count = graph->function_count;

	sums->total = memory_new(count, sizeof(*sums->total));
	sums->called = memory_new(count, sizeof(*sums->called));
	sums->begins = memory_new(count, sizeof(*sums->begins));
	sums->best_caller = memory_new(count, sizeof(*sums->best_caller));
	sums->first_call = memory_new(count + 1, sizeof(*sums->first_call));
	sums->calls = memory_new(graph->edge_count, sizeof(*sums->calls));
	sum_up(sums, graph);
	sort_calls(sums, graph);
	find_roots(sums, graph);
}

void call_sums_release(struct call_sums *sums)
{
	free(sums->total);
	free(sums->called);
	free(sums->begins);
	free(sums->best_caller);
	free(sums->first_call);
	free(sums->calls);
}
