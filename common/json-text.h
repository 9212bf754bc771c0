/*
 * Strings of JSON (RFC 8259) on their way out.
 */
#ifndef COMMON_JSON_TEXT_H
#define COMMON_JSON_TEXT_H

#include "common/buf.h"

/*
 * Quotes and what is between them; control and invisible characters are escaped, and each byte that
 * is no UTF-8 becomes U+FFFD.
 */
void json_add_text(struct buf *out, struct str raw);

#endif
