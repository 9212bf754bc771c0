/*
 * The lines of the data block from which a reader can show the picture in another palette than that
 * of the file. Where fills go by name (fillkind names):
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
 *     scheme.red-blue #f5f5f5 #ffe1e1 …   for each scheme, the colours of f0, f1, …, f22
 *     legend.change 8=grew;18=shrank;21=new;22=gone    fills that the legend shows
 */
#ifndef RENDER_PICTURE_BLOCK_PALETTES_H
#define RENDER_PICTURE_BLOCK_PALETTES_H

#include "common/buf.h"
#include "common/names.h"
#include "render/picture/fills.h"

/* sorted is names_sorted(names). */
void block_write_palettes(struct buf *out, const struct fills *fills, const struct names *names,
	const uint32_t *sorted);

#endif
