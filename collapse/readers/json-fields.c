#include "collapse/readers/json-fields.h"

#include "collapse/readers/json-scan.h"

static const struct json_field *field_of(const struct json_field *fields, struct str key)
{
	for (; fields->key; fields++)
		if (fields->key_length == key.n && memcmp(fields->key, key.p, key.n) == 0)
			return fields;
	return NULL;
}

static bool read_each(struct json *json, const struct json_field *field, void *at)
{
	if (!json_array(json))
		return false;
	while (json_next_element(json))
		field->read(json, at);
	return true;
}

static bool read_text(struct json *json, struct buf *text)
{
	struct str value;

	if (!json_scalar(json, &value))
		return false;
	buf_set(text, value);
	return true;
}

static bool read_letter(struct json *json, char *letter)
{
	struct str text;
	bool one = json_scalar(json, &text) && text.n == 1;

	*letter = one ? text.p[0] : '?';
	return one;
}

static bool read_true(struct json *json, bool *is)
{
	*is = json_peek(json) == JSON_TRUE;
	json_skip(json);
	return *is;
}

/* Whether it is of the field's kind. */
static bool read_value(struct json *json, const struct json_field *field, void *at)
{
	switch (field->kind) {
	case FIELD_CALL:
		field->read(json, at);
		return true;
	case FIELD_EACH:
		return read_each(json, field, at);
	case FIELD_OBJECT:
		return json_read_object(json, field->members, at);
	case FIELD_TEXT:
		return read_text(json, at);
	case FIELD_LETTER:
		return read_letter(json, at);
	case FIELD_TRUE:
		return read_true(json, at);
	case FIELD_U64:
		return json_u64(json, at);
	case FIELD_FIXED:
		return json_fixed_scalar(json, field->shift, at);
	}
	return false;
}

static void read_field(struct json *json, const struct json_field *field, void *object)
{
	char *bytes = object;
	bool is_kind = read_value(json, field, bytes + field->at);

	if (field->has)
		*(bool *)(void *)(bytes + field->has - 1) = is_kind;
}

bool json_read_member(
	struct json *json, struct str key, const struct json_field *fields, void *object)
{
	const struct json_field *field = field_of(fields, key);

	if (field)
		read_field(json, field, object);
	return field != NULL;
}

/* ---- all members: their keys are not looked at, but compared where they lie ---- */

static inline bool is_next(const struct json *json, const struct json_field *field)
{
	const char *key = json->at + 1;
	size_t n = field->key_length;

	return n < (size_t)(json->end - key) && key[n] == '"' && *key == *field->key &&
	       memcmp(key, field->key, n) == 0;
}

/*
 * The field whose key comes next, if that has no escapes and is at hand. Most documents have members
 * in the order of the table, so the one behind the last is the first to be asked.
 */
static inline const struct json_field *plain_field(const struct json *json,
	const struct json_field *fields, const struct json_field *likely)
{
	const struct json_field *field;

	for (field = likely; field->key; field++)
		if (is_next(json, field))
			return field;
	for (field = fields; field < likely; field++)
		if (is_next(json, field))
			return field;
	return NULL;
}

/* Takes the next member's key; its field is NULL if it is not wanted. False at the object's end. */
static inline bool next_field(struct json *json, const struct json_field *fields,
	const struct json_field *likely, const struct json_field **field)
{
	struct str key;

	if (!json_next_member(json))
		return false;
	*field = plain_field(json, fields, likely);
	if (*field) {
		json->at += (*field)->key_length + 2;
	} else {
		if (!json_take_string(json, &key))
			return false;
		if (key.p == json->token.p)
			*field = field_of(fields, key);
	}
	return json_take_colon(json);
}

bool json_read_members(struct json *json, const struct json_field *fields, void *object)
{
	const struct json_field *likely = fields, *field;
	size_t depth = json->depth;

	while (json->depth == depth && next_field(json, fields, likely, &field)) {
		if (field) {
			read_field(json, field, object);
			likely = field + 1;
		} else {
			json_skip(json);
		}
	}
	return json->depth > depth;
}

bool json_read_object(struct json *json, const struct json_field *fields, void *object)
{
	if (!json_object(json))
		return false;
	json_read_members(json, fields, object);
	return !json_failed(json);
}
