/*
 * All that a picture is made from, shared by what draws it (still.c, static.c) and what writes the
 * document around it (svg.c).
 */
#ifndef RENDER_PICTURE_PICTURE_H
#define RENDER_PICTURE_PICTURE_H

#include "common/buf.h"
#include "common/quantity.h"
#include "render/picture/fills.h"
#include "render/picture/layout.h"
#include "render/picture/nameattr.h"

enum label_cut { CUT_RIGHT, CUT_LEFT }; /* the side on which a label is cut that does not fit */
enum minwidth_unit { MINWIDTH_PX, MINWIDTH_PERCENT };

struct picture_options {
	const char *title, *subtitle, *notes;
	const char *countname;      /* NULL: what the input says */
	const char *nametype;
	int numbers;                /* enum number_style */
	const char *search;         /* what the viewer searches for at first; NULL: nothing */
	const char *fonttype;
	int cut;                    /* enum label_cut */
	double fontsize, fontwidth; /* px; average width of a character as a share of fontsize */
	uint64_t width;             /* px; 0: as wide as the window */
	uint64_t row;               /* px: a row's height */
	double minwidth;
	enum minwidth_unit minwidth_unit;
	bool minwidth_given;
	double factor;              /* printed weights are multiplied by it */
	bool icicle;                /* the root on top */
	bool flamechart;
	bool plain;                 /* one element a frame, no data, no script */
	int order;    /* enum sibling_order */
	int width_by; /* enum width_by */
	bool has_background, has_search_colour, has_stroke, has_ui_colour;
	struct colour background, search_colour, stroke, ui_colour;
	int background_name;        /* index into background_names, -1: by palette */
};

struct picture {
	const struct picture_options *options;
	const struct calltree *tree;
	const struct comparison *comparison; /* of two columns: where they are from */
	const struct folded_header *header; /* what is known of the weights */
	struct quantities numbers; /* how they are shown */
	const struct nameattr *attributes; /* NULL: none */
	struct children children;          /* as drawn */
	struct totals totals;
	struct fills fills;
	struct layout layout;
	uint32_t width; /* px: the reference width */
	uint32_t units; /* of the frames' area */
};

/* "Flame Graph", or what the options make of it. */
struct str picture_title(const struct picture *picture);

/* "1,234" or "1.23 s", and "1,234 samples": scaled by --factor, raw bytes still. */
void picture_add_weight(struct buf *out, const struct picture *picture, uint64_t weight);
void picture_add_quantity(struct buf *out, const struct picture *picture, uint64_t weight);
/* "1.90 s of CPU, 1,903 samples": what all of the picture is; nothing when that is not known. */
void picture_add_total(struct buf *out, const struct picture *picture);

/*
 * A frame in words, raw bytes still: "parse (1,234 samples, 12.34%)", "read [kernel] (…)", "fib
 * [process] (…)", the root "all (…, 100%)".
 */
void picture_describe(struct buf *out, const struct picture *picture, uint32_t node);

/* How many characters of a label fit a box of that many units; 0 for too few to read. */
size_t picture_label_room(const struct picture *picture, uint32_t width);

/* As much of the frame's name as fits its box, as markup. */
void picture_add_label(struct buf *out, const struct picture *picture, const struct box *box);

/* Where the text of a row stands, in px from the row's top. */
uint64_t picture_baseline(const struct picture *picture);

/* Where a row begins, in px from the top of the frames. */
uint64_t picture_row_top(const struct picture *picture, uint32_t depth);

/* The frame's name without its annotation, "all" for the root. */
struct str picture_name(const struct picture *picture, uint32_t node);

#endif
