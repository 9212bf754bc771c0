#include "collapse/filters/filters.h"

#include <stdlib.h>

#include "collapse/filters/loops.h"
#include "collapse/filters/pass.h"
#include "collapse/filters/rename.h"
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

static bool matches(struct pass *pass, struct expressions *expressions, uint32_t i)
{
	return expressions_match(expressions, pass_node(pass, i)->name, pass_name(pass, i));
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
	uint32_t name = pass_new_name(pass, i, find_rename)->name;

	return name == NAME_NONE ? above : pass_child(pass, above, name);
}

/* ---- --focus, --ignore, --from, --from-deepest, --to: state is "a frame has matched" ---- */

static void mark_match(struct pass *pass, uint32_t i, struct expressions *expressions)
{
	pass->state[i] = pass->state[pass_node(pass, i)->parent] || matches(pass, expressions, i);
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
	return pass->state[i] ? pass_same_child(pass, i, above) : NODE_ROOT;
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
	return pass->state[pass_node(pass, i)->parent] ? above : pass_same_child(pass, i, above);
}

/* ---- --hide, --show ---- */

static bool wants_hide(const struct filters *filters)
{
	return filters->hide.count > 0;
}

static uint32_t place_hidden(struct pass *pass, uint32_t i, uint32_t above)
{
	return matches(pass, &pass->filters->hide, i) ? above : pass_same_child(pass, i, above);
}

static bool wants_show(const struct filters *filters)
{
	return filters->show.count > 0;
}

static uint32_t place_shown(struct pass *pass, uint32_t i, uint32_t above)
{
	return matches(pass, &pass->filters->show, i) ? pass_same_child(pass, i, above) : above;
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
	uint32_t parent = pass_node(pass, i)->parent;
	const struct new_name *to = pass_new_name(pass, i, find_group), *before;

	if (parent != NODE_ROOT && to->grouped) {
		before = pass_new_name(pass, parent, find_group);
		if (before->grouped && before->name == to->name)
			return above;
	}
	return pass_child(pass, above, to->name);
}

/* ---- --merge-recursion ---- */

static bool wants_direct(const struct filters *filters)
{
	return filters->options->recursion == RECURSION_DIRECT;
}

static uint32_t place_direct(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t name = pass_node(pass, i)->name;
	bool repeats = above != NODE_ROOT && pass->stacks->tree.nodes[above].name == name;

	return repeats ? above : pass_child(pass, above, name);
}

static bool wants_cyclic(const struct filters *filters)
{
	return filters->options->recursion == RECURSION_CYCLIC;
}

/* ---- --depth, --reverse, --min ---- */

static bool wants_depth(const struct filters *filters)
{
	return filters->options->depth > 0;
}

static void mark_depth(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[pass_node(pass, i)->parent] + 1;
}

static uint32_t place_cut(struct pass *pass, uint32_t i, uint32_t above)
{
	bool is_deeper = pass->state[i] > pass->filters->options->depth;

	return is_deeper ? above : pass_same_child(pass, i, above);
}

static bool wants_reverse(const struct filters *filters)
{
	return filters->options->reverse;
}

static void reverse(struct pass *pass)
{
	for (uint32_t i = 1; i < pass->old.count; i++) {
		if (!pass_has_weight(pass, i))
			continue;
		for (uint32_t at = i; at != NODE_ROOT; at = pass_node(pass, at)->parent)
			pass->target[i] = pass_same_child(pass, at, pass->target[i]);
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
	pass->state[i] = pass->state[pass_node(pass, i)->parent] || is_small(pass, i);
}

static uint32_t place_large(struct pass *pass, uint32_t i, uint32_t above)
{
	if (!pass->state[i])
		return pass_same_child(pass, i, above);
	if (pass->state[pass_node(pass, i)->parent])
		return above;
	return pass_child(pass, above, stacks_name(pass->stacks, STR("(other)")));
}

/* ---- all of them, in their order ---- */

static const struct filter filters_in_order[] = {
	{.is_wanted = wants_rename, .place = place_renamed},
	{"focus", wants_focus, mark_focus, keeps_marked, pass_same_child, NULL},
	{"ignore", wants_ignore, mark_ignore, keeps_unmarked, pass_same_child, NULL},
	{"from", wants_from, mark_from, keeps_marked, place_from, NULL},
	{"from-deepest", wants_from_deepest, mark_from_deepest, keeps_marked, place_from_deepest,
		NULL},
	{.is_wanted = wants_to, .mark = mark_to, .place = place_to},
	{.is_wanted = wants_hide, .place = place_hidden},
	{.is_wanted = wants_show, .place = place_shown},
	{.is_wanted = wants_group, .place = place_grouped},
	{.is_wanted = wants_direct, .place = place_direct},
	{.is_wanted = wants_cyclic, .all = filter_loops},
	{.is_wanted = wants_depth, .mark = mark_depth, .place = place_cut},
	{.is_wanted = wants_reverse, .all = reverse},
	{.is_wanted = wants_least, .mark = mark_small, .place = place_large},
};

enum { FILTERS = sizeof(filters_in_order) / sizeof(*filters_in_order) };

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
			pass_run(filters, &filters_in_order[i], stacks);
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
