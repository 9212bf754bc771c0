#include "collapse/readers/json.h"

#include "collapse/readers/json-scan.h"

/* A container that opens so deep is no profile: the byte for it would be all that there is of it. */
enum { DEPTH_MAX = 1 << 28 };

void json_init(struct json *json, struct lines *lines)
{
	*json = (struct json){.line = 1, .lines = lines, .at = ""};
	json->end = json->at;
}

void json_release(struct json *json)
{
	buf_release(&json->token);
	buf_release(&json->containers);
}

bool json_failed(const struct json *json)
{
	return json->expected != NULL;
}

/* ---- bytes ---- */

bool json_refill(struct json *json)
{
	struct str chunk;

	if (!lines_chunk(json->lines, &chunk))
		return false;
	json->at = chunk.p;
	json->end = chunk.p + chunk.n;
	json->read += chunk.n;
	return true;
}

void json_fail(struct json *json, const char *expected)
{
	struct str rest = json_rest(json);

	if (json->expected)
		return;
	json->expected = expected;
	json->byte = json->read - rest.n;
	json->got = (struct str){json->got_bytes, 0};
	/* The same, wherever one chunk ends and the next begins. */
	do {
		rest = str_head(json_rest(json), sizeof(json->got_bytes) - json->got.n);
		if (rest.n)
			memcpy(json->got_bytes + json->got.n, rest.p, rest.n);
		json->got.n += rest.n;
	} while (json->got.n < sizeof(json->got_bytes) && json_refill(json));
	json->at = json->end;
}

char json_next_behind_blanks(struct json *json)
{
	for (;;) {
		for (; json->at < json->end; json->at++) {
			if (!json_is_blank(*json->at))
				return *json->at;
			json->line += *json->at == '\n';
		}
		if (json->expected || !json_refill(json))
			return '\0';
	}
}

/* ---- containers and commas ---- */

static bool open_container(struct json *json, char opener)
{
	if (json_next_byte(json) != opener)
		return false;
	json->at++;
	if (json->depth >= DEPTH_MAX) {
		json_fail(json, "fewer containers within each other");
		return false;
	}
	buf_add_char(&json->containers, opener);
	json->depth++;
	json->container = opener;
	json->first = true;
	return true;
}

static void close_container(struct json *json)
{
	json->at++;
	json->containers.n--;
	json->depth--;
	json->container = json->depth ? json->containers.p[json->depth - 1] : '\0';
	json->first = false;
}

bool json_enter_object(struct json *json)
{
	return open_container(json, '{');
}

bool json_enter_array(struct json *json)
{
	return open_container(json, '[');
}

/* Behind a value: more of the container. False at its end, which is taken, and after an error. */
static bool find_member(struct json *json, char opener, char closer, const char *expected)
{
	char c = json_next_byte(json);

	if (json->container != opener) {
		json_fail(json, expected);
		return false;
	}
	if (c == closer) {
		close_container(json);
		return false;
	}
	if (!json->first) {
		if (c != ',') {
			json_fail(json, expected);
			return false;
		}
		json->at++;
		if (json_next_byte(json) == closer) {
			json_fail(json, "a value behind the comma");
			return false;
		}
	}
	json->first = false;
	return !json->expected;
}

/* Mostly there is a comma and then the value, with nothing between. */
bool json_next_element(struct json *json)
{
	const char *p = json->at;

	if (json->end - p < 2 || p[0] != ',' || (unsigned char)p[1] <= ' ' || p[1] == ']' ||
		json->first || json->container != '[')
		return find_member(json, '[', ']', "',' or ']'");
	json->at++;
	return true;
}

bool json_find_key(struct json *json)
{
	if (!find_member(json, '{', '}', "',' or '}'"))
		return false;
	if (json_next_byte(json) == '"')
		return true;
	json_fail(json, "a key in quotes");
	return false;
}

bool json_next_key(struct json *json, struct str *key)
{
	if (!json_next_member(json) || !json_take_string(json, key))
		return false;
	/* The blanks and the colon may lie in another chunk, which takes the key's place in memory. */
	if ((json->at == json->end || *json->at != ':') && key->p != json->token.p) {
		buf_set(&json->token, *key);
		*key = buf_str(&json->token);
	}
	return json_take_colon(json);
}

enum json_kind json_peek(struct json *json)
{
	char c = json_next_byte(json);

	switch (c) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
		return JSON_TRUE;
	case 'f':
		return JSON_FALSE;
	case 'n':
		return JSON_NULL;
	default:
		return c == '-' || byte_is_digit(c) ? JSON_NUMBER : JSON_NONE;
	}
}

bool json_at_end(struct json *json)
{
	if (json->depth || json_next_byte(json) || json->at < json->end)
		json_fail(json, "the end of the document");
	return !json->expected;
}

/* ---- words, and what nobody wants ---- */

struct str json_take_token(struct json *json)
{
	const char *start = json->at;

	while (json->at < json->end && json_is_of_token(*json->at))
		json->at++;
	if (json->at < json->end)
		return (struct str){start, (size_t)(json->at - start)};
	buf_reset(&json->token);
	for (;;) {
		buf_add(&json->token, (struct str){start, (size_t)(json->at - start)});
		if (json->at < json->end || !json_refill(json))
			return buf_str(&json->token);
		start = json->at;
		while (json->at < json->end && json_is_of_token(*json->at))
			json->at++;
	}
}

static void take_word(struct json *json, struct str word)
{
	if (!str_eq(json_take_token(json), word))
		json_fail(json, "true, false or null");
}

/* A value, of a container its beginning. */
static void skip_one(struct json *json)
{
	struct str text;

	switch (json_peek(json)) {
	case JSON_OBJECT:
		json_enter_object(json);
		break;
	case JSON_ARRAY:
		json_enter_array(json);
		break;
	case JSON_STRING:
		json_pass_string(json);
		break;
	case JSON_NUMBER:
		json_number(json, &text);
		break;
	case JSON_TRUE:
		take_word(json, STR("true"));
		break;
	case JSON_FALSE:
		take_word(json, STR("false"));
		break;
	case JSON_NULL:
		take_word(json, STR("null"));
		break;
	case JSON_NONE:
		json_fail(json, "a value");
		break;
	}
}

/* Leaves the containers that were entered since `depth` were open. */
static void leave(struct json *json, size_t depth)
{
	while (json->depth > depth && !json->expected) {
		if (json->container == '[') {
			json_pass_numbers(json);
			if (json_next_element(json))
				skip_one(json);
		} else if (json_next_member(json) && json_pass_string(json) && json_take_colon(json)) {
			skip_one(json);
		}
	}
}

void json_skip(struct json *json)
{
	size_t depth = json->depth;

	skip_one(json);
	if (json->depth > depth)
		leave(json, depth);
}

bool json_scalar(struct json *json, struct str *text)
{
	if (json_number(json, text) || json_string(json, text))
		return true;
	json_skip(json);
	return false;
}

bool json_object(struct json *json)
{
	if (json_enter_object(json))
		return true;
	json_skip(json);
	return false;
}

bool json_array(struct json *json)
{
	if (json_enter_array(json))
		return true;
	json_skip(json);
	return false;
}
