/*
 * The data block of flamegraph's pictures (render/block.h tells how it is written) back into the
 * stacks that it was made from, bytes and all.
 *
 * All of it is read and checked against the totals that it states before the first stack is
 * added, and memory is taken for what is there, never for what is stated. Keys that are not known
 * are passed over.
 */
#ifndef COLLAPSE_FORMATS_SVG_BLOCK_H
#define COLLAPSE_FORMATS_SVG_BLOCK_H

#include "collapse/stacks/stacks.h"

/*
 * Adds the stacks of a block, all of them or none. Returns NULL, or what is wrong with the block,
 * a text for people.
 */
const char *svg_block_read(struct str text, struct stacks *stacks);

#endif
