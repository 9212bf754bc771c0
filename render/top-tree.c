#include "render/top-tree.h"

#include <stdlib.h>

#include "common/memory.h"

struct planter {
	const struct top_rows *rows;
	const struct list_rules *rules;
	struct children children; /* in the order that was asked for */
	bool *shown; /* by node */
	struct tree_lines *lines;
	struct tree_line *waiting;
	size_t count, capacity;
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

static void wait_for(struct planter *planter, const struct tree_line *line)
{
	planter->waiting = memory_grow(planter->waiting, &planter->capacity, planter->count + 1,
		sizeof(*planter->waiting));
	planter->waiting[planter->count++] = *line;
}

static void add_line(struct tree_lines *lines, const struct tree_line *line)
{
	lines->items = memory_grow(
		lines->items, &lines->capacity, lines->count + 1, sizeof(*lines->items));
	lines->items[lines->count++] = *line;
}

/* All that a frame calls and does is this callee. */
static bool is_all_of(const struct planter *planter, uint32_t parent, uint32_t child)
{
	const uint64_t *above = planter->rows->items[parent].weight[TOTAL];
	const uint64_t *weight = planter->rows->items[child].weight[TOTAL];

	return parent != NODE_ROOT && above[BEFORE] == weight[BEFORE] &&
	       above[AFTER] == weight[AFTER];
}

static struct tree_line line_below(const struct tree_line *above, uint32_t node)
{
	if (above->node == NODE_ROOT)
		return (struct tree_line){.node = node};
	return (struct tree_line){
		.node = node, .level = above->level + 1, .depth = above->depth + 1};
}

static struct tree_line line_of(
	const struct planter *planter, const struct tree_line *above, uint32_t child)
{
	struct tree_line line = line_below(above, child);

	line.repeated = is_all_of(planter, above->node, child);
	if (line.repeated)
		line.level = above->level;
	return line;
}

static void count_more(const struct planter *planter, struct tree_line *more, uint32_t child)
{
	const uint64_t *weight = planter->rows->items[child].weight[TOTAL];

	more->more++;
	more->weight[BEFORE] += weight[BEFORE];
	more->weight[AFTER] += weight[AFTER];
}

/* The first line to come is taken from the end. */
static void reverse(struct tree_line *lines, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		struct tree_line line = lines[i];

		lines[i] = lines[count - 1 - i];
		lines[count - 1 - i] = line;
	}
}

static void wait_for_children(struct planter *planter, const struct tree_line *above)
{
	const struct children *children = &planter->children;
	uint64_t limit = planter->rules->options->limit;
	struct tree_line more = line_below(above, above->node);
	size_t from = planter->count;

	for (uint32_t i = children->start[above->node]; i < children->start[above->node + 1]; i++) {
		uint32_t child = children->item[i];
		struct tree_line line = line_of(planter, above, child);

		if (planter->shown[child] && (limit == 0 || planter->count - from < limit))
			wait_for(planter, &line);
		else
			count_more(planter, &more, child);
	}
	if (more.more > 0)
		wait_for(planter, &more);
	reverse(planter->waiting + from, planter->count - from);
}

void tree_lines_init(
	struct tree_lines *lines, const struct top_rows *rows, const struct list_rules *rules)
{
	struct planter planter = {.rows = rows, .rules = rules, .lines = lines};
	uint32_t *places = list_places(rows, rules);

	*lines = (struct tree_lines){0};
	planter.shown = memory_new(rules->tree->count, sizeof(*planter.shown));
	choose(&planter);
	children_init(&planter.children, rules->tree);
	children_sort(&planter.children, rules->tree, places);
	wait_for_children(&planter, &(struct tree_line){.node = NODE_ROOT});
	while (planter.count > 0) {
		struct tree_line line = planter.waiting[--planter.count];

		add_line(lines, &line);
		if (line.more == 0)
			wait_for_children(&planter, &line);
	}
	children_release(&planter.children);
	free(planter.waiting);
	free(planter.shown);
	free(places);
}

void tree_lines_release(struct tree_lines *lines)
{
	free(lines->items);
	*lines = (struct tree_lines){0};
}
