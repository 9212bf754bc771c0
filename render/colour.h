/*
 * What fill a frame gets. By default it depends on the frame's name alone, so the same function has
 * the same colour in every picture and on every machine. Each kind of frame has a small number of
 * shades, so that a whole picture needs few distinct fills (well under 100).
 *
 * Palettes are in palettes.c, everything else in colour.c. Indexes are trusted: they come from the
 * option table, which knows the names.
 */
#ifndef RENDER_COLOUR_H
#define RENDER_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "common/str.h"

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
 * choose the hue, the name without its annotation the shade: by a hash of all of it, so that
 * neighbours differ, or, with `hash`, so that functions of one scope ("std::…", "tcp_…") get
 * neighbouring shades, and scopes are spread evenly.
 *
 * The names "-" and "--" are separators of chain graphs and grey in every palette.
 */
struct colour colour_of_name(int palette, bool hash, struct str name);

/*
 * Changes between two profiles as levels, 10 steps each way, the strongest last: 0 none, 1..10
 * grew, 11..20 shrank, 21 new (nothing before), 22 gone (nothing after).
 */
enum {
	CHANGE_STEPS = 10,
	CHANGE_NEW = 2 * CHANGE_STEPS + 1,
	CHANGE_GONE,
	CHANGE_LEVELS,
};
struct colour colour_of_change(int scheme, bool negate, int level);

/* Fills by a frame's share of the width: level 0 (narrow) to WIDTH_LEVELS - 1 (everything). */
enum { WIDTH_LEVELS = 16 };
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
 * A palette's legend, for those whose hues mean something: the place-th of its entries, from 0;
 * false behind the last.
 */
bool palette_meaning(int palette, size_t place, struct colour *colour, const char **text);

/* "#rrggbb" only. */
bool colour_parse(struct str text, struct colour *colour);

/*
 * WCAG 2: whether white text is more readable on this fill than black; the better of both always
 * reaches a contrast of 4.5 (level AA). Contrast goes from 1 to 21.
 */
bool colour_wants_light_text(struct colour fill);
double colour_contrast(struct colour a, struct colour b);

#endif
