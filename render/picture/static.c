#include "render/picture/static.h"

#include "common/weight.h"
#include "render/picture/markup.h"

static void add_attribute(struct buf *out, const char *name, struct str value)
{
	if (!value.p)
		return;
	buf_addf(out, " %s=\"", name);
	markup_text(out, value);
	buf_add_char(out, '"');
}

/* Tenths of a pixel: 123 is "12.3". */
static void add_tenths(struct buf *out, uint64_t tenths)
{
	buf_addf(out, "%llu.%llu", (unsigned long long)(tenths / 10),
		(unsigned long long)(tenths % 10));
}

static void write_title(struct buf *out, const struct picture *picture, uint32_t node,
	const struct attributes *attributes)
{
	struct buf text = {0};

	buf_add(out, STR("<title>"));
	if (attributes && attributes->value[ATTRIBUTE_TITLE].p) {
		markup_text(out, attributes->value[ATTRIBUTE_TITLE]);
	} else {
		picture_describe(&text, picture, node);
		markup_text(out, buf_str(&text));
	}
	buf_add(out, STR("</title>"));
	buf_release(&text);
}

/*
 * " data-weight=\"1903452100\"": what a tooltip of three digits, or with --factor, does not tell, for
 * programs.
 */
static void add_weights(struct buf *out, const struct picture *picture, uint32_t node)
{
	const struct calltree *tree = picture->tree;

	bool scaled = picture->options->factor != 1.0 && quantity_unit(picture->header).n > 0;

	if (!quantity_has_symbol(&picture->numbers) && !scaled)
		return;
	buf_add(out, STR(" data-weight=\""));
	for (unsigned column = 0; column < tree->columns; column++) {
		uint64_t weight = tree->columns == 1 && node == NODE_ROOT ?
			picture->totals.width[NODE_ROOT] : picture->totals.column[column][node];

		if (column)
			buf_add_char(out, ' ');
		weight_format(out, weight, tree->places);
	}
	buf_add_char(out, '"');
}

static void write_rect(struct buf *out, const struct picture *picture, const struct box *box,
	uint64_t x, uint64_t y, struct colour fill)
{
	buf_add(out, STR("<rect"));
	add_weights(out, picture, box->node);
	buf_add(out, STR(" x=\""));
	add_tenths(out, x);
	buf_addf(out, "\" y=\"%llu\" width=\"", (unsigned long long)y);
	add_tenths(out, box->width);
	buf_addf(out, "\" height=\"%llu\" fill=\"rgb(%d,%d,%d)\"/>",
		(unsigned long long)picture->options->row - 1, fill.r, fill.g, fill.b);
}

static void write_label(struct buf *out, const struct picture *picture, const struct box *box,
	uint64_t x, uint64_t y, struct colour fill)
{
	if (!picture_label_room(picture, box->width))
		return;
	buf_add(out, STR("<text x=\""));
	add_tenths(out, x + LABEL_MARGIN * PIXEL);
	buf_addf(out, "\" y=\"%llu\"%s>", (unsigned long long)y + picture_baseline(picture),
		colour_wants_light_text(fill) ? " fill=\"#ffffff\"" : "");
	picture_add_label(out, picture, box);
	buf_add(out, STR("</text>"));
}

/* Those given to the name as it is in the input go before those given to the name that is shown. */
static const struct attributes *attributes_of(const struct picture *picture, uint32_t node)
{
	uint32_t name = picture->tree->nodes[node].name;
	const struct attributes *found;

	if (!picture->attributes || name == NAME_NONE)
		return NULL;
	found = nameattr_find(picture->attributes, names_get(&picture->tree->names, name));
	return found ? found : nameattr_find(picture->attributes, picture_name(picture, node));
}

static void write_frame(
	struct buf *out, const struct picture *picture, const struct box *box, uint64_t top)
{
	uint64_t x = ((uint64_t)picture->width * PIXEL - picture->units) / 2 + box->x;
	uint64_t y = top + picture_row_top(picture, box->depth);
	struct colour fill = picture->fills.colours[fills_of_node(
		&picture->fills, picture->tree, &picture->totals, box->node)];
	const struct attributes *attributes = attributes_of(picture, box->node);
	bool link = attributes && attributes->value[ATTRIBUTE_HREF].p;

	if (link) {
		buf_add(out, STR("<a"));
		struct str target = attributes->value[ATTRIBUTE_TARGET];

		add_attribute(out, "href", attributes->value[ATTRIBUTE_HREF]);
		add_attribute(out, "target", target.p ? target : STR("_top"));
		buf_add_char(out, '>');
	}
	buf_add(out, STR("<g"));
	if (attributes) {
		add_attribute(out, "id", attributes->value[ATTRIBUTE_ID]);
		add_attribute(out, "class", attributes->value[ATTRIBUTE_CLASS]);
	}
	buf_add_char(out, '>');
	write_title(out, picture, box->node, attributes);
	write_rect(out, picture, box, x, y, fill);
	write_label(out, picture, box, x, y, fill);
	buf_add(out, link ? STR("</g></a>\n") : STR("</g>\n"));
}

void static_write(struct buf *out, const struct picture *picture, uint64_t y)
{
	buf_add(out, STR("<g class=\"frames\">\n"));
	for (size_t i = 0; i < picture->layout.count; i++)
		write_frame(out, picture, &picture->layout.boxes[i], y);
	buf_add(out, STR("</g>\n"));
}
