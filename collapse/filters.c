#include "collapse/filters.h"

#include <stdlib.h>

#include "collapse/rename.h"
#include "common/expression.h"
#include "common/memory.h"
#include "common/name-groups.h"
#include "common/weight.h"

/* The answers of all lists are kept by the ids of the names, which stay from tree to tree. */
struct filters {
	const struct filter_options *options;
	struct renames renames;
	struct expressions focus, ignore, from, from_deepest, to, hide, show;
	struct buf scratch;
};

/* What a name becomes, by its id; NAME_NONE: nothing. */
struct new_name {
	bool known, grouped;
	uint32_t name;
};

/* One filter's way from the old tree to the new one, which is stacks->tree. */
struct pass {
	struct filters *filters;
	struct stacks *stacks;
	struct calltree old; /* without its names, which the new one has */
	uint32_t *target; /* by old node: where it went */
	uint32_t *state; /* by old node: what a filter remembers of the way there */
	bool *used; /* by old node: is there a weight that stays, on it or below? */
	struct new_name *names;
	uint64_t *totals[2]; /* for --min */
};

/*
 * A filter, as seen from one node whose parent is done: mark() sets its state, keeps() tells from
 * that whether the stack that ends here stays, and place() where the node goes, given where its
 * parent went. Where that is NODE_ROOT no frame is left. all() is for those that go another way.
 */
struct filter {
	const char *option; /* of those that leave out stacks */
	bool (*is_wanted)(const struct filters *filters);
	void (*mark)(struct pass *pass, uint32_t i);
	bool (*keeps)(const struct pass *pass, uint32_t i);
	uint32_t (*place)(struct pass *pass, uint32_t i, uint32_t above);
	void (*all)(struct pass *pass);
};

/* ---- what filters are made of ---- */

static const struct node *old_node(const struct pass *pass, uint32_t i)
{
	return &pass->old.nodes[i];
}

static bool has_weight(const struct pass *pass, uint32_t i)
{
	return old_node(pass, i)->self[0] || old_node(pass, i)->self[1];
}

static bool matches(struct pass *pass, struct expressions *expressions, uint32_t i)
{
	uint32_t name = old_node(pass, i)->name;

	return expressions_match(expressions, name, names_get(&pass->stacks->tree.names, name));
}

/* A name that has become the first of a stack must not be read back as a comment. */
static uint32_t child(struct pass *pass, uint32_t above, uint32_t name)
{
	struct calltree *tree = &pass->stacks->tree;

	if (above == NODE_ROOT)
		name = stacks_name(pass->stacks, names_get(&tree->names, name));
	return calltree_child(tree, above, name);
}

static uint32_t same_child(struct pass *pass, uint32_t i, uint32_t above)
{
	return child(pass, above, old_node(pass, i)->name);
}

static struct new_name *new_name_of(
	struct pass *pass, uint32_t i, void (*find)(struct pass *, struct str, struct new_name *))
{
	uint32_t name = old_node(pass, i)->name;
	struct new_name *to = &pass->names[name];

	if (!to->known) {
		*to = (struct new_name){.known = true, .name = name};
		find(pass, names_get(&pass->stacks->tree.names, name), to);
	}
	return to;
}

/* ---- --rename ---- */

static bool wants_rename(const struct filters *filters)
{
	return filters->renames.count > 0;
}

static void find_rename(struct pass *pass, struct str name, struct new_name *to)
{
	struct str renamed = renames_apply(&pass->filters->renames, name);

	if (renamed.n == 0)
		to->name = NAME_NONE;
	else if (!str_eq(renamed, name))
		to->name = stacks_name(pass->stacks, renamed);
}

static uint32_t place_renamed(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t name = new_name_of(pass, i, find_rename)->name;

	return name == NAME_NONE ? above : child(pass, above, name);
}

/* ---- --focus, --ignore, --from, --from-deepest, --to: state is "a frame has matched" ---- */

static void mark_match(struct pass *pass, uint32_t i, struct expressions *expressions)
{
	pass->state[i] = pass->state[old_node(pass, i)->parent] || matches(pass, expressions, i);
}

static bool keeps_marked(const struct pass *pass, uint32_t i)
{
	return pass->state[i];
}

static bool keeps_unmarked(const struct pass *pass, uint32_t i)
{
	return !pass->state[i];
}

static bool wants_focus(const struct filters *filters)
{
	return filters->focus.count > 0;
}

static void mark_focus(struct pass *pass, uint32_t i)
{
	mark_match(pass, i, &pass->filters->focus);
}

static bool wants_ignore(const struct filters *filters)
{
	return filters->ignore.count > 0;
}

static void mark_ignore(struct pass *pass, uint32_t i)
{
	mark_match(pass, i, &pass->filters->ignore);
}

static bool wants_from(const struct filters *filters)
{
	return filters->from.count > 0;
}

static void mark_from(struct pass *pass, uint32_t i)
{
	mark_match(pass, i, &pass->filters->from);
}

static uint32_t place_from(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[i] ? same_child(pass, i, above) : NODE_ROOT;
}

static bool wants_from_deepest(const struct filters *filters)
{
	return filters->from_deepest.count > 0;
}

static void mark_from_deepest(struct pass *pass, uint32_t i)
{
	mark_match(pass, i, &pass->filters->from_deepest);
}

static uint32_t place_from_deepest(struct pass *pass, uint32_t i, uint32_t above)
{
	if (matches(pass, &pass->filters->from_deepest, i))
		above = NODE_ROOT;
	return place_from(pass, i, above);
}

static bool wants_to(const struct filters *filters)
{
	return filters->to.count > 0;
}

static void mark_to(struct pass *pass, uint32_t i)
{
	mark_match(pass, i, &pass->filters->to);
}

static uint32_t place_to(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[old_node(pass, i)->parent] ? above : same_child(pass, i, above);
}

/* ---- --hide, --show ---- */

static bool wants_hide(const struct filters *filters)
{
	return filters->hide.count > 0;
}

static uint32_t place_hidden(struct pass *pass, uint32_t i, uint32_t above)
{
	return matches(pass, &pass->filters->hide, i) ? above : same_child(pass, i, above);
}

static bool wants_show(const struct filters *filters)
{
	return filters->show.count > 0;
}

static uint32_t place_shown(struct pass *pass, uint32_t i, uint32_t above)
{
	return matches(pass, &pass->filters->show, i) ? same_child(pass, i, above) : above;
}

/* ---- --group ---- */

static bool wants_group(const struct filters *filters)
{
	return filters->options->group != GROUP_NONE;
}

static void find_group(struct pass *pass, struct str name, struct new_name *to)
{
	struct buf *scratch = &pass->filters->scratch;
	struct str group;

	to->grouped = pass->filters->options->group == GROUP_DSO ?
		name_module(name, scratch, &group) : name_group_package(name, scratch, &group);
	if (to->grouped)
		to->name = stacks_name(pass->stacks, group);
}

/* A plain function that calls itself stays two frames, two functions of one module are one. */
static uint32_t place_grouped(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t parent = old_node(pass, i)->parent;
	const struct new_name *to = new_name_of(pass, i, find_group), *before;

	if (parent != NODE_ROOT && to->grouped) {
		before = new_name_of(pass, parent, find_group);
		if (before->grouped && before->name == to->name)
			return above;
	}
	return child(pass, above, to->name);
}

/* ---- --merge-recursion ---- */

static bool wants_direct(const struct filters *filters)
{
	return filters->options->recursion == RECURSION_DIRECT;
}

static uint32_t place_direct(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t name = old_node(pass, i)->name;
	bool repeats = above != NODE_ROOT && pass->stacks->tree.nodes[above].name == name;

	return repeats ? above : child(pass, above, name);
}

static bool wants_cyclic(const struct filters *filters)
{
	return filters->options->recursion == RECURSION_CYCLIC;
}

/*
 * The old tree is walked depth first. path is that of the new tree to where the walk is, without
 * loops: a name is on it if the depth where it was last put holds it and is not past the end. What
 * a step overwrites is put back on the way up, so no step costs more for a deep stack.
 */
struct loop_step {
	uint32_t name, node;
};

struct loop_walk {
	struct pass *pass;
	struct children children;
	struct loop_step *path; /* by depth, from 1 */
	uint32_t *put; /* by name: the depth where it was last put, or 0 */
	uint32_t *depth; /* by old node: of its target */
	struct loop_level {
		uint32_t node, next; /* which child comes next */
		bool wrote;
		struct loop_step step; /* what it wrote over, at its depth */
		uint32_t put;
	} *levels;
	size_t level, capacity;
};

static void loop_enter(struct loop_walk *walk, uint32_t i)
{
	struct pass *pass = walk->pass;
	const struct node *node = old_node(pass, i);
	uint32_t above = walk->depth[node->parent], put = walk->put[node->name];
	struct loop_level level = {.node = i, .next = walk->children.start[i]};

	if (put && put <= above && walk->path[put].name == node->name) {
		walk->depth[i] = put;
		pass->target[i] = walk->path[put].node;
	} else {
		walk->depth[i] = above + 1;
		pass->target[i] = same_child(pass, i, pass->target[node->parent]);
		level.wrote = true;
		level.step = walk->path[above + 1];
		level.put = put;
		walk->path[above + 1] = (struct loop_step){node->name, pass->target[i]};
		walk->put[node->name] = above + 1;
	}
	walk->levels = memory_grow(
		walk->levels, &walk->capacity, walk->level + 1, sizeof(*walk->levels));
	walk->levels[walk->level++] = level;
}

static void loop_leave(struct loop_walk *walk)
{
	const struct loop_level *level = &walk->levels[--walk->level];

	if (level->wrote) {
		walk->put[old_node(walk->pass, level->node)->name] = level->put;
		walk->path[walk->depth[level->node]] = level->step;
	}
}

static void loop_visit(struct loop_walk *walk, uint32_t outermost)
{
	loop_enter(walk, outermost);
	while (walk->level) {
		struct loop_level *level = &walk->levels[walk->level - 1];

		if (level->next == walk->children.start[level->node + 1]) {
			loop_leave(walk);
		} else {
			uint32_t next = walk->children.item[level->next++];

			if (walk->pass->used[next])
				loop_enter(walk, next);
		}
	}
}

static void merge_loops(struct pass *pass)
{
	struct loop_walk walk = {.pass = pass};

	children_init(&walk.children, &pass->old);
	walk.path = memory_new((size_t)pass->old.count + 1, sizeof(*walk.path));
	walk.put = memory_new(pass->stacks->tree.names.count, sizeof(*walk.put));
	walk.depth = memory_new(pass->old.count, sizeof(*walk.depth));
	for (uint32_t i = 1; i < pass->old.count; i++)
		if (old_node(pass, i)->parent == NODE_ROOT && pass->used[i])
			loop_visit(&walk, i);
	children_release(&walk.children);
	free(walk.path);
	free(walk.put);
	free(walk.depth);
	free(walk.levels);
}

/* ---- --depth, --reverse, --min ---- */

static bool wants_depth(const struct filters *filters)
{
	return filters->options->depth > 0;
}

static void mark_depth(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[old_node(pass, i)->parent] + 1;
}

static uint32_t place_cut(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[i] > pass->filters->options->depth ? above : same_child(pass, i, above);
}

static bool wants_reverse(const struct filters *filters)
{
	return filters->options->reverse;
}

static void reverse(struct pass *pass)
{
	for (uint32_t i = 1; i < pass->old.count; i++) {
		if (!has_weight(pass, i))
			continue;
		for (uint32_t at = i; at != NODE_ROOT; at = old_node(pass, at)->parent)
			pass->target[i] = same_child(pass, at, pass->target[i]);
	}
}

static bool wants_least(const struct filters *filters)
{
	return filters->options->least.whole > 0;
}

/* part / whole < share, exactly. */
static bool is_below(uint64_t part, uint64_t whole, struct share share)
{
	uint64_t high[2], low[2];

	low[0] = mul_wide(part, share.whole, &high[0]);
	low[1] = mul_wide(whole, share.part, &high[1]);
	return high[0] != high[1] ? high[0] < high[1] : low[0] < low[1];
}

/* Of a comparison both sides must be small; a side without any weight does not count. */
static bool is_small(struct pass *pass, uint32_t i)
{
	for (unsigned column = 0; column < pass->old.columns; column++) {
		if (!pass->totals[column])
			pass->totals[column] = calltree_totals(&pass->old, column);
		if (pass->old.total[column] && !is_below(pass->totals[column][i],
			pass->old.total[column], pass->filters->options->least))
			return false;
	}
	return true;
}

static void mark_small(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[old_node(pass, i)->parent] || is_small(pass, i);
}

static uint32_t place_large(struct pass *pass, uint32_t i, uint32_t above)
{
	if (!pass->state[i])
		return same_child(pass, i, above);
	if (pass->state[old_node(pass, i)->parent])
		return above;
	return child(pass, above, stacks_name(pass->stacks, STR("(other)")));
}

/* ---- all of them, in their order ---- */

static const struct filter filters_in_order[] = {
	{.is_wanted = wants_rename, .place = place_renamed},
	{"focus", wants_focus, mark_focus, keeps_marked, same_child, NULL},
	{"ignore", wants_ignore, mark_ignore, keeps_unmarked, same_child, NULL},
	{"from", wants_from, mark_from, keeps_marked, place_from, NULL},
	{"from-deepest", wants_from_deepest, mark_from_deepest, keeps_marked, place_from_deepest,
		NULL},
	{.is_wanted = wants_to, .mark = mark_to, .place = place_to},
	{.is_wanted = wants_hide, .place = place_hidden},
	{.is_wanted = wants_show, .place = place_shown},
	{.is_wanted = wants_group, .place = place_grouped},
	{.is_wanted = wants_direct, .place = place_direct},
	{.is_wanted = wants_cyclic, .all = merge_loops},
	{.is_wanted = wants_depth, .mark = mark_depth, .place = place_cut},
	{.is_wanted = wants_reverse, .all = reverse},
	{.is_wanted = wants_least, .mark = mark_small, .place = place_large},
};

enum { FILTERS = sizeof(filters_in_order) / sizeof(*filters_in_order) };

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
	return has_weight(pass, i) && (!filter->keeps || filter->keeps(pass, i));
}

static void mark_all(struct pass *pass, const struct filter *filter)
{
	for (uint32_t i = 1; filter->mark && i < pass->old.count; i++)
		filter->mark(pass, i);
	for (uint32_t i = pass->old.count; i-- > 1;) {
		pass->used[i] = pass->used[i] || keeps(pass, filter, i);
		if (pass->used[i])
			pass->used[old_node(pass, i)->parent] = true;
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
				filter->place(pass, i, pass->target[old_node(pass, i)->parent]);
}

/* What was left out, and of how much. */
struct loss {
	uint64_t stacks, of_stacks, weight[2];
};

/* No frame, or one of blanks, which would be a line without a stack. */
static bool is_nothing(const struct calltree *tree, uint32_t i)
{
	const struct node *node = &tree->nodes[i];

	return i == NODE_ROOT || (node->parent == NODE_ROOT &&
					 str_trim(names_get(&tree->names, node->name)).n == 0);
}

static void move_weights(struct pass *pass, const struct filter *filter, struct loss *loss)
{
	struct calltree *tree = &pass->stacks->tree;

	for (uint32_t i = 1; i < pass->old.count; i++) {
		const struct node *node = old_node(pass, i);
		bool kept = keeps(pass, filter, i);

		loss->of_stacks += has_weight(pass, i);
		loss->stacks += has_weight(pass, i) && !kept;
		if (kept && is_nothing(tree, pass->target[i]))
			pass->target[i] =
				child(pass, NODE_ROOT, stacks_name(pass->stacks, STR("(hidden)")));
		if (!kept)
			pass->target[i] = NODE_ROOT;
		for (unsigned column = 0; column < tree->columns; column++) {
			if (kept)
				calltree_add(tree, pass->target[i], column, node->self[column],
					tree->places);
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

static void run(struct filters *filters, const struct filter *filter, struct stacks *stacks)
{
	struct pass pass = {.filters = filters, .stacks = stacks};
	struct loss loss = {0};

	begin_pass(&pass);
	mark_all(&pass, filter);
	place_all(&pass, filter);
	move_weights(&pass, filter, &loss);
	stacks_move_lines(stacks, pass.target);
	if (loss.stacks)
		report(&pass, filter, &loss);
	end_pass(&pass);
	if (loss.stacks && loss.stacks == loss.of_stacks)
		die("the filters left no stack");
}

/* ---- interface ---- */

static bool any_wanted(const struct filters *filters)
{
	for (size_t i = 0; i < FILTERS; i++)
		if (filters_in_order[i].is_wanted(filters))
			return true;
	return false;
}

static void compile(
	struct expressions *expressions, const char *option, const struct text_list *values)
{
	expressions_init(expressions, option, values);
	expressions->past_module = true;
}

struct filters *filters_new(const struct filter_options *options)
{
	struct filters *filters = memory_new(1, sizeof(*filters));

	filters->options = options;
	renames_init(&filters->renames, &options->rename);
	compile(&filters->focus, "focus", &options->focus);
	compile(&filters->ignore, "ignore", &options->ignore);
	compile(&filters->from, "from", &options->from);
	compile(&filters->from_deepest, "from-deepest", &options->from_deepest);
	compile(&filters->to, "to", &options->to);
	compile(&filters->hide, "hide", &options->hide);
	compile(&filters->show, "show", &options->show);
	if (any_wanted(filters))
		return filters;
	filters_free(filters);
	return NULL;
}

void filters_apply(struct filters *filters, struct stacks *stacks)
{
	for (size_t i = 0; i < FILTERS; i++)
		if (filters_in_order[i].is_wanted(filters))
			run(filters, &filters_in_order[i], stacks);
}

void filters_free(struct filters *filters)
{
	if (!filters)
		return;
	renames_release(&filters->renames);
	expressions_release(&filters->focus);
	expressions_release(&filters->ignore);
	expressions_release(&filters->from);
	expressions_release(&filters->from_deepest);
	expressions_release(&filters->to);
	expressions_release(&filters->hide);
	expressions_release(&filters->show);
	buf_release(&filters->scratch);
	free(filters);
}
