/*
 * Colours that do not come from a frame's name: changes, widths, backgrounds; and how readable text
 * is on them. Every series is a line between two colours, so each is one row of a table.
 */
#include "render/picture/colour.h"

#include <math.h>

/* A series of fills, from its first to its last step. */
struct ramp {
	struct colour from, to;
};

/* The colour at step / steps of the way, rounded. */
static struct colour ramp_at(const struct ramp *ramp, int step, int steps)
{
	struct colour from = ramp->from, to = ramp->to;

	return (struct colour){
		(uint8_t)((from.r * (steps - step) + to.r * step + steps / 2) / steps),
		(uint8_t)((from.g * (steps - step) + to.g * step + steps / 2) / steps),
		(uint8_t)((from.b * (steps - step) + to.b * step + steps / 2) / steps),
	};
}

/* ---- changes ---- */

enum { RED_BLUE, ORANGE_BLUE };

/*
 * New and gone lie outside the ramps, so that "twice as much" is never taken for "was not there".
 * In red-blue they have hues of their own. In orange-blue hue cannot tell them from the ramps for
 * everybody, so they are darker than any step of them.
 */
static const struct change_scheme {
	struct colour none, fresh, gone;
	struct ramp grew, shrank;
} change_schemes[] = {
	[RED_BLUE] =
		{
			.none = {245, 245, 245},
			.fresh = {255, 190, 40},
			.gone = {0, 105, 120},
			.grew = {{255, 225, 225}, {255, 90, 90}},
			.shrank = {{225, 225, 255}, {90, 90, 255}},
		},
	[ORANGE_BLUE] =
		{
			.none = {245, 245, 245},
			.fresh = {120, 55, 0},
			.gone = {5, 35, 85},
			.grew = {{254, 230, 206}, {230, 120, 15}},
			.shrank = {{222, 235, 247}, {66, 146, 198}},
		},
};

/*
 * What may be noise is grey with a hint of its direction: darker than no change, and not as clear a
 * hue as the weakest step of either ramp, to eyes of any kind.
 */
static const struct colour noise_more = {222, 212, 202}, noise_less = {202, 208, 214};

const char *const change_scheme_names[] = {"red-blue", "orange-blue", NULL};

/* The level that means the same with before and after exchanged. */
static int change_negated(int level)
{
	if (level == CHANGE_NEW || level == CHANGE_GONE)
		return CHANGE_NEW + CHANGE_GONE - level;
	if (level > CHANGE_GONE)
		return CHANGE_NOISE_MORE + CHANGE_NOISE_LESS - level;
	if (level == 0)
		return 0;
	return level > CHANGE_STEPS ? level - CHANGE_STEPS : level + CHANGE_STEPS;
}

struct colour colour_of_change(int scheme, bool negate, int level)
{
	const struct change_scheme *s = &change_schemes[scheme];

	if (negate)
		level = change_negated(level);
	switch (level) {
	case 0:
		return s->none;
	case CHANGE_NEW:
		return s->fresh;
	case CHANGE_GONE:
		return s->gone;
	case CHANGE_NOISE_MORE:
		return noise_more;
	case CHANGE_NOISE_LESS:
		return noise_less;
	default:
		break;
	}
	if (level > CHANGE_STEPS)
		return ramp_at(&s->shrank, level - CHANGE_STEPS - 1, CHANGE_STEPS - 1);
	return ramp_at(&s->grew, level - 1, CHANGE_STEPS - 1);
}

/* The step that stands for all of its way: strong enough to be told from no change. */
enum { CLEAR_STEP = 8 };

const struct change_meaning change_meanings[CHANGE_MEANINGS] = {
	{CLEAR_STEP, WORD_GREW},
	{CHANGE_STEPS + CLEAR_STEP, WORD_SHRANK},
	{CHANGE_NEW, WORD_NEW},
	{CHANGE_GONE, WORD_GONE},
};

/* ---- widths ---- */

struct colour colour_of_width(int level)
{
	static const struct ramp wide = {{255, 250, 235}, {255, 80, 60}};

	return ramp_at(&wide, level, WIDTH_LEVELS - 1);
}

/* ---- backgrounds ---- */

const char *const background_names[] = {"yellow", "blue", "green", "grey", NULL};

static const struct background backgrounds[] = {
	[BACKGROUND_YELLOW] = {{{238, 238, 238}, {238, 238, 176}}, {{28, 28, 28}, {40, 38, 22}}},
	[BACKGROUND_BLUE] = {{{238, 238, 238}, {224, 224, 255}}, {{28, 28, 28}, {24, 26, 46}}},
	[BACKGROUND_GREEN] = {{{238, 242, 238}, {224, 255, 224}}, {{26, 28, 26}, {20, 40, 24}}},
	[BACKGROUND_GREY] = {{{248, 248, 248}, {232, 232, 232}}, {{26, 26, 26}, {38, 38, 38}}},
};

struct background colour_background(int palette, int background)
{
	return backgrounds[background < 0 ? palette_background(palette) : background];
}

/* ---- text ---- */

bool colour_parse(struct str text, struct colour *colour)
{
	uint64_t rgb;

	if (text.n != 7 || text.p[0] != '#' || !str_hex_to_u64(str_skip(text, 1), &rgb))
		return false;
	*colour = (struct colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
	return true;
}

/* sRGB to linear light, WCAG 2.2, "relative luminance". */
static double linear(uint8_t channel)
{
	double c = channel / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(struct colour c)
{
	return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double colour_contrast(struct colour a, struct colour b)
{
	double la = luminance(a), lb = luminance(b);

	return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}

/*
 * Contrast to white times contrast to black is 21 for every colour, so the better of both is at
 * least sqrt(21) = 4.58. Black wins a tie: it is what most frames have.
 */
bool colour_wants_light_text(struct colour fill)
{
	static const struct colour white = {255, 255, 255}, black = {0, 0, 0};

	return colour_contrast(fill, white) > colour_contrast(fill, black);
}
