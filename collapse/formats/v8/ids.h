/*
 * What V8's profiles call their nodes, and traces their frames: mostly small numbers, but it may be
 * any number or string. Each gets an id, counted up from 0.
 */
#ifndef COLLAPSE_FORMATS_V8_IDS_H
#define COLLAPSE_FORMATS_V8_IDS_H

#include "collapse/readers/json.h"
#include "common/names.h"

/* Zeroed, there are none. */
struct v8_ids {
	uint32_t count;

	/* private */
	struct v8_id {
		bool is_number;
		uint32_t what; /* the number, or its place in others */
	} *items;
	size_t capacity;
	uint32_t *by_number; /* small ones: the id plus 1, or 0 */
	size_t number_count;
	struct names others; /* larger numbers, and strings */
	uint32_t *by_other;
	size_t other_capacity;
	struct buf scratch;
};

uint32_t v8_ids_of_number(struct v8_ids *ids, int64_t number);
uint32_t v8_ids_of_text(struct v8_ids *ids, struct str text);
/* Takes the value that comes next; false for one that is neither a number nor a string. */
bool v8_ids_read(struct v8_ids *ids, struct json *json, uint32_t *id);
/* As it is written. */
struct str v8_ids_text(const struct v8_ids *ids, uint32_t id, struct buf *scratch);
void v8_ids_release(struct v8_ids *ids);

#endif
