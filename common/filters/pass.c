#include "common/filters/pass.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* ---- for filters ---- */

const struct node *pass_node(const struct pass *pass, uint32_t i)
{
	return &pass->old.nodes[i];
}

bool pass_has_weight(const struct pass *pass, uint32_t i)
{
	return pass_node(pass, i)->self[0] || pass_node(pass, i)->self[1];
}

/* How deep a node is, the root 0; what is deeper than `most` is that and one. */
static unsigned depth_within(const struct node *nodes, uint32_t node, unsigned most)
{
	unsigned depth = 0;

	for (; node != NODE_ROOT && depth <= most; node = nodes[node].parent)
		depth++;
	return depth;
}

static unsigned leading_of(const struct pass *pass)
{
	return pass->host->leading ? *pass->host->leading : 0;
}

bool pass_is_leading(const struct pass *pass, uint32_t i)
{
	unsigned leading = leading_of(pass);

	return depth_within(pass->old.nodes, i, leading) <= leading;
}

struct str pass_name(const struct pass *pass, uint32_t i)
{
	return names_get(&pass->host->tree->names, pass_node(pass, i)->name);
}

bool pass_matches(struct pass *pass, uint32_t i)
{
	return expressions_match(pass->expressions, pass_node(pass, i)->name, pass_name(pass, i));
}

uint32_t pass_add_name(struct pass *pass, struct str name)
{
	const struct filter_host *host = pass->host;

	return host->name ? host->name(host->context, name) : names_add(&host->tree->names, name);
}

/* A name that has become the first of a stack must not be read back as a comment. */
uint32_t pass_child(struct pass *pass, uint32_t above, uint32_t name)
{
	struct calltree *tree = pass->host->tree;

	if (above == NODE_ROOT)
		name = pass_add_name(pass, names_get(&tree->names, name));
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
	struct calltree *tree = pass->host->tree;

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

/* A process that is not where it was has been taken out of some stacks, which now start below it. */
static void check_leading(struct pass *pass)
{
	const struct node *nodes = pass->host->tree->nodes;
	unsigned leading = leading_of(pass);

	for (uint32_t i = 1; leading && i < pass->old.count; i++) {
		unsigned depth = depth_within(pass->old.nodes, i, leading);

		if (pass->used[i] && depth <= leading &&
			depth_within(nodes, pass->target[i], leading) != depth)
			leading = *pass->host->leading = 0;
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
	check_leading(pass);
}

/* No frame, or one of blanks, which would be a line without a stack. */
static bool is_nothing(const struct calltree *tree, uint32_t i)
{
	const struct node *node = &tree->nodes[i];

	return i == NODE_ROOT ||
	       (node->parent == NODE_ROOT && str_trim(names_get(&tree->names, node->name)).n == 0);
}

static void move_weights(struct pass *pass, const struct filter *filter, struct filter_loss *loss)
{
	struct calltree *tree = pass->host->tree;

	for (uint32_t i = 1; i < pass->old.count; i++) {
		const struct node *node = pass_node(pass, i);
		bool kept = keeps(pass, filter, i);

		loss->of_stacks += pass_has_weight(pass, i);
		loss->stacks += pass_has_weight(pass, i) && !kept;
		if (kept && is_nothing(tree, pass->target[i]))
			pass->target[i] = pass_child(
				pass, NODE_ROOT, pass_add_name(pass, STR("(hidden)")));
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

bool pass_run(struct pass *pass, const struct filter *filter)
{
	const struct filter_host *host = pass->host;
	struct filter_loss loss = {.option = filter->option};

	begin_pass(pass);
	memcpy(loss.of_weight, pass->old.total, sizeof(loss.of_weight));
	mark_all(pass, filter);
	place_all(pass, filter);
	move_weights(pass, filter, &loss);
	if (host->moved)
		host->moved(host->context, pass->target);
	if (host->left_out && loss.stacks)
		host->left_out(host->context, &loss);
	end_pass(pass);
	return loss.stacks == 0 || loss.stacks < loss.of_stacks;
}
