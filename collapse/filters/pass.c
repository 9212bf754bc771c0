#include "collapse/filters/pass.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

/* ---- for filters ---- */

const struct node *pass_node(const struct pass *pass, uint32_t i)
{
	return &pass->old.nodes[i];
}

bool pass_has_weight(const struct pass *pass, uint32_t i)
{
	return pass_node(pass, i)->self[0] || pass_node(pass, i)->self[1];
}

struct str pass_name(const struct pass *pass, uint32_t i)
{
	return names_get(&pass->stacks->tree.names, pass_node(pass, i)->name);
}

/* A name that has become the first of a stack must not be read back as a comment. */
uint32_t pass_child(struct pass *pass, uint32_t above, uint32_t name)
{
	struct calltree *tree = &pass->stacks->tree;

	if (above == NODE_ROOT)
		name = stacks_name(pass->stacks, names_get(&tree->names, name));
	return calltree_child(tree, above, name);
}

uint32_t pass_same_child(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass_child(pass, above, pass_node(pass, i)->name);
}

struct new_name *pass_new_name(
	struct pass *pass, uint32_t i, void (*find)(struct pass *, struct str, struct new_name *))
{
	uint32_t name = pass_node(pass, i)->name;
	struct new_name *to = &pass->names[name];

	if (!to->known) {
		*to = (struct new_name){.known = true, .name = name};
		find(pass, pass_name(pass, i), to);
	}
	return to;
}

/* ---- running one ---- */

static void begin_pass(struct pass *pass)
{
	struct calltree *tree = &pass->stacks->tree;

	pass->old = *tree;
	calltree_init(tree, pass->old.columns);
	tree->names = pass->old.names;
	tree->places = pass->old.places;
	pass->target = memory_new(pass->old.count, sizeof(*pass->target));
	pass->state = memory_new(pass->old.count, sizeof(*pass->state));
	pass->used = memory_new(pass->old.count, sizeof(*pass->used));
	pass->names = memory_new(tree->names.count, sizeof(*pass->names));
}

static void end_pass(struct pass *pass)
{
	pass->old.names = (struct names){0};
	calltree_release(&pass->old);
	free(pass->target);
	free(pass->state);
	free(pass->used);
	free(pass->names);
	free(pass->totals[0]);
	free(pass->totals[1]);
}

static bool keeps(const struct pass *pass, const struct filter *filter, uint32_t i)
{
	return pass_has_weight(pass, i) && (!filter->keeps || filter->keeps(pass, i));
}

static void mark_all(struct pass *pass, const struct filter *filter)
{
	for (uint32_t i = 1; filter->mark && i < pass->old.count; i++)
		filter->mark(pass, i);
	for (uint32_t i = pass->old.count; i-- > 1;) {
		pass->used[i] = pass->used[i] || keeps(pass, filter, i);
		if (pass->used[i])
			pass->used[pass_node(pass, i)->parent] = true;
	}
}

/* A parent has a smaller number than its children, so it is placed already. */
static void place_all(struct pass *pass, const struct filter *filter)
{
	if (filter->all) {
		filter->all(pass);
		return;
	}
	for (uint32_t i = 1; i < pass->old.count; i++)
		if (pass->used[i])
			pass->target[i] =
				filter->place(pass, i, pass->target[pass_node(pass, i)->parent]);
}

/* What was left out, and of how much. */
struct loss {
	uint64_t stacks, of_stacks, weight[2];
};

/* No frame, or one of blanks, which would be a line without a stack. */
static bool is_nothing(const struct calltree *tree, uint32_t i)
{
	const struct node *node = &tree->nodes[i];

	return i == NODE_ROOT ||
	       (node->parent == NODE_ROOT && str_trim(names_get(&tree->names, node->name)).n == 0);
}

static void move_weights(struct pass *pass, const struct filter *filter, struct loss *loss)
{
	struct calltree *tree = &pass->stacks->tree;

	for (uint32_t i = 1; i < pass->old.count; i++) {
		const struct node *node = pass_node(pass, i);
		bool kept = keeps(pass, filter, i);

		loss->of_stacks += pass_has_weight(pass, i);
		loss->stacks += pass_has_weight(pass, i) && !kept;
		if (kept && is_nothing(tree, pass->target[i]))
			pass->target[i] = pass_child(
				pass, NODE_ROOT, stacks_name(pass->stacks, STR("(hidden)")));
		if (!kept)
			pass->target[i] = NODE_ROOT;
		for (unsigned column = 0; column < tree->columns; column++) {
			if (kept)
				calltree_add(tree, pass->target[i], column,
					(struct weight){node->self[column], tree->places});
			else
				loss->weight[column] += node->self[column];
		}
	}
}

static void add_weight_loss(struct buf *text, const struct pass *pass, const struct loss *loss,
	unsigned column)
{
	weight_format_commas(text, loss->weight[column], pass->old.places);
	buf_add(text, STR(" of "));
	weight_format_commas(text, pass->old.total[column], pass->old.places);
	buf_add(text, STR(" ("));
	weight_percent(text, loss->weight[column], pass->old.total[column], 2);
	buf_add(text, STR("%)"));
}

static void report(const struct pass *pass, const struct filter *filter, const struct loss *loss)
{
	struct buf text = {0};

	weight_format_commas(&text, loss->stacks, 0);
	buf_add(&text, STR(" of "));
	weight_format_commas(&text, loss->of_stacks, 0);
	buf_add(&text, loss->of_stacks == 1 ? STR(" stack: ") : STR(" stacks: "));
	add_weight_loss(&text, pass, loss, 0);
	if (pass->old.columns == 2) {
		buf_add(&text, STR(" before, "));
		add_weight_loss(&text, pass, loss, 1);
		buf_add(&text, STR(" after"));
	}
	warn("--%s left out %.*s", filter->option, STR_ARG(buf_str(&text)));
	buf_release(&text);
}

void pass_run(struct filters *filters, const struct filter *filter, struct stacks *stacks)
{
	struct pass pass = {.filters = filters, .stacks = stacks};
	struct loss loss = {0};

	begin_pass(&pass);
	mark_all(&pass, filter);
	place_all(&pass, filter);
	move_weights(&pass, filter, &loss);
	time_order_move(&stacks->order, pass.target);
	if (loss.stacks)
		report(&pass, filter, &loss);
	end_pass(&pass);
	if (loss.stacks && loss.stacks == loss.of_stacks)
		die("the filters left no stack");
}
