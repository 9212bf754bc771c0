#include "common/filters/filters.h"

#include <stdlib.h>

#include "common/annotation.h"
#include "common/filters/loops.h"
#include "common/filters/name-groups.h"
#include "common/filters/pass.h"
#include "common/filters/rename.h"
#include "common/memory.h"
#include "common/weight.h"

/* ---- --rename ---- */

static bool wants_rename(const struct filter_options *options)
{
	return options->rename.count > 0;
}

static void find_rename(struct pass *pass, struct str name, struct new_name *to)
{
	struct str renamed = renames_apply(pass->renames, name);

	if (renamed.n == 0)
		to->name = NAME_NONE;
	else if (!str_eq(renamed, name))
		to->name = pass_add_name(pass, renamed);
}

static uint32_t place_renamed(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t name = pass_new_name(pass, i, find_rename)->name;

	return name == NAME_NONE ? above : pass_child(pass, above, name);
}

/* ---- --focus, --ignore, --from, --from-deepest, --base, --to: state is "one has matched" ---- */

static void mark_match(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[pass_node(pass, i)->parent] || pass_matches(pass, i);
}

static bool keeps_marked(const struct pass *pass, uint32_t i)
{
	return pass->state[i];
}

static bool keeps_unmarked(const struct pass *pass, uint32_t i)
{
	return !pass->state[i];
}

static uint32_t place_from(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[i] ? pass_same_child(pass, i, above) : NODE_ROOT;
}

static uint32_t place_from_deepest(struct pass *pass, uint32_t i, uint32_t above)
{
	return place_from(pass, i, pass_matches(pass, i) ? NODE_ROOT : above);
}

static bool wants_base(const struct filter_options *options)
{
	return options->base.count > 0;
}

static void find_base(struct pass *pass, struct str name, struct new_name *to)
{
	const struct text_list *base = &pass->options->base;

	to->found = text_list_has(base, name) || text_list_has(base, name_bare(name));
}

static void mark_base(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[pass_node(pass, i)->parent] ||
			 pass_new_name(pass, i, find_base)->found;
}

static uint32_t place_base(struct pass *pass, uint32_t i, uint32_t above)
{
	return place_from(pass, i, pass_new_name(pass, i, find_base)->found ? NODE_ROOT : above);
}

static uint32_t place_to(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[pass_node(pass, i)->parent] ? above : pass_same_child(pass, i, above);
}

/* ---- --hide, --show ---- */

static uint32_t place_hidden(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass_matches(pass, i) ? above : pass_same_child(pass, i, above);
}

static uint32_t place_shown(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass_matches(pass, i) ? pass_same_child(pass, i, above) : above;
}

/* ---- --group ---- */

static bool wants_group(const struct filter_options *options)
{
	return options->group != GROUP_NONE;
}

static void find_group(struct pass *pass, struct str name, struct new_name *to)
{
	struct str group;

	to->found = pass->options->group == GROUP_DSO ?
		name_module(name, pass->scratch, &group) :
		name_group_package(name, pass->scratch, &group);
	if (to->found)
		to->name = pass_add_name(pass, group);
}

/* A plain function that calls itself stays two frames, two functions of one module are one. */
static uint32_t place_grouped(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t parent = pass_node(pass, i)->parent;
	const struct new_name *to = pass_new_name(pass, i, find_group), *before;

	if (parent != NODE_ROOT && to->found) {
		before = pass_new_name(pass, parent, find_group);
		if (before->found && before->name == to->name)
			return above;
	}
	return pass_child(pass, above, to->name);
}

/* ---- wakers: state is "it stands behind a separator" ---- */

static bool wants_wakers(const struct filter_options *options)
{
	return options->wakers;
}

static bool is_separator(const struct pass *pass, uint32_t i)
{
	return i != NODE_ROOT && str_eq(pass_name(pass, i), STR("--"));
}

/* A separator that is the first frame has nothing before it that could have been woken up. */
static void mark_waker(struct pass *pass, uint32_t i)
{
	uint32_t parent = pass_node(pass, i)->parent;

	pass->state[i] = pass->state[parent] || (is_separator(pass, parent) &&
		pass_node(pass, parent)->parent != NODE_ROOT);
}

static void find_waker(struct pass *pass, struct str name, struct new_name *to)
{
	buf_reset(pass->scratch);
	buf_add(pass->scratch, name);
	buf_add(pass->scratch, STR("_[w]"));
	to->name = pass_add_name(pass, buf_str(pass->scratch));
}

static uint32_t place_waker(struct pass *pass, uint32_t i, uint32_t above)
{
	if (!pass->state[i] || is_separator(pass, i))
		return pass_same_child(pass, i, above);
	return pass_child(pass, above, pass_new_name(pass, i, find_waker)->name);
}

/* ---- --merge-recursion ---- */

static bool wants_direct(const struct filter_options *options)
{
	return options->recursion == RECURSION_DIRECT;
}

static uint32_t place_direct(struct pass *pass, uint32_t i, uint32_t above)
{
	uint32_t name = pass_node(pass, i)->name;
	bool called = !pass_is_leading(pass, pass_node(pass, i)->parent);
	bool repeats = called && above != NODE_ROOT &&
		       pass->host->tree->nodes[above].name == name;

	return repeats ? above : pass_child(pass, above, name);
}

static bool wants_cyclic(const struct filter_options *options)
{
	return options->recursion == RECURSION_CYCLIC;
}

/* ---- --depth ---- */

static bool wants_depth(const struct filter_options *options)
{
	return options->depth > 0;
}

static void mark_depth(struct pass *pass, uint32_t i)
{
	pass->state[i] = pass->state[pass_node(pass, i)->parent] + 1;
}

static uint32_t place_cut(struct pass *pass, uint32_t i, uint32_t above)
{
	return pass->state[i] > pass->options->depth ? above : pass_same_child(pass, i, above);
}

/* ---- --reverse: state is the stack's first frame ---- */

static bool wants_reverse(const struct filter_options *options)
{
	return options->reverse;
}

static void mark_first(struct pass *pass, uint32_t i)
{
	uint32_t parent = pass_node(pass, i)->parent;

	pass->state[i] = parent == NODE_ROOT ? i : pass->state[parent];
}

static void reverse(struct pass *pass)
{
	for (uint32_t i = 1; i < pass->old.count; i++) {
		uint32_t end = NODE_ROOT;

		if (!pass_has_weight(pass, i))
			continue;
		if (pass->options->keep_root) {
			end = pass->state[i];
			pass->target[i] = pass_same_child(pass, end, NODE_ROOT);
		}
		for (uint32_t at = i; at != end; at = pass_node(pass, at)->parent)
			pass->target[i] = pass_same_child(pass, at, pass->target[i]);
	}
	if (pass->host->leading && !(pass->options->keep_root && *pass->host->leading == 1))
		*pass->host->leading = 0;
}

/* ---- --min ---- */

static bool wants_least(const struct filter_options *options)
{
	return options->least.percent;
}

/* Of a comparison both sides must be small; a side without any weight does not count. */
static bool is_small(struct pass *pass, uint32_t i)
{
	for (unsigned column = 0; column < pass->old.columns; column++) {
		if (!pass->totals[column])
			pass->totals[column] = calltree_totals(&pass->old, column);
		if (pass->old.total[column] &&
			amount_compare(&pass->options->least, pass->totals[column][i],
				pass->old.total[column], pass->old.places) >= 0)
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
	return pass_child(pass, above, pass_add_name(pass, STR("(other)")));
}

/* ---- all of them, in their order ---- */

#define LIST(member) .option = #member, .list = offsetof(struct filter_options, member)

static const struct filter filters_in_order[] = {
	{.is_wanted = wants_rename, .place = place_renamed},
	{LIST(focus), .mark = mark_match, .keeps = keeps_marked, .place = pass_same_child},
	{LIST(ignore), .mark = mark_match, .keeps = keeps_unmarked, .place = pass_same_child},
	{LIST(from), .mark = mark_match, .keeps = keeps_marked, .place = place_from},
	{"from-deepest", offsetof(struct filter_options, from_deepest), .mark = mark_match,
		.keeps = keeps_marked, .place = place_from_deepest},
	{"base", .is_wanted = wants_base, .mark = mark_base, .keeps = keeps_marked,
		.place = place_base},
	{LIST(to), .mark = mark_match, .place = place_to},
	{LIST(hide), .place = place_hidden},
	{LIST(show), .place = place_shown},
	{.is_wanted = wants_group, .place = place_grouped},
	{.is_wanted = wants_wakers, .mark = mark_waker, .place = place_waker},
	{.is_wanted = wants_direct, .place = place_direct},
	{.is_wanted = wants_cyclic, .all = filter_loops},
	{.is_wanted = wants_depth, .mark = mark_depth, .place = place_cut},
	{.is_wanted = wants_reverse, .mark = mark_first, .all = reverse},
	{.is_wanted = wants_least, .mark = mark_small, .place = place_large},
};

enum { FILTERS = sizeof(filters_in_order) / sizeof(*filters_in_order) };

/* ---- interface ---- */

/* The answers of all lists are kept by the ids of the names, which stay from tree to tree. */
struct filters {
	const struct filter_options *options;
	struct expressions expressions[FILTERS];
	struct renames renames;
	struct buf scratch;
};

static const struct text_list *list_of(
	const struct filter *filter, const struct filter_options *options)
{
	return (const void *)((const char *)options + filter->list);
}

static bool is_wanted(const struct filter *filter, const struct filter_options *options)
{
	return filter->list ? list_of(filter, options)->count > 0 : filter->is_wanted(options);
}

static bool any_wanted(const struct filter_options *options)
{
	for (size_t i = 0; i < FILTERS; i++)
		if (is_wanted(&filters_in_order[i], options))
			return true;
	return false;
}

struct filters *filters_new(const struct filter_options *options)
{
	struct filters *filters;

	if (!any_wanted(options))
		return NULL;
	filters = memory_new(1, sizeof(*filters));
	filters->options = options;
	renames_init(&filters->renames, &options->rename);
	for (size_t i = 0; i < FILTERS; i++) {
		const struct filter *filter = &filters_in_order[i];

		if (filter->list)
			expressions_init(&filters->expressions[i], filter->option,
				list_of(filter, options));
	}
	return filters;
}

bool filters_apply(struct filters *filters, const struct filter_host *host)
{
	for (size_t i = 0; i < FILTERS; i++) {
		struct pass pass = {.host = host,
			.options = filters->options,
			.expressions = &filters->expressions[i],
			.renames = &filters->renames,
			.scratch = &filters->scratch};

		if (is_wanted(&filters_in_order[i], filters->options) &&
			!pass_run(&pass, &filters_in_order[i]))
			return false;
	}
	return true;
}

void filters_free(struct filters *filters)
{
	if (!filters)
		return;
	renames_release(&filters->renames);
	for (size_t i = 0; i < FILTERS; i++)
		expressions_release(&filters->expressions[i]);
	buf_release(&filters->scratch);
	free(filters);
}

void filter_options_release(struct filter_options *options)
{
	text_list_release(&options->rename);
	text_list_release(&options->base);
	for (size_t i = 0; i < FILTERS; i++) {
		size_t list = filters_in_order[i].list;

		if (list)
			text_list_release((struct text_list *)(void *)((char *)options + list));
	}
}
