#include "collapse/readers/json-fields.h"

#include <stdio.h>

#include "tests/unit/test.h"

struct thing {
	bool has_size; /* the first member, whose offset is 0 */
	bool has_name, has_time, is, has_place, has_parts;
	struct buf name;
	char letter;
	uint64_t size;
	int64_t time;
	struct place {
		uint64_t x, y;
	} place;
	struct buf seen; /* what the functions were called for */
};

#define AT(member) offsetof(struct thing, member)
#define HAS(member) JSON_HAS(struct thing, member)

static void read_part(struct json *json, void *at)
{
	struct thing *thing = at;
	struct str text;

	buf_addf(&thing->seen, "%s", (const char *)json->context);
	if (json_scalar(json, &text))
		buf_add(&thing->seen, text);
	buf_add_char(&thing->seen, ' ');
}

static void read_any(struct json *json, void *at)
{
	buf_add(at, STR("any "));
	json_skip(json);
}

static void enter_array(struct json *json, void *at)
{
	(void)at;
	json_array(json);
}

static const struct json_field place_fields[] = {
	{JSON_KEY("x"), FIELD_U64, .at = offsetof(struct place, x)},
	{JSON_KEY("y"), FIELD_U64, .at = offsetof(struct place, y)},
	{0},
};

static const struct json_field thing_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = AT(name), .has = HAS(has_name)},
	{JSON_KEY("letter"), FIELD_LETTER, .at = AT(letter)},
	{JSON_KEY("size"), FIELD_U64, .at = AT(size), .has = HAS(has_size)},
	{JSON_KEY("time"), FIELD_FIXED, .at = AT(time), .has = HAS(has_time), .shift = 3},
	{JSON_KEY("is"), FIELD_TRUE, .at = AT(is)},
	{JSON_KEY("place"), FIELD_OBJECT, .at = AT(place), .has = HAS(has_place),
		.members = place_fields},
	{JSON_KEY("parts"), FIELD_EACH, .has = HAS(has_parts), .read = read_part},
	{JSON_KEY("any"), .at = AT(seen), .read = read_any},
	{JSON_KEY("inner"), .read = enter_array},
	{0},
};

/* What was stored: "name/letter/size/time/is/x,y/seen", with '-' before what `has` says is not there. */
static struct str read_thing(const char *document, struct buf *out)
{
	char context[] = "+";
	struct thing thing = {.letter = '.'};
	struct lines lines;
	struct json json;
	bool whole;

	lines_from_memory(&lines, "document", str_of(document));
	json_init(&json, &lines);
	json.context = context;
	whole = json_read_object(&json, thing_fields, &thing) && json_at_end(&json);
	buf_addf(out, "%s%.*s/%c/%s%llu/%s%lld/%d/%s%llu,%llu/%s%.*s", thing.has_name ? "" : "-",
		STR_ARG(buf_str(&thing.name)), thing.letter, thing.has_size ? "" : "-",
		(unsigned long long)thing.size, thing.has_time ? "" : "-", (long long)thing.time,
		thing.is, thing.has_place ? "" : "-", (unsigned long long)thing.place.x,
		(unsigned long long)thing.place.y, thing.has_parts ? "" : "-",
		STR_ARG(buf_str(&thing.seen)));
	if (!whole)
		buf_addf(out, json_failed(&json) ? " !%llu" : " no object",
			(unsigned long long)json.byte);
	buf_release(&thing.name);
	buf_release(&thing.seen);
	json_release(&json);
	lines_close(&lines);
	return buf_str(out);
}

#define CHECK_THING(document, wanted) \
	do { \
		struct buf out = {0}; \
		CHECK_STR(read_thing(document, &out), wanted); \
		buf_release(&out); \
	} while (0)

static void kinds(void)
{
	CHECK_THING("{\"name\":\"a b\",\"letter\":\"x\",\"size\":7,\"time\":1.5,\"is\":true,"
		    "\"place\":{\"x\":1,\"y\":2},\"parts\":[1,\"two\",{}],\"any\":[0]}",
		"a b/x/7/1500/1/1,2/+1 +two + any ");
	CHECK_THING("{}", "-/./-0/-0/0/-0,0/-");
	CHECK_THING(" { \"size\" : 7 , \"name\" :\n3.25 } ", "3.25/./7/-0/0/-0,0/-");
	CHECK_THING("{\"time\":\"-0.25\",\"letter\":8}", "-/8/-0/-250/0/-0,0/-");
}

static void other_keys(void)
{
	CHECK_THING("{\"a\":1,\"names\":\"no\",\"nam\":\"no\",\"\":{\"size\":3},\"size\":4,\"b\":[[]]}",
		"-/./4/-0/0/-0,0/-");
	CHECK_THING("{\"si\\u007ae\":5,\"n\\u0061me\\n\":\"no\"}", "-/./5/-0/0/-0,0/-");
	CHECK_THING("{\"size\\\":1,\":2,\"size\":3}", "-/./3/-0/0/-0,0/-");
}

static void other_kinds(void)
{
	CHECK_THING("{\"name\":null,\"letter\":\"xy\",\"size\":\"7\",\"time\":true,\"is\":1,"
		    "\"place\":[1],\"parts\":{\"x\":1},\"any\":null}",
		"-/?/-0/-0/0/-0,0/-any ");
	CHECK_THING("{\"size\":-1,\"time\":1e99}", "-/./-0/-0/0/-0,0/-");
	CHECK_THING("null", "-/./-0/-0/0/-0,0/- no object");
	CHECK_THING("[{\"size\":1}]", "-/./-0/-0/0/-0,0/- no object");
}

/* The last one counts, and leaves what it does not say. */
static void duplicates(void)
{
	CHECK_THING("{\"name\":\"a\",\"size\":1,\"name\":\"b\",\"size\":2}", "b/./2/-0/0/-0,0/-");
	CHECK_THING("{\"name\":\"a\",\"name\":null,\"place\":{\"x\":1},\"place\":{\"y\":2}}",
		"-a/./-0/-0/0/1,2/-");
	CHECK_THING("{\"is\":true,\"is\":false}", "-/./-0/-0/0/-0,0/-");
}

static void broken(void)
{
	CHECK_THING("{\"name\":\"a\",\"size\":12", "a/./12/-0/0/-0,0/- !21");
	CHECK_THING("{\"name\":\"a\",\"siz", "a/./-0/-0/0/-0,0/- !16");
	CHECK_THING("{\"name\"", "-/./-0/-0/0/-0,0/- !7");
	CHECK_THING("{\"place\":{\"x\":1", "-/./-0/-0/0/-1,0/- !15");
	CHECK_THING("{\"parts\":[1,2", "-/./-0/-0/0/-0,0/+1 +2  !13");
	CHECK_THING("{\"size\":1 \"name\":\"a\"}", "-/./1/-0/0/-0,0/- !10");
	CHECK_THING("{\"size\":1}{", "-/./1/-0/0/-0,0/- !10");
}

/* What is entered is left to the caller, who then goes on with the rest. */
static void containers(void)
{
	struct thing thing = {0};
	struct lines lines;
	struct json json;
	uint64_t number = 0;

	lines_from_memory(&lines, "document", STR("{\"size\":1,\"inner\":[5],\"time\":2}"));
	json_init(&json, &lines);
	CHECK(json_enter_object(&json));
	CHECK(json_read_members(&json, thing_fields, &thing));
	CHECK(thing.size == 1 && thing.time == 0);
	CHECK(json_next_element(&json) && json_u64(&json, &number) && number == 5);
	CHECK(!json_next_element(&json));
	CHECK(!json_read_members(&json, thing_fields, &thing));
	CHECK(thing.time == 2000 && json_at_end(&json));
	json_release(&json);
	lines_close(&lines);
}

static void single_members(void)
{
	struct thing thing = {0};
	struct lines lines;
	struct json json;
	struct str key = {0};

	lines_from_memory(&lines, "document", STR("{\"size\":1,\"other\":2}"));
	json_init(&json, &lines);
	CHECK(json_enter_object(&json) && json_next_key(&json, &key));
	CHECK(json_read_member(&json, key, thing_fields, &thing) && thing.size == 1);
	CHECK(json_next_key(&json, &key));
	CHECK(!json_read_member(&json, key, thing_fields, &thing));
	CHECK(json_u64(&json, &thing.size) && thing.size == 2);
	json_release(&json);
	lines_close(&lines);
}

int main(void)
{
	TEST(kinds);
	TEST(other_keys);
	TEST(other_kinds);
	TEST(duplicates);
	TEST(broken);
	TEST(containers);
	TEST(single_members);
}
