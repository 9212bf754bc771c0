/*
 * Bytes as text (RFC 4648, section 4): three bytes are four characters, '=' fills the last four.
 */
#ifndef RENDER_PICTURE_BASE64_H
#define RENDER_PICTURE_BASE64_H

#include "common/buf.h"

void base64_add(struct buf *out, struct str bytes);

#endif
