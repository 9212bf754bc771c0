#include "collapse/readers/json-table.h"

#include <stdlib.h>

#include "common/memory.h"

enum { AT_ONCE = 256 }; /* numbers of a column */

void json_list_add(struct json_list *list, uint32_t value)
{
	*ARRAY_PUSH(list->items, list->count, list->capacity) = value;
}

void json_list_release(struct json_list *list)
{
	free(list->items);
	*list = (struct json_list){0};
}

static void add_null(const struct json_table_column *column)
{
	if (column->list)
		json_list_add(column->list, LIST_NULL);
	else
		column_add(column->numbers, COLUMN_NULL);
}

static void add_number(const struct json_table_column *column, int64_t value)
{
	if (!column->list)
		column_add(column->numbers, value);
	else
		json_list_add(column->list,
			value >= 0 && value < LIST_NULL ? (uint32_t)value : LIST_NULL);
}

static unsigned shift_of(const struct json_table_column *column)
{
	return column->list ? 0 : column->shift;
}

static void read_cell(struct json *json, const struct json_table_column *column)
{
	struct str number;
	uint64_t index;
	int64_t value;

	if (json_plain_fixed(json, shift_of(column), &number, &value)) {
		add_number(column, value);
	} else if (!json_number(json, &number)) {
		json_skip(json);
		if (!json_failed(json))
			add_null(column);
	} else if (column->list && json_to_u64(number, &index) && index < LIST_NULL) {
		json_list_add(column->list, (uint32_t)index);
	} else if (column->numbers && json_to_fixed(number, column->shift, &value)) {
		column_add(column->numbers, value);
	} else {
		add_null(column);
	}
}

/* A column that is null has nothing in it. */
static void read_column(struct json *json, const struct json_table_column *column)
{
	int64_t values[AT_ONCE];
	size_t count;

	if (!json_array(json))
		return;
	while ((count = json_fixed_elements(json, shift_of(column), values, AT_ONCE)) ||
		json_next_element(json)) {
		for (size_t i = 0; i < count; i++)
			add_number(column, values[i]);
		if (count == 0)
			read_cell(json, column);
	}
}

static struct json_table_column *column_at(
	struct json_table_column *columns, size_t count, size_t place)
{
	for (size_t i = 0; i < count; i++)
		if (columns[i].place == place)
			return &columns[i];
	return NULL;
}

static struct json_table_column *column_named(
	struct json_table_column *columns, size_t count, struct str name)
{
	for (size_t i = 0; i < count; i++)
		if (str_eq(columns[i].name, name))
			return &columns[i];
	return NULL;
}

static void read_schema(struct json *json, struct json_table_column *columns, size_t count)
{
	struct str key;
	uint64_t place;

	if (!json_object(json))
		return;
	for (size_t i = 0; i < count; i++)
		columns[i].place = PLACE_NONE;
	while (json_next_key(json, &key)) {
		struct json_table_column *column = column_named(columns, count, key);

		if (json_u64(json, &place) && column)
			column->place = (size_t)place;
	}
}

/* Rows end with the last cell that has something. */
static void read_row(struct json *json, struct json_table_column *columns, size_t count)
{
	bool seen[JSON_TABLE_COLUMNS] = {false};
	size_t place = 0;

	if (json_enter_array(json)) {
		for (; json_next_element(json); place++) {
			struct json_table_column *column = column_at(columns, count, place);

			if (column) {
				seen[column - columns] = true;
				read_cell(json, column);
			} else {
				json_skip(json);
			}
		}
	} else {
		json_skip(json);
	}
	for (size_t i = 0; i < count; i++)
		if (!seen[i] && columns[i].place != PLACE_NONE)
			add_null(&columns[i]);
}

void json_table_read(struct json *json, struct json_table_column *columns, size_t count,
	void (*other)(void *context, struct json *json, struct str key), void *context)
{
	struct json_table_column *column;
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		column = column_named(columns, count, key);
		if (column) {
			read_column(json, column);
		} else if (str_eq(key, STR("schema"))) {
			read_schema(json, columns, count);
		} else if (str_eq(key, STR("data")) && json_enter_array(json)) {
			while (json_next_element(json))
				read_row(json, columns, count);
		} else if (other) {
			other(context, json, key);
		} else {
			json_skip(json);
		}
	}
}
