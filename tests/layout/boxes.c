/*
 * Where the program draws the frames of trees that it is given, for tests/layout/compare.mjs, which
 * asks the viewer the same. In, for each tree: how it is drawn, then its nodes in preorder without
 * the root, each with its parent, counted from 1 (0 is the root), its name and its weights:
 *
 *     picture width=137 columns=1 minwidth=50 percent=0 order=2 widthby=2 icicle=0 cut=0 plain=0 nodes=2
 *     0 main 30
 *     1 parse 12
 *
 * minwidth is in hundredths. Out, for each tree, what the picture has, then its frames:
 *
 *     picture units=1343 rows=3 hidden=0
 *     node=2 depth=2 x=0 w=535 y=0 fill=9 room=6 label=parse
 */
#include <stdio.h>

#include "common/lines.h"
#include "render/picture/still.h"

static uint64_t number(struct str text)
{
	uint64_t value = 0;

	if (!str_to_u64(text, &value)) {
		fprintf(stderr, "expected a number, got \"%.*s\"\n", STR_ARG(text));
		exit(EXIT_FAILURE);
	}
	return value;
}

/* "width=137" of the first line. */
static uint64_t setting(struct str line, const char *name)
{
	struct str word, key, value;

	while ((word = str_take_word(&line)).n)
		if (str_cut(word, '=', &key, &value) && str_eq(key, str_of(name)))
			return number(value);
	fprintf(stderr, "%s is missing\n", name);
	exit(EXIT_FAILURE);
}

/* Nodes get the numbers that they have in the input. */
static void read_tree(struct calltree *tree, struct lines *lines, uint64_t nodes)
{
	struct str line;

	for (uint64_t i = 0; i < nodes && lines_next(lines, &line); i++) {
		uint32_t parent = (uint32_t)number(str_take_word(&line));
		uint32_t name = names_add(&tree->names, str_take_word(&line));
		uint32_t node = calltree_child(tree, parent, name);

		for (unsigned column = 0; column < tree->columns; column++)
			calltree_add(tree, node, column,
				(struct weight){number(str_take_word(&line)), 0});
	}
}

static void print_boxes(const struct picture *picture)
{
	const struct layout *layout = &picture->layout;
	struct buf label = {0};

	printf("picture units=%u rows=%u hidden=%llu\n", picture->units, layout->rows,
		(unsigned long long)layout->hidden);
	for (size_t i = 0; i < layout->count; i++) {
		const struct box *box = &layout->boxes[i];

		buf_reset(&label);
		picture_add_label(&label, picture, box);
		printf("node=%u depth=%u x=%u w=%u y=%llu fill=%u room=%zu label=%.*s\n", box->node, box->depth,
			box->x, box->width, (unsigned long long)picture_row_top(picture, box->depth),
			fills_of_node(&picture->fills, picture->tree, &picture->totals, box->node),
			picture_label_room(picture, box->width), STR_ARG(buf_str(&label)));
	}
	buf_release(&label);
}

static void draw(const struct calltree *tree, struct str settings)
{
	const struct picture_options options = {.fontsize = 12,
		.fontwidth = 0.6,
		.row = 16,
		.minwidth = (double)setting(settings, "minwidth") / 100,
		.minwidth_unit = setting(settings, "percent") ? MINWIDTH_PERCENT : MINWIDTH_PX,
		.icicle = setting(settings, "icicle"),
		.cut = (int)setting(settings, "cut"),
		.plain = setting(settings, "plain")};
	const struct fill_options fill_options = {.by_width = true};
	struct picture picture = {.options = &options,
		.tree = tree,
		.units = layout_units(setting(settings, "width"))};

	totals_init(&picture.totals, tree, (enum width_by)setting(settings, "widthby"));
	children_init(&picture.children, tree);
	layout_order(&picture.children, tree, &picture.totals,
		(enum sibling_order)setting(settings, "order"));
	fills_init(&picture.fills, &fill_options, tree, NULL, NULL);
	still_place(&picture);
	print_boxes(&picture);
	layout_release(&picture.layout);
	fills_release(&picture.fills);
	children_release(&picture.children);
	totals_release(&picture.totals);
}

int main(void)
{
	struct lines lines;
	struct str line;

	lines_open(&lines, "-");
	while (lines_next(&lines, &line)) {
		char text[200];
		struct str settings = {text, line.n < sizeof(text) ? line.n : sizeof(text)};
		struct calltree tree;

		memcpy(text, line.p, settings.n);
		calltree_init(&tree, (unsigned)setting(settings, "columns"));
		read_tree(&tree, &lines, setting(settings, "nodes"));
		draw(&tree, settings);
		calltree_release(&tree);
	}
	lines_close(&lines);
}
