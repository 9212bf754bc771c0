/*
 * Tables in JSON: an array for each column, or, as Gecko writes them, an array for each row and a
 * schema that tells what is where.
 *
 *     {"prefix": [null, 0], "frame": [3, 7], "length": 2}
 *     {"schema": {"prefix": 0, "frame": 1}, "data": [[null, 3], [0, 7]]}
 */
#ifndef COLLAPSE_READERS_JSON_TABLE_H
#define COLLAPSE_READERS_JSON_TABLE_H

#include "collapse/readers/column.h"
#include "collapse/readers/json.h"

/* Numbers by their index; a zeroed one is empty. */
struct json_list {
	uint32_t *items;
	size_t count, capacity;
};

#define LIST_NULL UINT32_MAX

/* What is at an index, LIST_NULL when that is past the end. */
static inline uint32_t json_list_at(const struct json_list *list, uint64_t index)
{
	return index < list->count ? list->items[index] : LIST_NULL;
}

void json_list_add(struct json_list *list, uint32_t value);
void json_list_release(struct json_list *list);

/* A column that is wanted: of indexes, or of any numbers, with `shift` decimals. */
struct json_table_column {
	struct str name;
	struct json_list *list;
	struct column *numbers;
	unsigned shift;
	size_t place; /* in rows, when no schema came before them; then the schema's */
};

#define PLACE_NONE SIZE_MAX

enum { JSON_TABLE_COLUMNS = 8 }; /* at most */

/*
 * Takes the value that comes next. Members that are no wanted column are handed to other(), if there
 * is one; it must take the value.
 */
void json_table_read(struct json *json, struct json_table_column *columns, size_t count,
	void (*other)(void *context, struct json *json, struct str key), void *context);

#endif
