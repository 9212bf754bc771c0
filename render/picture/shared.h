/*
 * Numbers and words that the program and the viewer have in common. The build puts them at the head
 * of the viewer's script, too: from `#define NAME value` it makes `const NAME = value;`, and from a
 * list of strings an array. So a value is a number, a string of ASCII or a list, in one line. It does
 * the same with common/quantity.h and common/annotation.h.
 */
#ifndef RENDER_PICTURE_SHARED_H
#define RENDER_PICTURE_SHARED_H

/* ---- where frames are: layout.h and viewer/layout.js ---- */

/* Of the picture's width, left free on both sides of the frames. */
#define MARGIN_PERCENT 1
/* Horizontal positions are counted in units: so many are a pixel. */
#define PIXEL 10
/* Units between the lines that edges of frames lie on. */
#define GRID 5
/* Units that a frame leaves free at its right end, if it is not narrower than the other number. */
#define GAP 5
#define GAP_FROM 30

/* ---- texts ---- */

/* Pixels at both ends of a label, and of how many columns the narrowest is. */
#define LABEL_MARGIN 3
#define LABEL_LEAST 3
/* A label stands that part of its row's height above the row's lower edge. */
#define LABEL_RISE 4
/* Texts around the frames get smaller where they are longer than that part of the picture. */
#define TEXT_PERCENT 97
#define TEXT_LEAST 6

/* ---- fills: fills.h, colour.h and viewer/colours.js ---- */

/*
 * Changes between two profiles as levels: 0 none, then so many steps of growth, as many of
 * shrinking, each the strongest last; nothing before, nothing after; and more and less, but perhaps
 * by chance.
 */
#define CHANGE_STEPS 10
#define CHANGE_NEW (2 * CHANGE_STEPS + 1)
#define CHANGE_GONE (CHANGE_NEW + 1)
#define CHANGE_NOISE_MORE (CHANGE_NEW + 2)
#define CHANGE_NOISE_LESS (CHANGE_NEW + 3)

/* Fills by a frame's share of the width. */
#define WIDTH_LEVELS 16

/* A tint has so many shades; a legend shows it by one of them. */
#define SHADES 16
#define LEGEND_SHADE (SHADES / 2)

/* ---- choices, in options, the data block, links and the viewer's controls ---- */

#define ORDERS "name", "width", "input"
#define WIDTHS "before", "after", "larger"

/* ---- words about a frame ---- */

#define WORD_ROOT "all"
#define WORD_NO_CHANGE "no change"
#define WORD_CHANGE "change "
#define WORD_OF_BEFORE "% of all before"
#define WORD_OF_OWN "% of its own"
#define WORD_GREW "grew"
#define WORD_SHRANK "shrank"
#define WORD_NEW "new"
#define WORD_GONE "gone"
#define WORD_MAY_BE_NOISE "may be noise"

#define WORD_NO_FUNCTION "no function"

/* ---- words about the picture ---- */

/* What a width is, in the order of WIDTHS. */
#define WORD_WIDTH "width: "
#define WIDTH_WORDS "before", "after", "the larger of both"
#define WORD_OF_SELF "; colours: change of self"
/* Behind the number of frames, of one and of more; then what can be done with scripts. */
#define WORD_THIN_FRAME " frame is too thin to draw here"
#define WORD_THIN_FRAMES " frames are too thin to draw here"
#define WORD_SEE_FRAME "; zoom in to see it"
#define WORD_SEE_FRAMES "; zoom in to see them"

#endif
