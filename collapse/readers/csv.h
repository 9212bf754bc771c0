/*
 * A pull reader for tables as text (RFC 4180): the caller takes a row at a time.
 *
 *     Function Stack,CPU Time:Self,Module
 *       "std::map<int, int>::at",0.015,shop
 *
 *     csv_init(&csv, lines);
 *     while (csv_next(&csv))
 *             … csv_field(&csv, 0) …
 *     csv_release(&csv);
 *
 * What separates fields, one of , ; and tab, is what the first row has most of. A field in quotes may
 * hold separators and line ends, and "" for a quote; blanks before its first quote are a part of it.
 * Quotes elsewhere are plain text. UTF-16 with a byte order mark is read, too.
 *
 * A field is a slice of its line, if it stands there as it is. Memory is that of the longest row; one
 * whose quotes stay open ends after a MiB at the latest.
 */
#ifndef COLLAPSE_READERS_CSV_H
#define COLLAPSE_READERS_CSV_H

#include "collapse/readers/utf16-lines.h"

struct csv {
	uint64_t line; /* where the present row begins, from 1 */
	size_t count;  /* of its fields */
	bool open;     /* the quotes of the present row's last field are not closed */
	const char *name; /* of the input, for messages */
	struct str row; /* the present one as it stands there, for messages */
	char separator; /* of fields; 0 before the first row */

	/* private */
	struct utf16_lines input;
	struct buf whole; /* a row of several lines */
	struct buf decoded; /* fields that do not stand in the row as they are */
	struct csv_field {
		size_t start, n; /* in the row, or in decoded */
		bool is_decoded;
	} *fields;
	size_t capacity;
};

void csv_init(struct csv *csv, struct lines *lines);
void csv_release(struct csv *csv);

/* The next row that is not blank; false at the end of the input. */
bool csv_next(struct csv *csv);
/* A field of the present row, valid until the next; empty past the last. */
struct str csv_field(const struct csv *csv, size_t place);

/* Where the present row, a header, has that name: in any case, without blanks around; or csv.count. */
size_t csv_column(const struct csv *csv, struct str name);

/*
 * The first bytes of an input as sniff() gets them, without byte order mark, blank lines, blanks and quotes
 * before the first field; of UTF-16 each second byte, which is right for ASCII. Bytes in scratch.
 */
struct str csv_head(struct str head, char *scratch, size_t size);

#endif
