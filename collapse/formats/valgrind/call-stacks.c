/*
 * Two trees are built: the paths that flow goes along, breadth first, so that a path's parent is
 * before it; then, when it is known how much flow reaches each function in all, the stacks.
 */
#include "collapse/formats/valgrind/call-stacks.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

/*
 * What is deeper, or comes behind so many, is too little to be seen, or made to look so much. Nor may
 * paths without end through functions with calls without end take hours: steps are those calls, and
 * the frames of paths.
 */
enum { MOST_DEPTH = 500, MOST_PATHS = 1 << 20, MOST_STEPS = 1 << 26 };

#define MILLION 1000000u
#define NO_PATH UINT32_MAX
#define NO_NODE UINT32_MAX

struct path {
	uint32_t parent; /* NO_PATH: a root */
	uint32_t function;
	uint32_t depth;
	uint64_t flow;
	uint64_t own; /* of the flow, what the function spends itself */
};

struct spread {
	const struct call_graph *graph;
	struct stacks *stacks;

	struct call_sums sums;

	/* by function */
	uint32_t *best_path;
	uint32_t *node; /* in the stacks' tree, of the best path, or that it got without one */
	uint32_t *depth; /* of that */
	uint64_t *reached, *given; /* sums of paths' `own`: of all, and of those that have theirs */
	uint32_t *mark; /* the path it is on, + 1 */

	struct path *paths;
	size_t path_count, path_capacity;
	uint64_t steps;
	bool cut; /* one of the bounds was reached */
	uint64_t least;
	unsigned shift; /* flow is cost times 2^shift, so that small shares are not rounded away */
};

/* ---- paths ---- */

static void add_path(struct spread *spread, uint32_t parent, uint32_t function, uint64_t flow)
{
	uint32_t depth = parent == NO_PATH ? 1 : spread->paths[parent].depth + 1;

	if (flow < spread->least || flow == 0)
		return;
	if (depth > MOST_DEPTH || spread->path_count >= MOST_PATHS) {
		spread->cut = true;
		return;
	}
	*ARRAY_PUSH(spread->paths, spread->path_count, spread->path_capacity) =
		(struct path){parent, function, depth, flow, 0};
}

static void begin_paths(struct spread *spread, uint64_t least)
{
	uint64_t whole = 0;

	for (size_t i = 0; i < spread->graph->function_count; i++)
		call_cost_add(&whole, spread->sums.begins[i]);
	while (whole >> (62 - spread->shift) == 0 && spread->shift < 40)
		spread->shift++;
	spread->least = weight_scale(whole << spread->shift, least, MILLION);
	for (uint32_t i = 0; i < spread->graph->function_count; i++)
		add_path(spread, NO_PATH, i, spread->sums.begins[i] << spread->shift);
}

static void mark_frames(struct spread *spread, uint32_t path)
{
	for (uint32_t at = path; at != NO_PATH; at = spread->paths[at].parent)
		spread->mark[spread->paths[at].function] = path + 1;
}

/* A call's cost unless it leads into a function that is on the path. */
static uint64_t cost_of(const struct spread *spread, size_t call, uint32_t path)
{
	const struct call_edge *edge = &spread->graph->edges[spread->sums.calls[call]];

	return spread->mark[edge->to] == path + 1 ? 0 : edge->cost;
}

/* Shares need not be exact: what is made of them adds up whatever they are. */
static uint64_t share_of(uint64_t flow, uint64_t part, uint64_t whole)
{
	double share = (double)flow * ((double)part / (double)whole);

	/* All of it, which as a double may be 2^64. */
	return share < (double)flow ? (uint64_t)share : flow;
}

static void follow(struct spread *spread, uint32_t path)
{
	uint32_t function = spread->paths[path].function;
	uint64_t flow = spread->paths[path].flow, self = spread->graph->functions[function].self;
	uint64_t whole = self;
	size_t first = spread->sums.first_call[function];
	size_t end = spread->sums.first_call[function + 1];

	spread->steps += spread->paths[path].depth + (end - first);
	if (spread->steps > MOST_STEPS) {
		spread->cut = true;
		if (self > 0)
			spread->paths[path].own = share_of(flow, self, spread->sums.total[function]);
		return;
	}
	mark_frames(spread, path);
	for (size_t i = first; i < end; i++)
		call_cost_add(&whole, cost_of(spread, i, path));
	if (whole == 0)
		return;
	spread->paths[path].own = share_of(flow, self, whole);
	for (size_t i = first; i < end; i++)
		add_path(spread, path, spread->graph->edges[spread->sums.calls[i]].to,
			share_of(flow, cost_of(spread, i, path), whole));
}

static void find_paths(struct spread *spread, uint64_t least)
{
	begin_paths(spread, least);
	for (uint32_t path = 0; path < spread->path_count; path++) {
		uint32_t function = spread->paths[path].function;
		uint32_t *best = &spread->best_path[function];

		follow(spread, path);
		call_cost_add(&spread->reached[function], spread->paths[path].own);
		if (*best == NO_PATH || spread->paths[*best].own < spread->paths[path].own)
			*best = path;
	}
}

/* ---- stacks ---- */

static void add_weight(struct spread *spread, uint32_t node, uint64_t weight)
{
	const uint64_t weights[2] = {weight, 0};

	if (weight > 0)
		stacks_add_at(spread->stacks, node, weights, 0);
}

static uint32_t begin_node(struct spread *spread, uint32_t function)
{
	uint32_t root = spread->graph->functions[function].root;

	return root == NAME_NONE ? NODE_ROOT : stacks_child(spread->stacks, NODE_ROOT, root);
}

static uint32_t child_node(struct spread *spread, uint32_t parent, uint32_t function)
{
	return stacks_child(spread->stacks, parent, spread->graph->functions[function].name);
}

/* The path's part of what its function costs: rounded so that all parts add up to it. */
static uint64_t part_of(struct spread *spread, const struct path *path)
{
	uint64_t self = spread->graph->functions[path->function].self;
	uint64_t all = spread->reached[path->function], *given = &spread->given[path->function];
	uint64_t before = *given;

	if (all == 0)
		return 0;
	call_cost_add(given, path->own);
	return weight_scale(self, *given, all) - weight_scale(self, before, all);
}

static void set_node(struct spread *spread, uint32_t function, uint32_t node, uint32_t depth)
{
	spread->node[function] = node;
	spread->depth[function] = depth;
}

static void add_paths(struct spread *spread)
{
	uint32_t *nodes = memory_new(spread->path_count, sizeof(*nodes));

	for (uint32_t i = 0; i < spread->path_count; i++) {
		const struct path *path = &spread->paths[i];
		uint32_t parent = path->parent == NO_PATH ? begin_node(spread, path->function) :
							    nodes[path->parent];

		nodes[i] = child_node(spread, parent, path->function);
		if (spread->best_path[path->function] == i)
			set_node(spread, path->function, nodes[i], path->depth);
		add_weight(spread, nodes[i], part_of(spread, path));
	}
	free(nodes);
}

/*
 * A place for a function that no path reached, below the nearest of its callers that has one. The
 * chain has room for all functions.
 */
static void place_apart(struct spread *spread, uint32_t function, uint32_t *chain)
{
	size_t length = 0;
	uint32_t at = function, node, depth;

	while (spread->node[at] == NO_NODE && spread->mark[at] != NO_PATH) {
		size_t caller = spread->sums.best_caller[at];

		chain[length++] = at;
		spread->mark[at] = NO_PATH;
		if (caller != CALL_NONE)
			at = spread->graph->edges[caller].from;
	}
	node = spread->node[at];
	depth = spread->depth[at];
	if (node == NO_NODE)
		node = begin_node(spread, chain[length - 1]);
	while (length-- > 0) {
		if (depth == MOST_DEPTH)
			node = spread->stacks->tree.nodes[node].parent;
		else
			depth++;
		node = child_node(spread, node, chain[length]);
		set_node(spread, chain[length], node, depth);
	}
}

static void add_others(struct spread *spread)
{
	size_t count = spread->graph->function_count;
	uint32_t *chain = memory_new(count, sizeof(*chain));

	for (uint32_t i = 0; i < count; i++) {
		uint64_t self = spread->graph->functions[i].self;

		if (spread->reached[i] > 0 || self == 0)
			continue;
		if (spread->node[i] == NO_NODE)
			place_apart(spread, i, chain);
		add_weight(spread, spread->node[i], self);
	}
	free(chain);
}

/* ---- the whole ---- */

static void init(struct spread *spread, const struct call_graph *graph, struct stacks *stacks)
{
	size_t count = graph->function_count;

	*spread = (struct spread){.graph = graph, .stacks = stacks};
	call_sums_init(&spread->sums, graph);
	spread->best_path = memory_new(count, sizeof(*spread->best_path));
	spread->node = memory_new(count, sizeof(*spread->node));
	spread->depth = memory_new(count, sizeof(*spread->depth));
	spread->reached = memory_new(count, sizeof(*spread->reached));
	spread->given = memory_new(count, sizeof(*spread->given));
	spread->mark = memory_new(count, sizeof(*spread->mark));
	for (size_t i = 0; i < count; i++) {
		spread->best_path[i] = NO_PATH;
		spread->node[i] = NO_NODE;
	}
}

static void release(struct spread *spread)
{
	call_sums_release(&spread->sums);
	free(spread->best_path);
	free(spread->node);
	free(spread->depth);
	free(spread->reached);
	free(spread->given);
	free(spread->mark);
	free(spread->paths);
}

void call_stacks_add(const struct call_graph *graph, struct stacks *stacks, uint64_t least)
{
	struct spread spread;

	if (graph->function_count == 0)
		return;
	init(&spread, graph, stacks);
	find_paths(&spread, least);
	add_paths(&spread);
	add_others(&spread);
	if (spread.cut)
		stacks_note(stacks,
			"there are more or longer ways through the calls than can be followed: what "
			"lies behind is below the heaviest callers");
	release(&spread);
}
