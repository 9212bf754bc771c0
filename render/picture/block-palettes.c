#include "render/picture/block-palettes.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/block/block.h"
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

/* ---- by name ---- */

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
		runs = memory_grow(runs, &capacity, *count + 1, sizeof(*runs));
		runs[(*count)++] = (struct runs){.palette = i};
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

/* ---- by change ---- */

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

void block_write_palettes(struct buf *out, const struct fills *fills, const struct names *names,
	const uint32_t *sorted)
{
	if (fills->kind == FILL_BY_NAME)
		write_palettes(out, fills->options, names, sorted);
	else if (fills->kind == FILL_BY_CHANGE)
		write_schemes(out, fills->options);
}
