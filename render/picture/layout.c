#include "render/picture/layout.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/messages.h"
#include "render/picture/shared.h"

const char *const sibling_order_names[] = {ORDERS, NULL};
const char *const width_by_names[] = {WIDTHS, NULL};

/* ---- weights ---- */

static uint64_t larger_self(const struct node *node)
{
	return node->self[0] > node->self[1] ? node->self[0] : node->self[1];
}

/* Sums of subtrees are parts of the sum of all, so none of them can pass 2^64 if it does not. */
static void check_larger_sum(const struct calltree *tree)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < tree->count; i++) {
		uint64_t self = larger_self(&tree->nodes[i]);

		if (self > UINT64_MAX - sum)
			die("before and after together add up to more than 2^64-1");
		sum += self;
	}
}

static uint64_t *larger_totals(const struct calltree *tree)
{
	uint64_t *totals;

	check_larger_sum(tree);
	totals = memory_new(tree->count, sizeof(*totals));
	for (uint32_t i = tree->count; i-- > 0;) {
		totals[i] += larger_self(&tree->nodes[i]);
		if (i != NODE_ROOT)
			totals[tree->nodes[i].parent] += totals[i];
	}
	return totals;
}

static uint32_t *count_frames(const struct calltree *tree)
{
	uint32_t *frames = memory_new(tree->count, sizeof(*frames));

	for (uint32_t i = tree->count; i-- > 0;) {
		frames[i]++;
		if (i != NODE_ROOT)
			frames[tree->nodes[i].parent] += frames[i];
	}
	return frames;
}

void totals_init(struct totals *totals, const struct calltree *tree, enum width_by width_by)
{
	unsigned column = tree->columns == 2 && width_by == WIDTH_AFTER ? AFTER : BEFORE;

	*totals = (struct totals){.frames = count_frames(tree)};
	for (unsigned i = 0; i < tree->columns; i++)
		totals->column[i] = calltree_totals(tree, i);
	if (tree->columns == 2 && width_by == WIDTH_LARGER)
		totals->width = larger_totals(tree);
	else
		totals->width = calltree_totals(tree, column);
	if (totals->width[NODE_ROOT] == 0)
		die("%s has no weight, so frames have no width by it; other widths are --width-by %s "
		    "and larger",
			column == BEFORE ? "BEFORE" : "AFTER", column == BEFORE ? "after" : "before");
}

bool totals_widen(struct totals *totals, uint64_t whole)
{
	if (totals->width[NODE_ROOT] > whole)
		return false;
	totals->width[NODE_ROOT] = whole;
	return true;
}

void totals_release(struct totals *totals)
{
	free(totals->width);
	free(totals->column[0]);
	free(totals->column[1]);
	free(totals->frames);
	*totals = (struct totals){0};
}

/* ---- order ---- */

struct weighed {
	uint64_t weight;
	uint32_t name, node; /* the name's place among all names */
};

static int widest_first(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

/* Weights and names have more bits than a key, so the key is the place among all nodes. */
static uint32_t *keys_by_width(const struct calltree *tree, const uint64_t *width)
{
	struct weighed *nodes = memory_new(tree->count, sizeof(*nodes));
	uint32_t *key = memory_new(tree->count, sizeof(*key));
	uint32_t *sorted = names_sorted(&tree->names), *ranks = names_ranks(&tree->names, sorted);

	for (uint32_t i = 1; i < tree->count; i++)
		nodes[i] = (struct weighed){width[i], ranks[tree->nodes[i].name], i};
	qsort(nodes + 1, tree->count - 1, sizeof(*nodes), widest_first);
	for (uint32_t i = 1; i < tree->count; i++)
		key[nodes[i].node] = i;
	free(sorted);
	free(ranks);
	free(nodes);
	return key;
}

void layout_order(struct children *children, const struct calltree *tree,
	const struct totals *totals, enum sibling_order order)
{
	if (order == ORDER_NAME) {
		children_sort_by_name(children, tree);
	} else if (order == ORDER_WIDTH) {
		uint32_t *key = keys_by_width(tree, totals->width);

		children_sort(children, tree, key);
		free(key);
	}
}

/* ---- boxes ---- */

uint32_t layout_units(uint64_t width)
{
	return (uint32_t)((width * (100 - 2 * MARGIN_PERCENT) * PIXEL + 50) / 100);
}

struct placing {
	struct layout *layout;
	const struct layout_rules *rules;
	double scale;     /* grid steps per weight */
	double min_weight; /* narrower than this is not drawn */
};

/* Two statements, as a compiler may round the product and the sum of one expression together. */
static uint32_t edge(const struct placing *placing, uint64_t weight)
{
	double step = (double)weight * placing->scale;
	double x = floor(step + 0.5) * placing->rules->grid;

	return x < placing->rules->units ? (uint32_t)x : placing->rules->units;
}

static void add_box(struct layout *layout, struct box box)
{
	if (box.width >= GAP_FROM)
		box.width -= GAP;
	*ARRAY_PUSH(layout->boxes, layout->count, layout->capacity) = box;
	layout->rows = box.depth + 1;
}

/* Unless it is too thin to draw. */
static void place(struct placing *placing, uint32_t node, uint32_t depth, uint64_t start,
	uint64_t weight)
{
	uint32_t x = edge(placing, start), width = edge(placing, start + weight) - x;

	if ((double)weight < placing->min_weight || (width == 0 && !placing->rules->keep_thin))
		return;
	add_box(placing->layout, (struct box){node, depth, start, x, width});
}

void layout_place(struct layout *layout, const struct children *children,
	const struct totals *totals, const struct layout_rules *rules)
{
	double all = (double)totals->width[NODE_ROOT];
	struct placing placing = {.layout = layout, .rules = rules};

	*layout = (struct layout){0};
	placing.scale = (double)rules->units / rules->grid / all;
	placing.min_weight = rules->minwidth / rules->units * all;
	add_box(layout, (struct box){.node = NODE_ROOT, .width = rules->units});
	/* The list of boxes is its own queue: a box's children are placed behind all of its row. */
	for (size_t at = 0; at < layout->count; at++) {
		struct box box = layout->boxes[at];
		uint64_t start = box.start;

		for (uint32_t i = children->start[box.node]; i < children->start[box.node + 1]; i++) {
			uint32_t child = children->item[i];
			uint64_t weight = totals->width[child];

			place(&placing, child, box.depth + 1, start, weight);
			start += weight;
		}
	}
	layout->hidden = totals->frames[NODE_ROOT] - layout->count;
}

void layout_release(struct layout *layout)
{
	free(layout->boxes);
	*layout = (struct layout){0};
}
