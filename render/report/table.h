/*
 * A table of numbers with a name at the end of each row, in one of the formats. Cells are given row
 * by row; names are asked for when they are written, as together they may be more than memory
 * holds. A column without any content is not shown to people; programs always find all of theirs.
 *
 *        self  self %  function          | self | self % | function |
 *       1,234   50.00  parse             |----:|-------:|:---------|
 *                                        | 1,234 | 50.00 | `parse` |
 */
#ifndef RENDER_REPORT_TABLE_H
#define RENDER_REPORT_TABLE_H

#include "common/output.h"
#include "common/quantity.h"
#include "render/report/options.h"

struct table_column {
	const char *title; /* for people: table and md; NULL: not for them */
	const char *key; /* for programs: tsv, csv, json; NULL: not for them */
	bool text; /* words, not numbers */
	bool spare; /* left out of a table that is too narrow, the last such first */
};

struct table {
	enum top_format format;
	const struct table_column *columns; /* without the name's; ends with no title and no key */
	size_t count; /* of the columns */
	const char *name_title, *name_key;
	bool links; /* names have links */
	const struct quantities *numbers; /* how weights are shown to people */

	/* private */
	struct buf text;
	size_t *ends; /* of the cells in text */
	size_t cells, capacity;
};

/* What stands at the end of a row. */
struct table_name {
	struct str raw; /* untrusted bytes; valid until the next name is asked for */
	const char *instead; /* NULL; or our own words, for a row that has no name */
	struct str mark; /* what it is besides a function, "kernel"; empty: nothing */
	unsigned level; /* how far it is indented */
	struct str link; /* empty: none; ASCII that no format takes for anything else, as of link.h */
	bool keep_end; /* when it does not fit, its end is worth more than its start */
};

/* Who knows the names. */
struct table_names {
	void (*name)(void *context, size_t row, struct table_name *name);
	void *context;
};

/* Of which the fields above are set. */
void table_init(struct table *table);
void table_release(struct table *table);

/* The next cell. An empty one is null in JSON. */
void table_empty(struct table *table);
/* All that are left of the row are empty. */
void table_end_row(struct table *table);
void table_weight(struct table *table, uint64_t weight, unsigned places);
/* after - before, with its sign */
void table_change(struct table *table, uint64_t before, uint64_t after, unsigned places);
/* 100 * part / whole, with two decimals; whole 0: empty. */
void table_percent(struct table *table, uint64_t part, uint64_t whole);
/* The same of after - before, with its sign. */
void table_percent_change(struct table *table, const uint64_t weight[2], uint64_t whole);
/* A measured weight, which is not exact: for people with three digits that count. */
void table_measure(struct table *table, double weight, unsigned places);
void table_number(struct table *table, double value);
/* Text of our own. */
void table_word(struct table *table, struct str word);

/* What there is to write. */
bool table_is_for_people(const struct table *table);
bool table_shows(const struct table *table, size_t column);
size_t table_rows(const struct table *table);
struct str table_cell(const struct table *table, size_t row, size_t column);

/* In its format. width 0: none. JSON: the rows as an array, to stand behind a key. */
void table_write(const struct table *table, struct output *output, size_t width,
	const struct table_names *names);

#endif
