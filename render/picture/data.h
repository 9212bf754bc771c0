/*
 * The profile's data inside its picture: the data block (common/block/block.h), of which the lines
 * that say how the picture looks, and could look in other palettes, are written here.
 */
#ifndef RENDER_PICTURE_DATA_H
#define RENDER_PICTURE_DATA_H

#include "render/picture/picture.h"

/* Writes <metadata class="profile">…</metadata>. */
void data_write(struct buf *out, const struct picture *picture);
/* Of a picture without it: what is known of its weights, <metadata class="header">…</metadata>. */
void data_write_header(struct buf *out, const struct picture *picture);

#endif
