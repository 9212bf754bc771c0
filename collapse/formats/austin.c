/*
 * collapse-austin: samples of Austin, a profiler for Python: folded stacks with a line number in each
 * frame, one or several metrics, and comments.
 *
 *     # austin: 3.6.0
 *     # mode: wall
 *     P4317;T4317;app.py:<module>:19;app.py:parse:4 5021
 *     P4317;T4318;app.py:sleepy:12 5020,1,-4096         austin --full: time, idle, memory
 *
 * https://github.com/P403n1x87/austin, "Usage". Time is in microseconds, memory in bytes.
 */
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "common/memory.h"

enum metric { METRIC_TIME, METRIC_CPU, METRIC_IDLE, METRIC_MEMORY, METRIC_FREED };
static const char *const metrics[] = {"time", "cpu", "idle", "memory", "freed", NULL};

struct austin_options {
	int metric;
	bool no_lines, no_threads;
};

struct austin {
	const struct austin_options *options;
	struct stacks *stacks;
	struct lines *lines;
	uint32_t *frames; /* root first */
	size_t depth, capacity;
	uint64_t others; /* samples without weight of this kind */
	uint64_t freed; /* those of memory that was freed, which is not asked for */
	uint64_t lacking; /* samples that have no such metric */
	bool memory; /* the mode is: the one metric is memory */
	bool timed; /* the mode is: the one metric is time */
	bool told; /* what the present input's weights are */
};

/* ---- metrics ---- */

static bool parse_signed(struct str text, uint64_t *value, bool *negative)
{
	*negative = str_starts(text, STR("-"));
	return str_to_u64(str_skip(text, *negative), value);
}

/* What a sample weighs; time, idle and memory are given, or one of time and memory. */
static uint64_t weight_of(const struct austin *austin, const uint64_t values[3], bool negative)
{
	switch ((enum metric)austin->options->metric) {
	case METRIC_CPU:
		return values[1] ? 0 : values[0];
	case METRIC_IDLE:
		return values[1] ? values[0] : 0;
	case METRIC_MEMORY:
		return negative ? 0 : values[2];
	case METRIC_FREED:
		return negative ? values[2] : 0;
	default:
		return values[0];
	}
}

/* "5020", "-4096" or "5020,1,-4096". */
static bool parse_metrics(
	struct austin *austin, struct str text, uint64_t *weight, bool *alone)
{
	struct str parts[3] = {text}, rest;
	uint64_t values[3] = {0};
	bool negative = false, sign;
	int metric = austin->options->metric;

	*alone = !str_cut(text, ',', &parts[0], &rest);
	if (!*alone) {
		if (!str_cut(rest, ',', &parts[1], &parts[2]) || !str_to_u64(parts[0], &values[0]) ||
			!str_to_u64(parts[1], &values[1]) ||
			!parse_signed(parts[2], &values[2], &negative))
			return false;
		*weight = weight_of(austin, values, negative);
		return true;
	}
	/* A single one is what was recorded; only its sign chooses. */
	if (!parse_signed(text, &values[0], &sign))
		return false;
	austin->lacking += metric == METRIC_CPU || metric == METRIC_IDLE ||
		(!austin->memory && (metric == METRIC_MEMORY || metric == METRIC_FREED));
	*weight = sign == (metric == METRIC_FREED) ? values[0] : 0;
	austin->freed += sign && *weight == 0;
	return true;
}

/* ---- stacks ---- */

/* "app.py:parse:4" as "app.py:parse"; of austin --alt-format "L4" is a frame. */
static struct str without_line(struct str frame)
{
	struct str before, line;
	uint64_t number;

	if (str_starts(frame, STR("L")) && str_to_u64(str_skip(frame, 1), &number))
		return (struct str){0};
	if (str_rcut(frame, ':', &before, &line) && str_to_u64(line, &number))
		return before;
	return frame;
}

/* "P4317", "T4318", "T0:4318"; of Austin before 3 "Process 4317", "Thread 4318". */
static bool is_id(struct str frame, char kind)
{
	return (frame.n > 1 && frame.p[0] == kind && byte_is_hex(frame.p[1])) ||
	       str_starts(frame, kind == 'P' ? STR("Process ") : STR("Thread "));
}

/* Of one metric only the mode tells what it is. */
static void tell_unit(struct austin *austin, bool alone)
{
	int metric = austin->options->metric;
	bool memory = alone ? austin->memory : metric == METRIC_MEMORY || metric == METRIC_FREED;

	austin->told = true;
	if (!alone || austin->memory || austin->timed)
		stacks_tell(austin->stacks, HEADER_UNIT, memory ? STR("bytes") : STR("us"));
}

static void push(struct austin *austin, struct str frame)
{
	*ARRAY_PUSH(austin->frames, austin->depth, austin->capacity) =
		stacks_name(austin->stacks, frame);
}

static void push_frames(struct austin *austin, struct str stack)
{
	size_t place = 0;
	const char *leading = NULL;

	austin->depth = 0;
	while (stack.n) {
		struct str frame = stack, rest = {0};
		bool is_root;

		str_cut(stack, ';', &frame, &rest);
		is_root = place < 2 && is_id(frame, place == 0 ? 'P' : 'T');
		if (is_root && !austin->options->no_threads)
			leading = place == 0 ? "process" : leading ? "process,thread" : NULL;
		stack = rest;
		place++;
		if (is_root ? austin->options->no_threads : frame.n == 0)
			continue;
		if (!is_root && austin->options->no_lines)
			frame = without_line(frame);
		if (frame.n)
			push(austin, frame);
	}
	if (austin->depth == 0)
		push(austin, STR("[idle]"));
	stacks_lead(austin->stacks, leading);
}

static void take_sample(struct austin *austin, struct str line)
{
	struct str stack, metric;
	uint64_t weight;
	bool alone;

	if (!str_rcut(line, ' ', &stack, &metric) || (!is_id(stack, 'P') && !is_id(stack, 'T')) ||
		!parse_metrics(austin, metric, &weight, &alone)) {
		stacks_problem(austin->stacks, austin->lines,
			"\"PROCESS;THREAD;... METRIC\" or \"... TIME,IDLE,MEMORY\"", line);
		return;
	}
	if (weight == 0) {
		austin->others++;
		return;
	}
	if (!austin->told)
		tell_unit(austin, alone);
	push_frames(austin, stack);
	stacks_add_root_first(austin->stacks, austin->frames, austin->depth, weight);
}

static void take_comment(struct austin *austin, struct str line)
{
	const struct str mode = STR("# mode: "), interval = STR("# interval: ");
	uint64_t microseconds;

	if (str_starts(line, mode)) {
		line = str_skip(line, mode.n);
		austin->memory = str_starts(line, STR("memory"));
		austin->timed = str_starts(line, STR("wall")) || str_starts(line, STR("cpu"));
	} else if (str_starts(line, interval) &&
		   str_to_u64(str_skip(line, interval.n), &microseconds)) {
		stacks_tell_interval(austin->stacks, microseconds * 1000);
	}
}

static void austin_read(void *state, struct lines *lines)
{
	struct austin *austin = state;
	struct str line;

	austin->lines = lines;
	austin->memory = austin->timed = austin->told = false;
	while (lines_next(lines, &line)) {
		line = str_trim(line);
		if (str_starts(line, STR("#")))
			take_comment(austin, line);
		else if (line.n)
			take_sample(austin, line);
	}
}

static void *austin_begin(const void *options, struct stacks *out)
{
	struct austin *austin = memory_new(1, sizeof(*austin));

	austin->options = options;
	austin->stacks = out;
	out->are_samples = true;
	return austin;
}

static void austin_end(void *state)
{
	struct austin *austin = state;
	const char *metric = metrics[austin->options->metric];

	if (austin->lacking)
		stacks_fail(austin->stacks, "%llu samples have one metric, and that is not \"%s\"; "
			"austin --full records all", (unsigned long long)austin->lacking, metric);
	if (austin->others)
		stacks_explain(austin->stacks, "none of %llu samples has a weight of \"%s\"",
			(unsigned long long)austin->others, metric);
	stacks_note_count(austin->stacks, NULL, austin->freed,
		"# sample{ is|s are} of freed memory left out; --metric freed shows these");
	free(austin->frames);
	free(austin);
}

/* Without this comment it may be anybody's folded stacks, also what is written here. */
static bool austin_sniff(struct str head)
{
	return str_starts(head, STR("# austin: "));
}

#define AT(field) offsetof(struct austin_options, field)

static const struct option austin_options[] = {
	{"metric", OPTION_CHOICE, AT(metric), "WHAT", .choices = metrics,
		.help = "what a sample weighs: its \"time\" (default; what was recorded, if it is but "
			"one), of austin --full also time on the \"cpu\" or \"idle\", \"memory\" that "
			"was added, or \"freed\""},
	{"no-lines", OPTION_FLAG, AT(no_lines),
		.help = "leave out the line: app.py:main instead of app.py:main:12"},
	{"no-threads", OPTION_FLAG, AT(no_threads), .help = "leave out process and thread"},
	{0},
};

const struct kind kind_austin = {
	.name = "austin",
	.input = "samples of Austin",
	.sniff = austin_sniff,
};

const struct format format_austin = {
	.kind = &kind_austin,
	.summary = "Folds samples of Austin, a profiler for Python.",
	.options = austin_options,
	.options_size = sizeof(struct austin_options),
	.begin = austin_begin,
	.read = austin_read,
	.end = austin_end,
};
