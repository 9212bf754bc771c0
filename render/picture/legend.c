#include "render/picture/legend.h"

#include "common/compare/recorded.h"
#include "common/weight.h"
#include "render/picture/markup.h"

bool legend_is_there(const struct picture *picture)
{
	if (picture->fills.kind == FILL_BY_NAME)
		return palette_meaning(picture->fills.options->palette, 0) != NULL;
	return picture->fills.kind == FILL_BY_CHANGE;
}

static void write_square(struct buf *out, struct colour colour)
{
	buf_add(out, STR("<tspan fill=\""));
	markup_colour(out, colour);
	buf_add(out, STR("\">\xe2\x96\xa0</tspan>"));
}

static void write_item(struct buf *out, struct colour colour, const char *text)
{
	write_square(out, colour);
	buf_addf(out, "<tspan> %s  </tspan>", text);
}

static void write_palette(struct buf *out, int palette)
{
	const struct meaning *meaning;

	for (size_t i = 0; (meaning = palette_meaning(palette, i)); i++)
		write_item(out, tint_shade(meaning->tint, LEGEND_SHADE), meaning->text);
}

static void write_changes(struct buf *out, const struct fills *fills)
{
	const struct colour *colours = fills->colours;

	for (int i = 0; i < CHANGE_MEANINGS; i++)
		write_item(out, colours[change_meanings[i].level], change_meanings[i].text);
	if (!fills->beyond.total)
		return;
	write_square(out, colours[CHANGE_NOISE_MORE]);
	write_square(out, colours[CHANGE_NOISE_LESS]);
	buf_addf(out, "<tspan> " WORD_MAY_BE_NOISE " (%.10g%% confidence)</tspan>",
		fills->options->confidence);
}

void legend_write(struct buf *out, const struct picture *picture)
{
	if (picture->fills.kind == FILL_BY_CHANGE)
		write_changes(out, &picture->fills);
	else
		write_palette(out, picture->fills.options->palette);
}

/* ---- totals ---- */

/* As markup: what a weight counts is what the input or the user says. */
static void add_quantity(struct buf *out, const struct picture *picture, uint64_t weight)
{
	struct buf text = {0};

	picture_add_quantity(&text, picture, weight);
	markup_text(out, buf_str(&text));
	buf_release(&text);
}

/* " (3 recordings)", where they are known */
static void add_runs(struct buf *out, const struct picture *picture, unsigned side)
{
	if (!picture->comparison->stated)
		return;
	buf_add(out, STR(" ("));
	recorded_add_runs(out, picture->comparison, side);
	buf_add_char(out, ')');
}

/* "before 8,303, after 9,183 samples", as they were recorded */
static void write_both(struct buf *out, const struct picture *picture)
{
	const struct comparison *comparison = picture->comparison;

	buf_add(out, STR("before "));
	picture_add_weight(out, picture, comparison_recorded(comparison, BEFORE));
	add_runs(out, picture, BEFORE);
	buf_add(out, STR(", after "));
	add_quantity(out, picture, comparison_recorded(comparison, AFTER));
	add_runs(out, picture, AFTER);
}

/* "; before scaled by 1.523 (0.763 to 18, from 8 functions) to 9,997" */
static void add_scale(struct buf *out, const struct picture *picture)
{
	buf_add(out, STR("; before scaled by "));
	recorded_add_scale(out, picture->comparison);
	buf_add(out, STR(" to "));
	picture_add_weight(out, picture, picture->tree->total[BEFORE]);
}

static void write_scale(struct buf *out, const struct picture *picture)
{
	const struct comparison *comparison = picture->comparison;

	write_both(out, picture);
	switch (comparison->normalize) {
	case NORMALIZE_NONE:
		if (comparison->scale.to != comparison->scale.from) {
			add_scale(out, picture);
			break;
		}
		buf_add(out, picture->tree->total[BEFORE] == picture->tree->total[AFTER] ?
				STR(", equal totals") :
				STR(", compared as they are"));
		break;
	case NORMALIZE_TOTAL:
		add_scale(out, picture);
		buf_add(out, STR(", the same total"));
		break;
	case NORMALIZE_TYPICAL:
		add_scale(out, picture);
		buf_add(out, STR(": typical function unchanged"));
		break;
	}
}

/* " (one sample weighs 500,250)" */
static void add_sample(struct buf *out, const struct picture *picture)
{
	struct buf sample = {0};

	recorded_add_sample(&sample, picture->comparison, &picture->numbers);
	if (sample.n)
		buf_addf(out, " (%.*s)", STR_ARG(buf_str(&sample)));
	buf_release(&sample);
}

/* Weights that were scaled before they came here look like counts of samples, and are none. */
static bool may_be_scaled(const struct picture *picture)
{
	return picture->comparison->normalize == NORMALIZE_NONE &&
	       picture->tree->total[BEFORE] == picture->tree->total[AFTER];
}

static void write_noise(struct buf *out, const struct picture *picture)
{
	const struct comparison *comparison = picture->comparison;

	if (!picture->fills.beyond.total)
		return;
	if (comparison_runs(comparison) > 2)
		buf_addf(out, "; noise judged from %u recordings before, %u after",
			comparison->runs[BEFORE], comparison->runs[AFTER]);
	else
		buf_add(out, may_be_scaled(picture) ?
				STR("; noise judged from sampling alone, as if nothing had been scaled") :
				STR("; noise judged from sampling alone"));
	add_sample(out, picture);
}

void legend_write_totals(struct buf *out, const struct picture *picture)
{
	static const char *const widths[] = {WIDTH_WORDS};

	write_scale(out, picture);
	/* The viewer changes this part. */
	buf_addf(out, "; <tspan>" WORD_WIDTH "%s%s</tspan>", widths[picture->options->width_by],
		picture->fills.options->self_change ? WORD_OF_SELF : "");
	if (picture->fills.floor > 1) {
		buf_add(out, STR("; changes below "));
		picture_add_weight(out, picture, picture->fills.floor);
		buf_add(out, STR(" have no colour"));
	}
	write_noise(out, picture);
}
