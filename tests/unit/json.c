#include "collapse/readers/json.h"

#include <stdio.h>

#include "tests/unit/test.h"

/* Writes a document down as the reader sees it: {"a": [1, "x"]} is {a:[1 'x' ]}. */
static void write_value(struct json *json, struct buf *out)
{
	struct str text;
	size_t depth = json->depth;

	do {
		switch (json_peek(json)) {
		case JSON_OBJECT:
			json_enter_object(json);
			buf_add_char(out, '{');
			break;
		case JSON_ARRAY:
			json_enter_array(json);
			buf_add_char(out, '[');
			break;
		case JSON_STRING:
			if (!json_string(json, &text))
				return;
			buf_add_char(out, '\'');
			buf_add(out, text);
			buf_add(out, STR("' "));
			break;
		case JSON_NUMBER:
			if (!json_number(json, &text))
				return;
			buf_add(out, text);
			buf_add_char(out, ' ');
			break;
		case JSON_TRUE:
		case JSON_FALSE:
		case JSON_NULL:
			json_skip(json);
			buf_add(out, STR("word "));
			break;
		case JSON_NONE:
			json_skip(json);
			return;
		}
		while (json->depth > depth && !json_failed(json)) {
			bool object = json->containers.p[json->depth - 1] == '{';

			if (object && json_next_key(json, &text)) {
				buf_add(out, text);
				buf_add_char(out, ':');
				break;
			}
			if (!object && json_next_element(json))
				break;
			buf_add_char(out, object ? '}' : ']');
		}
	} while (json->depth > depth && !json_failed(json));
}

static struct str read_all(const char *document, struct buf *out)
{
	struct lines lines;
	struct json json;

	lines_from_memory(&lines, "document", str_of(document));
	json_init(&json, &lines);
	write_value(&json, out);
	json_at_end(&json);
	if (json_failed(&json))
		buf_addf(out, " !%llu:%llu expected %s", (unsigned long long)json.line,
			(unsigned long long)json.byte, json.expected);
	json_release(&json);
	lines_close(&lines);
	return buf_str(out);
}

#define CHECK_READS(document, wanted) \
	do { \
		struct buf out = {0}; \
		CHECK_STR(read_all(document, &out), wanted); \
		buf_release(&out); \
	} while (0)

static void values(void)
{
	CHECK_READS("{\"a\": [1, \"x\", {}, []], \"b\":null}", "{a:[1 'x' {}[]]b:word }");
	CHECK_READS("  [ ]\n", "[]");
	CHECK_READS("-0.5e+3", "-0.5e+3 ");
	CHECK_READS("[true,false , null]", "[word word word ]");
	CHECK_READS("{\"long key \\n\"   :\t1}", "{long key \n:1 }");
}

static void strings(void)
{
	CHECK_READS("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "'\"\\/\b\f\n\r\t' ");
	CHECK_READS("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\"",
		"'A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' ");
	CHECK_READS("\"\\ud83d\"", "'\xef\xbf\xbd' ");
	CHECK_READS("\"\\ud83dx\"", "'\xef\xbf\xbdx' ");
	CHECK_READS("\"\\ud83d\\n\"", "'\xef\xbf\xbd\n' ");
	CHECK_READS(
		"\"\\ude00\\ud83d\\ud83d\\ude00\"", "'\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x98\x80' ");
	CHECK_READS("\"\xff\xc3\"", "'\xff\xc3' "); /* not UTF-8: as it is */
}

static void errors(void)
{
	CHECK_READS("", " !1:0 expected a value");
	CHECK_READS("[1", "[1 ] !1:2 expected ',' or ']'");
	CHECK_READS("[1 2]", "[1 ] !1:3 expected ',' or ']'");
	CHECK_READS("[1,]", "[1 ] !1:3 expected a value behind the comma");
	CHECK_READS("{\"a\":1,}", "{a:1 } !1:7 expected a value behind the comma");
	CHECK_READS("{\"a\" 1}", "{} !1:5 expected ':' behind the key");
	CHECK_READS("{a:1}", "{} !1:1 expected a key in quotes");
	CHECK_READS("[1}", "[1 ] !1:2 expected ',' or ']'");
	CHECK_READS("\"a", " !1:2 expected the end of the string");
	CHECK_READS("\n\n\"a\nb\"", " !3:4 expected the end of the string");
	CHECK_READS("\"\\x\"", " !1:3 expected an escape such as \\n or \\u0041");
	CHECK_READS("\"\\u12g4\"", " !1:6 expected four hexadecimal digits behind \\u");
	CHECK_READS("[01]", "[ !1:3 expected a number");
	CHECK_READS("[1.]", "[ !1:3 expected a number");
	CHECK_READS("[-]", "[ !1:2 expected a number");
	CHECK_READS("[1e]", "[ !1:3 expected a number");
	CHECK_READS("[tru]", "[word  !1:4 expected true, false or null");
	CHECK_READS("[truex]", "[word  !1:6 expected true, false or null");
	CHECK_READS("{} x", "{} !1:3 expected the end of the document");
}

static void whole_numbers(void)
{
	uint64_t u;
	int64_t i;

	CHECK(json_to_u64(STR("18446744073709551615"), &u) && u == UINT64_MAX);
	CHECK(!json_to_u64(STR("18446744073709551616"), &u));
	CHECK(json_to_u64(STR("12.0"), &u) && u == 12);
	CHECK(json_to_u64(STR("1.2e1"), &u) && u == 12);
	CHECK(json_to_u64(STR("1e18"), &u) && u == 1000000000000000000);
	CHECK(json_to_u64(STR("9007199254740993.0"), &u) && u == 9007199254740993);
	CHECK(json_to_u64(STR("1.00000000000000000000000000000000000000000000000000000000000000e1"),
		      &u) && u == 10);
	CHECK(!json_to_u64(STR("1e400"), &u));
	CHECK(!json_to_u64(STR("15e-1"), &u));
	CHECK(!json_to_u64(STR("1.5"), &u));
	CHECK(!json_to_u64(STR("-1"), &u));
	CHECK(json_to_i64(STR("-9223372036854775807"), &i) && i == -INT64_MAX);
	CHECK(!json_to_i64(STR("9223372036854775808"), &i));
	CHECK(json_to_i64(STR("-0"), &i) && i == 0);
}

static bool is_fixed(const char *number, unsigned shift, int64_t wanted)
{
	int64_t value;

	return json_to_fixed(str_of(number), shift, &value) && value == wanted;
}

static void fixed_points(void)
{
	int64_t value;

	CHECK(is_fixed("12", 0, 12));
	CHECK(is_fixed("12", 3, 12000));
	CHECK(is_fixed("-1.5", 3, -1500));
	CHECK(is_fixed("0.1234", 3, 123));
	CHECK(is_fixed("0.1235", 3, 124));
	CHECK(is_fixed("0.9995", 3, 1000));
	CHECK(is_fixed("1.2e1", 0, 12));
	CHECK(is_fixed("25E-1", 0, 3));
	CHECK(is_fixed("1e-7", 3, 0));
	CHECK(is_fixed("0e99999999999999999999", 3, 0));
	CHECK(is_fixed("26257857402.123", 3, 26257857402123));
	CHECK(is_fixed("0.33333333333333333333333333333", 6, 333333));
	CHECK(is_fixed("9223372036854775807", 0, INT64_MAX));
	CHECK(!json_to_fixed(STR("9223372036854775808"), 0, &value));
	CHECK(!json_to_fixed(STR("9223372036854775807"), 1, &value));
	CHECK(!json_to_fixed(STR("1e400"), 0, &value));
}

/* What json_fixed_elements() gives stands in brackets, what it leaves to others behind them. */
static struct str read_elements(const char *document, struct buf *out)
{
	struct lines lines;
	struct json json;
	struct str text;
	int64_t values[3];
	size_t count;

	lines_from_memory(&lines, "document", str_of(document));
	json_init(&json, &lines);
	json_enter_array(&json);
	while ((count = json_fixed_elements(&json, 1, values, 3)) || json_next_element(&json)) {
		for (size_t i = 0; i < count; i++)
			buf_addf(out, "%lld ", (long long)values[i]);
		if (count == 0 && json_scalar(&json, &text))
			buf_addf(out, "'%.*s' ", STR_ARG(text));
	}
	json_at_end(&json);
	if (json_failed(&json))
		buf_addf(out, "!%llu:%llu", (unsigned long long)json.line,
			(unsigned long long)json.byte);
	json_release(&json);
	lines_close(&lines);
	return buf_str(out);
}

#define CHECK_ELEMENTS(document, wanted) \
	do { \
		struct buf out = {0}; \
		CHECK_STR(read_elements(document, &out), wanted); \
		buf_release(&out); \
	} while (0)

static void elements(void)
{
	CHECK_ELEMENTS("[]", "");
	CHECK_ELEMENTS("[1,0,2.5]", "10 0 25 ");
	CHECK_ELEMENTS("[1,2,3,4,\n 5 , 6\t]", "10 20 30 40 50 60 ");
	CHECK_ELEMENTS("[1,-2,\"x\",1e3,null,0.25,7]", "10 '-2' 'x' '1e3' '0.25' 70 ");
	CHECK_ELEMENTS("[12345678901234567,123456789012345678]",
		"123456789012345670 '123456789012345678' ");
	CHECK_ELEMENTS("[1,\n2,]", "10 20 !2:6");
	CHECK_ELEMENTS("[1,02]", "10 !1:5");
	CHECK_ELEMENTS("[1\n\n2]", "10 !3:4");
	CHECK_ELEMENTS("[1,2", "10 '2' !1:4");
}

/* Whatever chunk the bytes lie in, a long string ends where it ends. */
static void long_strings(void)
{
	char document[128], wanted[128];

	for (int n = 0; n < 30; n++) {
		snprintf(document, sizeof(document), "[\"%.*s\\n\xc3\xa9%.*s\",1]", n,
			"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", n, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
		snprintf(wanted, sizeof(wanted), "['%.*s\n\xc3\xa9%.*s' 1 ]", n,
			"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", n, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
		CHECK_READS(document, wanted);
	}
}

static void skipped(void)
{
	struct lines lines;
	struct json json;
	struct str text = {0};

	lines_from_memory(&lines, "document",
		STR("[{\"a\\\"\":[1, 2.5,\n-3,\"\\/\\u0041\",[true,{}]]},\"next\"]"));
	json_init(&json, &lines);
	CHECK(json_enter_array(&json) && json_next_element(&json));
	json_skip(&json);
	CHECK(json_next_element(&json) && json_string(&json, &text));
	CHECK_STR(text, "next");
	CHECK(!json_next_element(&json) && json_at_end(&json) && json.line == 2);
	json_release(&json);
	lines_close(&lines);
}

int main(void)
{
	TEST(values);
	TEST(strings);
	TEST(errors);
	TEST(whole_numbers);
	TEST(fixed_points);
	TEST(elements);
	TEST(long_strings);
	TEST(skipped);
}
