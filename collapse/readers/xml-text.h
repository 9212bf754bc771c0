/*
 * Text of XML, as it stands between tags or in an attribute, into what it means:
 *
 *     a &lt; b &#38;&amp; &#x63;    a < b && c
 */
#ifndef COLLAPSE_READERS_XML_TEXT_H
#define COLLAPSE_READERS_XML_TEXT_H

#include "common/buf.h"

/* An entity that XML itself does not know, and an '&' that starts none, stay as they are. */
void xml_decode(struct buf *out, struct str raw);

/* Whether it means itself, so that it need not be decoded. */
static inline bool xml_is_plain(struct str raw)
{
	return str_find(raw, '&') == raw.n;
}

#endif
