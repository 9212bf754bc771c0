#include "render/input/profile.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/*
 * Filters change the tree when all of it is there. What a picture in the order of the input shows,
 * and how exact its weights are, must not depend on stacks that are left out; so the stacks that
 * are read are remembered, and those that stay are put into a new tree as if they alone had come.
 */
struct stack {
	uint32_t read, node; /* where it ends in the tree that was read, and in the filtered one */
	unsigned places;     /* of its weights, at most */
	uint64_t lines;      /* so many had it */
	uint64_t weight;     /* of a single column */
};

struct loader {
	const struct profile_options *options;
	struct calltree *tree;
	struct comparison *comparison;
	struct folded_header *header;
	struct folded_path path;
	struct filters *filters; /* NULL: none, and no stacks either */
	struct stack *stacks; /* in the order in which they first came */
	size_t count, capacity;
	uint32_t *stack_of; /* by node of the tree that is read: of stacks, from 1; 0: none */
	size_t nodes;
};

/* ---- reading ---- */

static struct stack *stack_at(struct loader *loader, uint32_t node)
{
	size_t had = loader->nodes;

	loader->stack_of = memory_grow(loader->stack_of, &loader->nodes, (size_t)node + 1,
		sizeof(*loader->stack_of));
	memset(loader->stack_of + had, 0, (loader->nodes - had) * sizeof(*loader->stack_of));
	if (loader->stack_of[node] == 0) {
		*ARRAY_PUSH(loader->stacks, loader->count, loader->capacity) =
			(struct stack){.read = node, .node = node};
		loader->stack_of[node] = (uint32_t)loader->count;
	}
	return &loader->stacks[loader->stack_of[node] - 1];
}

static void remember(struct loader *loader, uint32_t node, const struct folded_line *line)
{
	struct stack *stack = stack_at(loader, node);

	stack->lines += line->lines;
	for (unsigned column = 0; column < line->columns; column++)
		if (stack->places < line->weight[column].places)
			stack->places = line->weight[column].places;
}

static bool weighs_nothing(const struct folded_line *line)
{
	for (unsigned column = 0; column < line->columns; column++)
		if (line->weight[column].value)
			return false;
	return true;
}

static uint32_t add(struct loader *loader, const struct folded_line *line)
{
	uint32_t node = folded_node(
		&loader->path, loader->tree, line->stack, loader->options->time_order);

	if (line->columns == 1)
		calltree_add(loader->tree, node, 0, line->weight[0]);
	else
		for (unsigned run = 0; run < line->columns; run++)
			comparison_add(loader->comparison, loader->tree, node, run,
				line->weight[run]);
	return node;
}

static void take_stack(void *context, const struct folded_line *line)
{
	struct loader *loader = context;
	uint32_t node;

	/* A stack that weighs nothing has no width in any picture. */
	if (weighs_nothing(line))
		return;
	node = add(loader, line);
	if (loader->filters)
		remember(loader, node, line);
}

/* ---- filtering ---- */

static void follow(void *context, const uint32_t *target)
{
	struct loader *loader = context;

	for (size_t i = 0; i < loader->count; i++)
		loader->stacks[i].node = target[loader->stacks[i].node];
}

/* The weights of a stack, with as many decimals as its lines had. */
static void find_weights(struct folded_line *line, const struct stack *stack,
	const struct comparison *read, unsigned places)
{
	uint64_t unit = weight_unit(places - stack->places);

	if (line->columns == 1)
		line->weight[0] = (struct weight){stack->weight / unit, stack->places};
	else
		for (unsigned run = 0; run < line->columns; run++)
			line->weight[run] = (struct weight){
				comparison_weight(read, stack->read, run) / unit, stack->places};
}

/* `read` has the weights of the tree that was read, and so many places. */
static void add_filtered(struct loader *loader, const struct calltree *filtered,
	const struct comparison *read, unsigned places)
{
	struct folded_line line = {
		.columns = filtered->columns == 1 ? 1 : comparison_runs(read)};
	struct buf text = {0};

	for (size_t i = 0; i < loader->count; i++) {
		const struct stack *stack = &loader->stacks[i];

		if (stack->node == NODE_ROOT)
			continue;
		buf_reset(&text);
		folded_add_stack(&text, filtered, stack->node);
		line.stack = buf_str(&text);
		find_weights(&line, stack, read, places);
		add(loader, &line);
	}
	buf_release(&text);
}

/* How many lines had a stack that is left out. */
static uint64_t count_lost(const struct loader *loader)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < loader->count; i++)
		if (loader->stacks[i].node == NODE_ROOT)
			lost += loader->stacks[i].lines;
	return lost;
}

static uint64_t filter(struct loader *loader)
{
	struct calltree *tree = loader->tree, filtered;
	unsigned leading = folded_header_leading(loader->header);
	const struct filter_host host = {
		.tree = tree, .context = loader, .leading = &leading, .moved = follow};
	struct comparison read = *loader->comparison;
	unsigned places = tree->places;

	for (size_t i = 0; i < loader->count; i++)
		loader->stacks[i].weight = tree->nodes[loader->stacks[i].read].self[0];
	filters_apply(loader->filters, &host);
	if (leading == 0)
		folded_header_set(loader->header, HEADER_LEADING, STR(""));
	filtered = *tree;
	calltree_init(tree, filtered.columns);
	comparison_forget_weights(loader->comparison);
	folded_path_release(&loader->path);
	add_filtered(loader, &filtered, &read, places);
	calltree_release(&filtered);
	comparison_release(&read);
	return count_lost(loader);
}

/* ---- the whole ---- */

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	struct loader *loader = context;

	return comparison_take_head(loader->comparison, reader, lines, text);
}

/* What is left of two plain columns is all that is known of their runs; --stats says it. */
static void scale(struct loader *loader, enum folded_columns columns)
{
	if (columns == COLUMNS_TWO) {
		comparison_sum(loader->comparison);
		comparison_take_header(loader->comparison, loader->header);
	} else {
		scale_before(loader->tree, loader->comparison->scale);
	}
}

static void read_inputs(struct folded_reader *reader, const char *const *paths)
{
	static const char *const only_stdin[] = {"-", NULL};

	for (paths = *paths ? paths : only_stdin; *paths; paths++) {
		struct lines lines;

		lines_open(&lines, *paths);
		folded_read(reader, &lines);
		lines_close(&lines);
	}
	folded_finish(reader);
}

uint64_t profile_load(struct calltree *tree, struct comparison *comparison,
	struct folded_header *header, const struct profile_options *options,
	const char *const *paths, struct problems *problems)
{
	struct loader loader = {.options = options,
		.tree = tree,
		.comparison = comparison,
		.header = header,
		.filters = filters_new(&options->filters)};
	struct folded_reader reader = {.columns = options->columns,
		.problems = problems,
		.take = take_stack,
		.context = &loader,
		.time_order = options->time_order,
		.comment = take_comment,
		.header = header,
		.kind_of = options->kind_of};
	uint64_t lost = 0;

	*problems = (struct problems){.strict = options->strict};
	calltree_init(tree, 2);
	comparison_init(comparison);
	*header = (struct folded_header){0};
	read_inputs(&reader, paths);
	tree->columns = reader.columns == COLUMNS_ONE ? 1 : 2;
	if (loader.filters)
		lost = filter(&loader);
	if (tree->columns == 2)
		scale(&loader, reader.columns);
	if (lost)
		folded_header_forget_samples(header);
	if (tree->columns == 2)
		comparison_tell(comparison, header);
	if (lost)
		warn("left out %llu of %llu stacks that the filters do not keep",
			(unsigned long long)lost, (unsigned long long)reader.taken);
	folded_path_release(&loader.path);
	filters_free(loader.filters);
	free(loader.stacks);
	free(loader.stack_of);
	problems_finish(problems);
	return lost;
}

void profile_refuse_lines(
	const struct profile_options *options, const struct problems *problems)
{
	if (problems->count == 0)
		return;
	if (options->columns == COLUMNS_TWO)
		die("no stack counts found in the input: with --diff every line needs two numbers; leave "
		    "it out for lines with one");
	die("no stack counts found in the input: expected lines such as \"main;parse;read 42\"; a "
	    "profiler's own output goes through a collapse program first, such as collapse-guess");
}
