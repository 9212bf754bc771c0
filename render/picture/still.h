/*
 * The picture for eyes without scripts, in few bytes: one <path> per fill, in which each frame is a
 * horizontal stroke, and labels that are clipped by nested <svg> elements whatever the width.
 *
 *     <path class="f3" d="M0 8h11760M12 24h340m20 0h7"/>
 *     <svg class="label" x="12.345%" y="16" width="8.31%" height="16"><text x="3" y="12">main</text></svg>
 */
#ifndef RENDER_PICTURE_STILL_H
#define RENDER_PICTURE_STILL_H

#include "render/picture/picture.h"

/*
 * Places the frames (picture->layout) with the finest grid at which the still layer stays small, and
 * cuts the topmost rows where even the coarsest does not do.
 */
void still_place(struct picture *picture);

/* Writes <svg class="frames">…</svg> with its top edge at y. */
void still_write(struct buf *out, const struct picture *picture, uint64_t y);

#endif
