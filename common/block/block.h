/*
 * The data block: the whole profile as printable text inside the picture, compact enough that half
 * a million frames take 3 to 4 bytes each. From it the viewer draws, and the folded stacks that
 * the picture was made from come back exactly. It is the text of <metadata class="profile">, and
 * begins and ends with a newline:
 *
 *     flamegraph-profile 1     the format's version
 *     columns 1                2: each weight is two, before and after
 *     unit 5                   stored weights are divided by it
 *     places 0                 decimals: weights are printed divided by 10^places
 *     total 4                  stored weight of all, one a column
 *     width 20                 the root's width, not divided by unit; more than all with --total
 *     folded # folded: … unit="ns"   what is known of them, see folded-header.h; absent: nothing
 *     countname samples        what weights count; empty: not known; texts are escaped like names
 *     numbers short            exact: with all digits, see quantity.h
 *     nametype Function:       what names are
 *     order name               siblings in the picture: name (by bytes), width (widest first, then
 *                              by name), input (as they came)
 *     direction up             down: the root on top
 *     flamechart 0             1: siblings of one name are apart on purpose
 *     widthby larger           of two columns: before, after, larger (of each self weight)
 *     diff total               what fills compare: total or self
 *     minwidth 0 px            narrower frames are not drawn; px of the picture or % of its width
 *     factor 1                 weights are multiplied by it when printed
 *     row 16                   a frame's height, px
 *     font 12 0.6              px; average width of a character as a share of that
 *     cut left                 labels that do not fit keep their end; absent: their start
 *     floor 0                  changes smaller than this have fill 0; not divided by unit
 *     colours 4 f              how many fills there are: the classes f0, f1, … in the style
 *     light 2                  fills that want light text, blanks between them
 *     search parse             what to search for at first; absent: nothing
 *     fillkind names           by what frames are filled: names, change (of two columns), width
 *     nodes 3                  how many nodes there are below, without the root
 *     names 3                  that many lines follow: the names in byte order, prefix-coded: the
 *     !all                     first character is a number (see coding.h), how many characters of
 *     !main                    the name before are repeated; the rest is what follows them
 *     !y
 *     fills "#$                a number per name: its fill (the root's is 0); else nothing
 *     tree !""                 nodes in preorder, the root left out. 2u + s: go up u levels, then
 *                              down to a child; s: it has a self weight. Children come as they
 *                              did in the input, whatever the order of the picture, so that the
 *                              viewer can show each order
 *     edges !!!"!#             the node's name: n > 0 is the n-th of the names that were seen so far
 *                              below the name of its parent (anywhere; the root counts as a name);
 *                              0 is one that was not, and the number of the name follows
 *     selfs "$                 self weights of those that have some; of two columns before and after
 *     confidence 95            of two columns, where changes were judged (common/compare/noise.h):
 *     beyond.total "#          nodes whose change is more than noise, the root first, as lengths
 *                              of runs: so many that are not, so many that are, and so on
 *     beyond.self $            the same of self weights
 *     sampling 4.5 1.1 1       for trees made from this one: how many standard errors make a change
 *                              there more than noise, and the weight of one sample before and
 *                              after, not divided by unit: the variance of a weight is the weight
 *                              times that. Absent: nothing is more than noise
 *
 * One key, a blank and its value a line, in any order; only the lines of names must follow `names`
 * directly. Readers skip keys that they do not know. How numbers and names are written is in
 * coding.h.
 *
 * Change: of a frame's weights before and after, the larger of both is m and the difference d. Fill
 * 0 where d is 0 or below floor; where it is judged and no more than noise 23 if it grew, 24 if it
 * shrank; 21 where before is 0, 22 where after is 0; else d / m * 10 rounded up, 1 to 10, and 10 more
 * where it shrank. Width: the square root of its share of the root's width, * 15, rounded.
 *
 * From the rest a reader can show the picture in another palette than that of the file. Where fills
 * go by name (fillkind names):
 *
 *     palette hot                      that of the file; it always has a line tints.NAME
 *     rootcolour #e4e2d6               the root, which has no name, whatever the palette
 *     tint.0 205 0 0 50 230 55 16      by number: base (red, green, blue), span, steps
 *     shades *"4                       a block number per name, as with fills: its shade, 0 to 15
 *     tints.hot $!                     for each palette, in the order of its option: runs of names
 *     tints.java "*#+                  in the order of the block, as pairs of block numbers: how
 *                                      many names, and their tint
 *     legend.java 4=Java;7=inlined     for palettes whose tints mean something: in the order of the
 *                                      legend, a tint and its text (escaped like a name)
 *
 * A name's colour is that of its shade in its tint: with step = shade * steps / 16, each of red,
 * green and blue is base + span * step / (steps - 1), all divisions rounded down. A legend shows a
 * tint by its shade 8. The shades are those of the file, with or without --hash.
 *
 * `fills` remains what the picture was made with: with --cp it may have colours that are not in any
 * palette. wakeup is aqua by another name, and written as that.
 *
 * Where fills go by change (fillkind change), with --negate already applied:
 *
 *     scheme red-blue                  that of the file
 *     scheme.red-blue #f5f5f5 #ffe1e1 …   for each scheme, the colours of f0, f1, …, f24
 *     legend.change 8=grew;18=shrank;21=new;22=gone    fills that the legend shows
 *
 * What the profile is is written and read here. The lines that say how the picture looks come from
 * who draws it (render/picture/data.c), and only the viewer reads them.
 */
#ifndef COMMON_BLOCK_BLOCK_H
#define COMMON_BLOCK_BLOCK_H

#include "common/block/coding.h"
#include "common/calltree.h"
#include "common/folded-header.h"

/* ---- writing ---- */

/* Begins a block: the lines up to "total", of which a reader makes sense of all weights. */
void block_write_head(struct buf *out, const struct calltree *tree);

/* Text behind a key, escaped as a name is. */
void block_write_text(struct buf *out, const char *key, struct str value);
/* The header, unless nothing is known. */
void block_write_header(struct buf *out, const struct folded_header *header);

/*
 * Writes the lines from "nodes" to "selfs"; sorted is names_sorted(&tree->names), fill by name id,
 * or NULL (fills that do not go by name). For equal profiles the names and fills are the same
 * bytes; tree, edges and selfs depend on the order of the input too.
 */
void block_write(struct buf *out, const struct calltree *tree, const uint32_t *sorted,
	const uint32_t *fill);

/* A flag for each node, the root first, then in the order of the tree, as the lengths of runs. */
void block_write_runs(
	struct buf *out, const char *key, const struct calltree *tree, const bool *flags);

/* ---- reading ---- */

struct block_node {
	uint32_t parent; /* its place in the list of nodes, BLOCK_ROOT where it is the root */
	uint32_t name;   /* for block_name() */
	uint64_t self[2];
};

#define BLOCK_ROOT UINT32_MAX

struct block {
	unsigned columns, places;
	struct buf header; /* the line of the folded header; empty: there is none */
	struct block_node *nodes; /* in preorder, without the root */
	uint32_t count;

	/* private */
	struct buf bytes; /* the names, one behind the other */
	size_t *ends;     /* where each ends */
	uint32_t names;
};

/*
 * Reads a block, from one newline to the other. Returns NULL, or what is wrong with it, a text for
 * people; then what was read is of no use, but to be released too. All of it is checked against the
 * totals that it states, and memory is taken for what is there, never for what is stated.
 */
const char *block_read(struct block *block, struct str text);

/* The bytes of a name as they were in the input. */
struct str block_name(const struct block *block, uint32_t name);

void block_release(struct block *block);

#endif
