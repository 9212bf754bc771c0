/*
 * What fill a frame gets. By default it depends on the frame's name alone, so the same function has
 * the same colour in every picture and on every machine. A palette tells kinds of frames apart by
 * their tints; a tint is a line between two colours, and the name alone gives the shade, a place on
 * it. Shades are few, so that a whole picture needs few distinct fills (well under 100).
 *
 * Palettes are in palettes.c, everything else in colour.c. Indexes are trusted: they come from the
 * option table, which knows the names.
 */
#ifndef RENDER_PICTURE_COLOUR_H
#define RENDER_PICTURE_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "common/str.h"
#include "render/picture/shared.h"

struct colour {
	uint8_t r, g, b;
};

/* NULL-terminated, for the option table; a palette is its index here, 0 the default. */
extern const char *const palette_names[];
/* Schemes for changes: "red-blue" (default), "orange-blue" (for colour-blind readers). */
extern const char *const change_scheme_names[];
extern const char *const background_names[];

/*
 * name is the raw frame name with its annotation (_[k] …), "" the root. The annotation and the name
 * choose the tint, the name without its annotation the shade. The names "-" and "--" are separators
 * of chain graphs and grey in every palette.
 */
struct colour colour_of_name(int palette, bool hash, struct str name);

/*
 * The two of which it is made: palette_tint() gives the index of a tint, name_shade() 0 to
 * SHADES - 1.
 *
 * The shade comes from a hash of all of the name, so that neighbours differ, or, with `hash`, such
 * that functions of one scope ("std::…", "tcp_…") have neighbouring shades, and scopes are spread
 * evenly.
 */
int name_shade(bool hash, struct str name);
int palette_tint(int palette, struct str name);
struct colour tint_shade(int index, int shade);

/* A line from base to base + span, cut into steps: SHADES, or a divisor of it. */
struct tint {
	uint8_t base[3], span[3];
	int steps;
};
/* False behind the last. */
bool tint_get(int index, struct tint *tint);

/* The palette itself, or the one that has the same colours by a plainer name: aqua for wakeup. */
int palette_plain(int palette);

/* Of the levels in shared.h. */
enum { CHANGE_LEVELS = CHANGE_NOISE_LESS + 1 };
struct colour colour_of_change(int scheme, bool negate, int level);

/* The legend of changes. */
enum { CHANGE_MEANINGS = 4 };
extern const struct change_meaning {
	int level;
	const char *text;
} change_meanings[CHANGE_MEANINGS];

/* Level 0 (narrow) to WIDTH_LEVELS - 1 (everything). */
struct colour colour_of_width(int level);

/*
 * The background's two colours, top and bottom, in light and in dark pages. background is an index
 * into background_names, or -1 for the one that suits the palette.
 */
struct background {
	struct colour light[2], dark[2];
};
struct background colour_background(int palette, int background);

/* Indexes into background_names, and the one that suits a palette. */
enum { BACKGROUND_YELLOW, BACKGROUND_BLUE, BACKGROUND_GREEN, BACKGROUND_GREY };
int palette_background(int palette);

/*
 * A palette's legend, for those whose tints mean something: the place-th of its entries, from 0;
 * NULL behind the last. Legends show a tint by its shade LEGEND_SHADE.
 */
struct meaning {
	const char *palette;
	int tint;
	const char *text;
};
const struct meaning *palette_meaning(int palette, size_t place);

/* "#rrggbb" only. */
bool colour_parse(struct str text, struct colour *colour);

/*
 * WCAG 2: whether white text is more readable on this fill than black; the better of both always
 * reaches a contrast of 4.5 (level AA). Contrast goes from 1 to 21.
 */
bool colour_wants_light_text(struct colour fill);
double colour_contrast(struct colour a, struct colour b);

#endif
