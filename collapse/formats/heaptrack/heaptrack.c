/*
 * collapse-heaptrack: what heaptrack recorded, heaptrack.PROGRAM.PID.zst or .gz, which is text when
 * unpacked. All numbers are hexadecimal; those of strings, instructions and traces count the lines
 * of their kind from 1 on, those of allocations from 0 on:
 *
 *     v 10400 3                       heaptrack 1.4.0, format 3
 *     X ./program
 *     s c /lib/libc.so                string 1, of 12 bytes (before format 3 without the length)
 *     s 4 main
 *     s 6 main.c
 *     s 3 new
 *     s 5 new.h
 *     i 7f28e6aa57b9 1                instruction 1, in module 1
 *     i 556f2e16d95d 1 4 5 8 2 3 3c   instruction 2: string 4 ("new") in file 5, line 8, inlined
 *                                     into string 2 ("main") in file 3, line 60
 *     t 2 0                           trace 1: instruction 2, called by none
 *     t 1 1                           trace 2: instruction 1, called by trace 1
 *     a 11c00 2                       allocation 0: 72704 bytes by trace 2
 *     + 0                             such a block was allocated
 *     - 0                             and one freed
 *     # strings: 5                    the end
 *
 * "c" (time), "R" (resident memory), "I", "A" and "S" lines are of no interest. heaptrack_print takes
 * one more allocation for temporary: of number 0, when one is freed after another block.
 */
#include <stdlib.h>

#include "collapse/formats/heaptrack/costs.h"
#include "collapse/names/native-name.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

enum { NEWEST_FORMAT = 3 };

struct heaptrack_options {
	int cost;
	struct native_name_options naming;
};

/* In the order of enum heap_cost. */
static const char *const costs[] = {"allocations", "temporary", "leaked", "peak", "bytes", NULL};

struct instruction {
	size_t first_frame, frame_count; /* innermost first */
};

#define NO_NODE UINT32_MAX

/* Not a stack-table.h: an instruction has several frames, for which each trace would need rows. */
struct trace {
	uint32_t instruction, parent; /* from 1; 0: none */
	uint32_t node; /* in the tree of stacks; NO_NODE as long as it has none */
};

struct allocation {
	uint64_t size;
	uint32_t trace; /* from 1 */
};

struct heaptrack {
	const struct heaptrack_options *options;
	struct stacks *stacks;
	struct native_name naming;
	uint32_t *stack; /* traces that have no node yet */
	size_t stack_capacity;

	/* of the present input */
	const struct lines *lines;
	uint64_t format;
	bool ended;
	struct buf text; /* of all strings */
	struct heaptrack_string {
		size_t at, length;
	} *strings;
	size_t string_count, string_capacity;
	uint32_t *frames;
	size_t frame_count, frame_capacity;
	struct instruction *instructions;
	size_t instruction_count, instruction_capacity;
	struct trace *traces;
	size_t trace_count, trace_capacity;
	struct allocation *allocations;
	size_t allocation_count, allocation_capacity;
	struct heap_costs costs; /* by trace */
};

static void bad_line(struct heaptrack *heaptrack, const char *expected, struct str line)
{
	stacks_problem(heaptrack->stacks, heaptrack->lines, expected, line);
}

/* What a digit stands for, + 1; 0: it is none. Most of a recording is such digits. */
static const unsigned char hex_digits[256] = {['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5,
	['5'] = 6, ['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13,
	['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12, ['C'] = 13, ['D'] = 14,
	['E'] = 15, ['F'] = 16};

/* A number and the blank behind it; false, and nothing taken, where there is none. */
static bool next_hex(struct str *rest, uint64_t *value)
{
	const char *at = rest->p, *end = at + rest->n;
	uint64_t number = 0;
	unsigned digit;

	for (; at < end && (digit = hex_digits[(unsigned char)*at]) > 0; at++) {
		if (number >> 60)
			return false;
		number = number << 4 | (digit - 1);
	}
	if (at == rest->p || (at < end && *at != ' '))
		return false;
	*value = number;
	*rest = str_skip(*rest, (size_t)(at - rest->p) + 1);
	return true;
}

/* ---- what comes before the events ---- */

static void read_version(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t version;

	if (!next_hex(&rest, &version)) {
		bad_line(heaptrack, "\"v VERSION FORMAT\"", line);
		return;
	}
	/* 1.0 had no number of its format. */
	if (!next_hex(&rest, &heaptrack->format))
		heaptrack->format = version >= 0x010000;
	if (heaptrack->format == 0 || heaptrack->format > NEWEST_FORMAT)
		stacks_fail(heaptrack->stacks,
			"%s: this recording has format %llu of heaptrack's; 1 to %d can be read",
			heaptrack->lines->name, (unsigned long long)heaptrack->format,
			NEWEST_FORMAT);
}

static void read_string(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t length = rest.n;

	if (heaptrack->format >= 3 && (!next_hex(&rest, &length) || length != rest.n))
		bad_line(heaptrack, "\"s LENGTH STRING\"", line);
	*ARRAY_PUSH(heaptrack->strings, heaptrack->string_count, heaptrack->string_capacity) =
		(struct heaptrack_string){heaptrack->text.n, rest.n};
	buf_add(&heaptrack->text, rest);
}

static struct str string_at(struct heaptrack *heaptrack, uint64_t number, struct str line)
{
	if (number > heaptrack->string_count)
		bad_line(heaptrack, "strings that come before", line);
	if (number == 0 || number > heaptrack->string_count)
		return (struct str){0};
	return str_head(str_skip(buf_str(&heaptrack->text), heaptrack->strings[number - 1].at),
		heaptrack->strings[number - 1].length);
}

static void add_frame(struct heaptrack *heaptrack, struct str symbol, struct str module,
	struct str file, uint64_t line)
{
	struct buf source = {0};

	if (heaptrack->options->naming.srcline && file.n) {
		buf_add(&source, str_base_name(file));
		buf_add_char(&source, ':');
		buf_add_u64(&source, line);
	}
	*ARRAY_PUSH(heaptrack->frames, heaptrack->frame_count, heaptrack->frame_capacity) =
		native_name_add(&heaptrack->naming, symbol, module, buf_str(&source));
	buf_release(&source);
}

/* "i ADDRESS MODULE [FUNCTION [FILE LINE]]...": what was inlined comes before what it is in. */
static void read_instruction(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t address, module, function = 0, file = 0, source_line = 0;
	struct instruction *instruction;
	struct str module_name = {0};

	instruction = ARRAY_PUSH(heaptrack->instructions, heaptrack->instruction_count,
		heaptrack->instruction_capacity);
	instruction->first_frame = heaptrack->frame_count;
	if (next_hex(&rest, &address) && next_hex(&rest, &module)) {
		module_name = string_at(heaptrack, module, line);
	} else {
		bad_line(heaptrack, "\"i ADDRESS MODULE ...\"", line);
		rest.n = 0;
	}
	do {
		function = file = source_line = 0;
		if (rest.n > 0 && !next_hex(&rest, &function)) {
			bad_line(heaptrack, "\"i ADDRESS MODULE FUNCTION FILE LINE ...\"", line);
			break;
		}
		if (next_hex(&rest, &file))
			next_hex(&rest, &source_line);
		add_frame(heaptrack, string_at(heaptrack, function, line), module_name,
			string_at(heaptrack, file, line), source_line);
	} while (rest.n > 0);
	instruction->frame_count = heaptrack->frame_count - instruction->first_frame;
}

static void read_trace(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t instruction, parent;

	if (!next_hex(&rest, &instruction) || !next_hex(&rest, &parent) ||
		instruction > heaptrack->instruction_count || parent > heaptrack->trace_count) {
		bad_line(heaptrack, "\"t INSTRUCTION PARENT\", both of lines before", line);
		instruction = parent = 0;
	}
	heap_costs_add(&heaptrack->costs);
	*ARRAY_PUSH(heaptrack->traces, heaptrack->trace_count, heaptrack->trace_capacity) =
		(struct trace){.instruction = (uint32_t)instruction,
			.parent = (uint32_t)parent,
			.node = NO_NODE};
}

static void read_allocation(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t size, trace;

	if (!next_hex(&rest, &size) || !next_hex(&rest, &trace) || trace == 0 ||
		trace > heaptrack->trace_count) {
		bad_line(heaptrack, "\"a SIZE TRACE\", of a line before", line);
		size = trace = 0;
	}
	*ARRAY_PUSH(heaptrack->allocations, heaptrack->allocation_count,
		heaptrack->allocation_capacity) = (struct allocation){size, (uint32_t)trace};
}

/* ---- events ---- */

/* "+ ALLOCATION" and "- ALLOCATION" */
static void read_event(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	const struct allocation *allocation;
	uint64_t number;

	if (!next_hex(&rest, &number) || number >= heaptrack->allocation_count) {
		bad_line(heaptrack, "an allocation of a line \"a\" before", line);
		return;
	}
	allocation = &heaptrack->allocations[number];
	/* Its line was bad: it has been said. */
	if (allocation->trace == 0)
		return;
	if (line.p[0] == '+' && !heap_costs_allocate(&heaptrack->costs, allocation->trace - 1,
					number, allocation->size))
		bad_line(heaptrack, "sizes that add up to less than 2^64", line);
	else if (line.p[0] == '-' && !heap_costs_free(&heaptrack->costs, allocation->trace - 1,
					     number, allocation->size))
		bad_line(heaptrack, "a block that was allocated", line);
}

/* ---- lines ---- */

static void refuse_raw(struct heaptrack *heaptrack)
{
	stacks_fail(heaptrack->stacks,
		"%s: this is raw data, without names: unpack it and give it to "
		"heaptrack_interpret (/usr/lib/heaptrack/libexec/), whose output can be read",
		heaptrack->lines->name);
}

static void read_line(struct heaptrack *heaptrack, struct str line)
{
	struct str rest = str_skip(line, 2);

	if (line.n == 0 || line.p[0] == '#') {
		heaptrack->ended |= str_starts(line, STR("# strings:"));
		return;
	}
	if (line.n > 1 && line.p[1] != ' ') {
		bad_line(heaptrack, "a letter, a blank and numbers", line);
		return;
	}
	switch (line.p[0]) {
	case '+':
	case '-': read_event(heaptrack, line, rest); break;
	case 't': read_trace(heaptrack, line, rest); break;
	case 'a': read_allocation(heaptrack, line, rest); break;
	case 'i': read_instruction(heaptrack, line, rest); break;
	case 's': read_string(heaptrack, line, rest); break;
	case 'v': read_version(heaptrack, line, rest); break;
	case 'x':
	case 'm': refuse_raw(heaptrack); break;
	case 'X':
		stacks_tell(heaptrack->stacks, HEADER_COMMAND, str_trim(str_skip(line, 1)));
		break;
	case 'c':
	case 'R':
	case 'I':
	case 'A':
	case 'S': break;
	default: bad_line(heaptrack, "a line of a heaptrack recording", line);
	}
}

/* ---- stacks ---- */

/* Below the node of its caller: those that were inlined, outermost first. */
static uint32_t add_frames(struct heaptrack *heaptrack, uint32_t node, uint32_t number)
{
	const struct instruction *instruction = &heaptrack->instructions[number - 1];

	for (size_t i = instruction->frame_count; i-- > 0;)
		node = stacks_child(heaptrack->stacks, node,
			heaptrack->frames[instruction->first_frame + i]);
	return node;
}

/* Traces share their callers: each is walked once. Its parent is before it, so that none is its own. */
static uint32_t trace_node(struct heaptrack *heaptrack, uint32_t number)
{
	size_t depth = 0;
	uint32_t node;

	while (number > 0 && heaptrack->traces[number - 1].node == NO_NODE) {
		heaptrack->stack = memory_grow(heaptrack->stack, &heaptrack->stack_capacity,
			depth + 1, sizeof(*heaptrack->stack));
		heaptrack->stack[depth++] = number;
		number = heaptrack->traces[number - 1].parent;
	}
	node = number > 0 ? heaptrack->traces[number - 1].node : NODE_ROOT;
	while (depth > 0) {
		struct trace *trace = &heaptrack->traces[heaptrack->stack[--depth] - 1];

		if (trace->instruction > 0)
			node = add_frames(heaptrack, node, trace->instruction);
		trace->node = node;
	}
	return node;
}

static void add_stack(struct heaptrack *heaptrack, uint32_t number, uint64_t cost)
{
	const uint64_t weights[2] = {cost, 0};
	uint32_t node = trace_node(heaptrack, number);

	if (node == NODE_ROOT)
		node = stacks_child(heaptrack->stacks, NODE_ROOT,
			stacks_name(heaptrack->stacks, STR("[unknown]")));
	stacks_add_at(heaptrack->stacks, node, weights, 0);
}

static void add_stacks(struct heaptrack *heaptrack)
{
	for (uint32_t i = 0; i < heaptrack->trace_count; i++) {
		uint64_t cost = heap_costs_of(&heaptrack->costs, i);

		if (cost > 0)
			add_stack(heaptrack, i + 1, cost);
	}
	if (heaptrack->allocation_count > 0)
		stacks_explain(heaptrack->stacks, "%s: there were no %s", heaptrack->lines->name,
			heaptrack->options->cost == COST_TEMPORARY ? "temporary allocations" :
			heaptrack->options->cost == COST_LEAKED    ? "leaks" :
								"allocations");
}

static void heaptrack_read(void *state, struct lines *lines)
{
	struct heaptrack *heaptrack = state;
	struct str line;

	heaptrack->lines = lines;
	heaptrack->format = 0;
	heaptrack->ended = false;
	heaptrack->string_count = heaptrack->frame_count = heaptrack->instruction_count = 0;
	heaptrack->trace_count = heaptrack->allocation_count = 0;
	heap_costs_reset(&heaptrack->costs);
	buf_reset(&heaptrack->text);
	while (!stacks_failed(heaptrack->stacks) && lines_next(lines, &line))
		read_line(heaptrack, line);
	if (heaptrack->format > 0 && !heaptrack->ended && !stacks_failed(heaptrack->stacks))
		bad_line(heaptrack, "\"# strings:\", with which recordings end", STR("the end"));
	add_stacks(heaptrack);
}

/* ---- the format ---- */

/* "v 10400 3", then "X ./program", or "x" and "m" of raw data */
static bool heaptrack_sniff(struct str head)
{
	struct str line, rest;
	uint64_t number;

	if (!str_starts(head, STR("v ")) || !str_cut(head, '\n', &line, &rest))
		return false;
	line = str_trim_end(str_skip(line, 2));
	return next_hex(&line, &number) && (line.n == 0 || next_hex(&line, &number)) &&
	       line.n == 0 && (str_starts(rest, STR("X ")) || str_starts(rest, STR("x ")) ||
		       str_starts(rest, STR("I ")) || str_starts(rest, STR("s ")));
}

static void tell_cost(struct stacks *stacks, enum heap_cost cost)
{
	static const char *const events[] = {
		[COST_ALLOCATIONS] = "allocated",
		[COST_TEMPORARY] = "temporary",
		[COST_LEAKED] = "leaked",
		[COST_PEAK] = "peak",
		[COST_BYTES] = "allocated",
	};
	bool counts = cost == COST_ALLOCATIONS || cost == COST_TEMPORARY;

	stacks_tell(stacks, HEADER_UNIT, counts ? STR("allocations") : STR("bytes"));
	stacks_tell(stacks, HEADER_EVENT, str_of(events[cost]));
}

static void *heaptrack_begin(const void *options, struct stacks *out)
{
	struct heaptrack *heaptrack = memory_new(1, sizeof(*heaptrack));

	heaptrack->options = options;
	heaptrack->stacks = out;
	heaptrack->naming.options = &heaptrack->options->naming;
	heaptrack->naming.stacks = out;
	heaptrack->costs.kind = (enum heap_cost)heaptrack->options->cost;
	tell_cost(out, heaptrack->costs.kind);
	return heaptrack;
}

static void heaptrack_end(void *state)
{
	struct heaptrack *heaptrack = state;

	native_name_release(&heaptrack->naming);
	buf_release(&heaptrack->text);
	free(heaptrack->strings);
	free(heaptrack->frames);
	free(heaptrack->instructions);
	free(heaptrack->traces);
	free(heaptrack->allocations);
	heap_costs_release(&heaptrack->costs);
	free(heaptrack->stack);
	free(heaptrack);
}

#define AT(field) offsetof(struct heaptrack_options, field)

static const struct option options[] = {
	{"cost flamegraph-cost-type", OPTION_CHOICE, AT(cost), "WHAT",
		.help = "the weight: number of \"allocations\" (default), of those that were "
			"\"temporary\": freed before the next one; bytes \"leaked\", in use at the "
			"\"peak\", or allocated in all (\"bytes\")",
		.choices = costs},
	NATIVE_NAME_OPTIONS(AT(naming)),
	NATIVE_NAME_SRCLINE(AT(naming)),
	{0},
};

const struct kind kind_heaptrack = {
	.name = "heaptrack",
	.input = "a heaptrack recording",
	.sniff = heaptrack_sniff,
};

const struct format format_heaptrack = {
	.kind = &kind_heaptrack,
	.summary = "Folds who allocated memory in a recording of heaptrack.",
	.options = options,
	.options_size = sizeof(struct heaptrack_options),
	.begin = heaptrack_begin,
	.read = heaptrack_read,
	.end = heaptrack_end,
};
