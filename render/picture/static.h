/*
 * The simple picture (--static): one group a frame with a tooltip, for tools that edit, convert or
 * post-process SVG. No script, no data.
 *
 *     <g><title>main (10 samples, 50.00%)</title><rect x="12.0" y="52" width="588.0" height="15"
 *     fill="rgb(255,230,55)"/><text x="15.0" y="64">main</text></g>
 */
#ifndef RENDER_PICTURE_STATIC_H
#define RENDER_PICTURE_STATIC_H

#include "render/picture/picture.h"

/* Writes <g class="frames">…</g> with the top row's upper edge at y. */
void static_write(struct buf *out, const struct picture *picture, uint64_t y);

#endif
