#include "collapse/formats/v8/ids.h"

#include <stdlib.h>

#include "common/memory.h"

/* A number that is no larger is a place in a table. */
enum { SMALL_DIGITS = 6, SMALL = 1000000 };

static uint32_t new_id(struct v8_ids *ids, bool is_number, uint32_t what)
{
	*ARRAY_PUSH(ids->items, ids->count, ids->capacity) = (struct v8_id){is_number, what};
	return ids->count - 1;
}

static uint32_t of_small(struct v8_ids *ids, uint32_t number)
{
	if (number >= ids->number_count) {
		size_t count = ((size_t)number | 255) * 2, old = ids->number_count;

		ids->by_number = memory_resize(ids->by_number, count, sizeof(*ids->by_number));
		memset(ids->by_number + old, 0, (count - old) * sizeof(*ids->by_number));
		ids->number_count = count;
	}
	if (ids->by_number[number] == 0)
		ids->by_number[number] = new_id(ids, true, number) + 1;
	return ids->by_number[number] - 1;
}

static uint32_t of_other(struct v8_ids *ids, struct str text)
{
	uint32_t known = ids->others.count, other = names_add(&ids->others, text);

	if (other == known) {
		ids->by_other = memory_grow(ids->by_other, &ids->other_capacity, (size_t)known + 1,
			sizeof(*ids->by_other));
		ids->by_other[other] = new_id(ids, false, other);
	}
	return ids->by_other[other];
}

uint32_t v8_ids_of_number(struct v8_ids *ids, int64_t number)
{
	if (number >= 0 && number < SMALL)
		return of_small(ids, (uint32_t)number);
	buf_reset(&ids->scratch);
	buf_addf(&ids->scratch, "%lld", (long long)number);
	return of_other(ids, buf_str(&ids->scratch));
}

/* The string "28" is what the number 28 is. */
static bool is_small(struct str text, uint64_t *number)
{
	return text.n <= SMALL_DIGITS && str_to_u64(text, number) &&
	       (text.n == 1 || text.p[0] != '0');
}

uint32_t v8_ids_of_text(struct v8_ids *ids, struct str text)
{
	uint64_t small;

	return is_small(text, &small) ? of_small(ids, (uint32_t)small) : of_other(ids, text);
}

bool v8_ids_read(struct v8_ids *ids, struct json *json, uint32_t *id)
{
	struct str text;
	int64_t number;

	if (json_plain_fixed(json, 0, &text, &number))
		*id = v8_ids_of_number(ids, number);
	else if (!json_scalar(json, &text))
		return false;
	else
		*id = v8_ids_of_text(ids, text);
	return true;
}

struct str v8_ids_text(const struct v8_ids *ids, uint32_t id, struct buf *scratch)
{
	const struct v8_id *item = &ids->items[id];

	if (!item->is_number)
		return names_get(&ids->others, item->what);
	buf_reset(scratch);
	buf_add_u64(scratch, item->what);
	return buf_str(scratch);
}

void v8_ids_release(struct v8_ids *ids)
{
	free(ids->items);
	free(ids->by_number);
	names_release(&ids->others);
	free(ids->by_other);
	buf_release(&ids->scratch);
	*ids = (struct v8_ids){0};
}
