#include "collapse/filters/run.h"

#include "common/weight.h"

static uint32_t add_name(void *stacks, struct str name)
{
	return stacks_name(stacks, name);
}

static void move_lines(void *context, const uint32_t *target)
{
	struct stacks *stacks = context;

	time_order_move(&stacks->order, target);
}

static void add_weight_loss(struct buf *text, const struct calltree *tree,
	const struct filter_loss *loss, unsigned column)
{
	weight_format_commas(text, loss->weight[column], tree->places);
	buf_add(text, STR(" of "));
	weight_format_commas(text, loss->of_weight[column], tree->places);
	buf_add(text, STR(" ("));
	weight_percent(text, loss->weight[column], loss->of_weight[column], 2);
	buf_add(text, STR("%)"));
}

static void say_loss(void *context, const struct filter_loss *loss)
{
	struct stacks *stacks = context;
	const struct calltree *tree = &stacks->tree;
	struct buf text = {0};

	folded_header_forget_samples(&stacks->header);
	weight_format_commas(&text, loss->stacks, 0);
	buf_add(&text, STR(" of "));
	weight_format_commas(&text, loss->of_stacks, 0);
	buf_add(&text, loss->of_stacks == 1 ? STR(" stack: ") : STR(" stacks: "));
	add_weight_loss(&text, tree, loss, 0);
	if (tree->columns == 2) {
		buf_add(&text, STR(" before, "));
		add_weight_loss(&text, tree, loss, 1);
		buf_add(&text, STR(" after"));
	}
	warn("--%s left out %.*s", loss->option, STR_ARG(buf_str(&text)));
	buf_release(&text);
}

void filters_run(struct filters *filters, struct stacks *stacks)
{
	unsigned leading = folded_header_leading(&stacks->header);
	const struct filter_host host = {.tree = &stacks->tree,
		.context = stacks,
		.leading = &leading,
		.name = add_name,
		.moved = move_lines,
		.left_out = say_loss};

	if (!filters_apply(filters, &host))
		die("the filters left no stack");
	if (leading == 0)
		folded_header_set(&stacks->header, HEADER_LEADING, STR(""));
}
