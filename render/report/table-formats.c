/*
 * A table in each of the formats.
 */
#include <stdlib.h>

#include "common/json-text.h"
#include "common/memory.h"
#include "common/weight.h"
#include "render/report/table.h"
#include "render/report/text.h"

enum {
	GAP = 2,
	NAME_MIN = 24, /* columns are left out for names to have that much */
	NAME_LEAST = 12, /* what they have, if no column is left to leave out */
	LEVEL = 2,
	LEVELS_MAX = 30,
};

/* ---- widths ---- */

/* Of text of our own, where no character is wide. */
static size_t characters(struct str text)
{
	size_t count = 0;

	for (size_t i = 0; i < text.n; i++)
		count += (text.p[i] & 0xc0) != 0x80;
	return count;
}

/* How wide each column is shown; 0 is not at all. */
static size_t *measure(const struct table *table)
{
	size_t *widths = memory_new(table->count, sizeof(*widths));

	for (size_t column = 0; column < table->count; column++) {
		size_t title;

		for (size_t row = 0; row < table_rows(table); row++) {
			size_t width = characters(table_cell(table, row, column));

			if (width > widths[column])
				widths[column] = width;
		}
		if (!table_shows(table, column) || widths[column] == 0)
			continue;
		title = characters(str_of(table->columns[column].title));
		widths[column] = title > widths[column] ? title : widths[column];
	}
	return widths;
}

/* What stands before the names. */
static size_t width_of_numbers(const struct table *table, const size_t *widths)
{
	size_t width = 0;

	for (size_t column = 0; column < table->count; column++)
		if (widths[column])
			width += widths[column] + GAP;
	return width;
}

static void leave_out_spare_columns(const struct table *table, size_t *widths, size_t width)
{
	for (size_t column = table->count; column-- > 0;)
		if (table->columns[column].spare &&
			width_of_numbers(table, widths) + NAME_MIN > width)
			widths[column] = 0;
}

static void add_blanks(struct buf *out, size_t count)
{
	while (count-- > 0)
		buf_add_char(out, ' ');
}

static void add_aligned(struct buf *out, struct str text, size_t width, bool left)
{
	size_t blanks = width - characters(text);

	add_blanks(out, left ? 0 : blanks);
	buf_add(out, text);
	add_blanks(out, (left ? blanks : 0) + GAP);
}

/* How many levels are shown as such: names keep some room. */
static unsigned levels_that_fit(unsigned level, size_t columns)
{
	size_t most = LEVELS_MAX;

	if (columns > 0 && columns < LEVELS_MAX * LEVEL + NAME_MIN)
		most = columns > NAME_MIN ? (columns - NAME_MIN) / LEVEL : 0;
	return level < most ? level : (unsigned)most;
}

/* Deeper levels than anybody can see are said as a number: "+12 main". */
static void add_level(struct buf *out, unsigned level, size_t columns)
{
	unsigned shown = levels_that_fit(level, columns);

	add_blanks(out, (size_t)shown * LEVEL);
	if (level > shown)
		buf_addf(out, "+%u ", level - shown);
}

/* " [kernel]" */
static void add_mark(struct buf *out, const struct table_name *name)
{
	if (name->mark.n == 0)
		return;
	buf_add(out, STR(" ["));
	text_visible(out, name->mark);
	buf_add_char(out, ']');
}

static void add_plain_name(struct buf *out, const struct table_name *name, size_t columns)
{
	struct buf visible = {0}, mark = {0};

	add_level(&visible, name->level, columns);
	if (name->instead)
		buf_add(&visible, str_of(name->instead));
	else
		text_visible(&visible, name->raw);
	add_mark(&mark, name);
	if (columns > mark.n)
		text_fit(out, buf_str(&visible), columns - mark.n, name->keep_end);
	else
		buf_add(out, buf_str(&visible));
	buf_add(out, buf_str(&mark));
	buf_release(&visible);
	buf_release(&mark);
}

/* What is left for names, beside the columns that stay; 0: as much as they need. */
static size_t room_for_names(const struct table *table, size_t *widths, size_t width)
{
	size_t taken;

	if (width == 0)
		return 0;
	leave_out_spare_columns(table, widths, width);
	taken = width_of_numbers(table, widths);
	return width > taken + NAME_LEAST ? width - taken : NAME_LEAST;
}

static void add_titles(struct buf *out, const struct table *table, const size_t *widths)
{
	for (size_t column = 0; column < table->count; column++)
		if (widths[column])
			add_aligned(out, str_of(table->columns[column].title), widths[column],
				table->columns[column].text);
	buf_add(out, str_of(table->name_title));
	buf_add_char(out, '\n');
}

static void add_numbers(
	struct buf *out, const struct table *table, const size_t *widths, size_t row)
{
	for (size_t column = 0; column < table->count; column++)
		if (widths[column])
			add_aligned(out, table_cell(table, row, column), widths[column],
				table->columns[column].text);
}

static void write_plain(const struct table *table, struct output *output, size_t width,
	const struct table_names *names)
{
	size_t *widths = measure(table), room = room_for_names(table, widths, width);

	add_titles(&output->buf, table, widths);
	for (size_t row = 0; row < table_rows(table); row++) {
		struct table_name name = {0};

		add_numbers(&output->buf, table, widths, row);
		names->name(names->context, row, &name);
		add_plain_name(&output->buf, &name, room);
		buf_add_char(&output->buf, '\n');
		output_flush_if_full(output);
	}
	free(widths);
}

/* Is a name a link? */
static bool is_link(const struct table *table, const struct table_name *name)
{
	return table->links && name->link.n > 0;
}

static void add_markdown_name(
	struct buf *out, const struct table *table, const struct table_name *name)
{
	unsigned shown = levels_that_fit(name->level, 0);

	for (unsigned level = 0; level < shown; level++)
		buf_add(out, STR("&emsp;"));
	if (name->level > shown)
		buf_addf(out, "+%u ", name->level - shown);
	if (is_link(table, name))
		buf_add_char(out, '[');
	if (name->instead)
		buf_add(out, str_of(name->instead));
	else
		text_markdown(out, name->raw, true);
	if (is_link(table, name)) {
		buf_add(out, STR("]("));
		buf_add(out, name->link);
		buf_add_char(out, ')');
	}
	add_mark(out, name);
}

static void add_markdown_titles(struct buf *out, const struct table *table, const size_t *widths)
{
	for (size_t column = 0; column < table->count; column++)
		if (widths[column])
			buf_addf(out, "| %s ", table->columns[column].title);
	buf_addf(out, "| %s |\n", table->name_title);
	for (size_t column = 0; column < table->count; column++)
		if (widths[column])
			buf_add(out, table->columns[column].text ? STR("|:---") : STR("|---:"));
	buf_add(out, STR("|:---|\n"));
}

static void add_markdown_cells(
	struct buf *out, const struct table *table, const size_t *widths, size_t row)
{
	for (size_t column = 0; column < table->count; column++) {
		if (!widths[column])
			continue;
		buf_add(out, STR("| "));
		buf_add(out, table_cell(table, row, column));
		buf_add_char(out, ' ');
	}
}

static void write_markdown(
	const struct table *table, struct output *output, const struct table_names *names)
{
	struct buf *out = &output->buf;
	size_t *widths = measure(table);

	add_markdown_titles(out, table, widths);
	for (size_t row = 0; row < table_rows(table); row++) {
		struct table_name name = {0};

		add_markdown_cells(out, table, widths, row);
		names->name(names->context, row, &name);
		buf_add(out, STR("| "));
		add_markdown_name(out, table, &name);
		buf_add(out, STR(" |\n"));
		output_flush_if_full(output);
	}
	free(widths);
}

/* ---- for programs ---- */

static void add_keys(struct buf *out, const struct table *table, char separator)
{
	for (size_t column = 0; column < table->count; column++) {
		if (!table_shows(table, column))
			continue;
		buf_add(out, str_of(table->columns[column].key));
		buf_add_char(out, separator);
	}
	if (table->links) {
		buf_add(out, STR("link"));
		buf_add_char(out, separator);
	}
	buf_add(out, str_of(table->name_key));
}

static void add_values(struct buf *out, const struct table *table, size_t row, char separator)
{
	for (size_t column = 0; column < table->count; column++) {
		if (!table_shows(table, column))
			continue;
		buf_add(out, table_cell(table, row, column));
		buf_add_char(out, separator);
	}
}

static void add_text(struct buf *out, struct str text, bool csv)
{
	if (csv)
		text_csv(out, text);
	else
		text_visible(out, text);
}

static void write_separated(
	const struct table *table, struct output *output, const struct table_names *names)
{
	bool csv = table->format == FORMAT_CSV;
	struct str end = csv ? STR("\r\n") : STR("\n"); /* RFC 4180 has lines end in CRLF */
	struct buf *out = &output->buf;

	add_keys(out, table, csv ? ',' : '\t');
	buf_add(out, end);
	for (size_t row = 0; row < table_rows(table); row++) {
		struct table_name name = {0};

		add_values(out, table, row, csv ? ',' : '\t');
		names->name(names->context, row, &name);
		if (name.instead)
			name.raw = str_of(name.instead);
		if (table->links) {
			add_text(out, name.link, csv);
			buf_add_char(out, csv ? ',' : '\t');
		}
		add_text(out, name.raw, csv);
		buf_add(out, end);
		output_flush_if_full(output);
	}
}

static void add_json_cell(struct buf *out, const struct table_column *column, struct str text)
{
	buf_addf(out, "\"%s\": ", column->key);
	if (text.n == 0)
		buf_add(out, STR("null"));
	else if (column->text)
		json_add_text(out, text);
	else
		buf_add(out, text);
	buf_add(out, STR(", "));
}

static void add_json_name(struct buf *out, const struct table *table, const struct table_name *name)
{
	buf_addf(out, "\"%s\": ", table->name_key);
	if (name->instead)
		buf_add(out, STR("null, \"note\": "));
	json_add_text(out, name->instead ? str_of(name->instead) : name->raw);
	if (name->mark.n) {
		buf_add(out, STR(", \"kind\": "));
		json_add_text(out, name->mark);
	}
	if (!table->links)
		return;
	buf_add(out, STR(", \"link\": "));
	if (is_link(table, name))
		json_add_text(out, name->link);
	else
		buf_add(out, STR("null"));
}

static void write_json(
	const struct table *table, struct output *output, const struct table_names *names)
{
	struct buf *out = &output->buf;

	buf_add_char(out, '[');
	for (size_t row = 0; row < table_rows(table); row++) {
		struct table_name name = {0};

		buf_add(out, row ? STR(",\n    {") : STR("\n    {"));
		for (size_t column = 0; column < table->count; column++)
			if (table_shows(table, column))
				add_json_cell(out, &table->columns[column],
					table_cell(table, row, column));
		names->name(names->context, row, &name);
		add_json_name(out, table, &name);
		buf_add_char(out, '}');
		output_flush_if_full(output);
	}
	buf_add(out, table_rows(table) ? STR("\n  ]") : STR("]"));
}

void table_write(const struct table *table, struct output *output, size_t width,
	const struct table_names *names)
{
	if (table->format == FORMAT_TABLE)
		write_plain(table, output, width, names);
	else if (table->format == FORMAT_MD)
		write_markdown(table, output, names);
	else if (table->format == FORMAT_JSON)
		write_json(table, output, names);
	else
		write_separated(table, output, names);
}
