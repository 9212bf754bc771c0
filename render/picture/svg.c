#include "render/picture/svg.h"

#include <math.h>

#include "common/version.h"
#include "common/weight.h"
#include "render/picture/base64.h"
#include "render/picture/data.h"
#include "render/picture/legend.h"
#include "render/picture/markup.h"
#include "render/picture/sha256.h"
#include "render/picture/static.h"
#include "render/picture/still.h"
#include "viewer.h"

/* Where things stand, top to bottom; all in px. */
struct frame_of_page {
	uint64_t heading, subtitle, legend, totals, details, frames, note, height;
};

enum { LINE = 18, MARGIN = 10, LEAST_WIDTH_OF_TOTALS = 640 };

/* In the place of a subtitle; of a comparison there is a line of totals. */
static bool shows_total(const struct picture *picture)
{
	return !picture->options->subtitle && picture->tree->columns == 1 &&
	       picture->numbers.unit.n > 0;
}

static struct frame_of_page page_layout(const struct picture *picture)
{
	const struct picture_options *options = picture->options;
	struct frame_of_page page = {.heading = 24};
	uint64_t y = page.heading;

	if (options->subtitle || shows_total(picture))
		page.subtitle = y += LINE;
	if (legend_is_there(picture))
		page.legend = y += LINE;
	/* Too long for the others; the viewer sees to it itself. */
	if (picture->fills.kind == FILL_BY_CHANGE &&
		!(options->plain && picture->width < LEAST_WIDTH_OF_TOTALS))
		page.totals = y += LINE;
	/* Near the root, where the eye is. */
	if (options->icicle)
		page.details = y += LINE;
	page.frames = y += MARGIN;
	y += picture->layout.rows * options->row;
	if (!options->icicle)
		page.details = y += LINE;
	page.note = y += LINE;
	page.height = y + MARGIN;
	return page;
}

/* ---- head and style ---- */

static struct colour mean_colour(struct colour a, struct colour b)
{
	return (struct colour){
		(uint8_t)((a.r + b.r) / 2), (uint8_t)((a.g + b.g) / 2), (uint8_t)((a.b + b.b) / 2)};
}

/* A page in one colour: of the two that the background runs between, and in the light half white. */
static struct colour light_page(const struct background *background)
{
	const struct colour white = {255, 255, 255};

	return mean_colour(white, mean_colour(background->light[0], background->light[1]));
}

static void add_variable(struct buf *out, const char *name, struct colour colour)
{
	buf_addf(out, "--%s:", name);
	markup_colour(out, colour);
	buf_add_char(out, ';');
}

static void find_page_colours(
	const struct picture *picture, struct colour *light, struct colour *dark)
{
	const struct picture_options *options = picture->options;
	struct background background =
		colour_background(picture->fills.options->palette, options->background_name);

	*light = options->has_background ? options->background : light_page(&background);
	*dark = options->has_background ? options->background :
					  mean_colour(background.dark[0], background.dark[1]);
}

static void write_page_colours(struct buf *out, const struct picture *picture)
{
	const struct picture_options *options = picture->options;
	struct colour light, dark;

	find_page_colours(picture, &light, &dark);
	buf_add(out, STR("svg.flamegraph{"));
	add_variable(out, "background", light);
	if (options->has_search_colour)
		add_variable(out, "search", options->search_colour);
	if (options->has_ui_colour)
		add_variable(out, "text", options->ui_colour);
	/* A background of one's own stays in dark pages too, and so must the text on it. */
	if (options->has_background && colour_wants_light_text(light))
		buf_add(out, STR("--text:#ffffff;"));
	else if (options->has_background)
		buf_add(out, STR("--text:#000000;"));
	buf_add(out, STR("}\n"));
	if (!options->has_background) {
		buf_add(out, STR("@media (prefers-color-scheme:dark){svg.flamegraph{"));
		add_variable(out, "background", dark);
		buf_add(out, STR("}}\n"));
	}
}

static void write_fill_rules(struct buf *out, const struct picture *picture)
{
	const struct fills *fills = &picture->fills;

	for (uint32_t i = 0; i < fills->count; i++) {
		buf_addf(out, ".flamegraph .f%u{stroke:", i);
		markup_colour(out, fills->colours[i]);
		buf_add(out, STR("}\n"));
	}
	buf_add(out, STR(".flamegraph .w{fill:#fff}\n"));
}

static void write_plain_rule(
	struct buf *out, const char *selector, const char *property, struct colour colour)
{
	buf_addf(out, ".flamegraph%s{%s:", selector, property);
	markup_colour(out, colour);
	buf_add(out, STR("}\n"));
}

static void write_plain_style(struct buf *out, const struct picture *picture)
{
	const struct picture_options *options = picture->options;
	struct colour light, dark;

	find_page_colours(picture, &light, &dark);
	buf_add(out, (struct str){(const char *)static_css, sizeof(static_css)});
	write_plain_rule(out, " .background", "fill", light);
	if (options->has_ui_colour)
		write_plain_rule(out, "", "fill", options->ui_colour);
	else if (colour_wants_light_text(light))
		write_plain_rule(out, "", "fill", (struct colour){255, 255, 255});
	if (options->has_stroke)
		write_plain_rule(out, " .frames rect", "stroke", options->stroke);
}

static void write_viewer_style(struct buf *out, const struct picture *picture)
{
	buf_add(out, (struct str){(const char *)viewer_css, sizeof(viewer_css)});
	write_page_colours(out, picture);
	write_fill_rules(out, picture);
	/*
	 * As wide as the window, with or without scripts; the width attribute, 1200, still gives the
	 * natural size of an <img>, which a width of 100% would take away.
	 */
	if (!picture->options->width)
		buf_add(out, STR("svg.flamegraph{min-width:100%;max-width:100%}\n"));
}

static void write_style(struct buf *out, const struct picture *picture)
{
	buf_add(out, STR("<style>\n"));
	if (picture->options->plain)
		write_plain_style(out, picture);
	else
		write_viewer_style(out, picture);
	buf_add(out, STR("</style>\n"));
}

static void write_element(struct buf *out, const char *open, struct str text, const char *close)
{
	buf_add(out, str_of(open));
	markup_text(out, text);
	buf_add(out, str_of(close));
}

static void write_description(struct buf *out, const struct picture *picture)
{
	const struct picture_options *options = picture->options;

	buf_add(out, STR("<desc>"));
	if (options->notes) {
		markup_text(out, str_of(options->notes));
		buf_add(out, STR(" | "));
	}
	buf_add(out, options->plain ? STR("A flame graph: each box is a function, its width is its weight.") :
				      STR("A flame graph: each box is a function, its width is its weight. "
					  "Opened by itself in a browser, it can be zoomed and searched."));
	buf_addf(out, " Made by flamegraph %s.</desc>\n", TOOLKIT_VERSION);
}

static void write_head(struct buf *out, const struct picture *picture, uint64_t height)
{
	const struct picture_options *options = picture->options;

	buf_add(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"));
	buf_addf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flamegraph\" width=\"%u\" "
		"height=\"%llu\"",
		picture->width, (unsigned long long)height);
	/* Coordinates of the simple picture are absolute, so it may be scaled as a whole. */
	if (options->plain)
		buf_addf(out, " viewBox=\"0 0 %u %llu\"", picture->width, (unsigned long long)height);
	write_element(out, " font-family=\"", str_of(options->fonttype), "\"");
	buf_addf(out, " font-size=\"%.10g\">\n", options->fontsize);
	write_element(out, "<title>", picture_title(picture), "</title>\n");
	write_description(out, picture);
	write_style(out, picture);
}

/* ---- texts ---- */

static void write_note(struct buf *out, const struct picture *picture, uint64_t y)
{
	uint64_t hidden = picture->layout.hidden;

	buf_addf(out, "<text class=\"hidden-note\" x=\"%d%%\" y=\"%llu\">", MARGIN_PERCENT,
		(unsigned long long)y);
	if (hidden) {
		weight_format_commas(out, hidden, 0);
		buf_add(out, hidden == 1 ? STR(WORD_THIN_FRAME) : STR(WORD_THIN_FRAMES));
		if (!picture->options->plain)
			buf_add(out, hidden == 1 ? STR(WORD_SEE_FRAME) : STR(WORD_SEE_FRAMES));
	}
	buf_add(out, STR("</text>\n"));
}

/* Of markup without entities and characters of several bytes but the squares; those are wider, too. */
static size_t count_letters(struct str markup)
{
	size_t letters = 0;
	bool shown = true;

	for (size_t i = 0; i < markup.n; i++) {
		if (markup.p[i] == '<' || markup.p[i] == '>')
			shown = markup.p[i] == '>';
		else
			letters += shown;
	}
	return letters;
}

/* The viewer makes a text smaller that is too long for the picture; without it, it has to be so. */
static void add_small_font(struct buf *out, const struct picture *picture, struct str markup)
{
	const struct picture_options *options = picture->options;
	double length = (double)count_letters(markup) * options->fontsize * options->fontwidth;
	double room = TEXT_PERCENT / 100.0 * picture->width;

	if (options->plain && length > room)
		buf_addf(out, " font-size=\"%.1f\"",
			fmax(TEXT_LEAST, options->fontsize * room / length));
}

static void write_line_of_page(struct buf *out, const char *class_name, uint64_t y,
	void (*write)(struct buf *out, const struct picture *picture), const struct picture *picture)
{
	struct buf line = {0};

	if (!y)
		return;
	write(&line, picture);
	buf_addf(out, "<text class=\"%s\" x=\"50%%\" y=\"%llu\"", class_name, (unsigned long long)y);
	add_small_font(out, picture, buf_str(&line));
	buf_add_char(out, '>');
	buf_add(out, buf_str(&line));
	buf_release(&line);
	buf_add(out, STR("</text>\n"));
}

/* The user's, or what all of the picture is. */
static void write_subtitle(struct buf *out, const struct picture *picture, uint64_t y)
{
	struct buf total = {0};

	if (!y)
		return;
	if (!picture->options->subtitle)
		picture_add_total(&total, picture);
	buf_addf(out, "<text class=\"subtitle\" x=\"50%%\" y=\"%llu\">", (unsigned long long)y);
	write_element(out, "",
		picture->options->subtitle ? str_of(picture->options->subtitle) : buf_str(&total),
		"</text>\n");
	buf_release(&total);
}

static void write_texts(
	struct buf *out, const struct picture *picture, const struct frame_of_page *page)
{
	buf_add(out, STR("<rect class=\"background\" width=\"100%\" height=\"100%\"/>\n"));
	buf_addf(out, "<text class=\"heading\" x=\"50%%\" y=\"%llu\">",
		(unsigned long long)page->heading);
	write_element(out, "", picture_title(picture), "</text>\n");
	write_subtitle(out, picture, page->subtitle);
	write_line_of_page(out, "legend", page->legend, legend_write, picture);
	write_line_of_page(out, "totals", page->totals, legend_write_totals, picture);
	buf_addf(out, "<text class=\"details\" x=\"%d%%\" y=\"%llu\"></text>\n", MARGIN_PERCENT,
		(unsigned long long)page->details);
	write_note(out, picture, page->note);
}

/* ---- the viewer ---- */

/* The text of the script element as browsers see it: what they hash, to the byte. */
static void write_script(struct buf *out)
{
	buf_add_char(out, '\n');
	buf_add(out, (struct str){(const char *)viewer_js, sizeof(viewer_js)});
}

void svg_write_script_source(struct buf *out)
{
	struct buf script = {0};
	uint8_t digest[SHA256_SIZE];

	write_script(&script);
	sha256(buf_str(&script), digest);
	buf_release(&script);
	buf_add(out, STR("'sha256-"));
	base64_add(out, (struct str){(const char *)digest, sizeof(digest)});
	buf_add_char(out, '\'');
}

/* ---- documents ---- */

void svg_write(struct buf *out, const struct picture *picture)
{
	struct frame_of_page page = page_layout(picture);

	write_head(out, picture, page.height);
	if (picture->options->plain) {
		data_write_header(out, picture);
		write_texts(out, picture, &page);
		static_write(out, picture, page.frames);
	} else {
		data_write(out, picture);
		write_texts(out, picture, &page);
		still_write(out, picture, page.frames);
		buf_add(out, STR("<g class=\"controls\"></g>\n<script><![CDATA["));
		write_script(out);
		buf_add(out, STR("]]></script>\n"));
	}
	buf_add(out, STR("</svg>\n"));
}

void svg_write_error(struct buf *out, const char *message)
{
	buf_add(out,
		STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flamegraph\" width=\"1200\" "
		    "height=\"60\">\n<text x=\"50%\" y=\"36\" text-anchor=\"middle\" "
		    "font-family=\"monospace\" font-size=\"14\" fill=\"#c00000\">"));
	write_element(out, "ERROR: ", str_of(message), "</text>\n</svg>\n");
}
