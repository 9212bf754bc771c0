/*
 * Tree to boxes: pure arithmetic, no colour and no markup. The viewer (viewer/layout.js) does the
 * same with the same doubles in the same order, so that both draw the same picture.
 *
 * Horizontal positions are in units (shared.h); a row is a depth, the root's is 0. With so many
 * units from end to end, an edge that has some weight to its left lies at
 *
 *     scale = units / grid / weight of the root
 *     x = min(floor(weight * scale + 0.5) * grid, units)
 *
 * that is on the nearest line of the grid, the right one of two that are equally near; where the
 * last line of the grid is beyond the root's end, it is that end. So neighbours share an edge and
 * thin frames leave no holes; and as no weight to the left makes an edge lie further left, children
 * lie inside their parents, and no row passes the root.
 */
#ifndef RENDER_PICTURE_LAYOUT_H
#define RENDER_PICTURE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/calltree.h"

/*
 * In which order siblings stand: by the bytes of their names, widest first (those of one width by
 * name), or as they came.
 */
enum sibling_order { ORDER_NAME, ORDER_WIDTH, ORDER_INPUT };

/* What a frame's width means when there are two columns. */
enum width_by { WIDTH_BEFORE, WIDTH_AFTER, WIDTH_LARGER };

/* Both as words, NULL-terminated: of the options, and of the data block. */
extern const char *const sibling_order_names[], *const width_by_names[];

/* The weights of each node, all in the tree's units. */
struct totals {
	uint64_t *width;    /* what is drawn; the root's may be more than the sum of all (--total) */
	uint64_t *column[2]; /* before and after, or the only one in column[0] and NULL */
	uint32_t *frames;   /* how many nodes its subtree has, itself included */
};

/*
 * Computes all totals. Ends the program when before and after together do not fit 64 bits
 * (WIDTH_LARGER), or when there is nothing in the column that is to be the width.
 */
void totals_init(struct totals *totals, const struct calltree *tree, enum width_by width_by);
/* Widens the root to `whole`; false, and nothing done, when it is wider already. */
bool totals_widen(struct totals *totals, uint64_t whole);
void totals_release(struct totals *totals);

/* Sorts the children lists as they are drawn. */
void layout_order(struct children *children, const struct calltree *tree,
	const struct totals *totals, enum sibling_order order);

struct box {
	uint32_t node;
	uint32_t depth;
	uint64_t start; /* weight to the left of it */
	uint32_t x, width; /* in units, the gap between neighbours taken off */
};

struct layout {
	struct box *boxes; /* by depth, then x */
	size_t count, capacity;
	uint32_t rows;
	uint64_t hidden; /* frames that have no box */
};

struct layout_rules {
	uint32_t units;     /* the width of the root */
	uint32_t grid;      /* edges lie on multiples of this many units */
	double minwidth;    /* in units: narrower frames are not drawn */
	bool keep_thin;     /* draw frames that the grid leaves no width, too */
};

/* How many units the frames of a picture have that is so many pixels wide. */
uint32_t layout_units(uint64_t width);

/*
 * Places all frames that can be seen, level by level; the root always, with all of the width. A
 * frame that is not drawn hides its subtree.
 */
void layout_place(struct layout *layout, const struct children *children,
	const struct totals *totals, const struct layout_rules *rules);
void layout_release(struct layout *layout);

#endif
