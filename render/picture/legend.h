/*
 * What a picture's colours mean, and what it compares: two lines below the heading.
 */
#ifndef RENDER_PICTURE_LEGEND_H
#define RENDER_PICTURE_LEGEND_H

#include "render/picture/picture.h"

/* Whether the colours mean anything. */
bool legend_is_there(const struct picture *picture);
/* "■ grew  ■ shrank  ■ new  ■ gone  ■■ may be noise (95% confidence)", as content of an element. */
void legend_write(struct buf *out, const struct picture *picture);
/*
 * "before 8,303, after 9,183 samples, as recorded; width: …": of two columns, what the weights are,
 * how they were made comparable, and where the noise was taken from.
 */
void legend_write_totals(struct buf *out, const struct picture *picture);

#endif
