#include "common/profile.h"

#include "common/annotation.h"
#include "common/expression.h"

struct loader {
	const struct profile_options *options;
	struct calltree *tree;
	struct comparison *comparison;
	struct folded_path path;
	struct names names; /* by whose ids focus and ignore remember */
	struct expressions focus, ignore;
	struct buf marked, reversed; /* a stack that was rewritten */
	uint64_t dropped;
};

/* ---- filters ---- */

/* The next frame of a stack, root first; false behind the last. */
static bool next_frame(struct str *stack, struct str *frame)
{
	if (!stack->p)
		return false;
	*frame = *stack;
	if (!str_cut(*stack, ';', frame, stack))
		*stack = (struct str){0};
	return true;
}

static bool stack_matches(
	struct loader *loader, struct expressions *expressions, struct str stack)
{
	struct str frame;

	while (next_frame(&stack, &frame))
		if (expressions_match(expressions, names_add(&loader->names, frame), frame))
			return true;
	return false;
}

static bool is_base(const struct text_list *base, struct str frame)
{
	for (size_t i = 0; i < base->count; i++) {
		struct str wanted = str_of(base->items[i]);

		if (str_eq(frame, wanted) || str_eq(name_bare(frame), wanted))
			return true;
	}
	return false;
}

/* The stack from its deepest base frame on; false when it has none. */
static bool cut_to_base(const struct text_list *base, struct str *stack)
{
	struct str rest = *stack, from = {0}, frame;

	while (next_frame(&rest, &frame))
		if (is_base(base, frame))
			from = (struct str){frame.p, (size_t)(stack->p + stack->n - frame.p)};
	*stack = from;
	return from.p != NULL;
}

/* ---- rewriting ---- */

/* "a;b;c" becomes "c;b;a", or "a;c;b" when the root stays. */
static struct str reverse_stack(struct buf *out, struct str stack, bool keep_root)
{
	struct str root, rest = stack, frame;

	buf_reset(out);
	if (keep_root && str_cut(stack, ';', &root, &rest)) {
		buf_add(out, root);
		buf_add_char(out, ';');
	}
	while (str_rcut(rest, ';', &rest, &frame)) {
		buf_add(out, frame);
		buf_add_char(out, ';');
	}
	buf_add(out, rest);
	return buf_str(out);
}

/* "a;--;b;c" becomes "a;--;b_[w];c_[w]": what stands behind a "--" woke up what stands before. */
static struct str mark_wakers(struct buf *out, struct str stack)
{
	struct str frame;
	bool waker = false;

	buf_reset(out);
	while (next_frame(&stack, &frame)) {
		bool separator = str_eq(frame, STR("--"));

		buf_add(out, frame);
		if (waker && !separator)
			buf_add(out, STR("_[w]"));
		if (stack.p)
			buf_add_char(out, ';');
		waker = waker || separator;
	}
	return buf_str(out);
}

static bool is_wanted(struct loader *loader, struct str *stack)
{
	const struct profile_options *options = loader->options;

	if (options->focus.count && !stack_matches(loader, &loader->focus, *stack))
		return false;
	if (options->ignore.count && stack_matches(loader, &loader->ignore, *stack))
		return false;
	return !options->base.count || cut_to_base(&options->base, stack);
}

static bool weighs_nothing(const struct folded_line *line)
{
	for (unsigned column = 0; column < line->columns; column++)
		if (line->weight[column].value)
			return false;
	return true;
}

static void add_weights(struct loader *loader, uint32_t node, const struct folded_line *line)
{
	if (line->columns == 1)
		calltree_add(loader->tree, node, 0, line->weight[0]);
	else
		for (unsigned run = 0; run < line->columns; run++)
			comparison_add(loader->comparison, loader->tree, node, run, line->weight[run]);
}

static void take_stack(void *context, const struct folded_line *line)
{
	struct loader *loader = context;
	const struct profile_options *options = loader->options;
	struct str stack = line->stack;
	uint32_t node;

	/* A stack that weighs nothing has no width in any picture. */
	if (weighs_nothing(line))
		return;
	if (!is_wanted(loader, &stack)) {
		loader->dropped += line->lines;
		return;
	}
	if (options->chain && str_contains(stack, STR(";--;")))
		stack = mark_wakers(&loader->marked, stack);
	if (options->reverse)
		stack = reverse_stack(&loader->reversed, stack, options->keep_root);
	node = folded_node(&loader->path, loader->tree, stack, options->time_order);
	add_weights(loader, node, line);
}

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	struct loader *loader = context;

	return comparison_take_head(loader->comparison, reader, lines, text);
}

/* What is left of two plain columns is all that is known of their runs; --stats says it. */
static void scale(struct loader *loader, enum folded_columns columns)
{
	if (columns == COLUMNS_TWO)
		comparison_sum(loader->comparison);
	else
		scale_before(loader->tree, loader->comparison->scale);
}

uint64_t profile_load(struct calltree *tree, struct comparison *comparison,
	const struct profile_options *options, const char *const *paths, struct problems *problems)
{
	static const char *const only_stdin[] = {"-", NULL};
	struct loader loader = {.options = options, .tree = tree, .comparison = comparison};
	struct folded_reader reader = {.columns = options->columns,
		.problems = problems,
		.take = take_stack,
		.context = &loader,
		.time_order = options->time_order,
		.comment = take_comment,
		.kind_of = options->kind_of};

	calltree_init(tree, 2);
	comparison_init(comparison);
	expressions_init(&loader.focus, "focus", &options->focus);
	expressions_init(&loader.ignore, "ignore", &options->ignore);
	for (paths = *paths ? paths : only_stdin; *paths; paths++) {
		struct lines lines;

		lines_open(&lines, *paths);
		folded_read(&reader, &lines);
		lines_close(&lines);
	}
	folded_finish(&reader);
	tree->columns = reader.columns == COLUMNS_ONE ? 1 : 2;
	if (tree->columns == 2)
		scale(&loader, reader.columns);
	if (loader.dropped)
		warn("left out %llu of %llu stacks that the filters do not keep",
			(unsigned long long)loader.dropped, (unsigned long long)reader.taken);
	folded_path_release(&loader.path);
	expressions_release(&loader.focus);
	expressions_release(&loader.ignore);
	names_release(&loader.names);
	buf_release(&loader.marked);
	buf_release(&loader.reversed);
	return loader.dropped;
}
