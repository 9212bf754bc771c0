/*
 * Names on their way out: untrusted bytes, as text that no format takes for anything else.
 */
#ifndef RENDER_REPORT_TEXT_H
#define RENDER_REPORT_TEXT_H

#include "common/buf.h"

/*
 * Control characters, those that change the direction of text or are invisible, and what is no
 * UTF-8, as \xNN; the rest as it is.
 */
void text_visible(struct buf *out, struct str raw);

/* A code span of Markdown around what text_visible() makes of it; in a table bars need escapes. */
void text_markdown(struct buf *out, struct str raw, bool in_table);

/*
 * A field of CSV (RFC 4180) around what text_visible() makes of it. Where a spreadsheet might take
 * it for a formula, as it begins with = + - or @, after blanks or not, a ' stands before it; and
 * before what begins with a ', so that the first ' may always be taken away.
 */
void text_csv(struct buf *out, struct str raw);

/* How many columns of a terminal text takes that is UTF-8 and has no control characters. */
size_t text_columns(struct str text);

/*
 * As much of such a text as fits into so many columns: all of it, or its start with ".." behind it,
 * or with keep_end its end behind "..".
 */
void text_fit(struct buf *out, struct str text, size_t columns, bool keep_end);

/* Adds a line, broken at blanks where it would be longer than so many columns; 0: never. */
void text_wrap(struct buf *out, struct str line, size_t columns);

#endif
