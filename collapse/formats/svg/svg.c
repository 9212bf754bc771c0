/*
 * collapse-svg: the picture of a flame graph, back into folded stacks.
 *
 *     <svg class="flamegraph" …><metadata class="profile">     flamegraph's, which hold all data
 *     <g><title>parse (12 samples, 3.40%)</title><rect …/>      all others: what the boxes show
 *
 * The second way is for FlameGraph's and inferno's pictures and for flamegraph --static, and gives
 * as much as is drawn. Which of both it is shows only behind the whole picture, so frames are
 * gathered until then (some 100 bytes each).
 */
#include <stdlib.h>

#include "collapse/formats/svg/block.h"
#include "collapse/formats/svg/frames.h"
#include "collapse/readers/head.h"
#include "collapse/readers/xml.h"
#include "collapse/stacks/format.h"
#include "common/annotation.h"
#include "common/memory.h"
#include "common/weight.h"

enum gathering { NOTHING, BLOCK, HEADER, TITLE, MESSAGE };

struct svg {
	struct stacks *stacks;

	/* of the present picture */
	struct lines *lines;
	struct xml xml;
	enum gathering gathering; /* whose text is in `text` */
	size_t gathering_depth;
	uint64_t gathering_line;
	struct buf text;
	struct buf message; /* "ERROR: …", of a picture of one */
	size_t group; /* depth of the last <g> or <a>: one with a title and a box is a frame */
	size_t titled; /* depth of the group that `title` belongs to; 0: none */
	uint64_t title_line;
	struct buf title;
	struct buf name; /* of a frame, if it is not in the title as it was */
	bool is_ours, has_blocks, has_header;
	size_t block_depth; /* of the last block, while its parent is open; else 0 */
	struct svg_frames frames;

	/* of all */
	uint64_t drawn; /* pictures that were read from their boxes */
	struct svg_loss loss;
};

/* ---- boxes ---- */

/* No picture is wider, and sums of two of these are far from 2^63. */
#define MOST_PLACE ((uint64_t)1 << 60)

/* "10.5", "-3", "12.5%", "12px", in millionths. */
static bool parse_place(struct str text, int64_t *place)
{
	struct weight number;
	uint64_t unit;
	bool negative = str_starts(text, STR("-"));

	text = str_skip(text, negative);
	if (str_ends(text, STR("%")) || str_ends(text, STR("px")))
		text = str_drop_end(text, str_ends(text, STR("%")) ? 1 : 2);
	if (!weight_parse(text, &number))
		return false;
	unit = weight_unit(WEIGHT_PLACES - number.places);
	if (number.value > MOST_PLACE / unit)
		return false;
	*place = (int64_t)(number.value * unit) * (negative ? -1 : 1);
	return true;
}

static bool parse_box(const struct xml *xml, struct svg_box *box)
{
	struct str x = {0}, y = {0}, width = {0}, first = {0}, samples = {0};
	const struct {
		struct str name, *value;
	} wanted[] = {{STR("x"), &x}, {STR("y"), &y}, {STR("width"), &width}, {STR("fg:x"), &first},
		{STR("fg:w"), &samples}};

	/* Backwards, as the first of a name counts. */
	for (size_t i = xml->attribute_count; i-- > 0;)
		for (size_t k = 0; k < sizeof(wanted) / sizeof(*wanted); k++)
			if (str_eq(xml->attributes[i].name, wanted[k].name))
				*wanted[k].value = xml->attributes[i].value;
	*box = (struct svg_box){0};
	box->exact = str_to_u64(first, &box->first_sample) && str_to_u64(samples, &box->samples);
	box->percent = str_ends(width, STR("%"));
	return parse_place(x, &box->x) && parse_place(y, &box->y) &&
	       parse_place(width, &box->width) && box->width >= 0;
}

/*
 * Tooltips of flamegraph may have three digits, and the boxes all: data-weight="1903452100", two in
 * a comparison.
 */
static void take_weights(const struct xml *xml, struct svg_title *title)
{
	struct str text, word;
	struct weight weight;

	if (!xml_attribute(xml, STR("data-weight"), &text))
		return;
	for (unsigned column = 0; column < 2 && (word = str_take_word(&text)).n; column++)
		if (weight_parse(word, &weight))
			title->weight[column] = weight;
}

static bool drop_mark(struct str *name, struct str mark)
{
	struct str before = str_drop_end(*name, mark.n + 1);

	if (mark.n == 0 || !str_ends(*name, STR("]")) ||
		!str_ends(str_drop_end(*name, 1), mark) || !str_ends(before, STR(" [")))
		return false;
	*name = str_drop_end(before, 2);
	return true;
}

/* What flamegraph shows as a mark: "read [kernel]" is "read_[k]", and "fib [process]" is "fib". */
static void restore_name(struct svg *svg, struct str *name)
{
	const struct folded_header *header = &svg->stacks->header;

	for (unsigned i = 0; i < folded_header_leading(header); i++)
		if (drop_mark(name, folded_header_leading_at(header, i)))
			return;
	for (unsigned i = 0; i < ANNOTATIONS; i++)
		if (drop_mark(name, str_of(annotation_marks[i]))) {
			buf_set(&svg->name, *name);
			buf_addf(&svg->name, "_[%s]", annotation_letters[i]);
			*name = buf_str(&svg->name);
			return;
		}
}

static void take_box(struct svg *svg)
{
	struct str text = buf_str(&svg->title);
	struct svg_title title;
	struct svg_box box;
	bool readable;

	svg->titled = 0;
	stacks_count_things(svg->stacks, 1);
	if (!parse_box(&svg->xml, &box)) {
		stacks_problem_at(svg->stacks, svg->lines->name, svg->title_line,
			"a frame with x, y and width", text);
		return;
	}
	readable = svg_title_parse(text, &title);
	if (readable && svg->is_ours) {
		take_weights(&svg->xml, &title);
		restore_name(svg, &title.name);
	}
	svg_frames_add(&svg->frames, svg->stacks, str_trim_end(text), readable ? &title : NULL, &box);
}

/* ---- elements ---- */

static void gather(struct svg *svg, enum gathering what)
{
	svg->gathering = what;
	svg->gathering_depth = svg->xml.depth;
	svg->gathering_line = svg->xml.line;
	buf_reset(&svg->text);
}

/* Pictures may be inside another picture, each with its own; but one picture has one. */
static void take_block(struct svg *svg)
{
	const char *wrong = svg->block_depth == svg->gathering_depth ?
		"another stands before it" : svg_block_read(buf_str(&svg->text), svg->stacks);

	svg->has_blocks = true;
	svg->block_depth = svg->gathering_depth;
	if (wrong)
		stacks_fail(svg->stacks, "%s:%llu: the profile in this picture cannot be used: %s",
			svg->lines->name, (unsigned long long)svg->gathering_line, wrong);
}

/* Of a picture without data. */
static void take_header(struct svg *svg, struct str line)
{
	const char *wrong = svg->has_header ? NULL : svg_header_read(line, svg->stacks);

	svg->has_header = true;
	if (wrong)
		stacks_fail(svg->stacks, "%s:%llu: this picture cannot be used: %s", svg->lines->name,
			(unsigned long long)svg->gathering_line, wrong);
}

static void finish_gathering(struct svg *svg)
{
	enum gathering what = svg->gathering;

	svg->gathering = NOTHING;
	if (what == BLOCK) {
		take_block(svg);
	} else if (what == HEADER) {
		take_header(svg, buf_str(&svg->text));
	} else if (what == TITLE) {
		svg->titled = svg->gathering_depth - 1;
		svg->title_line = svg->gathering_line;
		buf_set(&svg->title, buf_str(&svg->text));
	} else if (svg->message.n == 0 && str_starts(buf_str(&svg->text), STR("ERROR: "))) {
		buf_add(&svg->message, str_skip(buf_str(&svg->text), STR("ERROR: ").n));
	}
}

static bool has_class(const struct xml *xml, struct str wanted)
{
	struct str value;

	return xml_attribute(xml, STR("class"), &value) && str_eq(value, wanted);
}

static void take_root(struct svg *svg, struct str name)
{
	char shown[STR_SHOW];

	if (!str_eq(name, STR("svg")))
		stacks_fail(svg->stacks, "%s: this is XML, but no SVG picture: it begins with <%s>",
			svg->lines->name, str_show(svg->xml.name, shown));
	svg->is_ours = has_class(&svg->xml, STR("flamegraph"));
}

static void take_start(struct svg *svg)
{
	const struct xml *xml = &svg->xml;
	struct str name = xml_local_name(xml->name);

	if (xml->depth == 1)
		take_root(svg, name);
	else if (svg->gathering != NOTHING)
		return;
	else if (str_eq(name, STR("g")) || str_eq(name, STR("a")))
		svg->group = xml->depth;
	else if (str_eq(name, STR("title")) && xml->depth == svg->group + 1)
		gather(svg, TITLE);
	else if (str_eq(name, STR("rect")) && svg->titled)
		take_box(svg);
	else if (str_eq(name, STR("metadata")) && has_class(xml, STR("profile")))
		gather(svg, BLOCK);
	else if (str_eq(name, STR("metadata")) && has_class(xml, STR("header")) && xml->depth == 2)
		gather(svg, HEADER);
	else if (str_eq(name, STR("text")) && xml->depth == 2)
		gather(svg, MESSAGE);
}

static void take_close(struct svg *svg)
{
	size_t depth = svg->xml.depth;

	if (svg->gathering != NOTHING && depth == svg->gathering_depth)
		finish_gathering(svg);
	if (depth == svg->group)
		svg->group = 0;
	if (depth == svg->titled)
		svg->titled = 0;
	if (depth < svg->block_depth)
		svg->block_depth = 0;
}

/* ---- pictures ---- */

static void reset(struct svg *svg, struct lines *lines)
{
	svg->lines = lines;
	svg->gathering = NOTHING;
	svg->group = svg->titled = svg->block_depth = 0;
	svg->is_ours = svg->has_blocks = svg->has_header = false;
	buf_reset(&svg->message);
	svg_frames_reset(&svg->frames);
}

/* A few frames that rounding made unclear are noted at the end; of most, they are no picture. */
static void check_loss(const struct svg *svg, const struct svg_loss *loss, size_t frames)
{
	uint64_t most = loss->unplaced > loss->weightless ? loss->unplaced : loss->weightless;

	if (most > frames / 2)
		stacks_fail(svg->stacks,
			"%s: this picture cannot be used: of most frames (%llu of %zu) it cannot be told %s",
			svg->lines->name, (unsigned long long)most, frames,
			most == loss->unplaced ? "what called them" : "what they weigh");
	else if (svg->stacks->remarks.problems.strict &&
		 loss->unplaced + loss->weightless + loss->negative)
		stacks_fail(svg->stacks,
			"%s: of %zu frames: %llu without a caller, %llu without a weight in the tooltip, "
			"%llu lighter than what they called", svg->lines->name, frames,
			(unsigned long long)loss->unplaced, (unsigned long long)loss->weightless,
			(unsigned long long)loss->negative);
}

static void add_loss(struct svg_loss *sum, const struct svg_loss *loss)
{
	sum->hidden += loss->hidden;
	sum->weightless += loss->weightless;
	sum->negative += loss->negative;
	sum->unplaced += loss->unplaced;
	sum->guessed += loss->guessed;
	sum->changes += loss->changes;
}

static void fold_frames(struct svg *svg)
{
	struct svg_loss loss = {0};
	size_t frames = svg->frames.count;
	const char *wrong;

	svg->drawn++;
	take_header(svg, STR(""));
	wrong = svg_frames_fold(&svg->frames, svg->stacks, &loss);
	if (wrong)
		stacks_fail(svg->stacks, "%s: this picture cannot be used: %s", svg->lines->name, wrong);
	check_loss(svg, &loss, frames);
	add_loss(&svg->loss, &loss);
}

static void finish_picture(struct svg *svg)
{
	const char *name = svg->lines->name;
	char shown[STR_SHOW];

	if (svg->has_blocks)
		return;
	if (svg->frames.count)
		fold_frames(svg);
	else if (svg->message.n)
		stacks_fail(svg->stacks, "%s: this is the picture of an error, without a profile: %s",
			name, str_show(buf_str(&svg->message), shown));
	else if (svg->is_ours)
		stacks_fail(svg->stacks,
			"%s: this picture of flamegraph has lost its data; a program that makes SVG "
			"smaller may have removed them", name);
	else
		stacks_fail(svg->stacks,
			"%s: this is an SVG picture, but no flame graph with a tooltip a frame", name);
}

/*
 * What stands behind the data in a picture is only how they look; what stands behind the picture
 * may be another one, with stacks.
 */
static void report_error(struct svg *svg)
{
	const struct xml *xml = &svg->xml;
	char shown[STR_SHOW];

	if (svg->lines->number == 0)
		stacks_fail(svg->stacks, "%s: is empty", svg->lines->name);
	else if (xml->started && xml->depth == 0)
		stacks_fail(svg->stacks,
			"%s:%llu: one picture a file; expected nothing behind its end, got \"%s\"",
			svg->lines->name, (unsigned long long)xml->line, str_show(xml->got, shown));
	else if (svg->has_blocks)
		stacks_note(svg->stacks,
			"%s:%llu: the picture is damaged, the profile in it is complete",
			svg->lines->name, (unsigned long long)xml->line);
	else
		stacks_fail(svg->stacks, "%s:%llu: expected %s, got \"%s\"", svg->lines->name,
			(unsigned long long)xml->line, xml->expected, str_show(xml->got, shown));
}

static void read_picture(struct svg *svg)
{
	while (!stacks_failed(svg->stacks)) {
		switch (xml_next(&svg->xml)) {
		case XML_START:
			take_start(svg);
			break;
		case XML_CLOSE:
			take_close(svg);
			break;
		case XML_TEXT:
			if (svg->gathering != NOTHING)
				buf_add(&svg->text, svg->xml.text);
			break;
		case XML_ERROR:
			report_error(svg);
			return;
		case XML_END:
			finish_picture(svg);
			return;
		}
	}
}

/* ---- the format ---- */

static void *svg_begin(const void *options, struct stacks *out)
{
	struct svg *svg = memory_new(1, sizeof(*svg));

	(void)options;
	svg->stacks = out;
	return svg;
}

static void svg_read(void *state, struct lines *lines)
{
	struct svg *svg = state;

	reset(svg, lines);
	xml_init(&svg->xml, lines);
	read_picture(svg);
	xml_release(&svg->xml);
}

static void add_notes(const struct svg *svg)
{
	struct stacks *stacks = svg->stacks;
	const struct svg_loss *loss = &svg->loss;

	if (svg->drawn)
		stacks_note(stacks,
			"stacks are as drawn: frames too thin to draw count as their caller's own, and "
			"annotations such as _[k] may be gone");
	if (loss->changes)
		stacks_note(stacks,
			"the weights are those after: a differential picture of that kind does not "
			"tell those before");
	if (loss->hidden)
		stacks_note(stacks,
			"what has no frame above the root is called [hidden]: stacks too thin to draw, "
			"frames whose tooltip tells no weight, or what --total added");
	stacks_note_count(stacks, NULL, loss->weightless,
		"# frame{|s} whose tooltip tells no weight: it weighs what it called, the rest is its "
		"caller's");
	stacks_note_count(stacks, NULL, loss->negative,
		"# frame{ weighs|s weigh each} less than all that it called, as far as boxes and rounded "
		"weights tell; its own weight counts as 0");
	stacks_note_count(stacks, NULL, loss->unplaced,
		"# frame{ is|s are} left out, as it cannot be told what called {it|them}; the weight is "
		"with a frame below");
	stacks_note_count(stacks, NULL, loss->guessed,
		"# frame{|s}: several callers fit equally, one was taken");
}

static void svg_end(void *state)
{
	struct svg *svg = state;

	add_notes(svg);
	svg_frames_release(&svg->frames);
	buf_release(&svg->text);
	buf_release(&svg->title);
	buf_release(&svg->name);
	buf_release(&svg->message);
	free(svg);
}

/* HTML begins otherwise; what other XML it is, if any, is seen by its first element. */
static bool svg_sniff(struct str head)
{
	head = str_trim_start(skip_blank_lines(head));
	return str_starts(head, STR("<")) && (str_find_str(head, STR("<svg")) < head.n ||
						     str_find_str(head, STR(":svg")) < head.n);
}

static const struct option no_options[] = {{0}};

const struct kind kind_svg = {
	.name = "svg",
	.input = "the SVG picture of a flame graph",
	.sniff = svg_sniff,
};

const struct format format_svg = {
	.kind = &kind_svg,
	.summary =
		"Turns SVG pictures of flame graphs back into folded stacks: exactly, when flamegraph "
		"made them with its data inside; others, also FlameGraph's and inferno's, as well as "
		"their boxes and tooltips tell.",
	.options = no_options,
	.keeps_names = true,
	.things = "frames",
	.begin = svg_begin,
	.read = svg_read,
	.end = svg_end,
};
