/*
 * What the parts of the JSON reader share: the bytes at hand, and how an error ends it all. Private to
 * json*.c.
 */
#ifndef COLLAPSE_READERS_JSON_SCAN_H
#define COLLAPSE_READERS_JSON_SCAN_H

#include "collapse/readers/json.h"

/* Reads the next chunk when this one is used up; false at the end of the input. */
bool json_refill(struct json *json);
/* The first error counts. After it there are no bytes any more. */
void json_fail(struct json *json, const char *expected);
/* json_next_byte() where blanks or the chunk's end come first. */
char json_next_behind_blanks(struct json *json);

/* json_next_member() where blanks or the chunk's end come first, and at the object's. */
bool json_find_key(struct json *json);
/* The string whose opening quote is next; valid until the next call. */
bool json_take_string(struct json *json, struct str *string);
/* The same for a string that nobody wants. */
bool json_pass_string(struct json *json);
/* A number or a word, together with what of it is in the next chunks. */
struct str json_take_token(struct json *json);
/* In an array: passes over the numbers that come next, as far as they are simple and at hand. */
void json_pass_numbers(struct json *json);

static inline struct str json_rest(const struct json *json)
{
	return (struct str){json->at, (size_t)(json->end - json->at)};
}

/* The next byte that is no blank, left where it is; NUL at the end of the input. */
static inline char json_next_byte(struct json *json)
{
	return json->at < json->end && (unsigned char)*json->at > ' ' ?
		*json->at :
		json_next_behind_blanks(json);
}

/* In an object: to the next member's key, whose opening quote is next; false at the end of all. */
static inline bool json_next_member(struct json *json)
{
	const char *p = json->at;

	if (json->end - p < 2 || p[0] != ',' || p[1] != '"' || json->first ||
		json->container != '{')
		return json_find_key(json);
	json->at++;
	return true;
}

/* What stands behind a key. */
static inline bool json_take_colon(struct json *json)
{
	if (json_next_byte(json) != ':') {
		json_fail(json, "':' behind the key");
		return false;
	}
	json->at++;
	return true;
}

static inline bool json_is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Digits first: most numbers are nothing else. */
static inline bool json_is_of_token(char c)
{
	return byte_is_digit(c) || c == '-' || c == '+' || c == '.' || byte_is_alpha(c);
}

#endif
