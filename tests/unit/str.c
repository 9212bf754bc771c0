#include "common/str.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static void equal_bytes(void)
{
	CHECK(str_eq(STR(""), STR("")));
	CHECK(str_eq((struct str){NULL, 0}, STR("")));
	CHECK(str_eq(STR("a\0b"), STR("a\0b")));
	CHECK(!str_eq(STR("a\0b"), STR("a\0c")));
	CHECK(!str_eq(STR("a"), STR("ab")));
}

static int sign(int n)
{
	return (n > 0) - (n < 0);
}

static void order_by_bytes(void)
{
	/* Each is smaller than all that follow. */
	static const struct str sorted[] = {
		{NULL, 0},
		STR_INIT("\0"),
		STR_INIT("\0a"),
		STR_INIT("a"),
		STR_INIT("a\0"),
		STR_INIT("aa"),
		STR_INIT("b"),
		STR_INIT("\xff"),
	};
	enum { N = sizeof(sorted) / sizeof(*sorted) };

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			CHECK(sign(str_compare(sorted[i], sorted[j])) == sign(i - j));
}

static void beginnings_and_ends(void)
{
	CHECK(str_starts(STR("abc"), STR("ab")));
	CHECK(str_starts(STR("abc"), STR("abc")));
	CHECK(str_starts(STR("abc"), STR("")));
	CHECK(!str_starts(STR("abc"), STR("abcd")));
	CHECK(!str_starts(STR("abc"), STR("b")));
	CHECK(str_ends(STR("abc"), STR("bc")));
	CHECK(str_ends(STR("abc"), STR("")));
	CHECK(!str_ends(STR("abc"), STR("xabc")));
	CHECK(!str_ends(STR("abc"), STR("ab")));
}

static void parts_are_cut_to_the_slice(void)
{
	CHECK_STR(str_head(STR("abc"), 2), "ab");
	CHECK_STR(str_head(STR("abc"), 9), "abc");
	CHECK_STR(str_skip(STR("abc"), 1), "bc");
	CHECK_STR(str_skip(STR("abc"), 9), "");
	CHECK_STR(str_skip((struct str){NULL, 0}, 1), "");
	CHECK_STR(str_drop_end(STR("abc"), 1), "ab");
	CHECK_STR(str_drop_end(STR("abc"), 9), "");
}

static void trimming(void)
{
	CHECK_STR(str_trim(STR(" \t\r\v\fa b \r")), "a b");
	CHECK_STR(str_trim_start(STR("  a ")), "a ");
	CHECK_STR(str_trim_end(STR(" a  ")), " a");
	CHECK_STR(str_trim(STR(" \t ")), "");
	CHECK_STR(str_trim(STR("")), "");
	/* A newline and a NUL are no blanks. */
	CHECK_BYTES(str_trim(STR(" \n\0 ")), STR("\n\0"));
}

static void takes_words(void)
{
	struct str text = STR(" a \tbc;d  ");

	CHECK_STR(str_take_word(&text), "a");
	CHECK_STR(text, " \tbc;d  ");
	CHECK_STR(str_take_word(&text), "bc;d");
	CHECK_STR(str_take_word(&text), "");
	CHECK_STR(text, "");
	CHECK_STR(str_take_word(&text), "");
	text = STR(" a \tbc;d  ");
	CHECK_STR(str_take_last_word(&text), "bc;d");
	CHECK_STR(text, " a \t");
	CHECK_STR(str_take_last_word(&text), "a");
	CHECK_STR(text, " ");
	CHECK_STR(str_take_last_word(&text), "");
	CHECK_STR(text, "");
}

static void hex_digits(void)
{
	CHECK_U64(byte_hex_value('0'), 0);
	CHECK_U64(byte_hex_value('9'), 9);
	CHECK_U64(byte_hex_value('a'), 10);
	CHECK_U64(byte_hex_value('F'), 15);
}

static void finding(void)
{
	CHECK_U64(str_find(STR("a;b;c"), ';'), 1);
	CHECK_U64(str_rfind(STR("a;b;c"), ';'), 3);
	CHECK_U64(str_find(STR("abc"), ';'), 3);
	CHECK_U64(str_rfind(STR("abc"), ';'), 3);
	CHECK_U64(str_rfind(STR(";bc"), ';'), 0);
	CHECK_U64(str_find((struct str){NULL, 0}, ';'), 0);
}

static void base_names(void)
{
	CHECK_STR(str_base_name(STR("/usr/lib/libc.so")), "libc.so");
	CHECK_STR(str_base_name(STR("libc.so")), "libc.so");
	CHECK_STR(str_base_name(STR("/usr/lib/")), "");
	CHECK_STR(str_base_name((struct str){NULL, 0}), "");
}

static void finding_a_part(void)
{
	CHECK_U64(str_find_str(STR("aab"), STR("ab")), 1);
	CHECK_U64(str_find_str(STR("abab"), STR("abab")), 0);
	CHECK_U64(str_find_str(STR("ababac"), STR("abac")), 2);
	CHECK_U64(str_find_str(STR("abc"), STR("")), 0);
	CHECK_U64(str_find_str(STR("abc"), STR("abcd")), 3);
	CHECK_U64(str_find_str(STR("aaaa"), STR("ab")), 4);
	CHECK_U64(str_find_str(STR(""), STR("a")), 0);
	CHECK(str_contains(STR("abc"), STR("c")));
	CHECK(str_contains(STR(""), STR("")));
	CHECK(!str_contains(STR(""), STR("a")));
	CHECK(!str_contains(STR("abc"), STR("bd")));
}

static void cutting(void)
{
	struct str before = STR("-"), after = STR("-");

	CHECK(!str_cut(STR("abc"), ';', &before, &after));
	CHECK(!str_rcut(STR(""), ';', &before, &after));
	CHECK_STR(before, "-");
	CHECK_STR(after, "-");
	CHECK(str_cut(STR("a;b;c"), ';', &before, &after));
	CHECK_STR(before, "a");
	CHECK_STR(after, "b;c");
	CHECK(str_rcut(STR("a;b;c"), ';', &before, &after));
	CHECK_STR(before, "a;b");
	CHECK_STR(after, "c");
	CHECK(str_cut(STR(";"), ';', &before, &after));
	CHECK_STR(before, "");
	CHECK_STR(after, "");
}

static void numbers(void)
{
	static const struct {
		const char *text;
		bool good;
		uint64_t value;
	} rows[] = {
		{"0", true, 0},
		{"007", true, 7},
		{"18446744073709551615", true, UINT64_MAX},
		{"18446744073709551616", false, 0},
		{"18446744073709551620", false, 0},
		{"99999999999999999999999", false, 0},
		{"", false, 0},
		{"-1", false, 0},
		{"+1", false, 0},
		{" 1", false, 0},
		{"1 ", false, 0},
		{"0x1", false, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		uint64_t value = 42;

		CHECK(str_to_u64(str_of(rows[i].text), &value) == rows[i].good);
		CHECK_U64(value, rows[i].good ? rows[i].value : 42);
	}
}

static void utf8_lengths(void)
{
	static const struct {
		struct str bytes;
		size_t length;
		uint32_t code;
	} rows[] = {
		{STR_INIT(""), 0, 0},
		{STR_INIT("\0"), 1, 0},
		{STR_INIT("\x7f"), 1, 0x7f},
		{STR_INIT("\x80"), 0, 0},
		{STR_INIT("\xc1\xbf"), 0, 0}, /* overlong */
		{STR_INIT("\xc2\x80"), 2, 0x80},
		{STR_INIT("\xc2"), 0, 0},
		{STR_INIT("\xc2\x41"), 0, 0},
		{STR_INIT("\xdf\xbf"), 2, 0x7ff},
		{STR_INIT("\xe0\x9f\xbf"), 0, 0}, /* overlong */
		{STR_INIT("\xe0\xa0\x80"), 3, 0x800},
		{STR_INIT("\xe2\x82\xac"), 3, 0x20ac},
		{STR_INIT("\xe2\x82"), 0, 0},
		{STR_INIT("\xed\x9f\xbf"), 3, 0xd7ff},
		{STR_INIT("\xed\xa0\x80"), 0, 0}, /* a surrogate */
		{STR_INIT("\xef\xbf\xbf"), 3, 0xffff},
		{STR_INIT("\xf0\x8f\xbf\xbf"), 0, 0}, /* overlong */
		{STR_INIT("\xf0\x90\x80\x80"), 4, 0x10000},
		{STR_INIT("\xf4\x8f\xbf\xbf"), 4, 0x10ffff},
		{STR_INIT("\xf4\x90\x80\x80"), 0, 0}, /* past the end */
		{STR_INIT("\xf5\x80\x80\x80"), 0, 0},
		{STR_INIT("\xff"), 0, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t length = utf8_length(rows[i].bytes);

		CHECK_U64(length, rows[i].length);
		if (length && length == rows[i].length)
			CHECK_U64(utf8_decode(rows[i].bytes.p, length), rows[i].code);
		if (rows[i].length) {
			char utf8[4];
			struct str encoded = {utf8, utf8_encode(rows[i].code, utf8)};

			CHECK(str_eq(encoded, rows[i].bytes));
		}
	}
}

static void shown(struct str bytes, const char *wanted)
{
	char out[STR_SHOW];

	CHECK_STR(str_of(str_show(bytes, out)), wanted);
}

static void showing_untrusted_bytes(void)
{
	shown(STR(""), "");
	shown(STR("a\tb\0c\x1b[2J\x7f"), "a\\x09b\\x00c\\x1b[2J\\x7f");
	shown(STR("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
	shown(STR("\xff\xc3"), "\\xff\\xc3");
	/* U+009B is a terminal's CSI; U+00A0 is a blank. */
	shown(STR("\xc2\x9b\xc2\xa0"), "\\xc2\\x9b\xc2\xa0");
	/* U+202E turns text around, U+200B has no width. */
	shown(STR("\xe2\x80\xae"
		  "a\xe2\x80\x8b"),
		"\\xe2\\x80\\xaea\\xe2\\x80\\x8b");
}

static void showing_is_cut_at_80(void)
{
	char text[200], wanted[STR_SHOW] = "";

	memset(text, 'x', sizeof(text));
	shown((struct str){text, 80},
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
	shown((struct str){text, 81},
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...");
	/* Not in the middle of a character. */
	memcpy(text + 78, "\xe2\x82\xac", 3);
	shown((struct str){text, 200},
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...");
	/* The longest there is: every byte takes four. */
	memset(text, '\xff', sizeof(text));
	for (int i = 0; i < 80; i++)
		memcpy(wanted + 4 * i, "\\xff", 4);
	memcpy(wanted + 320, "...", 3);
	shown((struct str){text, 200}, wanted);
}

int main(void)
{
	TEST(equal_bytes);
	TEST(order_by_bytes);
	TEST(beginnings_and_ends);
	TEST(parts_are_cut_to_the_slice);
	TEST(trimming);
	TEST(takes_words);
	TEST(hex_digits);
	TEST(finding);
	TEST(finding_a_part);
	TEST(base_names);
	TEST(cutting);
	TEST(numbers);
	TEST(utf8_lengths);
	TEST(showing_untrusted_bytes);
	TEST(showing_is_cut_at_80);
}
