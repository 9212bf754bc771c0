#include "collapse/callgrind-names.h"

#include <stdlib.h>

#include "common/memory.h"

static bool is_number(struct str text)
{
	return text.n > 2 && text.p[0] == '(' && byte_is_digit(text.p[1]) &&
	       str_find(text, ')') < text.n;
}

bool callgrind_names_string(struct callgrind_names *names, enum callgrind_kind kind,
	struct str text, uint32_t *id)
{
	size_t number_length = str_find(text, ')') + 1;
	struct names *numbers = &names->numbered[kind].numbers;
	uint32_t known = numbers->count, number, **meanings = &names->numbered[kind].meanings;
	struct str name;

	if (!is_number(text)) {
		*id = names_add(&names->strings, text);
		return true;
	}
	number = names_add(numbers, str_head(text, number_length));
	name = str_trim(str_skip(text, number_length));
	if (name.n > 0 || number == known) {
		*meanings = memory_grow(*meanings, &names->numbered[kind].capacity, number + 1,
			sizeof(**meanings));
		(*meanings)[number] = names_add(&names->strings, name.n > 0 ? name : text);
	}
	*id = (*meanings)[number];
	return name.n > 0 || number < known;
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
		names_release(&names->numbered[i].numbers);
		names->numbered[i].numbers = (struct names){0};
	}
}

void callgrind_names_release(struct callgrind_names *names)
{
	callgrind_names_forget(names);
	for (size_t i = 0; i < KINDS; i++)
		free(names->numbered[i].meanings);
	native_name_release(&names->naming);
	call_graph_release(&names->graph);
	names_release(&names->strings);
	names_release(&names->functions);
	names_release(&names->edges);
}
