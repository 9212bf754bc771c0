/*
 * A pull reader for JSON (RFC 8259): the caller walks the document in its order, and takes or skips
 * each value.
 *
 *     {"nodes": [{"id": 1, "hits": 3}, …], "other": …}
 *
 *     if (json_enter_object(&json))
 *             while (json_next_key(&json, &key))
 *                     if (str_eq(key, STR("nodes")))
 *                             read_nodes(&json);
 *                     else
 *                             json_skip(&json);
 *
 * json-fields.h does this by a table of the members that are wanted.
 *
 * Nothing is kept but the token at hand and a byte for each container that is open, so memory does not
 * grow with the document. Whole numbers are exact. Strings come unescaped, as UTF-8; a lone surrogate
 * becomes U+FFFD, and bytes that are not UTF-8 stay as they are.
 *
 * The first error ends it: from then on every call returns false, and json_failed() tells where.
 */
#ifndef COLLAPSE_READERS_JSON_H
#define COLLAPSE_READERS_JSON_H

#include "common/buf.h"
#include "common/lines.h"

enum json_kind {
	JSON_OBJECT,
	JSON_ARRAY,
	JSON_STRING,
	JSON_NUMBER,
	JSON_TRUE,
	JSON_FALSE,
	JSON_NULL,
	JSON_NONE, /* no value begins here: the end of a container, of the document, or an error */
};

struct json {
	uint64_t line; /* where the reader stands, from 1 */
	uint64_t byte; /* the same, from the document's start, from 0 */
	size_t depth;  /* how many containers are open */
	const char *expected; /* after an error: what should have been there, and what was */
	struct str got;
	void *context; /* the caller's own: what json-fields.h calls finds it here */

	/* private */
	struct lines *lines;
	const char *at, *end; /* what is left of the bytes at hand */
	uint64_t read; /* how many bytes of the document came until their end */
	struct buf token;
	struct buf containers; /* '{' or '[' for each that is open */
	char container; /* the last of these, or NUL */
	bool first; /* the container was just entered: no comma comes */
	char got_bytes[16];
};

void json_init(struct json *json, struct lines *lines);
void json_release(struct json *json);

/* What value comes next; nothing is taken. JSON_NONE also where something is wrong. */
enum json_kind json_peek(struct json *json);

/*
 * Take the value that comes next. False, and nothing taken, when it is of another kind: the caller
 * may then take it as what it is, or skip it. A string is valid until the next call.
 */
bool json_enter_object(struct json *json);
bool json_enter_array(struct json *json);
bool json_string(struct json *json, struct str *string);
/* A number as it is written: "-1.5e3". */
bool json_number(struct json *json, struct str *number);
/* Enter, too; but a value of another kind is skipped. */
bool json_object(struct json *json);
bool json_array(struct json *json);
/* A number's text or a string, for ids, which are the one or the other; skips what is none. */
bool json_scalar(struct json *json, struct str *text);

/* In an object: the next member's key, whose value comes next; false, at its end, which is taken. */
bool json_next_key(struct json *json, struct str *key);
/* In an array: whether there is another element; false at its end, which is taken. */
bool json_next_element(struct json *json);

/* Takes the value that comes next, whatever it is, with all that it holds. */
void json_skip(struct json *json);

/* Whether the document ends here, with nothing but blanks behind it; an error where it does not. */
bool json_at_end(struct json *json);
bool json_failed(const struct json *json);

/*
 * Whole numbers out of json_number()'s text: "12", "12.0" and "1.2e1" are 12. False for what has a
 * fraction or does not fit, and below zero for the first of them.
 */
bool json_to_u64(struct str number, uint64_t *value);
bool json_to_i64(struct str number, int64_t *value);
/*
 * The number times 10^shift, exact, what is left of a fraction rounded half away from zero: "1.5" with
 * a shift of 3 is 1500. Microseconds as nanoseconds, without a detour through binary fractions.
 */
bool json_to_fixed(struct str number, unsigned shift, int64_t *value);

/*
 * What json_number() and json_to_fixed() do, in one pass, for a number as most are: a few digits, all
 * at hand. False, and nothing taken, where another comes.
 */
bool json_plain_fixed(struct json *json, unsigned shift, struct str *number, int64_t *value);

/*
 * The two together, for members that are to be numbers: skips what is none, or not of the kind, and
 * returns false; *value stays.
 */
bool json_u64(struct json *json, uint64_t *value);
bool json_i64(struct json *json, int64_t *value);
bool json_fixed(struct json *json, unsigned shift, int64_t *value);
/* The same for those who write numbers in quotes, too. */
bool json_fixed_scalar(struct json *json, unsigned shift, int64_t *value);

/*
 * In an array: the numbers that come next, at most so many, as json_fixed() would give them. It stops
 * before what is not as most are: another value, a number below zero or with many digits, one that is
 * not all at hand, the array's end. json_next_element() goes on there.
 *
 *     while ((count = json_fixed_elements(&json, 0, values, MOST)) || json_next_element(&json))
 *             … count values, or if there are none, an element of any kind …
 */
size_t json_fixed_elements(struct json *json, unsigned shift, int64_t *values, size_t most);

#endif
