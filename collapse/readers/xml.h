/*
 * A pull reader for XML: each call gives the next tag or text.
 *
 *     <frame id="7">a &lt; b</frame>    START frame, id 7 · TEXT "a < b" · CLOSE frame
 *
 * Comments, processing instructions and the DOCTYPE are passed over. Nothing that a document
 * declares is ever expanded, and nothing outside of it is ever opened: an entity that XML itself
 * does not know stays as it is written, and so does an '&' that starts none, which some writers
 * leave. Tags must match. Bytes are taken as they are; UTF-8 is not checked.
 *
 * Lines are read as they are needed, so memory is what the longest line and the longest token (a
 * tag, or all text up to the next tag) take, and a little for each element that is open.
 */
#ifndef COLLAPSE_READERS_XML_H
#define COLLAPSE_READERS_XML_H

#include "collapse/readers/xml-ahead.h"
#include "collapse/readers/xml-tag.h"

enum xml_kind {
	XML_START,
	XML_CLOSE, /* "<a/>" is a START and a CLOSE */
	XML_TEXT,  /* also a CDATA section; several in a row where comments stand between them */
	XML_END,   /* of the document */
	XML_ERROR, /* from now on nothing else comes */
};

struct xml {
	enum xml_kind kind;
	uint64_t line; /* where the token begins */
	size_t depth;  /* START, CLOSE: of the element, the outermost has 1; TEXT: of what it is in */
	struct str name; /* START, CLOSE; with its prefix: "svg:g" */
	struct str text; /* TEXT */
	const struct xml_attribute *attributes; /* START */
	size_t attribute_count;
	const char *expected; /* ERROR: what should have been there, and what was */
	struct str got;
	bool started; /* the outermost element has begun; depth is 0 again behind its end */

	struct xml_ahead ahead; /* its limit is that of a token; xml_init() sets a generous one */

	/* private */
	bool close_follows;
	struct xml_tag tag;
	struct buf decoded; /* text that is not as it is written */
	struct buf open; /* names of the elements that are open, one behind the other */
	size_t *starts; /* where each begins */
	size_t starts_capacity;
};

/* What it gives is valid until the next call. */
void xml_init(struct xml *xml, struct lines *lines);
enum xml_kind xml_next(struct xml *xml);
void xml_release(struct xml *xml);

/* The name without its prefix: "g" of "svg:g". */
struct str xml_local_name(struct str name);
/* An attribute of a START; false when there is none of that name. */
bool xml_attribute(const struct xml *xml, struct str name, struct str *value);

#endif
