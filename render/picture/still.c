#include "render/picture/still.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"
#include "render/picture/markup.h"

enum {
	COARSEST_GRID = 8 * GRID, /* coarser only where a row alone is too much */
	SHAPE_BYTES = 12, /* what a box takes in a path, on the whole */
	SHAPES_BUDGET = 60000,
	LABELS_BUDGET = 48000,
	LABEL_MARKUP = 90, /* bytes around a label's text */
};

static double minwidth_units(const struct picture *picture)
{
	const struct picture_options *options = picture->options;

	return options->minwidth_unit == MINWIDTH_PX ? options->minwidth * PIXEL :
						      options->minwidth / 100 * picture->units;
}

/* Boxes are in rows, so what is cut off are whole rows and the rest of one. */
static void cut_rows(struct layout *layout, size_t keep)
{
	uint32_t last_row;

	if (layout->count <= keep)
		return;
	last_row = layout->boxes[keep].depth;
	while (layout->boxes[keep - 1].depth == last_row)
		keep--;
	layout->hidden += layout->count - keep;
	layout->count = keep;
	layout->rows = last_row;
}

/* Whether no more than that many boxes are in the root's row and the one next to it. */
static bool first_rows_fit(const struct layout *layout, size_t most)
{
	return layout->count <= most || layout->boxes[most].depth > 1;
}

void still_place(struct picture *picture)
{
	struct layout_rules rules = {.units = picture->units, .minwidth = minwidth_units(picture)};
	struct layout *layout = &picture->layout;
	const size_t most = SHAPES_BUDGET / SHAPE_BYTES;

	if (picture->options->plain) {
		rules.grid = 1;
		rules.keep_thin = true;
		layout_place(layout, &picture->children, &picture->totals, &rules);
		return;
	}
	/* A picture of the root alone would show nothing, so its callees have to fit at any price. */
	for (rules.grid = GRID;; rules.grid *= 2) {
		layout_place(layout, &picture->children, &picture->totals, &rules);
		if (layout->count <= most ||
			(rules.grid >= COARSEST_GRID && first_rows_fit(layout, most)))
			break;
		layout_release(layout);
	}
	cut_rows(layout, most);
}

/* ---- shapes ---- */

struct pen {
	struct buf path;
	uint64_t row, end; /* where the last stroke ended */
};

static void stroke(struct pen *pen, const struct picture *picture, const struct box *box)
{
	uint64_t row = (uint64_t)box->depth + 1; /* 0: nothing was drawn yet */

	if (pen->row == row) {
		buf_add_char(&pen->path, 'm');
		buf_add_u64(&pen->path, box->x - pen->end);
		buf_add(&pen->path, STR(" 0"));
	} else {
		uint64_t middle2 = 2 * picture_row_top(picture, box->depth) + picture->options->row;

		buf_add_char(&pen->path, 'M');
		buf_add_u64(&pen->path, box->x);
		buf_add_char(&pen->path, ' ');
		buf_add_u64(&pen->path, middle2 / 2);
		if (middle2 % 2)
			buf_add(&pen->path, STR(".5"));
	}
	buf_add_char(&pen->path, 'h');
	buf_add_u64(&pen->path, box->width);
	pen->row = row;
	pen->end = (uint64_t)box->x + box->width;
}

static void write_shapes(struct buf *out, const struct picture *picture)
{
	const struct layout *layout = &picture->layout;
	struct pen *pens = memory_new(picture->fills.count, sizeof(*pens));

	for (size_t i = 0; i < layout->count; i++) {
		const struct box *box = &layout->boxes[i];
		uint32_t fill = fills_of_node(
			&picture->fills, picture->tree, &picture->totals, box->node);

		stroke(&pens[fill], picture, box);
	}
	for (uint32_t fill = 0; fill < picture->fills.count; fill++) {
		if (pens[fill].path.n) {
			buf_addf(out, "<path class=\"f%u\" d=\"", fill);
			buf_add(out, buf_str(&pens[fill].path));
			buf_add(out, STR("\"/>\n"));
		}
		buf_release(&pens[fill].path);
	}
	free(pens);
}

/* ---- labels ---- */

static int widest_first(const void *a, const void *b)
{
	const struct box *x = *(const struct box *const *)a, *y = *(const struct box *const *)b;

	if (x->width != y->width)
		return x->width > y->width ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Marks the boxes that get a label: the widest ones, until the bytes are spent. */
static bool *choose_labels(const struct picture *picture)
{
	const struct layout *layout = &picture->layout;
	bool *chosen = memory_new(layout->count, sizeof(*chosen));
	const struct box **boxes = memory_new(layout->count, sizeof(*boxes));
	size_t count = 0, spent = 0;

	for (size_t i = 0; i < layout->count; i++)
		if (picture_label_room(picture, layout->boxes[i].width))
			boxes[count++] = &layout->boxes[i];
	qsort(boxes, count, sizeof(*boxes), widest_first);
	for (size_t i = 0; i < count; i++) {
		size_t text = picture_name(picture, boxes[i]->node).n;
		size_t room = picture_label_room(picture, boxes[i]->width);

		spent += LABEL_MARKUP + (text < room ? text : room);
		if (spent > LABELS_BUDGET)
			break;
		chosen[boxes[i] - layout->boxes] = true;
	}
	free(boxes);
	return chosen;
}

/* "12.500" is "12.5", "100.000" is "100". */
static void add_percent(struct buf *out, uint32_t part, uint32_t whole)
{
	weight_percent(out, part, whole, 3);
	while (out->p[out->n - 1] == '0')
		out->n--;
	if (out->p[out->n - 1] == '.')
		out->n--;
	buf_add_char(out, '%');
}

static void write_label(struct buf *out, const struct picture *picture, const struct box *box)
{
	uint32_t fill = fills_of_node(&picture->fills, picture->tree, &picture->totals, box->node);
	bool light = colour_wants_light_text(picture->fills.colours[fill]);

	buf_add(out, STR("<svg class=\"label\" x=\""));
	add_percent(out, box->x, picture->units);
	buf_addf(out, "\" y=\"%llu\" width=\"",
		(unsigned long long)picture_row_top(picture, box->depth));
	add_percent(out, box->width, picture->units);
	buf_addf(out, "\" height=\"%llu\"><text%s x=\"%d\" y=\"%llu\">",
		(unsigned long long)picture->options->row, light ? " class=\"w\"" : "",
		LABEL_MARGIN, (unsigned long long)picture_baseline(picture));
	picture_add_label(out, picture, box);
	buf_add(out, STR("</text></svg>\n"));
}

void still_write(struct buf *out, const struct picture *picture, uint64_t y)
{
	const struct layout *layout = &picture->layout;
	unsigned long long height = layout->rows * picture->options->row;
	bool *labelled = choose_labels(picture);

	buf_addf(out,
		"<svg class=\"frames\" x=\"%d%%\" y=\"%llu\" width=\"%d%%\" height=\"%llu\">\n",
		MARGIN_PERCENT, (unsigned long long)y, 100 - 2 * MARGIN_PERCENT, height);
	buf_addf(out,
		"<svg class=\"shapes\" viewBox=\"0 0.5 %u %llu\" preserveAspectRatio=\"none\" "
		"width=\"100%%\" height=\"%llu\" stroke-width=\"%llu\">\n",
		picture->units, height, height, (unsigned long long)picture->options->row - 1);
	write_shapes(out, picture);
	buf_add(out, STR("</svg>\n"));
	for (size_t i = 0; i < layout->count; i++)
		if (labelled[i])
			write_label(out, picture, &layout->boxes[i]);
	buf_add(out, STR("</svg>\n"));
	free(labelled);
}
