/*
 * Objects of JSON by a table of the members that are wanted: of what kind the value of each is, and
 * where in a struct it goes. All others are skipped.
 *
 *     {"name": "parse", "line": 12, "place": {"file": "a.py"}, "calls": [{"name": "read"}]}
 *
 *     static const struct json_field function_fields[] = {
 *             {JSON_KEY("name"), FIELD_TEXT, .at = offsetof(struct function, name)},
 *             {JSON_KEY("line"), FIELD_U64, .at = offsetof(struct function, line)},
 *             {JSON_KEY("place"), FIELD_OBJECT, .members = place_fields},
 *             {JSON_KEY("calls"), FIELD_EACH, .read = read_call},
 *             {0},
 *     };
 *
 *     if (json_read_object(&json, function_fields, &function))
 *             …
 *
 * A value of another kind, which null is, too, is skipped, and leaves what stands in the struct. Of
 * members with the same key the last one counts.
 */
#ifndef COLLAPSE_READERS_JSON_FIELDS_H
#define COLLAPSE_READERS_JSON_FIELDS_H

#include "collapse/readers/json.h"

enum json_field_kind {
	FIELD_CALL,   /* any: read() must take it */
	FIELD_EACH,   /* an array: read() must take each element */
	FIELD_OBJECT, /* its members are stored from `at` on */
	FIELD_TEXT,   /* struct buf: a string, or a number as it is written */
	FIELD_LETTER, /* char: a text of one byte; '?' for any other value */
	FIELD_TRUE,   /* bool: whether it is `true` */
	FIELD_U64,    /* uint64_t */
	FIELD_FIXED,  /* int64_t: the number times 10^shift, also one in quotes */
};

#define JSON_KEY(literal) (literal), sizeof(literal) - 1
#define JSON_HAS(type, member) (1 + offsetof(type, member))

/* A table of them ends with one that is zero. */
struct json_field {
	const char *key; /* JSON_KEY() has both; not empty */
	size_t key_length;
	enum json_field_kind kind;
	size_t at;  /* where in the object it goes: the offset of a member of its struct */
	size_t has; /* JSON_HAS() of a bool for whether it is of the kind; 0: nobody asks */
	unsigned shift;
	const struct json_field *members; /* of FIELD_OBJECT */
	/* `at` is the place in the object, or the object itself; json->context is the caller's. */
	void (*read)(struct json *json, void *at);
};

/*
 * Takes the value that comes next, an object. False when it is none or breaks off; what came until
 * there is stored.
 */
bool json_read_object(struct json *json, const struct json_field *fields, void *object);
/*
 * The same of an object that was entered: all that is left of it. For what is as deep as the
 * document, read() may enter a container rather than take it: then this returns true, and goes on
 * with what is left when it is called again.
 */
bool json_read_members(struct json *json, const struct json_field *fields, void *object);
/*
 * The value of a member whose key was taken; false, and nothing taken, when the table does not have
 * it. For members of several tables.
 */
bool json_read_member(
	struct json *json, struct str key, const struct json_field *fields, void *object);

#endif
