#include "render/report/table.h"

#include <math.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

bool table_is_for_people(const struct table *table)
{
	return table->format == FORMAT_TABLE || table->format == FORMAT_MD;
}

void table_init(struct table *table)
{
	while (table->columns[table->count].title || table->columns[table->count].key)
		table->count++;
}

void table_release(struct table *table)
{
	buf_release(&table->text);
	free(table->ends);
	*table = (struct table){0};
}

/* ---- cells ---- */

bool table_shows(const struct table *table, size_t column)
{
	return table_is_for_people(table) ? table->columns[column].title != NULL
					  : table->columns[column].key != NULL;
}

/* What the format does not show is not made. */
static bool is_next_wanted(const struct table *table)
{
	return table_shows(table, table->cells % table->count);
}

static void end_cell(struct table *table)
{
	*ARRAY_PUSH(table->ends, table->cells, table->capacity) = table->text.n;
}

struct str table_cell(const struct table *table, size_t row, size_t column)
{
	size_t i = row * table->count + column, from = i ? table->ends[i - 1] : 0;

	return str_head(str_skip(buf_str(&table->text), from), table->ends[i] - from);
}

size_t table_rows(const struct table *table)
{
	return table->cells / table->count;
}

void table_empty(struct table *table)
{
	end_cell(table);
}

void table_end_row(struct table *table)
{
	while (table->cells % table->count)
		end_cell(table);
}

static void add_weight(struct table *table, uint64_t weight, unsigned places)
{
	if (table_is_for_people(table))
		quantity_add_number(&table->text, table->numbers, weight, places);
	else
		weight_format(&table->text, weight, places);
}

/* Numbers of JSON and of spreadsheets have no plus. */
static void add_sign(struct table *table, uint64_t before, uint64_t after)
{
	if (after < before)
		buf_add_char(&table->text, '-');
	else if (after > before && table_is_for_people(table))
		buf_add_char(&table->text, '+');
}

void table_weight(struct table *table, uint64_t weight, unsigned places)
{
	if (is_next_wanted(table))
		add_weight(table, weight, places);
	end_cell(table);
}

void table_change(struct table *table, uint64_t before, uint64_t after, unsigned places)
{
	if (is_next_wanted(table)) {
		add_sign(table, before, after);
		add_weight(table, weight_difference(before, after), places);
	}
	end_cell(table);
}

static void add_percent(struct table *table, uint64_t part, uint64_t whole)
{
	weight_percent(&table->text, part, whole, 2);
	if (table_is_for_people(table))
		buf_add_char(&table->text, '%');
}

void table_percent(struct table *table, uint64_t part, uint64_t whole)
{
	if (is_next_wanted(table) && whole > 0)
		add_percent(table, part, whole);
	end_cell(table);
}

void table_percent_change(struct table *table, const uint64_t weight[2], uint64_t whole)
{
	if (is_next_wanted(table) && whole > 0) {
		add_sign(table, weight[BEFORE], weight[AFTER]);
		add_percent(table, weight_difference(weight[BEFORE], weight[AFTER]), whole);
	}
	end_cell(table);
}

/* 1234567 is 1,230,000, and 12.345 is 12.3; of weights with a unit of their own, 12.3 ms. */
static void add_three_digits(
	struct buf *out, const struct quantities *numbers, double value, unsigned places)
{
	const struct quantities digits = {.unit = numbers->unit};
	double unit = pow(10, floor(log10(value)) - 2);

	if (quantity_has_symbol(numbers) && value * (double)weight_unit(places) < 1e18)
		quantity_add_number(out, &digits,
			(uint64_t)round(value * (double)weight_unit(places)), places);
	else if (value >= 1000 && value < 1e18)
		weight_format_commas(out, (uint64_t)(round(value / unit) * unit), 0);
	else
		buf_addf(out, "%.3g", value);
}

void table_measure(struct table *table, double weight, unsigned places)
{
	if (is_next_wanted(table) && isfinite(weight)) {
		if (table_is_for_people(table) && weight > 0)
			add_three_digits(&table->text, table->numbers, weight, places);
		else
			buf_addf(&table->text, "%.6g", weight);
	}
	end_cell(table);
}

void table_number(struct table *table, double value)
{
	if (is_next_wanted(table) && isfinite(value))
		buf_addf(&table->text, "%.3g", value);
	end_cell(table);
}

void table_word(struct table *table, struct str word)
{
	if (is_next_wanted(table))
		buf_add(&table->text, word);
	end_cell(table);
}
