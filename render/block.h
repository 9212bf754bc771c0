/*
 * The data block: the whole profile as printable text inside the picture, compact enough that half
 * a million frames take 3 to 4 bytes each. From it the viewer draws, and the folded stacks that
 * the picture was made from come back exactly.
 *
 *     flamegraph-profile 1
 *     columns 1                a key and its value a line …
 *     names 3
 *     !all                     … then the names in byte order, prefix-coded: the first character is
 *     !main                    how much of the line before is repeated
 *     $y
 *     fills !#"                a number per name: its fill
 *     tree !!#                 nodes in preorder (2u + s: go up u levels, then down to a child; s: it
 *                              has a self weight); children as they came in the input, whatever
 *                              the order of the picture, so that the viewer can show each order
 *     edges !"!#               which child: 0 and a name, or the n-th known callee of that caller
 *     selfs "%                 self weights, divided by `unit`
 *
 * Numbers use 91 printable characters: '!' to '~' without & < >. Values 0 to 45 end a number, 46 to
 * 90 stand for 0 to 44 and say that it goes on; the least significant digit (base 45) comes first.
 *
 * Names are escaped so that XML needs no entities: '<' is written ^, '&' is written %, and ^ % \,
 * control characters, bytes that are not UTF-8 or not allowed in XML are written \HH each.
 */
#ifndef RENDER_BLOCK_H
#define RENDER_BLOCK_H

#include "common/buf.h"
#include "common/calltree.h"

/*
 * Writes from the "names" line on; fill is by name id, or NULL (fills that do not go by name). For
 * equal profiles the names and fills are the same bytes; tree, edges and selfs depend on the order
 * of the input too.
 */
void block_write(struct buf *out, const struct calltree *tree, const uint32_t *fill);

/* The greatest number that divides all self weights, at least 1: block_write() divides by it. */
uint64_t block_unit(const struct calltree *tree);

void block_add_number(struct buf *out, uint64_t number);
void block_add_name(struct buf *out, struct str name);

#endif
