#include "collapse/readers/xml-ahead.h"

void xml_ahead_release(struct xml_ahead *ahead)
{
	buf_release(&ahead->bytes);
}

bool xml_ahead_more(struct xml_ahead *ahead)
{
	struct buf *bytes = &ahead->bytes;
	bool has_newline = ahead->newline < bytes->n;
	struct str line;

	if (ahead->ended || !lines_next(ahead->lines, &line)) {
		ahead->ended = true;
		return false;
	}
	if (ahead->at) {
		bytes->n -= ahead->at;
		memmove(bytes->p, bytes->p + ahead->at, bytes->n);
		ahead->newline -= ahead->at;
		ahead->at = 0;
	}
	buf_add(bytes, line);
	if (!has_newline)
		ahead->newline = bytes->n;
	if (!ahead->lines->unterminated)
		buf_add_char(bytes, '\n');
	return true;
}

bool xml_ahead_begins(struct xml_ahead *ahead, struct str mark)
{
	return xml_ahead_has(ahead, mark.n) && str_starts(xml_ahead(ahead), mark);
}

bool xml_ahead_is_too_long(const struct xml_ahead *ahead)
{
	return xml_ahead(ahead).n > ahead->limit;
}

bool xml_ahead_find(struct xml_ahead *ahead, size_t from, struct str mark, size_t *found)
{
	for (;;) {
		struct str rest = str_skip(xml_ahead(ahead), from);
		size_t at = mark.n == 1 ? str_find(rest, mark.p[0]) : str_find_str(rest, mark);

		*found = from + at;
		if (at < rest.n)
			return true;
		/* Lines come whole, and no mark holds a line's end. */
		from += rest.n;
		if (xml_ahead_is_too_long(ahead) || !xml_ahead_more(ahead))
			return false;
	}
}

struct str xml_ahead_pass(struct xml_ahead *ahead, size_t n)
{
	struct str passed = str_head(xml_ahead(ahead), n), bytes = buf_str(&ahead->bytes);

	ahead->at += passed.n;
	while (ahead->newline < ahead->at) {
		ahead->line++;
		ahead->newline++;
		ahead->newline += str_find(str_skip(bytes, ahead->newline), '\n');
	}
	return passed;
}
