#include "render/picture/picture.h"

#include <math.h>

#include "common/annotation.h"
#include "common/weight.h"
#include "render/picture/markup.h"

struct str picture_title(const struct picture *picture)
{
	const struct picture_options *options = picture->options;

	if (options->title)
		return str_of(options->title);
	if (options->flamechart)
		return STR("Flame Chart");
	if (picture->tree->columns == 2)
		return options->icicle ? STR("Differential Icicle Graph") : STR("Differential Flame Graph");
	return options->icicle ? STR("Icicle Graph") : STR("Flame Graph");
}

/* Factors are for showing only; beyond 2^53 they round. */
static uint64_t scaled(const struct picture *picture, uint64_t weight, unsigned *places)
{
	double factor = picture->options->factor, product;

	*places = picture->tree->places;
	if (factor == 1.0)
		return weight;
	product = floor((double)weight * factor / (double)weight_unit(*places) + 0.5);
	*places = 0;
	return product < 1.8e19 ? (uint64_t)product : UINT64_MAX;
}

void picture_add_weight(struct buf *out, const struct picture *picture, uint64_t weight)
{
	unsigned places;
	uint64_t shown = scaled(picture, weight, &places);

	quantity_add_number(out, &picture->numbers, shown, places);
}

void picture_add_quantity(struct buf *out, const struct picture *picture, uint64_t weight)
{
	unsigned places;
	uint64_t shown = scaled(picture, weight, &places);

	quantity_add(out, &picture->numbers, shown, places);
}

void picture_add_total(struct buf *out, const struct picture *picture)
{
	const struct folded_header *header = picture->header;
	unsigned places;
	uint64_t total = scaled(picture, picture->tree->total[BEFORE], &places);

	if (picture->numbers.unit.n > 0)
		quantity_add_total(out, &picture->numbers, total, places,
			folded_header_get(header, HEADER_EVENT),
			header->runs == 1 ? header->samples[0] : 0);
}

struct str picture_name(const struct picture *picture, uint32_t node)
{
	uint32_t name = picture->tree->nodes[node].name;

	if (name == NAME_NONE)
		return STR(WORD_ROOT);
	return name_bare(names_get(&picture->tree->names, name));
}

/* "+12.34% of all before" */
static void add_change(
	struct buf *out, uint64_t before, uint64_t after, uint64_t whole, struct str of_what)
{
	buf_add_char(out, after < before ? '-' : '+');
	weight_percent(out, weight_difference(before, after), whole, 2);
	buf_add(out, of_what);
}

static void add_own_change(struct buf *out, uint64_t before, uint64_t after)
{
	if (before == 0) {
		buf_add(out, STR(WORD_NEW));
	} else if (after == 0) {
		buf_add(out, STR(WORD_GONE));
	} else {
		add_change(out, before, after, before, STR(WORD_OF_OWN));
	}
}

/* " of all after, before 1,200, 10.00% of all before; change +4.50% of all before, +45.00% of its own" */
static void describe_change(struct buf *out, const struct picture *picture, uint32_t node)
{
	uint64_t *const *column = picture->totals.column;
	uint64_t before = column[BEFORE][node], after = column[AFTER][node];
	uint64_t all = column[BEFORE][NODE_ROOT];

	buf_add(out, STR(" of all after, before "));
	picture_add_weight(out, picture, before);
	buf_add(out, STR(", "));
	weight_percent(out, before, all, 2);
	buf_add(out, STR(WORD_OF_BEFORE "; "));
	if (before == after) {
		buf_add(out, STR(WORD_NO_CHANGE));
		return;
	}
	buf_add(out, STR(WORD_CHANGE));
	if (all)
		add_change(out, before, after, all, STR(WORD_OF_BEFORE ", "));
	add_own_change(out, before, after);
	if (picture->fills.beyond.total && !picture->fills.beyond.total[node])
		buf_add(out, STR(", " WORD_MAY_BE_NOISE));
}

/* How many frames are above it, or `most` if there are more. */
static unsigned depth_of(const struct calltree *tree, uint32_t node, unsigned most)
{
	unsigned depth = 0;

	while (depth < most && (node = tree->nodes[node].parent) != NODE_ROOT)
		depth++;
	return depth;
}

/* What it is besides a function, or instead of one: "kernel", "process"; empty for most. */
static struct str mark_of(const struct picture *picture, uint32_t node)
{
	const struct calltree *tree = picture->tree;
	unsigned leading = folded_header_leading(picture->header), depth, place;

	if (node == NODE_ROOT)
		return STR("");
	depth = depth_of(tree, node, leading);
	place = name_annotation_place(names_get(&tree->names, tree->nodes[node].name));
	if (depth < leading)
		return folded_header_leading_at(picture->header, depth);
	return place < ANNOTATIONS ? str_of(annotation_marks[place]) : STR("");
}

static void add_name(struct buf *out, const struct picture *picture, uint32_t node)
{
	struct str mark = mark_of(picture, node);

	buf_add(out, picture_name(picture, node));
	if (mark.n == 0)
		return;
	buf_add(out, STR(" ["));
	buf_add(out, mark);
	buf_add_char(out, ']');
}

void picture_describe(struct buf *out, const struct picture *picture, uint32_t node)
{
	const struct totals *totals = &picture->totals;
	unsigned column = picture->tree->columns == 2 ? AFTER : BEFORE;
	const uint64_t *weight = totals->column[column];
	uint64_t all = picture->tree->columns == 2 ? weight[NODE_ROOT] : totals->width[NODE_ROOT];
	uint64_t shown = node == NODE_ROOT ? all : weight[node];

	add_name(out, picture, node);
	buf_add(out, STR(" ("));
	picture_add_quantity(out, picture, shown);
	buf_add(out, STR(", "));
	if (node == NODE_ROOT)
		buf_add(out, STR("100"));
	else
		weight_percent(out, shown, all, 2);
	buf_add_char(out, '%');
	if (picture->tree->columns == 2)
		describe_change(out, picture, node);
	buf_add_char(out, ')');
}

size_t picture_label_room(const struct picture *picture, uint32_t width)
{
	const struct picture_options *options = picture->options;
	double length = (double)width / PIXEL - 2 * LABEL_MARGIN;
	double room = floor(length / (options->fontsize * options->fontwidth));

	return room < LABEL_LEAST ? 0 : (size_t)room;
}

void picture_add_label(struct buf *out, const struct picture *picture, const struct box *box)
{
	struct buf label = {0};

	markup_fit(&label, picture_name(picture, box->node), picture_label_room(picture, box->width),
		picture->options->cut == CUT_LEFT);
	markup_text(out, buf_str(&label));
	buf_release(&label);
}

uint64_t picture_baseline(const struct picture *picture)
{
	return picture->options->row - picture->options->row / LABEL_RISE;
}

uint64_t picture_row_top(const struct picture *picture, uint32_t depth)
{
	uint32_t row = picture->options->icicle ? depth : picture->layout.rows - 1 - depth;

	return row * picture->options->row;
}
