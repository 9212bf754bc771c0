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
 *
 * "c" (time), "R" (resident memory), "I", "A" and "S" lines are of no interest.
 *
 * For the peak, what each trace held then must be known when it is known that it was the peak: the
 * traces that changed since the last one are listed, and brought up to date at the next.
 */
#include <stdlib.h>

#include "collapse/format.h"
#include "collapse/native-name.h"
#include "common/memory.h"

enum cost { ALLOCATIONS, TEMPORARY, LEAKED, PEAK, BYTES };

enum { NEWEST_FORMAT = 3 };

struct heaptrack_options {
	int cost;
	struct native_name_options naming;
};

static const char *const costs[] = {"allocations", "temporary", "leaked", "peak", "bytes", NULL};

struct instruction {
	size_t first_frame, frame_count; /* innermost first */
};

struct trace {
	uint32_t instruction, parent; /* from 1; 0: none */
	bool changed; /* since the last peak */
	uint64_t cost;
	uint64_t held; /* bytes now */
};

struct allocation {
	uint64_t size;
	uint32_t trace; /* from 1 */
};

#define NO_ALLOCATION UINT64_MAX

struct heaptrack {
	const struct heaptrack_options *options;
	struct stacks *stacks;
	struct native_name naming;
	uint32_t *stack;
	size_t stack_capacity;

	/* of the present input */
	const struct lines *lines;
	uint64_t format;
	struct buf text; /* of all strings */
	struct {
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
	uint64_t last; /* the allocation of the line before, if there was one */
	uint64_t held, peak;
	uint32_t *changed;
	size_t changed_count, changed_capacity;
};

static void bad_line(struct heaptrack *heaptrack, const char *expected, struct str line)
{
	problem_at(&heaptrack->stacks->problems, heaptrack->lines->name, heaptrack->lines->number,
		expected, line);
}

/* A number and the blank behind it; false, and nothing taken, where there is none. */
static bool next_hex(struct str *rest, uint64_t *value)
{
	uint64_t number = 0;
	size_t n = 0;

	while (n < rest->n && byte_is_hex(rest->p[n])) {
		if (number >> 60)
			return false;
		number = number << 4 | byte_hex_value(rest->p[n++]);
	}
	if (n == 0 || (n < rest->n && rest->p[n] != ' '))
		return false;
	*value = number;
	*rest = str_skip(*rest, n + 1);
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
	heaptrack->strings = memory_grow(heaptrack->strings, &heaptrack->string_capacity,
		heaptrack->string_count + 1, sizeof(*heaptrack->strings));
	heaptrack->strings[heaptrack->string_count].at = heaptrack->text.n;
	heaptrack->strings[heaptrack->string_count++].length = rest.n;
	buf_add(&heaptrack->text, rest);
}

static struct str string_at(struct heaptrack *heaptrack, uint64_t number, struct str line)
{
	if (number > heaptrack->string_count)
		bad_line(heaptrack, "strings that come before", line);
	if (number == 0 || number > heaptrack->string_count)
		return (struct str){0};
	return (struct str){heaptrack->text.p + heaptrack->strings[number - 1].at,
		heaptrack->strings[number - 1].length};
}

static void add_frame(struct heaptrack *heaptrack, struct str symbol, struct str module,
	struct str file, uint64_t line)
{
	struct buf source = {0};

	if (heaptrack->options->naming.srcline && file.n) {
		buf_add(&source, native_base_name(file));
		buf_add_char(&source, ':');
		buf_add_u64(&source, line);
	}
	heaptrack->frames = memory_grow(heaptrack->frames, &heaptrack->frame_capacity,
		heaptrack->frame_count + 1, sizeof(*heaptrack->frames));
	heaptrack->frames[heaptrack->frame_count++] =
		native_name_add(&heaptrack->naming, symbol, module, buf_str(&source));
	buf_release(&source);
}

/* "i ADDRESS MODULE [FUNCTION [FILE LINE]]...": what was inlined comes before what it is in. */
static void read_instruction(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t address, module, function = 0, file = 0, source_line = 0;
	struct instruction *instruction;
	struct str module_name = {0};

	heaptrack->instructions = memory_grow(heaptrack->instructions,
		&heaptrack->instruction_capacity, heaptrack->instruction_count + 1,
		sizeof(*heaptrack->instructions));
	instruction = &heaptrack->instructions[heaptrack->instruction_count++];
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
	heaptrack->traces = memory_grow(heaptrack->traces, &heaptrack->trace_capacity,
		heaptrack->trace_count + 1, sizeof(*heaptrack->traces));
	heaptrack->traces[heaptrack->trace_count++] = (struct trace){
		.instruction = (uint32_t)instruction, .parent = (uint32_t)parent};
}

static void read_allocation(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t size, trace;

	if (!next_hex(&rest, &size) || !next_hex(&rest, &trace) || trace == 0 ||
		trace > heaptrack->trace_count) {
		bad_line(heaptrack, "\"a SIZE TRACE\", of a line before", line);
		size = trace = 0;
	}
	heaptrack->allocations = memory_grow(heaptrack->allocations,
		&heaptrack->allocation_capacity, heaptrack->allocation_count + 1,
		sizeof(*heaptrack->allocations));
	heaptrack->allocations[heaptrack->allocation_count++] =
		(struct allocation){size, (uint32_t)trace};
}

/* ---- events ---- */

static void note_change(struct heaptrack *heaptrack, struct trace *trace)
{
	if (trace->changed)
		return;
	trace->changed = true;
	heaptrack->changed = memory_grow(heaptrack->changed, &heaptrack->changed_capacity,
		heaptrack->changed_count + 1, sizeof(*heaptrack->changed));
	heaptrack->changed[heaptrack->changed_count++] = (uint32_t)(trace - heaptrack->traces);
}

static void take_peak(struct heaptrack *heaptrack)
{
	heaptrack->peak = heaptrack->held;
	for (size_t i = 0; i < heaptrack->changed_count; i++) {
		struct trace *trace = &heaptrack->traces[heaptrack->changed[i]];

		trace->cost = trace->held;
		trace->changed = false;
	}
	heaptrack->changed_count = 0;
}

static bool find_allocation(struct heaptrack *heaptrack, struct str line, struct str rest,
	uint64_t *number, uint64_t *size, struct trace **trace)
{
	if (!next_hex(&rest, number) || *number >= heaptrack->allocation_count) {
		bad_line(heaptrack, "an allocation of a line \"a\" before", line);
		return false;
	}
	/* That line was bad: it has been said. */
	if (heaptrack->allocations[*number].trace == 0)
		return false;
	*size = heaptrack->allocations[*number].size;
	*trace = &heaptrack->traces[heaptrack->allocations[*number].trace - 1];
	return true;
}

static void allocate(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t size;
	struct trace *trace;

	if (!find_allocation(heaptrack, line, rest, &heaptrack->last, &size, &trace))
		return;
	if (size > UINT64_MAX - heaptrack->held || size > UINT64_MAX - trace->cost) {
		bad_line(heaptrack, "sizes that add up to less than 2^64", line);
		return;
	}
	trace->held += size;
	heaptrack->held += size;
	if (heaptrack->options->cost == ALLOCATIONS)
		trace->cost++;
	else if (heaptrack->options->cost == BYTES)
		trace->cost += size;
	else if (heaptrack->options->cost == PEAK)
		note_change(heaptrack, trace);
	if (heaptrack->options->cost == PEAK && heaptrack->held > heaptrack->peak)
		take_peak(heaptrack);
}

/*
 * A block that is freed right after it was allocated was needed for a moment only. heaptrack_print
 * also counts blocks of allocation 0 that are freed after others.
 */
static void release(struct heaptrack *heaptrack, struct str line, struct str rest)
{
	uint64_t number, size, last = heaptrack->last;
	struct trace *trace;

	heaptrack->last = NO_ALLOCATION;
	if (!find_allocation(heaptrack, line, rest, &number, &size, &trace))
		return;
	if (size > trace->held) {
		bad_line(heaptrack, "a block that was allocated", line);
		return;
	}
	trace->held -= size;
	heaptrack->held -= size;
	if (heaptrack->options->cost == TEMPORARY && number == last)
		trace->cost++;
	else if (heaptrack->options->cost == PEAK)
		note_change(heaptrack, trace);
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

	if (line.n == 0 || line.p[0] == '#')
		return;
	if (line.n > 1 && line.p[1] != ' ') {
		bad_line(heaptrack, "a letter, a blank and numbers", line);
		return;
	}
	switch (line.p[0]) {
	case '+': allocate(heaptrack, line, rest); break;
	case '-': release(heaptrack, line, rest); break;
	case 't': read_trace(heaptrack, line, rest); break;
	case 'a': read_allocation(heaptrack, line, rest); break;
	case 'i': read_instruction(heaptrack, line, rest); break;
	case 's': read_string(heaptrack, line, rest); break;
	case 'v': read_version(heaptrack, line, rest); break;
	case 'x':
	case 'm': refuse_raw(heaptrack); break;
	case 'c':
	case 'R':
	case 'X':
	case 'I':
	case 'A':
	case 'S': break;
	default: bad_line(heaptrack, "a line of a heaptrack recording", line);
	}
}

/* ---- stacks ---- */

static void push(struct heaptrack *heaptrack, size_t *depth, uint32_t name)
{
	heaptrack->stack = memory_grow(heaptrack->stack, &heaptrack->stack_capacity, *depth + 1,
		sizeof(*heaptrack->stack));
	heaptrack->stack[(*depth)++] = name;
}

/* A trace's parent is before it, so that none is its own. */
static void add_stack(struct heaptrack *heaptrack, const struct trace *trace)
{
	size_t depth = 0;

	for (const struct trace *at = trace; at; at = at->parent ?
			&heaptrack->traces[at->parent - 1] : NULL) {
		const struct instruction *instruction;

		if (at->instruction == 0)
			continue;
		instruction = &heaptrack->instructions[at->instruction - 1];
		for (size_t i = 0; i < instruction->frame_count; i++)
			push(heaptrack, &depth, heaptrack->frames[instruction->first_frame + i]);
	}
	if (depth == 0)
		push(heaptrack, &depth, stacks_name(heaptrack->stacks, STR("[unknown]")));
	stacks_add_leaf_first(heaptrack->stacks, heaptrack->stack, depth, trace->cost);
}

static void add_stacks(struct heaptrack *heaptrack)
{
	for (size_t i = 0; i < heaptrack->trace_count; i++) {
		struct trace *trace = &heaptrack->traces[i];

		if (heaptrack->options->cost == LEAKED)
			trace->cost = trace->held;
		if (trace->cost > 0)
			add_stack(heaptrack, trace);
	}
	if (heaptrack->allocation_count > 0)
		stacks_explain(heaptrack->stacks, "%s: there were no %s", heaptrack->lines->name,
			heaptrack->options->cost == TEMPORARY ? "temporary allocations" :
			heaptrack->options->cost == LEAKED    ? "leaks" :
								"allocations");
}

static void heaptrack_read(void *state, struct lines *lines)
{
	struct heaptrack *heaptrack = state;
	struct str line;

	heaptrack->lines = lines;
	heaptrack->format = 0;
	heaptrack->string_count = heaptrack->frame_count = heaptrack->instruction_count = 0;
	heaptrack->trace_count = heaptrack->allocation_count = heaptrack->changed_count = 0;
	heaptrack->held = heaptrack->peak = 0;
	heaptrack->last = NO_ALLOCATION;
	buf_reset(&heaptrack->text);
	while (heaptrack->stacks->failure.n == 0 && lines_next(lines, &line))
		read_line(heaptrack, line);
	heaptrack->stacks->problems.lines += lines->number;
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

static void *heaptrack_begin(const void *options, struct stacks *out)
{
	struct heaptrack *heaptrack = memory_new(1, sizeof(*heaptrack));

	heaptrack->options = options;
	heaptrack->stacks = out;
	heaptrack->naming.options = &heaptrack->options->naming;
	heaptrack->naming.stacks = out;
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
	free(heaptrack->changed);
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
	NATIVE_NAME_OPTIONS(struct heaptrack_options, naming),
	NATIVE_NAME_SRCLINE(struct heaptrack_options, naming),
	{0},
};

const struct format format_heaptrack = {
	.name = "heaptrack",
	.input = "a heaptrack recording",
	.summary = "Folds who allocated memory in a recording of heaptrack.",
	.options = options,
	.options_size = sizeof(struct heaptrack_options),
	.sniff = heaptrack_sniff,
	.begin = heaptrack_begin,
	.read = heaptrack_read,
	.end = heaptrack_end,
};
