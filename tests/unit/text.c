#include "render/report/text.h"

#include "tests/unit/test.h"

static struct buf out;

static struct str fit(const char *text, size_t columns, bool keep_end)
{
	buf_reset(&out);
	text_fit(&out, str_of(text), columns, keep_end);
	return buf_str(&out);
}

static void cut_to_columns(void)
{
	CHECK_STR(fit("parse", 5, false), "parse");
	CHECK_STR(fit("parser", 5, false), "par..");
	CHECK_STR(fit("parser", 5, true), "..ser");
	CHECK_STR(fit("parser", 2, true), "..");
	CHECK_STR(fit("parser", 1, false), ".");
	CHECK_STR(fit("", 0, false), "");
}

/* Wide characters take two columns, and are not cut in the middle. */
static void cut_wide_characters(void)
{
	CHECK_U64(text_columns(str_of("a\xc3\xa9\xe4\xb8\xad")), 4);
	CHECK_STR(fit("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 6, false),
		"\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad");
	CHECK_STR(fit("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 5, false), "\xe4\xb8\xad..");
	CHECK_STR(fit("\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad", 5, true), "..\xe4\xb8\xad");
	CHECK_STR(fit("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3, true), "..\xc3\xa9");
}

static struct str wrap(const char *text, size_t columns)
{
	buf_reset(&out);
	text_wrap(&out, str_of(text), columns);
	return buf_str(&out);
}

static void wrapped_at_blanks(void)
{
	CHECK_STR(wrap("one two three", 0), "one two three\n");
	CHECK_STR(wrap("one two three", 7), "one two\nthree\n");
	CHECK_STR(wrap("one two three", 6), "one\ntwo\nthree\n");
	CHECK_STR(wrap("longer one", 3), "longer\none\n");
	CHECK_STR(wrap("", 10), "\n");
}

static struct str markdown(const char *raw, bool in_table)
{
	buf_reset(&out);
	text_markdown(&out, str_of(raw), in_table);
	return buf_str(&out);
}

static void code_spans(void)
{
	CHECK_STR(markdown("a<b>&*_", true), "`a<b>&*_`");
	CHECK_STR(markdown("a|b", true), "`a\\|b`");
	CHECK_STR(markdown("a|b", false), "`a|b`");
	CHECK_STR(markdown("a\\|b", true), "`a\\\\x7cb`");
	CHECK_STR(markdown("a\\\\|b", true), "`a\\\\\\|b`");
	CHECK_STR(markdown("`", true), "`` ` ``");
	CHECK_STR(markdown("a``b", true), "``` a``b ```");
	CHECK_STR(markdown(" a", true), "`  a `");
	CHECK_STR(markdown(" ", true), "` `");
	CHECK_STR(markdown("", true), "` `");
	CHECK_STR(markdown("\n", true), "`\\x0a`");
}

static struct str csv(const char *raw)
{
	buf_reset(&out);
	text_csv(&out, str_of(raw));
	return buf_str(&out);
}

static void fields_of_csv(void)
{
	CHECK_STR(csv("a b"), "a b");
	CHECK_STR(csv("a,b"), "\"a,b\"");
	CHECK_STR(csv("a\"b"), "\"a\"\"b\"");
	CHECK_STR(csv(" a"), "\" a\"");
	CHECK_STR(csv(""), "");
	CHECK_STR(csv("a\r\n"), "a\\x0d\\x0a");
	CHECK_STR(csv("-[NSObject init]"), "'-[NSObject init]");
	CHECK_STR(csv("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
	CHECK_STR(csv(" \t@x"), "' \\x09@x");
	CHECK_STR(csv("'x"), "''x");
	CHECK_STR(csv("a=b"), "a=b");
}

int main(void)
{
	TEST(cut_to_columns);
	TEST(cut_wide_characters);
	TEST(wrapped_at_blanks);
	TEST(code_spans);
	TEST(fields_of_csv);
	buf_release(&out);
}
