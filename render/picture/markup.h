/*
 * Untrusted bytes on their way into XML: whatever comes in, what goes out is well-formed text that
 * is no markup.
 */
#ifndef RENDER_PICTURE_MARKUP_H
#define RENDER_PICTURE_MARKUP_H

#include "common/buf.h"
#include "render/picture/colour.h"

/*
 * Raw bytes as they are shown, in UTF-8: control characters as their pictures (U+2400 and
 * following), bytes that are not UTF-8 and what XML forbids as U+FFFD; and & < > " ' escaped, for
 * element content and attribute values in double quotes.
 */
void markup_text(struct buf *out, struct str raw);

/* "#ffe100" */
void markup_colour(struct buf *out, struct colour colour);

/*
 * The same, not escaped, of what fits into so many columns, which wide characters take two of: all
 * of it, or what fits into two less, its start with ".." behind it or with keep_end its end behind
 * "..", or nothing below 3.
 */
void markup_fit(struct buf *out, struct str raw, size_t columns, bool keep_end);

#endif
