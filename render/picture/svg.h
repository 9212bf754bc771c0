/*
 * The document: head, style, texts, the frames, the profile's data and the viewer.
 */
#ifndef RENDER_PICTURE_SVG_H
#define RENDER_PICTURE_SVG_H

#include "render/picture/picture.h"

/* Writes a whole document for a picture whose layout is placed. */
void svg_write(struct buf *out, const struct picture *picture);

/*
 * What a Content-Security-Policy calls the script of every document, for pages that run scripts by
 * their hash: 'sha256-…=', with the quotes.
 */
void svg_write_script_source(struct buf *out);

/* A document that says in words why there is no picture, for automation that expects a file. */
void svg_write_error(struct buf *out, const char *message);

#endif
