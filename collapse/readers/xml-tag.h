/*
 * What XML's bytes mean: a tag, <frame id="7" name="a &lt; b"/>, is a name and attributes; text, as
 * it stands between tags or in an attribute, is without entities:
 *
 *     a &lt; b &#38;&amp; &#x63;    a < b && c
 */
#ifndef COLLAPSE_READERS_XML_TAG_H
#define COLLAPSE_READERS_XML_TAG_H

#include "common/buf.h"

/* An entity that XML itself does not know, and an '&' that starts none, stay as they are. */
void xml_decode(struct buf *out, struct str raw);

/* Whether it means itself, so that it need not be decoded. */
static inline bool xml_is_plain(struct str raw)
{
	return str_find(raw, '&') == raw.n;
}

struct xml_attribute {
	struct str name, value;
};

/* Zeroed it is none. */
struct xml_tag {
	struct str name;
	struct xml_attribute *attributes;
	size_t count;
	bool is_empty; /* <a/> */

	/* private */
	size_t capacity;
	struct buf decoded; /* values that are not as they are written */
};

/*
 * The length of the tag that these bytes start with, to its '>'; 0 when it is not right, or not
 * whole. Its parts are slices of the bytes, or valid until the next call.
 */
size_t xml_tag_parse(struct xml_tag *tag, struct str bytes);
void xml_tag_release(struct xml_tag *tag);

/*
 * Where in the text a tag ends, at its '>' or, where it is none, at a '<', from *at on; *quote is
 * the one that is open, or 0. False when that is not in the text.
 */
bool xml_tag_find_end(struct str text, size_t *at, char *quote);

/* The name that is next, perhaps empty, taken off the rest; and whether a byte may start one. */
struct str xml_tag_name(struct str *rest);
bool xml_starts_name(char c);

#endif
