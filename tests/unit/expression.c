#include "common/expression.h"

#include "common/messages.h"
#include "tests/unit/test.h"

static struct expressions compiled(const char *first, const char *second)
{
	struct text_list list = {0};
	struct expressions expressions;

	text_list_add(&list, first);
	if (second)
		text_list_add(&list, second);
	expressions_init(&expressions, "x", &list);
	text_list_release(&list);
	return expressions;
}

static bool matches(const char *text, struct str name)
{
	struct expressions expressions = compiled(text, NULL);
	bool first = expressions_match(&expressions, 7, name);

	CHECK(expressions_match(&expressions, 7, name) == first);
	expressions_release(&expressions);
	return first;
}

static void names_match(void)
{
	CHECK(matches("^read$", STR("read")));
	CHECK(!matches("^read$", STR("pread")));
	CHECK(matches("ead", STR("pread64")));
	CHECK(matches("a|^b", STR("bc")));
	CHECK(!matches("a|^b", STR("cb")));
	CHECK(matches("(a|b)c", STR("xbc")));
	CHECK(matches("", STR("anything")));
	CHECK(matches("operator\\(\\)", STR("operator()")));
	CHECK(matches("[]x]y", STR("]y")));
}

static void annotations_are_no_part_of_a_name(void)
{
	CHECK(matches("^read$", STR("read_[k]")));
	CHECK(matches("_\\[k]$", STR("read_[k]")));
	CHECK(!matches("^read$", STR("read_[z]")));
}

static void modules_are_no_part_of_a_name(void)
{
	CHECK(matches("^read$", STR("libc.so.6`read")));
	CHECK(matches("^read$", STR("vmlinux`read_[k]")));
	CHECK(matches("^libc.*`read", STR("libc.so.6`read")));
	CHECK(!matches("^read$", STR("libc.so.6`pread")));
}

static void answers_are_kept_by_id(void)
{
	struct expressions expressions = compiled("a", "b");

	CHECK(expressions_match(&expressions, 1000, STR("a")));
	CHECK(expressions_match(&expressions, 3, STR("b")));
	CHECK(!expressions_match(&expressions, 0, STR("c")));
	CHECK(expressions_match(&expressions, 1000, STR("what it was stays")));
	CHECK(!expressions_match(&expressions, 100000, STR("c")));
	expressions_release(&expressions);
}

static void bytes_of_all_kinds(void)
{
	CHECK(matches("a.b", STR("a\0b")));
	CHECK(matches("b$", STR("a\0b")));
	CHECK(matches("^.\\[$", STR("\xff[")));
}

static void check_fault(const char *text, size_t at, const char *reason)
{
	struct expression expression;
	struct expression_fault fault = {"none", 0};

	CHECK(!expression_init(&expression, str_of(text), REG_NOSUB, &fault));
	CHECK_U64(fault.at, at);
	if (reason)
		CHECK_STR(str_of(fault.reason), reason);
}

static void faults_have_a_place(void)
{
	const char *large = "the expression is too large, with its repeats written out";

	check_fault("parse(|draw", 5, NULL);
	check_fault("(", 0, NULL);
	check_fault("ab\\", 2, NULL);
	check_fault("a[b", 1, NULL);
	check_fault("a)", 1, NULL);
	check_fault("(a)\\1", 3, "back-references are not possible");
	check_fault("a{2001}", 1, large);
	check_fault("((a{20}){20}){20}", 13, large);
	check_fault("a{99999999999999999999999}", 1, large);
	check_fault("a|(b)c{2}d{2,1}e", 10, NULL);
	check_fault("a}(b[[:alpha:])]c", 2, NULL);
	check_fault("((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+", 31, large);
}

static void repeats_are_not_read_in_brackets(void)
{
	struct expression expression;
	struct expression_fault fault;

	CHECK(expression_init(&expression, STR("[{9999}]{3}[^]{9999]x[[:alpha:]{9999}]"), 0, &fault));
	expression_release(&expression);
}

static void groups_are_places_in_the_name(void)
{
	struct expression expression;
	struct expression_fault fault;
	struct buf text = {0};
	regmatch_t groups[2];

	CHECK(expression_init(&expression, STR("b(c*)"), 0, &fault));
	expression_prepare(&text, STR("abcabcc"));
	CHECK(expression_find(&expression, &text, 2, groups, 2));
	CHECK_U64((uint64_t)groups[0].rm_so, 4);
	CHECK_U64((uint64_t)groups[1].rm_so, 5);
	CHECK_U64((uint64_t)groups[1].rm_eo, 7);
	CHECK(!expression_find(&expression, &text, 5, groups, 2));
	expression_release(&expression);
	buf_release(&text);
}

/* Of libraries that know "\\<" and can be told what is before. */
static void words_do_not_start_where_a_search_does(void)
{
#ifdef REG_STARTEND
	struct expression expression;
	struct expression_fault fault;
	struct buf text = {0};
	regmatch_t groups[1];

	CHECK(expression_init(&expression, STR("\\<a|^b"), 0, &fault));
	expression_prepare(&text, STR("aab a"));
	CHECK(expression_find(&expression, &text, 1, groups, 1));
	CHECK_U64((uint64_t)groups[0].rm_so, 4);
	CHECK_U64((uint64_t)groups[0].rm_eo, 5);
	expression_release(&expression);
	buf_release(&text);
#endif
}

static void brackets_end(void)
{
	CHECK_U64(expression_bracket_end(STR("a[]b]c]"), 1), 4);
	CHECK_U64(expression_bracket_end(STR("[^]b]c]"), 0), 4);
	CHECK_U64(expression_bracket_end(STR("[[:alpha:]/]"), 0), 11);
	CHECK_U64(expression_bracket_end(STR("[\\]"), 0), 2);
	CHECK_U64(expression_bracket_end(STR("x[abc"), 1), 5);
	CHECK_U64(expression_bracket_end(STR("[[:alpha]"), 0), 9);
	CHECK_U64(expression_bracket_end(STR("["), 0), 1);
}

/* It is made anew in between. */
static void many_names(void)
{
	struct expressions expressions = compiled("(a|b)*a(a|b){200}c$", NULL);
	char name[1000];

	memset(name, 'a', sizeof(name));
	for (uint32_t id = 0; id < 100; id++) {
		name[id] = 'b';
		name[999] = id % 2 ? 'c' : 'b';
		CHECK(expressions_match(&expressions, id, (struct str){name, 1000}) == (id % 2 == 1));
	}
	expressions_release(&expressions);
}

int main(void)
{
	TEST(names_match);
	TEST(annotations_are_no_part_of_a_name);
	TEST(modules_are_no_part_of_a_name);
	TEST(answers_are_kept_by_id);
	TEST(bytes_of_all_kinds);
	TEST(faults_have_a_place);
	TEST(repeats_are_not_read_in_brackets);
	TEST(groups_are_places_in_the_name);
	TEST(words_do_not_start_where_a_search_does);
	TEST(brackets_end);
	TEST(many_names);
}
