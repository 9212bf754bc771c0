/*
 * The bytes of a document that come next. Lines are read as they are needed, each with its end, so
 * what is ahead is the rest of a line, or several if a token is so long.
 */
#ifndef COLLAPSE_READERS_XML_AHEAD_H
#define COLLAPSE_READERS_XML_AHEAD_H

#include "common/buf.h"
#include "common/lines.h"

struct xml_ahead {
	uint64_t line; /* of the next byte */
	size_t limit;  /* of what is looked at ahead, in bytes */

	/* private */
	struct lines *lines;
	struct buf bytes; /* those up to `at` are done with */
	size_t at;
	size_t newline; /* where the first one is ahead, or bytes.n */
	bool ended;
};

void xml_ahead_release(struct xml_ahead *ahead);

/* What is at hand; valid until more is read. */
static inline struct str xml_ahead(const struct xml_ahead *ahead)
{
	return ahead->at < ahead->bytes.n ?
		(struct str){ahead->bytes.p + ahead->at, ahead->bytes.n - ahead->at} : STR("");
}

/* One line more; false at the end of the input. */
bool xml_ahead_more(struct xml_ahead *ahead);

/* Whether there are so many bytes; they are read if need be. */
static inline bool xml_ahead_has(struct xml_ahead *ahead, size_t n)
{
	while (ahead->bytes.n - ahead->at < n)
		if (!xml_ahead_more(ahead))
			return false;
	return true;
}

bool xml_ahead_begins(struct xml_ahead *ahead, struct str mark);
bool xml_ahead_is_too_long(const struct xml_ahead *ahead);
/*
 * How far ahead `mark` begins, not before `from`: stored in *found. False when it never comes, or not
 * before the limit, and then *found is all that is left.
 */
bool xml_ahead_find(struct xml_ahead *ahead, size_t from, struct str mark, size_t *found);
/* Goes past n bytes and gives them; they stay until more is read. */
struct str xml_ahead_pass(struct xml_ahead *ahead, size_t n);

#endif
