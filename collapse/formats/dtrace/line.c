#include "collapse/formats/dtrace/line.h"

enum {
	MIN_KEY_INDENT = 2, /* dtrace prints keys with two blanks, frames with stackindent=14 */
	KEY_INDENT = 4,
	KEY_WIDTH = 52, /* of a text, blanks included */
	DEEP_INDENT = 8,
};

static size_t indent_of(struct str line)
{
	return line.n - str_trim_start(line).n;
}

/* A key that is a number may be indented far, and others stand behind it: "    12345  bash". */
static bool starts_with_number(struct str text)
{
	uint64_t number;

	return str_to_u64(str_head(text, str_find(text, ' ')), &number);
}

static bool is_probe(struct str text)
{
	struct str word, rest;
	uint64_t number;

	return str_cut(text, ' ', &word, &rest) && str_to_u64(word, &number) &&
	       str_cut(str_trim_start(rest), ' ', &word, &rest) && str_to_u64(word, &number) &&
	       str_find(rest, ':') < rest.n && str_find(rest, '`') == rest.n;
}

bool dtrace_is_header(struct str text)
{
	return str_starts(text, STR("CPU ")) || is_probe(text);
}

bool dtrace_is_deep(struct str line)
{
	return indent_of(line) >= DEEP_INDENT;
}

bool dtrace_is_frame(struct str line, struct str text)
{
	return str_find(text, '`') < text.n || str_starts(text, STR("0x")) ||
	       (indent_of(line) > KEY_INDENT && !starts_with_number(text));
}

bool dtrace_is_key(struct str line)
{
	return indent_of(line) >= MIN_KEY_INDENT;
}

bool dtrace_is_first_key(struct str line, struct str text)
{
	return dtrace_is_key(line) && (line.n >= KEY_WIDTH || starts_with_number(text));
}

bool dtrace_parse_row(struct str text, uint64_t *count)
{
	struct str row, number;

	return str_find(text, '|') < text.n && str_rcut(text, ' ', &row, &number) &&
	       str_to_u64(number, count);
}
