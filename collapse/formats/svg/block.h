/*
 * The data block of flamegraph's pictures (common/block/block.h) back into the stacks that it was
 * made from, bytes and all.
 */
#ifndef COLLAPSE_FORMATS_SVG_BLOCK_H
#define COLLAPSE_FORMATS_SVG_BLOCK_H

#include "collapse/stacks/stacks.h"

/*
 * Adds the stacks of a block, all of them or none. Returns NULL, or what is wrong with the block,
 * a text for people.
 */
const char *svg_block_read(struct str text, struct stacks *stacks);

/* Takes what a picture says of its weights, a line as folded stacks begin with; or nothing. */
const char *svg_header_read(struct str line, struct stacks *stacks);

#endif
