#include "collapse/formats/valgrind/callgrind-names.h"

#include <stdlib.h>

#include "common/memory.h"

enum { MOST_NUMBERS = 1 << 20 };

/* Numbers count up from 1 as names come, so each is the place of its meaning itself. */
static size_t place_of(struct callgrind_meanings *meanings, struct str number)
{
	uint64_t place;

	if (str_to_u64(str_drop_end(str_skip(number, 1), 1), &place) && place < MOST_NUMBERS)
		return (size_t)place;
	return MOST_NUMBERS + (size_t)names_add(&meanings->large, number);
}

static uint32_t *meaning_of(struct callgrind_meanings *meanings, struct str number)
{
	size_t place = place_of(meanings, number);

	meanings->strings = memory_grow(
		meanings->strings, &meanings->capacity, place + 1, sizeof(*meanings->strings));
	while (meanings->count <= place)
		meanings->strings[meanings->count++] = NAME_NONE;
	return &meanings->strings[place];
}

bool callgrind_names_string(struct callgrind_names *names, enum callgrind_kind kind,
	struct str text, uint32_t *id)
{
	bool is_number = text.n > 2 && text.p[0] == '(' && byte_is_digit(text.p[1]);
	size_t close = is_number ? str_find(text, ')') : text.n;
	struct str name;
	uint32_t *meaning;
	bool known;

	if (close == text.n) {
		*id = names_add(&names->strings, text);
		return true;
	}
	meaning = meaning_of(&names->meanings[kind], str_head(text, close + 1));
	name = str_trim(str_skip(text, close + 1));
	known = name.n > 0 || *meaning != NAME_NONE;
	if (name.n > 0 || !known)
		*meaning = names_add(&names->strings, known ? name : text);
	*id = *meaning;
	return known;
}

/* "f(int)'2" is f called by itself, "f'g'main" f called by g (--separate-callers). */
static struct str drop_context(struct str name)
{
	for (size_t i = 1; i < name.n; i++) {
		char before = name.p[i - 1];

		if (name.p[i] != '\'')
			continue;
		if (byte_is_alpha(before) || byte_is_digit(before) || (before & 0x80) ||
			str_find(STR("_)>]}"), before) < 5)
			return str_head(name, i);
		/* "g()::'lambda'(int)" */
		i += 1 + str_find(str_skip(name, i + 1), '\'');
	}
	return name;
}

static struct str string_at(const struct callgrind_names *names, uint32_t id)
{
	return id == NAME_NONE ? (struct str){0} : names_get(&names->strings, id);
}

static uint32_t frame_name(
	struct callgrind_names *names, const struct callgrind_function *function)
{
	struct str symbol = string_at(names, function->name);

	if (!names->naming.options->no_tidy)
		symbol = drop_context(symbol);
	return native_name_add(
		&names->naming, symbol, string_at(names, function->object), (struct str){0});
}

uint32_t callgrind_names_function(
	struct callgrind_names *names, const struct callgrind_function *function, uint32_t root)
{
	const struct str key = {(const char *)function, sizeof(*function)};
	uint32_t known = names->functions.count, id = names_add(&names->functions, key);

	if (id == known)
		call_graph_add_function(&names->graph, frame_name(names, function), root);
	return id;
}

uint32_t callgrind_names_edge(struct callgrind_names *names, uint32_t from, uint32_t to)
{
	const uint32_t ends[2] = {from, to};
	const struct str key = {(const char *)ends, sizeof(ends)};
	uint32_t known = names->edges.count, id = names_add(&names->edges, key);

	if (id == known)
		call_graph_add_edge(&names->graph, from, to);
	return id;
}

/* ---- the order ---- */

struct ranked {
	uint32_t ranks[4]; /* of what tells the function */
	uint32_t place; /* in the graph so far */
};

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	for (size_t i = 0; i < 4; i++)
		if (x->ranks[i] != y->ranks[i])
			return x->ranks[i] < y->ranks[i] ? -1 : 1;
	return 0;
}

static int compare_edges(const void *a, const void *b)
{
	const struct call_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

static uint32_t rank_of(const uint32_t *ranks, uint32_t string)
{
	return string == NAME_NONE ? NAME_NONE : ranks[string];
}

/* The functions by their threads, objects, files and names. */
static struct ranked *ranked_functions(const struct callgrind_names *names)
{
	uint32_t *sorted = names_sorted(&names->strings);
	uint32_t *ranks = names_ranks(&names->strings, sorted);
	struct ranked *functions = memory_new(names->functions.count, sizeof(*functions));

	for (uint32_t i = 0; i < names->functions.count; i++) {
		struct callgrind_function function;

		memcpy(&function, names_get(&names->functions, i).p, sizeof(function));
		functions[i] = (struct ranked){
			{rank_of(ranks, function.thread), rank_of(ranks, function.object),
				rank_of(ranks, function.source), rank_of(ranks, function.name)},
			i};
	}
	qsort(functions, names->functions.count, sizeof(*functions), compare_ranked);
	free(ranks);
	free(sorted);
	return functions;
}

void callgrind_names_sort(struct callgrind_names *names)
{
	struct call_graph *graph = &names->graph;
	struct ranked *ranked = ranked_functions(names);
	struct call_function *old = graph->functions;
	uint32_t *place = memory_new(graph->function_count, sizeof(*place));

	graph->functions = memory_new(graph->function_count, sizeof(*graph->functions));
	for (uint32_t i = 0; i < graph->function_count; i++) {
		graph->functions[i] = old[ranked[i].place];
		place[ranked[i].place] = i;
	}
	for (size_t i = 0; i < graph->edge_count; i++) {
		graph->edges[i].from = place[graph->edges[i].from];
		graph->edges[i].to = place[graph->edges[i].to];
	}
	if (graph->edge_count > 0)
		qsort(graph->edges, graph->edge_count, sizeof(*graph->edges), compare_edges);
	free(old);
	free(place);
	free(ranked);
}

void callgrind_names_forget(struct callgrind_names *names)
{
	for (size_t i = 0; i < KINDS; i++) {
		names->meanings[i].count = 0;
		names_release(&names->meanings[i].large);
	}
}

void callgrind_names_release(struct callgrind_names *names)
{
	for (size_t i = 0; i < KINDS; i++) {
		free(names->meanings[i].strings);
		names_release(&names->meanings[i].large);
	}
	native_name_release(&names->naming);
	call_graph_release(&names->graph);
	names_release(&names->strings);
	names_release(&names->functions);
	names_release(&names->edges);
}
