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
 *     countname samples        what weights count; texts are escaped like names
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
 *     floor 0                  changes smaller than this have fill 0; not divided by unit
 *     colours 4 f              how many fills there are: the classes f0, f1, … in the style
 *     light 2                  fills that want light text, blanks between them
 *     search parse             what to search for at first; absent: nothing
 *     fillkind names           by what frames are filled: names, change (of two columns), width
 *     nodes 3                  how many nodes there are below, without the root
 *     names 3                  that many lines follow: the names in byte order, prefix-coded: the
 *     !all                     first character is a number (see below), how many characters of the
 *     !main                    name before are repeated; the rest is what follows them
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
 *     confidence 95            of two columns, where changes were judged (see common/noise.h):
 *     beyond.total "#          nodes whose change is more than noise, the root first, as lengths
 *                              of runs: so many that are not, so many that are, and so on
 *     beyond.self $            the same of self weights
 *     sampling 4.5 1.1 1       for trees made from this one: how many standard errors make a change
 *                              there more than noise, and the weight of one sample before and
 *                              after, not divided by unit: the variance of a weight is the weight
 *                              times that. Absent: nothing is more than noise
 *
 * One key, a blank and its value a line, in any order; only the lines of names must follow `names`
 * directly. Readers skip keys that they do not know. block-palettes.h has those behind `selfs`.
 *
 * Change: of a frame's weights before and after, the larger of both is m and the difference d. Fill
 * 0 where d is 0 or below floor; where it is judged and no more than noise 23 if it grew, 24 if it
 * shrank; 21 where before is 0, 22 where after is 0; else d / m * 10 rounded up, 1 to 10, and 10 more
 * where it shrank. Width: the square root of its share of the root's
 * width, * 15, rounded.
 *
 * Numbers use 91 printable characters: '!' to '~' without & < >. Values 0 to 45 end a number, 46 to
 * 90 stand for 0 to 44 and say that it goes on; the least significant digit (base 45) comes first.
 * So 45 is 'Q', and 46, 1 + 1 * 45, is 'S"'.
 *
 * Names are escaped so that XML needs no entities: '<' is written ^, '&' is written %, and ^ % \,
 * control characters, bytes that are not UTF-8 or not allowed in XML, and the '>' of "]]>" are
 * written \HH each.
 */
#ifndef COMMON_BLOCK_BLOCK_H
#define COMMON_BLOCK_BLOCK_H

#include "common/buf.h"
#include "common/calltree.h"

/*
 * Writes from the "names" line on; sorted is names_sorted(&tree->names), fill by name id, or NULL
 * (fills that do not go by name). For equal profiles the names and fills are the same bytes; tree,
 * edges and selfs depend on the order of the input too.
 */
void block_write(struct buf *out, const struct calltree *tree, const uint32_t *sorted,
	const uint32_t *fill);

/*
 * A flag for each node, the root first, then in the order of the tree, as the lengths of runs: so many without, so many
 * with, and so on.
 */
void block_write_runs(
	struct buf *out, const char *key, const struct calltree *tree, const bool *flags);

/* The greatest number that divides all self weights, at least 1: block_write() divides by it. */
uint64_t block_unit(const struct calltree *tree);

void block_add_number(struct buf *out, uint64_t number);
void block_add_name(struct buf *out, struct str name);

#endif
