#include "collapse/csv.h"

#include <stdlib.h>

#include "common/memory.h"

/* ---- UTF-16 ---- */

enum endian { UTF8, LITTLE, BIG };

static enum endian endian_of(struct str head)
{
	if (str_starts(head, STR("\xff\xfe")))
		return LITTLE;
	return str_starts(head, STR("\xfe\xff")) ? BIG : UTF8;
}

static uint32_t unit_at(struct str bytes, size_t at, enum endian endian)
{
	uint32_t first = (unsigned char)bytes.p[at], second = (unsigned char)bytes.p[at + 1];

	return endian == LITTLE ? second << 8 | first : first << 8 | second;
}

static bool is_high(uint32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

/* Half a pair of surrogates, and half a character at the end, become U+FFFD. */
static void convert(struct buf *out, struct str bytes, enum endian endian)
{
	size_t at = 2;

	while (at + 1 < bytes.n) {
		uint32_t code = unit_at(bytes, at, endian);

		at += 2;
		if (is_high(code) && at + 1 < bytes.n && is_low(unit_at(bytes, at, endian))) {
			code = 0x10000 + ((code & 0x3ff) << 10 | (unit_at(bytes, at, endian) & 0x3ff));
			at += 2;
		} else if (is_high(code) || is_low(code)) {
			code = 0xfffd;
		}
		buf_add_utf8(out, code);
	}
	if (at < bytes.n)
		buf_add_utf8(out, 0xfffd);
}

static void convert_all(struct csv *csv, struct lines *lines, enum endian endian)
{
	struct buf bytes = {0};
	struct str chunk;

	while (lines_chunk(lines, &chunk))
		buf_add(&bytes, chunk);
	convert(&csv->utf8, buf_str(&bytes), endian);
	buf_release(&bytes);
	lines_from_memory(&csv->converted, lines->name, buf_str(&csv->utf8));
	csv->lines = &csv->converted;
}

/* ---- rows ---- */

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
	enum endian endian = endian_of(lines_head(lines));

	*csv = (struct csv){.name = lines->name, .lines = lines};
	if (endian != UTF8)
		convert_all(csv, lines, endian);
	csv->separator = separator_of(str_head(lines_head(csv->lines),
		str_find(lines_head(csv->lines), '\n')));
}

void csv_release(struct csv *csv)
{
	if (csv->lines == &csv->converted)
		lines_close(&csv->converted);
	buf_release(&csv->utf8);
	buf_release(&csv->text);
	free(csv->ends);
}

static void end_field(struct csv *csv)
{
	csv->ends = memory_grow(csv->ends, &csv->capacity, csv->count + 1, sizeof(*csv->ends));
	csv->ends[csv->count++] = csv->text.n;
	buf_add_char(&csv->text, csv->separator);
}

/* Behind the opening quote, over lines if need be; what is left behind the closing one in *line. */
static void take_quoted(struct csv *csv, struct str *line)
{
	for (;;) {
		size_t end = str_find(*line, '"');

		buf_add(&csv->text, str_head(*line, end));
		if (end == line->n) {
			csv->open = !lines_next(csv->lines, line);
			if (csv->open) {
				*line = (struct str){0};
				return;
			}
			buf_add_char(&csv->text, '\n');
			continue;
		}
		*line = str_skip(*line, end + 1);
		if (!str_starts(*line, STR("\"")))
			return;
		buf_add_char(&csv->text, '"');
		*line = str_skip(*line, 1);
	}
}

static void take_field(struct csv *csv, struct str *line)
{
	size_t blanks = 0;

	while (blanks < line->n && line->p[blanks] == ' ')
		blanks++;
	if (blanks < line->n && line->p[blanks] == '"') {
		buf_add(&csv->text, str_head(*line, blanks));
		*line = str_skip(*line, blanks + 1);
		take_quoted(csv, line);
	}
	/* Behind quotes nothing should be; it is not lost. */
	blanks = str_find(*line, csv->separator);
	buf_add(&csv->text, str_head(*line, blanks));
	*line = str_skip(*line, blanks);
	end_field(csv);
}

bool csv_next(struct csv *csv)
{
	struct str line;

	do {
		if (!lines_next(csv->lines, &line))
			return false;
	} while (line.n == 0);
	csv->line = csv->lines->number;
	csv->count = 0;
	buf_reset(&csv->text);
	take_field(csv, &line);
	while (line.n) {
		line = str_skip(line, 1);
		take_field(csv, &line);
	}
	return true;
}

struct str csv_field(const struct csv *csv, size_t place)
{
	size_t start = place > 0 && place < csv->count ? csv->ends[place - 1] + 1 : 0;

	if (place >= csv->count)
		return (struct str){0};
	return (struct str){csv->text.p + start, csv->ends[place] - start};
}

struct str csv_row(const struct csv *csv)
{
	return str_drop_end(buf_str(&csv->text), 1);
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
	enum endian endian = endian_of(head);
	size_t n = 0;

	for (size_t i = endian == UTF8 ? 0 : endian == LITTLE ? 2 : 3; i < head.n && n < size;
		i += endian == UTF8 ? 1 : 2)
		scratch[n++] = head.p[i];
	head = (struct str){scratch, n};
	if (str_starts(head, STR("\xef\xbb\xbf")))
		head = str_skip(head, 3);
	head = str_trim_start(head);
	return str_starts(head, STR("\"")) ? str_skip(head, 1) : head;
}
