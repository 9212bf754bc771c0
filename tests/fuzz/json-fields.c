/*
 * Any bytes as an object of JSON that is read by a table: as a whole, where keys are compared where
 * they lie, and member by member. Both must find the same, and an error where the other does.
 */
#include "collapse/readers/json-fields.h"
#include "tests/fuzz/lib/fuzz.h"

struct place {
	uint64_t line;
	char letter;
};

struct thing {
	struct buf name;
	int64_t time;
	struct place place;
	uint64_t sum; /* of the elements of calls */
	bool is_on, has_time;
};

static void read_call(struct json *json, void *at)
{
	uint64_t *sum = at, value = 1;

	json_u64(json, &value);
	*sum = *sum * 31 + value;
}

static void read_size(struct json *json, void *at)
{
	struct thing *thing = at;

	json_skip(json);
	thing->sum++;
}

static const struct json_field place_fields[] = {
	{JSON_KEY("line"), FIELD_U64, .at = offsetof(struct place, line)},
	{JSON_KEY("ph"), FIELD_LETTER, .at = offsetof(struct place, letter)},
	{0},
};

static const struct json_field thing_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = offsetof(struct thing, name)},
	{JSON_KEY("ts"), FIELD_FIXED, .at = offsetof(struct thing, time), .shift = 3,
		.has = JSON_HAS(struct thing, has_time)},
	{JSON_KEY("args"), FIELD_OBJECT, .at = offsetof(struct thing, place),
		.members = place_fields},
	{JSON_KEY("calls"), FIELD_EACH, .at = offsetof(struct thing, sum), .read = read_call},
	{JSON_KEY("call"), FIELD_TRUE, .at = offsetof(struct thing, is_on)},
	{JSON_KEY("size"), FIELD_CALL, .read = read_size},
	{0},
};

static void read_member_by_member(struct json *json, struct thing *thing)
{
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key))
		if (!json_read_member(json, key, thing_fields, thing))
			json_skip(json);
}

/* Whether it is a document. */
static bool read_thing(struct str input, bool by_table, struct thing *thing)
{
	struct lines lines;
	struct json json;
	bool good;

	buf_reset(&thing->name);
	*thing = (struct thing){.name = thing->name};
	lines_from_memory(&lines, "input", input);
	json_init(&json, &lines);
	if (!by_table)
		read_member_by_member(&json, thing);
	else if (json_read_object(&json, thing_fields, thing))
		fuzz_expect(json.depth == 0);
	good = json_at_end(&json);
	json_release(&json);
	lines_close(&lines);
	return good;
}

void fuzz(struct str input)
{
	static struct thing one, other;
	bool good = read_thing(input, true, &one);

	fuzz_expect(read_thing(input, false, &other) == good);
	if (!good)
		return;
	fuzz_expect(str_eq(buf_str(&one.name), buf_str(&other.name)));
	fuzz_expect(one.time == other.time && one.has_time == other.has_time);
	fuzz_expect(one.place.line == other.place.line && one.place.letter == other.place.letter);
	fuzz_expect(one.sum == other.sum && one.is_on == other.is_on);
}
