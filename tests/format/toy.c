/*
 * collapse-toy: what the toy profiler prints, one stack a line, leaf first:
 *
 *     7x read < parse < main
 */
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "common/memory.h"

struct toy {
	struct stacks *stacks;
	uint32_t *frames;
	size_t capacity;
};

static bool toy_sniff(struct str head)
{
	struct str count, rest;

	return str_cut(head, 'x', &count, &rest) && count.n && str_starts(rest, STR(" "));
}

static void *toy_begin(const void *options, struct stacks *out)
{
	struct toy *toy = memory_new(1, sizeof(*toy));

	(void)options;
	toy->stacks = out;
	stacks_tell(out, HEADER_UNIT, STR("samples"));
	return toy;
}

static void read_line(struct toy *toy, const struct lines *lines, struct str line)
{
	struct str count, rest, frame;
	uint64_t weight;
	size_t depth = 0;

	if (!str_cut(line, 'x', &count, &rest) || !str_to_u64(count, &weight)) {
		stacks_problem(toy->stacks, lines, "\"Nx FRAME < …\"", line);
		return;
	}
	do {
		struct str tail = {0};

		frame = rest;
		str_cut(rest, '<', &frame, &tail);
		rest = tail;
		toy->frames = memory_grow(toy->frames, &toy->capacity, depth + 1, sizeof(*toy->frames));
		toy->frames[depth++] = stacks_name(toy->stacks, str_trim(frame));
	} while (rest.n);
	stacks_add_leaf_first(toy->stacks, toy->frames, depth, weight);
}

static void toy_read(void *state, struct lines *lines)
{
	struct toy *toy = state;
	struct str line;

	while (lines_next(lines, &line))
		read_line(toy, lines, line);
}

static void toy_end(void *state)
{
	struct toy *toy = state;

	free(toy->frames);
	free(toy);
}

static const struct option no_options[] = {{0}};

const struct kind kind_toy = {
	.name = "toy",
	.input = "the output of toy",
	.sniff = toy_sniff,
};

const struct format format_toy = {
	.kind = &kind_toy,
	.summary = "Folds what the toy profiler prints.",
	.options = no_options,
	.begin = toy_begin,
	.read = toy_read,
	.end = toy_end,
};
