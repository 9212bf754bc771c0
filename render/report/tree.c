#include "render/report/tree.h"

#include <stdlib.h>

#include "common/memory.h"

struct planter {
	const struct rows *rows;
	const struct list_rules *rules;
	struct children children; /* in the order that was asked for */
	bool *shown; /* by node */
	struct list waiting; /* the first line to come is the last */
};

/* ---- what is shown ---- */

static bool is_heavy(const struct planter *planter, uint32_t node)
{
	const struct calltree *tree = planter->rules->tree;
	const uint64_t *weight = planter->rows->items[node].weight[TOTAL];
	const struct amount *least = &planter->rules->options->min_percent;

	for (unsigned column = 0; column < tree->columns; column++)
		if (weight[column] > 0 && amount_compare(least, weight[column], tree->total[column],
						  tree->places) >= 0)
			return true;
	return false;
}

/* What leads to a change is shown too: it is as heavy at least. */
static void choose(struct planter *planter)
{
	const struct calltree *tree = planter->rules->tree;
	bool all = tree->columns == 1 || planter->rules->options->all;

	for (uint32_t node = tree->count; node-- > 1;) {
		if (!planter->shown[node])
			planter->shown[node] = (all || list_has_changed(&planter->rows->items[node],
							       planter->rules));
		planter->shown[node] = planter->shown[node] && is_heavy(planter, node);
		if (planter->shown[node])
			planter->shown[tree->nodes[node].parent] = true;
	}
}

/* ---- lines ---- */

/* All that a frame calls and does is this callee. */
static bool is_all_of(const struct planter *planter, uint32_t parent, uint32_t child)
{
	const uint64_t *above = planter->rows->items[parent].weight[TOTAL];
	const uint64_t *weight = planter->rows->items[child].weight[TOTAL];

	return parent != NODE_ROOT && above[BEFORE] == weight[BEFORE] &&
	       above[AFTER] == weight[AFTER];
}

static struct list_line line_below(const struct list_line *above, uint32_t node)
{
	if (above->row == NODE_ROOT)
		return (struct list_line){.row = node};
	return (struct list_line){
		.row = node, .level = above->level + 1, .depth = above->depth + 1};
}

static struct list_line line_of(
	const struct planter *planter, const struct list_line *above, uint32_t child)
{
	struct list_line line = line_below(above, child);

	line.repeated = is_all_of(planter, above->row, child);
	if (line.repeated)
		line.level = above->level;
	return line;
}

static void count_more(const struct planter *planter, struct list_line *more, uint32_t child)
{
	const uint64_t *weight = planter->rows->items[child].weight[TOTAL];

	more->more++;
	more->weight[BEFORE] += weight[BEFORE];
	more->weight[AFTER] += weight[AFTER];
}

static void reverse(struct list_line *lines, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		struct list_line line = lines[i];

		lines[i] = lines[count - 1 - i];
		lines[count - 1 - i] = line;
	}
}

static void wait_for_children(struct planter *planter, const struct list_line *above)
{
	const struct children *children = &planter->children;
	uint64_t limit = planter->rules->options->limit;
	struct list_line more = line_below(above, above->row);
	size_t from = planter->waiting.count;

	for (uint32_t i = children->start[above->row]; i < children->start[above->row + 1]; i++) {
		uint32_t child = children->item[i];
		struct list_line line = line_of(planter, above, child);

		if (planter->shown[child] && (limit == 0 || planter->waiting.count - from < limit))
			list_add(&planter->waiting, &line);
		else
			count_more(planter, &more, child);
	}
	if (more.more > 0)
		list_add(&planter->waiting, &more);
	reverse(planter->waiting.lines + from, planter->waiting.count - from);
}

void list_init_tree(
	struct list *list, const struct rows *rows, const struct list_rules *rules)
{
	struct planter planter = {.rows = rows, .rules = rules};
	uint32_t *places = list_places(rows, rules);

	*list = (struct list){0};
	planter.shown = memory_new(rules->tree->count, sizeof(*planter.shown));
	choose(&planter);
	children_init(&planter.children, rules->tree);
	children_sort(&planter.children, rules->tree, places);
	wait_for_children(&planter, &(struct list_line){.row = NODE_ROOT});
	while (planter.waiting.count > 0) {
		struct list_line line = planter.waiting.lines[--planter.waiting.count];

		list_add(list, &line);
		if (line.more == 0)
			wait_for_children(&planter, &line);
	}
	children_release(&planter.children);
	list_release(&planter.waiting);
	free(planter.shown);
	free(places);
}
