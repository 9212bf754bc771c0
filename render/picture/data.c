#include "render/picture/data.h"

#include <math.h>
#include <stdlib.h>

#include "common/block/block.h"
#include "common/memory.h"
#include "render/input/options.h"
#include "render/picture/markup.h"

static void add_colour(struct buf *out, struct colour colour)
{
	buf_add_char(out, ' ');
	markup_colour(out, colour);
}

static void add_legend_item(struct buf *out, bool first, int number, const char *text)
{
	buf_addf(out, "%s%d=", first ? " " : ";", number);
	block_add_name(out, str_of(text));
}

/* ---- palettes, where fills go by name ---- */

static void write_tints(struct buf *out)
{
	struct tint tint;

	for (int i = 0; tint_get(i, &tint); i++) {
		buf_addf(out, "tint.%d %d %d %d", i, tint.base[0], tint.base[1], tint.base[2]);
		buf_addf(out, " %d %d %d %d\n", tint.span[0], tint.span[1], tint.span[2], tint.steps);
	}
}

/* Names are sorted, and those that begin alike often have one tint: the runs are long. */
struct runs {
	int palette;
	struct buf text;
	uint64_t length; /* of the last one, which is not in text yet */
	int tint;
};

static void end_run(struct runs *runs)
{
	if (!runs->length)
		return;
	block_add_number(&runs->text, runs->length);
	block_add_number(&runs->text, (uint64_t)runs->tint);
	runs->length = 0;
}

static void add_to_runs(struct runs *runs, int tint)
{
	if (tint != runs->tint)
		end_run(runs);
	runs->tint = tint;
	runs->length++;
}

/* Those of all palettes but synonyms, no name added yet: an array to be freed. */
static struct runs *new_runs(size_t *count)
{
	struct runs *runs = NULL;
	size_t capacity = 0;

	*count = 0;
	for (int i = 0; palette_names[i]; i++) {
		if (palette_plain(i) != i)
			continue;
		*ARRAY_PUSH(runs, *count, capacity) = (struct runs){.palette = i};
	}
	return runs;
}

/* All that there is to say of a name at once: names lie anywhere in memory. */
static void write_shades(struct buf *out, const struct names *names, const uint32_t *sorted,
	bool hash, struct runs *runs, size_t count)
{
	buf_add(out, STR("shades "));
	for (uint32_t i = 0; i < names->count; i++) {
		struct str name = names_get(names, sorted[i]);

		block_add_number(out, (uint64_t)name_shade(hash, name));
		for (size_t r = 0; r < count; r++)
			add_to_runs(&runs[r], palette_tint(runs[r].palette, name));
	}
	buf_add_char(out, '\n');
}

static void write_runs(struct buf *out, struct runs *runs)
{
	end_run(runs);
	buf_addf(out, "tints.%s ", palette_names[runs->palette]);
	buf_add(out, buf_str(&runs->text));
	buf_add_char(out, '\n');
	buf_release(&runs->text);
}

static void write_legend(struct buf *out, int palette)
{
	const struct meaning *meaning = palette_meaning(palette, 0);

	if (!meaning)
		return;
	buf_addf(out, "legend.%s", palette_names[palette]);
	for (size_t i = 0; (meaning = palette_meaning(palette, i)); i++)
		add_legend_item(out, i == 0, meaning->tint, meaning->text);
	buf_add_char(out, '\n');
}

static void write_palettes(struct buf *out, const struct fill_options *options,
	const struct names *names, const uint32_t *sorted)
{
	size_t count;
	struct runs *runs = new_runs(&count);

	buf_addf(out, "palette %s\nrootcolour", palette_names[palette_plain(options->palette)]);
	add_colour(out, colour_of_name(options->palette, options->hash, STR("")));
	buf_add_char(out, '\n');
	write_tints(out);
	write_shades(out, names, sorted, options->hash, runs, count);
	for (size_t r = 0; r < count; r++) {
		write_runs(out, &runs[r]);
		write_legend(out, runs[r].palette);
	}
	free(runs);
}

/* ---- schemes, where fills go by change ---- */

/* "legend.change 8=grew;18=shrank;…" */
static void write_change_legend(struct buf *out)
{
	buf_add(out, STR("legend.change"));
	for (int i = 0; i < CHANGE_MEANINGS; i++)
		add_legend_item(out, i == 0, change_meanings[i].level, change_meanings[i].text);
	buf_add_char(out, '\n');
}

static void write_schemes(struct buf *out, const struct fill_options *options)
{
	buf_addf(out, "scheme %s\n", change_scheme_names[options->change_scheme]);
	for (int i = 0; change_scheme_names[i]; i++) {
		buf_addf(out, "scheme.%s", change_scheme_names[i]);
		for (int level = 0; level < CHANGE_LEVELS; level++)
			add_colour(out, colour_of_change(i, options->negate, level));
		buf_add_char(out, '\n');
	}
	write_change_legend(out);
}

/* ---- the block ---- */

static void write_look(struct buf *out, const struct picture *picture)
{
	const struct picture_options *options = picture->options;

	/* What --total makes of the root, in real units, as it need not be a multiple of the unit. */
	buf_addf(out, "width %llu\n", (unsigned long long)picture->totals.width[NODE_ROOT]);
	block_write_text(out, "countname", picture->numbers.unit);
	buf_addf(out, "numbers %s\n", number_styles[options->numbers]);
	block_write_text(out, "nametype", str_of(options->nametype));
	buf_addf(out, "order %s\ndirection %s\nflamechart %d\nwidthby %s\ndiff %s\n",
		sibling_order_names[options->order], options->icicle ? "down" : "up", options->flamechart,
		width_by_names[options->width_by], picture->fills.options->self_change ? "self" : "total");
	buf_addf(out, "minwidth %.10g %s\nfactor %.15g\nrow %llu\nfont %.10g %.10g\n",
		options->minwidth, options->minwidth_unit == MINWIDTH_PX ? "px" : "%", options->factor,
		(unsigned long long)options->row, options->fontsize, options->fontwidth);
}

static void write_fills(struct buf *out, const struct fills *fills)
{
	buf_addf(out, "floor %llu\ncolours %u f\nlight", (unsigned long long)fills->floor,
		fills->count);
	for (uint32_t i = 0; i < fills->count; i++)
		if (colour_wants_light_text(fills->colours[i]))
			buf_addf(out, " %u", i);
	buf_add_char(out, '\n');
}

static void write_noise(struct buf *out, const struct picture *picture)
{
	const struct beyond_noise *beyond = &picture->fills.beyond;

	if (!beyond->total)
		return;
	buf_addf(out, "confidence %.10g\n", picture->fills.options->confidence);
	block_write_runs(out, "beyond.total", picture->tree, beyond->total);
	block_write_runs(out, "beyond.self", picture->tree, beyond->self);
	if (!isinf(beyond->least_errors))
		buf_addf(out, "sampling %.9g %.9g %.9g\n", beyond->least_errors,
			beyond->sample[BEFORE], beyond->sample[AFTER]);
}

void data_write(struct buf *out, const struct picture *picture)
{
	static const char *const kinds[] = {"names", "change", "width"};
	const struct calltree *tree = picture->tree;
	const struct fills *fills = &picture->fills;
	uint32_t *sorted = names_sorted(&tree->names);

	buf_add(out, STR("<metadata class=\"profile\">"));
	block_write_head(out, tree);
	block_write_header(out, picture->header);
	write_look(out, picture);
	write_fills(out, fills);
	if (picture->options->cut == CUT_LEFT)
		buf_add(out, STR("cut left\n"));
	if (picture->options->search)
		block_write_text(out, "search", str_of(picture->options->search));
	buf_addf(out, "fillkind %s\n", kinds[fills->kind]);
	block_write(out, tree, sorted, fills->of_name);
	write_noise(out, picture);
	if (fills->kind == FILL_BY_NAME)
		write_palettes(out, fills->options, &tree->names, sorted);
	else if (fills->kind == FILL_BY_CHANGE)
		write_schemes(out, fills->options);
	free(sorted);
	buf_add(out, STR("</metadata>\n"));
}

void data_write_header(struct buf *out, const struct picture *picture)
{
	struct buf line = {0};

	folded_header_write(picture->header, &line);
	if (line.n) {
		buf_add(out, STR("<metadata class=\"header\">"));
		markup_text(out, str_drop_end(buf_str(&line), 1));
		buf_add(out, STR("</metadata>\n"));
	}
	buf_release(&line);
}
