/*
 * collapse-callgrind: callgrind.out of valgrind --tool=callgrind, and what others write in its
 * format (Xdebug's and cachegrind's profiles, pprof -callgrind):
 *
 *     # callgrind format
 *     positions: line                      how many numbers stand before the costs
 *     events: Ir Dr                        what the costs are
 *     summary: 32304 8817
 *     ob=(8) /usr/bin/heavy                of these the numbers alone are repeated
 *     fl=(268) regex.h
 *     fn=(2620) compile(char const*)       what follows is in this function
 *     285 9 2                              line 285: 9 Ir, 2 Dr by itself
 *     +3 12                                line 288: 12 Ir
 *     cfn=(2634) insert()
 *     calls=3 322                          3 calls of insert(), at its line 322
 *     * 90 11                              from line 288; all that they took: 90 Ir, 11 Dr
 *     totals: 32304 8817
 *
 * Where in a function costs arose is passed over. What remains is a call graph, of which
 * call-stacks.h makes stacks; the graphs of several files are one if they are of one thread.
 *
 * Format: https://valgrind.org/docs/manual/cl-format.html
 */
#include <stdlib.h>

#include "collapse/formats/valgrind/call-stacks.h"
#include "collapse/formats/valgrind/callgrind-names.h"
#include "collapse/formats/valgrind/callgrind-part.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

struct callgrind_options {
	const char *event;
	bool list_events, tid;
	double least; /* percent */
	struct native_name_options naming;
};

struct callgrind {
	const struct callgrind_options *options;
	struct stacks *stacks;
	struct callgrind_names names;
	struct buf pid, thread;

	/* of the present part of a file */
	struct callgrind_part part;
	uint32_t thread_key, root;

	/* where costs belong */
	uint32_t function; /* place in the graph, or NAME_NONE */
	uint32_t place[KINDS]; /* strings, or NAME_NONE */
	uint32_t called[KINDS];
	uint32_t jump[KINDS]; /* read for the numbers that are given names there */
	uint32_t edge; /* NAME_NONE unless the next line has the cost of calls */
};

static void bad_line(struct callgrind *callgrind, const char *expected, struct str line)
{
	callgrind_part_bad(&callgrind->part, expected, line);
}

/* ---- functions and calls ---- */

/* Costs before the first fn= are of a function that has no name. */
static uint32_t present_function(struct callgrind *callgrind)
{
	const uint32_t *place = callgrind->place;
	const struct callgrind_function function = {
		callgrind->thread_key, place[OBJECT], place[SOURCE], place[FUNCTION]};

	if (callgrind->function == NAME_NONE)
		callgrind->function =
			callgrind_names_function(&callgrind->names, &function, callgrind->root);
	return callgrind->function;
}

/* What a call is not said to have changed, it has of where it is. */
static uint32_t called_or_here(const struct callgrind *callgrind, enum callgrind_kind kind)
{
	uint32_t called = callgrind->called[kind];

	return called == NAME_NONE ? callgrind->place[kind] : called;
}

static uint32_t called_function(struct callgrind *callgrind)
{
	const struct callgrind_function function = {callgrind->thread_key,
		called_or_here(callgrind, OBJECT), called_or_here(callgrind, SOURCE),
		callgrind->called[FUNCTION]};

	return callgrind_names_function(&callgrind->names, &function, callgrind->root);
}

/* ---- parts ---- */

/* Else the next cost, of another function perhaps, would be taken for that of the calls. */
static void end_calls(struct callgrind *callgrind, struct str line)
{
	if (callgrind->edge != NAME_NONE)
		bad_line(callgrind, "a line with the cost of the calls", line);
	callgrind->edge = NAME_NONE;
}

static void end_part(struct callgrind *callgrind)
{
	end_calls(callgrind, STR("the end"));
	callgrind_part_end(&callgrind->part);
	callgrind->function = NAME_NONE;
	for (size_t i = 0; i < KINDS; i++)
		callgrind->place[i] = callgrind->called[i] = NAME_NONE;
}

/* Threads have graphs of their own: none calls functions of another. */
static void begin_body(struct callgrind *callgrind)
{
	struct buf key = {0}, frame = {0};

	callgrind->part.has_body = true;
	buf_add(&key, buf_str(&callgrind->pid));
	buf_add_char(&key, '/');
	buf_add(&key, buf_str(&callgrind->thread));
	callgrind->thread_key = names_add(&callgrind->names.strings, buf_str(&key));
	callgrind->root = NAME_NONE;
	if (callgrind->options->tid && callgrind->thread.n) {
		buf_add(&frame, STR("thread "));
		buf_add(&frame, buf_str(&callgrind->thread));
		callgrind->root = stacks_name(callgrind->stacks, buf_str(&frame));
	}
	stacks_lead(callgrind->stacks, callgrind->root != NAME_NONE ? "thread" : NULL);
	buf_release(&key);
	buf_release(&frame);
}

static void read_header(struct callgrind *callgrind, struct str key, struct str value)
{
	if (callgrind_part_is_next(&callgrind->part, key))
		end_part(callgrind);
	if (str_eq(key, STR("part")) || str_eq(key, STR("pid")))
		buf_reset(&callgrind->thread);
	if (str_eq(key, STR("pid")))
		buf_set(&callgrind->pid, str_trim(value));
	else if (str_eq(key, STR("thread")))
		buf_set(&callgrind->thread, str_trim(value));
	else
		callgrind_part_header(&callgrind->part, key, value);
}

/* ---- lines ---- */

static uint32_t read_name(struct callgrind *callgrind, enum callgrind_kind kind, struct str text)
{
	uint32_t id;

	if (!callgrind_names_string(&callgrind->names, kind, text, &id))
		bad_line(callgrind, "a number that was given a name before", text);
	return id;
}

static void read_calls(struct callgrind *callgrind, struct str line)
{
	uint32_t from = present_function(callgrind), to;

	if (callgrind->called[FUNCTION] == NAME_NONE)
		bad_line(callgrind, "a line \"cfn=FUNCTION\" before it", line);
	to = called_function(callgrind);
	callgrind->edge = callgrind_names_edge(&callgrind->names, from, to);
	for (size_t i = 0; i < KINDS; i++)
		callgrind->called[i] = NAME_NONE;
}

static const struct specification {
	struct str key;
	enum callgrind_kind kind;
	size_t offset; /* of an array of KINDS */
} specifications[] = {
	{STR_INIT("cfn"), FUNCTION, offsetof(struct callgrind, called)},
	{STR_INIT("fn"), FUNCTION, offsetof(struct callgrind, place)},
	{STR_INIT("fi"), SOURCE, offsetof(struct callgrind, place)},
	{STR_INIT("fe"), SOURCE, offsetof(struct callgrind, place)},
	{STR_INIT("fl"), SOURCE, offsetof(struct callgrind, place)},
	{STR_INIT("ob"), OBJECT, offsetof(struct callgrind, place)},
	{STR_INIT("cfi"), SOURCE, offsetof(struct callgrind, called)},
	{STR_INIT("cfl"), SOURCE, offsetof(struct callgrind, called)},
	{STR_INIT("cob"), OBJECT, offsetof(struct callgrind, called)},
	{STR_INIT("jfn"), FUNCTION, offsetof(struct callgrind, jump)},
	{STR_INIT("jfi"), SOURCE, offsetof(struct callgrind, jump)},
};

static const struct specification *find_specification(struct str key)
{
	for (size_t i = 0; i < sizeof(specifications) / sizeof(*specifications); i++)
		if (str_eq(key, specifications[i].key))
			return &specifications[i];
	return NULL;
}

static void read_specification(
	struct callgrind *callgrind, const struct specification *specification, struct str value)
{
	uint32_t *ids = (uint32_t *)(void *)((char *)callgrind + specification->offset);

	ids[specification->kind] = read_name(callgrind, specification->kind, str_trim(value));
	if (ids == callgrind->place && specification->kind == FUNCTION) {
		callgrind->function = NAME_NONE;
		present_function(callgrind);
	}
}

/* "fn=(12) parse", "calls=3 322"; how often the program jumped to where is passed over. */
static void read_assignment(
	struct callgrind *callgrind, struct str key, struct str value, struct str line)
{
	const struct specification *specification;

	end_calls(callgrind, line);
	if (str_eq(key, STR("jump")) || str_eq(key, STR("jcnd")))
		return;
	if (str_eq(key, STR("calls"))) {
		read_calls(callgrind, line);
		return;
	}
	specification = find_specification(key);
	if (specification)
		read_specification(callgrind, specification, value);
	else
		bad_line(callgrind, "fn=, cfn=, calls= or the like", line);
}

static void read_costs(struct callgrind *callgrind, struct str line)
{
	struct call_graph *graph = &callgrind->names.graph;
	uint32_t function;
	uint64_t cost;

	if (!callgrind_part_cost(&callgrind->part, line, &cost)) {
		bad_line(callgrind, "POSITION... COST...", line);
		cost = 0;
	}
	if (callgrind->edge != NAME_NONE) {
		call_cost_add(&graph->edges[callgrind->edge].cost, cost);
		callgrind->edge = NAME_NONE;
		return;
	}
	function = present_function(callgrind);
	call_cost_add(&graph->functions[function].self, cost);
	callgrind_part_count(&callgrind->part, line, cost);
}

static bool starts_costs(char c)
{
	return byte_is_digit(c) || c == '+' || c == '-' || c == '*';
}

/* False, and said, where the header has not told what costs are. */
static bool is_in_body(struct callgrind *callgrind, struct str line)
{
	if (callgrind->part.has_body)
		return true;
	if (callgrind->part.events.n == 0) {
		bad_line(callgrind, "a header with \"events:\"", line);
		return false;
	}
	begin_body(callgrind);
	return true;
}

/* "fn=(12) parse", or "events: Ir" */
static void read_key(struct callgrind *callgrind, struct str line)
{
	struct str key, value;
	size_t end = 0;

	while (end < line.n && (byte_is_alpha(line.p[end]) || byte_is_blank(line.p[end])))
		end++;
	key = str_head(line, end);
	value = str_skip(line, end + 1);
	if (end < line.n && end > 0 && line.p[end] == ':')
		read_header(callgrind, key, value);
	else if (!is_in_body(callgrind, line))
		return;
	else if (end < line.n && line.p[end] == '=')
		read_assignment(callgrind, key, value, line);
	else
		bad_line(callgrind, "KEY=NAME or costs", line);
}

static void read_line(struct callgrind *callgrind, struct str line)
{
	if (!starts_costs(line.p[0]))
		read_key(callgrind, line);
	else if (is_in_body(callgrind, line))
		read_costs(callgrind, line);
}

static void callgrind_read(void *state, struct lines *lines)
{
	struct callgrind *callgrind = state;
	struct str line;

	callgrind->part.input = lines->name;
	buf_reset(&callgrind->pid);
	buf_reset(&callgrind->thread);
	while (lines_next(lines, &line)) {
		callgrind->part.line = lines->number;
		if (line.n > 0 && line.p[0] != '#')
			read_line(callgrind, line);
	}
	end_part(callgrind);
	callgrind_names_forget(&callgrind->names);
}

/* ---- the format ---- */

static bool callgrind_sniff(struct str head)
{
	struct str line, rest = head;

	if (str_starts(head, STR("# callgrind format")))
		return true;
	/* Older ones and those of others: "KEY: VALUE" lines, with "events:" among them. */
	while (str_cut(rest, '\n', &line, &rest)) {
		size_t end = 0;

		if (str_starts(line, STR("events:")))
			return true;
		while (end < line.n && byte_is_alpha(line.p[end]))
			end++;
		if (str_trim(line).n && line.p[0] != '#' &&
			(end == 0 || end == line.n || line.p[end] != ':'))
			return false;
	}
	return false;
}

static void *callgrind_begin(const void *options, struct stacks *out)
{
	struct callgrind *callgrind = memory_new(1, sizeof(*callgrind));

	callgrind->options = options;
	callgrind->stacks = out;
	callgrind->names.naming.options = &callgrind->options->naming;
	callgrind->names.naming.stacks = out;
	callgrind->part.stacks = out;
	callgrind->part.wanted = callgrind->options->event;
	callgrind->part.list = callgrind->options->list_events;
	if (callgrind->options->list_events)
		stacks_keep_zeros(out); /* events without costs */
	callgrind->edge = NAME_NONE;
	end_part(callgrind);
	return callgrind;
}

static void callgrind_end(void *state)
{
	struct callgrind *callgrind = state;

	if (!callgrind->options->list_events) {
		callgrind_names_sort(&callgrind->names);
		call_stacks_add(&callgrind->names.graph, callgrind->stacks,
			(uint64_t)(callgrind->options->least * 10000 + 0.5));
		callgrind_part_explain(&callgrind->part);
	}
	callgrind_names_release(&callgrind->names);
	callgrind_part_release(&callgrind->part);
	buf_release(&callgrind->pid);
	buf_release(&callgrind->thread);
	free(callgrind);
}

static void callgrind_defaults(void *options)
{
	struct callgrind_options *callgrind = options;

	callgrind->least = 0.01;
}

#define AT(field) offsetof(struct callgrind_options, field)

static const struct option options[] = {
	{"event", OPTION_TEXT, AT(event), "EVENT",
		.help = "take this event as the weight, such as Dr (default: the first of the file)"},
	{"list-events", OPTION_FLAG, AT(list_events),
		.help = "write the events instead of stacks, each with its total"},
	{"tid", OPTION_FLAG, AT(tid),
		.help = "start stacks with their thread, for callgrind's --separate-threads=yes"},
	{"least-share", OPTION_DECIMAL, AT(least), "PERCENT",
		.help = "how much of the whole must take a way through the calls for a stack to be "
			"made of it (default: 0.01)",
		.max = 100},
	NATIVE_NAME_OPTIONS(AT(naming)),
	{0},
};

const struct kind kind_callgrind = {
	.name = "callgrind",
	.input = "a callgrind.out file",
	.sniff = callgrind_sniff,
};

const struct format format_callgrind = {
	.kind = &kind_callgrind,
	.summary = "Estimates stacks from the call graph that valgrind --tool=callgrind writes.",
	.options = options,
	.options_size = sizeof(struct callgrind_options),
	.defaults = callgrind_defaults,
	.begin = callgrind_begin,
	.read = callgrind_read,
	.end = callgrind_end,
};
