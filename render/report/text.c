#include "render/report/text.h"

void text_visible(struct buf *out, struct str raw)
{
	while (raw.n > 0) {
		char character[4];
		size_t shown, length = str_show_character(raw, character, &shown);

		buf_add(out, (struct str){character, shown});
		raw = str_skip(raw, length);
	}
}

/* ---- Markdown ---- */

/* The longest run of backticks. */
static size_t most_backticks(struct str text)
{
	size_t most = 0, run = 0;

	for (size_t i = 0; i < text.n; i++) {
		run = text.p[i] == '`' ? run + 1 : 0;
		most = run > most ? run : most;
	}
	return most;
}

/*
 * In a table "\|" is a bar and no border, even in a code span. Behind an odd number of backslashes
 * it would be a border again, so there it is shown as its number.
 */
static void add_bars_escaped(struct buf *out, struct str text)
{
	size_t backslashes = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] != '|')
			buf_add_char(out, text.p[i]);
		else
			buf_add(out, backslashes % 2 ? STR("\\x7c") : STR("\\|"));
		backslashes = text.p[i] == '\\' ? backslashes + 1 : 0;
	}
}

static void add_times(struct buf *out, char c, size_t times)
{
	while (times-- > 0)
		buf_add_char(out, c);
}

/*
 * Of a code span that begins and ends with a blank, one of each is taken away, unless it is all
 * blanks; an empty one is none.
 */
void text_markdown(struct buf *out, struct str raw, bool in_table)
{
	struct buf visible = {0};
	struct str text;
	size_t ticks, blanks = 0;

	text_visible(&visible, raw.n > 0 ? raw : STR(" "));
	text = buf_str(&visible);
	ticks = most_backticks(text) + 1;
	if (str_trim(text).n > 0)
		blanks = ticks > 1 || str_trim(text).n < text.n;
	add_times(out, '`', ticks);
	add_times(out, ' ', blanks);
	if (in_table)
		add_bars_escaped(out, text);
	else
		buf_add(out, text);
	add_times(out, ' ', blanks);
	add_times(out, '`', ticks);
	buf_release(&visible);
}

/* ---- CSV ---- */

/* Some spreadsheets also take the wide forms of = + - @ for these. */
static bool is_like_formula(struct str raw)
{
	static const struct str wide[] = {STR_INIT("\xef\xbc\x9d"), STR_INIT("\xef\xbc\x8b"),
		STR_INIT("\xef\xbc\x8d"), STR_INIT("\xef\xbc\xa0")};

	raw = str_trim_start(raw);
	for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++)
		if (str_starts(raw, wide[i]))
			return true;
	return raw.n > 0 && str_contains(STR("=+-@"), str_head(raw, 1));
}

static bool needs_quotes(struct str text)
{
	return str_find(text, '"') < text.n || str_find(text, ',') < text.n ||
	       str_trim(text).n < text.n;
}

static void add_quoted(struct buf *out, struct str text)
{
	buf_add_char(out, '"');
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '"')
			buf_add_char(out, '"');
		buf_add_char(out, text.p[i]);
	}
	buf_add_char(out, '"');
}

void text_csv(struct buf *out, struct str raw)
{
	struct buf visible = {0};

	if (is_like_formula(raw) || str_starts(raw, STR("'")))
		buf_add_char(&visible, '\'');
	text_visible(&visible, raw);
	if (needs_quotes(buf_str(&visible)))
		add_quoted(out, buf_str(&visible));
	else
		buf_add(out, buf_str(&visible));
	buf_release(&visible);
}

/* ---- width ---- */

/* The length of the character at the start, of valid text. */
static size_t character_length(struct str text)
{
	size_t length = 1;

	while (length < text.n && (text.p[length] & 0xc0) == 0x80)
		length++;
	return length;
}

size_t text_columns(struct str text)
{
	size_t columns = 0;

	for (; text.n > 0; text = str_skip(text, character_length(text)))
		columns += utf8_columns(text.p);
	return columns;
}

static size_t start_that_fits(struct str text, size_t columns)
{
	size_t at = 0, used = 0;

	while (at < text.n && used + utf8_columns(text.p + at) <= columns) {
		used += utf8_columns(text.p + at);
		at += character_length(str_skip(text, at));
	}
	return at;
}

/* Where the longest end begins that fits. */
static size_t end_that_fits(struct str text, size_t columns)
{
	size_t from = text.n, used = 0;

	while (from > 0) {
		size_t at = from - 1;

		while (at > 0 && (text.p[at] & 0xc0) == 0x80)
			at--;
		used += utf8_columns(text.p + at);
		if (used > columns)
			break;
		from = at;
	}
	return from;
}

void text_fit(struct buf *out, struct str text, size_t columns, bool keep_end)
{
	if (start_that_fits(text, columns) == text.n) {
		buf_add(out, text);
	} else if (columns < 3) {
		buf_add(out, str_head(STR(".."), columns));
	} else if (keep_end) {
		buf_add(out, STR(".."));
		buf_add(out, str_skip(text, end_that_fits(text, columns - 2)));
	} else {
		buf_add(out, str_head(text, start_that_fits(text, columns - 2)));
		buf_add(out, STR(".."));
	}
}

void text_wrap(struct buf *out, struct str line, size_t columns)
{
	size_t used = 0;

	while (columns > 0 && line.n > 0) {
		struct str word = line;
		size_t width;

		if (!str_cut(line, ' ', &word, &line))
			line.n = 0;
		width = text_columns(word);
		if (used > 0)
			buf_add_char(out, used + 1 + width > columns ? '\n' : ' ');
		used = used > 0 && used + 1 + width <= columns ? used + 1 + width : width;
		buf_add(out, word);
	}
	buf_add(out, line);
	buf_add_char(out, '\n');
}
