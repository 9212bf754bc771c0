#include "collapse/readers/csv.h"

#include <stdlib.h>

#include "common/memory.h"

enum { LONGEST_OPEN = 1 << 20 };

/* "a,b;c" is of ','. With none of them the row is one field. */
static char separator_of(struct str row)
{
	static const char separators[] = ",;\t";
	size_t best = 0, counts[sizeof(separators)] = {0};
	bool quoted = false;

	for (size_t i = 0; i < row.n; i++) {
		quoted ^= row.p[i] == '"';
		for (size_t k = 0; !quoted && k < sizeof(separators) - 1; k++)
			counts[k] += row.p[i] == separators[k];
	}
	for (size_t k = 1; k < sizeof(separators) - 1; k++)
		if (counts[k] > counts[best])
			best = k;
	return separators[best];
}

void csv_init(struct csv *csv, struct lines *lines)
{
	*csv = (struct csv){.name = lines->name};
	utf16_lines_init(&csv->input, lines);
}

void csv_release(struct csv *csv)
{
	utf16_lines_release(&csv->input);
	buf_release(&csv->whole);
	buf_release(&csv->decoded);
	free(csv->fields);
}

/* ---- fields ---- */

static void push_field(struct csv *csv, struct csv_field field)
{
	*ARRAY_PUSH(csv->fields, csv->count, csv->capacity) = field;
}

/* Where the next separator is from there on, or the end of the row. */
static size_t find_separator(const struct csv *csv, size_t at)
{
	const char *p = csv->row.p, separator = csv->separator;
	size_t n = csv->row.n;

	/* Most fields are so short that memchr() takes longer. */
	while (at < n && p[at] != separator)
		at++;
	return at;
}

/* The row goes on in the next line, if there is one; the present one must not be lost for that. */
static bool add_line(struct csv *csv)
{
	struct buf *whole = &csv->whole;
	struct str line;
	bool more;

	if (csv->row.p != whole->p) {
		buf_set(whole, csv->row);
	}
	more = whole->n < LONGEST_OPEN && utf16_lines_next(&csv->input, &line);
	if (more) {
		buf_add_char(whole, '\n');
		buf_add(whole, line);
	}
	csv->row = buf_str(whole);
	return more;
}

/* Where the next quote is from there on, over lines if need be; open is set when there is none. */
static size_t find_quote(struct csv *csv, size_t at)
{
	for (;;) {
		at += str_find(str_skip(csv->row, at), '"');
		if (at < csv->row.n || csv->open)
			return at;
		csv->open = !add_line(csv);
	}
}

/* Blanks before the quote, what is in quotes, and what should not be behind these but is not lost. */
static size_t decode_field(struct csv *csv, size_t from, size_t quote)
{
	struct buf *out = &csv->decoded;
	size_t start = out->n, at = quote + 1, end;

	buf_add(out, str_head(str_skip(csv->row, from), quote - from));
	for (;;) {
		end = find_quote(csv, at);
		buf_add(out, str_head(str_skip(csv->row, at), end - at));
		at = end + 1;
		if (at >= csv->row.n || csv->row.p[at] != '"')
			break;
		buf_add_char(out, '"');
		at++;
	}
	at = at < csv->row.n ? at : csv->row.n;
	end = find_separator(csv, at);
	buf_add(out, str_head(str_skip(csv->row, at), end - at));
	push_field(csv, (struct csv_field){start, out->n - start, true});
	return end;
}

/* Takes the field that starts there, and tells where it ends. */
static size_t take_field(struct csv *csv, size_t from)
{
	size_t at = from, end;

	while (at < csv->row.n && csv->row.p[at] == ' ')
		at++;
	if (at == csv->row.n || csv->row.p[at] != '"') {
		end = find_separator(csv, at);
		push_field(csv, (struct csv_field){from, end - from, false});
		return end;
	}
	end = find_quote(csv, at + 1);
	if (at > from || (end + 1 < csv->row.n && csv->row.p[end + 1] != csv->separator))
		return decode_field(csv, from, at);
	push_field(csv, (struct csv_field){at + 1, end - at - 1, false});
	return end < csv->row.n ? end + 1 : end;
}

/* ---- rows ---- */

bool csv_next(struct csv *csv)
{
	size_t end;

	do {
		if (!utf16_lines_next(&csv->input, &csv->row))
			return false;
	} while (str_trim_start(csv->row).n == 0);
	if (!csv->separator)
		csv->separator = separator_of(csv->row);
	csv->line = csv->input.number;
	csv->count = 0;
	csv->open = false;
	buf_reset(&csv->decoded);
	for (end = take_field(csv, 0); end < csv->row.n; end = take_field(csv, end + 1))
		;
	return true;
}

struct str csv_field(const struct csv *csv, size_t place)
{
	struct csv_field field;

	if (place >= csv->count)
		return (struct str){0};
	field = csv->fields[place];
	return (struct str){(field.is_decoded ? csv->decoded.p : csv->row.p) + field.start, field.n};
}

static bool same_name(struct str a, struct str b)
{
	size_t i = 0;

	while (i < a.n && i < b.n && byte_lower(a.p[i]) == byte_lower(b.p[i]))
		i++;
	return i == a.n && i == b.n;
}

size_t csv_column(const struct csv *csv, struct str name)
{
	size_t place = 0;

	while (place < csv->count && !same_name(str_trim(csv_field(csv, place)), name))
		place++;
	return place;
}

struct str csv_head(struct str head, char *scratch, size_t size)
{
	enum endian endian = utf16_endian(head);
	size_t n = 0;

	for (size_t i = endian == ENDIAN_NONE ? 0 : endian == ENDIAN_LITTLE ? 2 : 3; i < head.n && n < size;
		i += endian == ENDIAN_NONE ? 1 : 2)
		scratch[n++] = head.p[i];
	head = (struct str){scratch, n};
	if (str_starts(head, STR("\xef\xbb\xbf")))
		head = str_skip(head, 3);
	head = str_trim_lines(head);
	return str_starts(head, STR("\"")) ? str_skip(head, 1) : head;
}
