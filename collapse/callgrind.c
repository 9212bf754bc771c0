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
 * call-graph.h makes stacks; the graphs of several files are one if they are of one thread.
 *
 * Format: https://valgrind.org/docs/manual/cl-format.html
 */
#include <stdlib.h>

#include "collapse/call-graph.h"
#include "collapse/format.h"
#include "collapse/native-name.h"
#include "common/memory.h"
#include "common/weight.h"

struct callgrind_options {
	const char *event;
	bool list_events, tid;
	double least; /* percent */
	struct native_name_options naming;
};

/* "(12) name" says what "(12)" means from there on; each kind of name has its own numbers. */
struct numbered_names {
	struct names numbers; /* "(12)" */
	uint32_t *meanings; /* by these; in callgrind.strings */
	size_t capacity;
};

enum kind { OBJECT, SOURCE, FUNCTION, KINDS };

struct function_key {
	uint32_t thread, object, source, name; /* in callgrind.strings; or NAME_NONE */
};

struct callgrind {
	const struct callgrind_options *options;
	struct stacks *stacks;
	struct native_name naming;
	struct names strings;
	struct names functions, edges; /* bytes of struct function_key, of two uint32_t */
	struct call_graph graph; /* by the ids of these */
	struct buf event; /* the one that is the weight; empty as long as no part was read */

	/* of the present file */
	const char *input;
	uint64_t line;
	struct numbered_names numbered[KINDS];
	struct buf pid, thread;

	/* of the present part of it: there may be one for each thread, and for spans of time */
	bool has_events, has_body;
	size_t positions, event_place;
	uint32_t thread_key, root;
	bool has_summary, has_totals;
	uint64_t summary, sum;
	struct buf events, costs; /* for --list-events: their names, the totals or the summary */

	/* where costs belong */
	uint32_t function; /* place in the graph, or NAME_NONE */
	uint32_t place[KINDS]; /* in strings; or NAME_NONE */
	uint32_t called[KINDS];
	uint32_t jump[KINDS]; /* read for the numbers that are given names there */
	uint32_t edge; /* NAME_NONE unless the next line has the cost of calls */
};

static void bad_line(struct callgrind *callgrind, const char *expected, struct str line)
{
	problem_at(&callgrind->stacks->problems, callgrind->input, callgrind->line, expected, line);
}

/* ---- words and numbers ---- */

static bool next_word(struct str *rest, struct str *word)
{
	size_t n = 0;

	*rest = str_trim_start(*rest);
	while (n < rest->n && !byte_is_blank(rest->p[n]))
		n++;
	*word = str_head(*rest, n);
	*rest = str_skip(*rest, n);
	return n > 0;
}

/* A decimal number or one of "0x1f". */
static bool parse_number(struct str text, uint64_t *value)
{
	if (!str_starts(text, STR("0x")))
		return str_to_u64(text, value);
	*value = 0;
	for (size_t i = 2; i < text.n; i++) {
		if (!byte_is_hex(text.p[i]) || *value >> 60)
			return false;
		*value = *value << 4 | byte_hex_value(text.p[i]);
	}
	return text.n > 2;
}

/* The weight among the costs of a line; 0 if it has fewer. */
static bool parse_cost(const struct callgrind *callgrind, struct str costs, uint64_t *cost)
{
	struct str word;

	*cost = 0;
	for (size_t i = 0; i < callgrind->event_place; i++)
		if (!next_word(&costs, &word))
			return true;
	return !next_word(&costs, &word) || parse_number(word, cost);
}

static void set(struct buf *buf, struct str text)
{
	buf_reset(buf);
	buf_add(buf, str_trim(text));
}

/* ---- functions and calls ---- */

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

static struct str string_of(const struct callgrind *callgrind, uint32_t id)
{
	return id == NAME_NONE ? (struct str){0} : names_get(&callgrind->strings, id);
}

static uint32_t frame_name(struct callgrind *callgrind, const struct function_key *key)
{
	struct str symbol = string_of(callgrind, key->name);

	if (!callgrind->options->naming.no_tidy)
		symbol = drop_context(symbol);
	return native_name_add(
		&callgrind->naming, symbol, string_of(callgrind, key->object), (struct str){0});
}

static uint32_t find_function(
	struct callgrind *callgrind, uint32_t object, uint32_t source, uint32_t name)
{
	struct function_key key = {callgrind->thread_key, object, source, name};
	uint32_t known = callgrind->functions.count;
	uint32_t id = names_add(&callgrind->functions, (struct str){(char *)&key, sizeof(key)});

	if (id == known)
		call_graph_add_function(
			&callgrind->graph, frame_name(callgrind, &key), callgrind->root);
	return id;
}

static uint32_t find_edge(struct callgrind *callgrind, uint32_t from, uint32_t to)
{
	uint32_t key[2] = {from, to}, known = callgrind->edges.count;
	uint32_t id = names_add(&callgrind->edges, (struct str){(char *)key, sizeof(key)});

	if (id == known)
		call_graph_add_edge(&callgrind->graph, from, to);
	return id;
}

/* Costs before the first fn= are of a function that has no name. */
static uint32_t present_function(struct callgrind *callgrind)
{
	if (callgrind->function == NAME_NONE)
		callgrind->function = find_function(callgrind, callgrind->place[OBJECT],
			callgrind->place[SOURCE], callgrind->place[FUNCTION]);
	return callgrind->function;
}

/* ---- parts ---- */

/* As stacks, with what a part says its costs are. */
static void list_events(struct callgrind *callgrind)
{
	struct str names = buf_str(&callgrind->events), costs = buf_str(&callgrind->costs);
	struct str name, cost;

	while (next_word(&names, &name)) {
		uint32_t frame = stacks_name(callgrind->stacks, name);
		uint64_t weight;

		if (!next_word(&costs, &cost) || !parse_number(cost, &weight))
			weight = 0;
		stacks_add_root_first(callgrind->stacks, &frame, 1, weight);
	}
}

/* What a part says of itself must be what was read of it. */
static void end_part(struct callgrind *callgrind)
{
	if (callgrind->edge != NAME_NONE)
		bad_line(callgrind, "a line with the cost of the calls", STR("the end"));
	if (callgrind->has_summary && !callgrind->has_totals &&
		callgrind->sum < callgrind->summary && callgrind->event.n) {
		char lacking[32];

		snprintf(lacking, sizeof(lacking), "%llu less",
			(unsigned long long)(callgrind->summary - callgrind->sum));
		bad_line(callgrind, "costs up to the summary, and totals", str_of(lacking));
	}
	if (callgrind->options->list_events)
		list_events(callgrind);
	buf_reset(&callgrind->events);
	buf_reset(&callgrind->costs);
	callgrind->has_events = callgrind->has_body = false;
	callgrind->has_summary = callgrind->has_totals = false;
	callgrind->sum = 0;
	callgrind->positions = 1;
	callgrind->edge = callgrind->function = NAME_NONE;
	for (size_t i = 0; i < KINDS; i++)
		callgrind->place[i] = callgrind->called[i] = NAME_NONE;
}

/* Threads have graphs of their own: none calls functions of another. */
static void begin_body(struct callgrind *callgrind)
{
	struct buf key = {0}, frame = {0};

	callgrind->has_body = true;
	buf_add(&key, buf_str(&callgrind->pid));
	buf_add_char(&key, '/');
	buf_add(&key, buf_str(&callgrind->thread));
	callgrind->thread_key = names_add(&callgrind->strings, buf_str(&key));
	callgrind->root = NAME_NONE;
	if (callgrind->options->tid && callgrind->thread.n) {
		buf_add(&frame, STR("thread "));
		buf_add(&frame, buf_str(&callgrind->thread));
		callgrind->root = stacks_name(callgrind->stacks, buf_str(&frame));
	}
	buf_release(&key);
	buf_release(&frame);
}

static struct str wanted_event(const struct callgrind *callgrind)
{
	return callgrind->options->event && callgrind->event.n == 0 ?
		str_of(callgrind->options->event) : buf_str(&callgrind->event);
}

/* "events: Ir Dr Dw": the first is the weight if none is asked for. */
static void read_events(struct callgrind *callgrind, struct str list)
{
	struct str wanted = wanted_event(callgrind), rest = list, word;
	char shown[STR_SHOW], shown_list[STR_SHOW];

	callgrind->has_events = true;
	set(&callgrind->events, list);
	for (size_t place = 0; next_word(&rest, &word); place++) {
		if (wanted.n && !str_eq(word, wanted))
			continue;
		callgrind->event_place = place;
		buf_reset(&callgrind->event);
		buf_add(&callgrind->event, word);
		return;
	}
	stacks_fail(callgrind->stacks, "%s:%llu: there is no event %s, only: %s", callgrind->input,
		(unsigned long long)callgrind->line, str_show(wanted, shown),
		str_show(str_trim(list), shown_list));
}

static void read_positions(struct callgrind *callgrind, struct str list)
{
	struct str word;

	callgrind->positions = 0;
	while (next_word(&list, &word))
		callgrind->positions++;
}

/* "totals: 32304 8817" */
static void read_totals(struct callgrind *callgrind, struct str costs)
{
	uint64_t totals;

	callgrind->has_totals = true;
	set(&callgrind->costs, costs);
	if (!parse_cost(callgrind, costs, &totals) || totals != callgrind->sum)
		bad_line(callgrind, "totals that are the sum of all costs", costs);
}

static void read_summary(struct callgrind *callgrind, struct str costs)
{
	set(&callgrind->costs, costs);
	callgrind->has_summary = parse_cost(callgrind, costs, &callgrind->summary);
	if (!callgrind->has_summary)
		bad_line(callgrind, "summary: COST...", costs);
}

static void read_header(struct callgrind *callgrind, struct str key, struct str value)
{
	if (str_eq(key, STR("totals"))) {
		read_totals(callgrind, value);
	} else if (str_eq(key, STR("summary"))) {
		read_summary(callgrind, value);
	} else if (str_eq(key, STR("part")) || str_eq(key, STR("pid"))) {
		end_part(callgrind);
		buf_reset(&callgrind->thread);
		if (str_eq(key, STR("pid")))
			set(&callgrind->pid, value);
	} else if (str_eq(key, STR("thread"))) {
		set(&callgrind->thread, value);
	} else if (str_eq(key, STR("positions"))) {
		read_positions(callgrind, value);
	} else if (str_eq(key, STR("events"))) {
		if (callgrind->has_body)
			end_part(callgrind);
		read_events(callgrind, value);
	}
}

/* ---- lines ---- */

static uint32_t read_name(struct callgrind *callgrind, enum kind kind, struct str text)
{
	struct numbered_names *numbered = &callgrind->numbered[kind];
	struct str number, name;
	uint32_t id, known = numbered->numbers.count;
	size_t close = str_find(text, ')');

	if (text.n < 2 || text.p[0] != '(' || !byte_is_digit(text.p[1]) || close == text.n)
		return names_add(&callgrind->strings, text);
	number = str_head(text, close + 1);
	name = str_trim(str_skip(text, close + 1));
	id = names_add(&numbered->numbers, number);
	if (name.n == 0 && id < known)
		return numbered->meanings[id];
	if (name.n == 0) {
		bad_line(callgrind, "a number that was given a name before", text);
		name = number;
	}
	numbered->meanings = memory_grow(
		numbered->meanings, &numbered->capacity, id + 1, sizeof(*numbered->meanings));
	numbered->meanings[id] = names_add(&callgrind->strings, name);
	return numbered->meanings[id];
}

/* What a call is not said to have changed, it has of where it is. */
static uint32_t called_or_here(const struct callgrind *callgrind, enum kind kind)
{
	uint32_t called = callgrind->called[kind];

	return called == NAME_NONE ? callgrind->place[kind] : called;
}

static void read_calls(struct callgrind *callgrind, struct str line)
{
	uint32_t from = present_function(callgrind), to;

	if (callgrind->called[FUNCTION] == NAME_NONE)
		bad_line(callgrind, "a line \"cfn=FUNCTION\" before it", line);
	to = find_function(callgrind, called_or_here(callgrind, OBJECT),
		called_or_here(callgrind, SOURCE), callgrind->called[FUNCTION]);
	callgrind->edge = find_edge(callgrind, from, to);
	for (size_t i = 0; i < KINDS; i++)
		callgrind->called[i] = NAME_NONE;
}

static const struct specification {
	struct str key;
	enum kind kind;
	size_t offset; /* of an array of KINDS */
} specifications[] = {
	{{"fn", 2}, FUNCTION, offsetof(struct callgrind, place)},
	{{"fi", 2}, SOURCE, offsetof(struct callgrind, place)},
	{{"fe", 2}, SOURCE, offsetof(struct callgrind, place)},
	{{"fl", 2}, SOURCE, offsetof(struct callgrind, place)},
	{{"ob", 2}, OBJECT, offsetof(struct callgrind, place)},
	{{"cfn", 3}, FUNCTION, offsetof(struct callgrind, called)},
	{{"cfi", 3}, SOURCE, offsetof(struct callgrind, called)},
	{{"cfl", 3}, SOURCE, offsetof(struct callgrind, called)},
	{{"cob", 3}, OBJECT, offsetof(struct callgrind, called)},
	{{"jfn", 3}, FUNCTION, offsetof(struct callgrind, jump)},
	{{"jfi", 3}, SOURCE, offsetof(struct callgrind, jump)},
};

static const struct specification *find_specification(struct str key)
{
	for (size_t i = 0; i < sizeof(specifications) / sizeof(*specifications); i++)
		if (str_eq(key, specifications[i].key))
			return &specifications[i];
	return NULL;
}

static void read_specification(
	struct callgrind *callgrind, struct str key, struct str value, struct str line)
{
	const struct specification *specification = find_specification(key);
	uint32_t *ids;

	if (specification) {
		ids = (uint32_t *)(void *)((char *)callgrind + specification->offset);
		ids[specification->kind] =
			read_name(callgrind, specification->kind, str_trim(value));
		if (str_eq(key, STR("fn"))) {
			callgrind->function = NAME_NONE;
			present_function(callgrind);
		}
	} else if (str_eq(key, STR("calls"))) {
		read_calls(callgrind, line);
	} else if (!str_eq(key, STR("jump")) && !str_eq(key, STR("jcnd"))) {
		bad_line(callgrind, "fn=, cfn=, calls= or the like", line);
	}
}

static void add_cost(uint64_t *sum, uint64_t cost)
{
	*sum = call_graph_sum(*sum, cost);
}

/* "+3 12": the positions are passed over. */
static void read_costs(struct callgrind *callgrind, struct str line)
{
	struct str rest = line, word;
	uint32_t function;
	uint64_t cost;

	for (size_t i = 0; i < callgrind->positions; i++)
		next_word(&rest, &word);
	if (!parse_cost(callgrind, rest, &cost)) {
		bad_line(callgrind, "POSITION... COST...", line);
		cost = 0;
	}
	if (callgrind->edge != NAME_NONE) {
		add_cost(&callgrind->graph.edges[callgrind->edge].cost, cost);
		callgrind->edge = NAME_NONE;
		return;
	}
	function = present_function(callgrind);
	add_cost(&callgrind->graph.functions[function].self, cost);
	add_cost(&callgrind->sum, cost);
}

static bool starts_costs(char c)
{
	return byte_is_digit(c) || c == '+' || c == '-' || c == '*';
}

static void read_line(struct callgrind *callgrind, struct str line)
{
	struct str key, value;
	size_t end = 0;

	while (end < line.n && (byte_is_alpha(line.p[end]) || byte_is_blank(line.p[end])))
		end++;
	key = str_head(line, end);
	value = str_skip(line, end + 1);
	if (end < line.n && end > 0 && line.p[end] == ':') {
		read_header(callgrind, key, value);
		return;
	}
	if (!callgrind->has_events) {
		bad_line(callgrind, "a header with \"events:\"", line);
		return;
	}
	if (!callgrind->has_body)
		begin_body(callgrind);
	if (starts_costs(line.p[0]))
		read_costs(callgrind, line);
	else if (end < line.n && line.p[end] == '=')
		read_specification(callgrind, key, value, line);
	else
		bad_line(callgrind, "KEY=NAME or costs", line);
}

static void release_numbered(struct callgrind *callgrind)
{
	for (size_t i = 0; i < KINDS; i++) {
		names_release(&callgrind->numbered[i].numbers);
		free(callgrind->numbered[i].meanings);
		callgrind->numbered[i] = (struct numbered_names){0};
	}
}

static void callgrind_read(void *state, struct lines *lines)
{
	struct callgrind *callgrind = state;
	struct str line;

	callgrind->input = lines->name;
	buf_reset(&callgrind->pid);
	buf_reset(&callgrind->thread);
	while (lines_next(lines, &line)) {
		callgrind->line = lines->number;
		if (line.n > 0 && line.p[0] != '#')
			read_line(callgrind, line);
	}
	end_part(callgrind);
	release_numbered(callgrind);
	callgrind->stacks->problems.lines += lines->number;
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
	callgrind->naming.options = &callgrind->options->naming;
	callgrind->naming.stacks = out;
	callgrind->edge = NAME_NONE;
	end_part(callgrind);
	return callgrind;
}

static void callgrind_end(void *state)
{
	struct callgrind *callgrind = state;

	if (!callgrind->options->list_events)
		call_graph_stacks(&callgrind->graph, callgrind->stacks,
			(uint64_t)(callgrind->options->least * 10000 + 0.5));
	call_graph_release(&callgrind->graph);
	names_release(&callgrind->strings);
	names_release(&callgrind->functions);
	names_release(&callgrind->edges);
	native_name_release(&callgrind->naming);
	buf_release(&callgrind->event);
	buf_release(&callgrind->events);
	buf_release(&callgrind->costs);
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
		.help = "take this event as the weight: Ir, Dr, … Default: the first of the file"},
	{"list-events", OPTION_FLAG, AT(list_events),
		.help = "write the events instead of stacks, each with its total"},
	{"tid", OPTION_FLAG, AT(tid),
		.help = "start stacks with their thread, for callgrind's --separate-threads=yes"},
	{"least-share", OPTION_DECIMAL, AT(least), "PERCENT",
		.help = "how much of the whole must take a way through the calls for a stack to be "
			"made of it. Default: 0.01",
		.max = 100},
	NATIVE_NAME_OPTIONS(struct callgrind_options, naming),
	{0},
};

const struct format format_callgrind = {
	.name = "callgrind",
	.input = "a callgrind.out file",
	.summary = "Estimates stacks from the call graph that valgrind --tool=callgrind writes.",
	.options = options,
	.options_size = sizeof(struct callgrind_options),
	.defaults = callgrind_defaults,
	.sniff = callgrind_sniff,
	.begin = callgrind_begin,
	.read = callgrind_read,
	.end = callgrind_end,
};
