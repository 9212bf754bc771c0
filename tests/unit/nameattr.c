#include "render/picture/nameattr.h"

#include <stdlib.h>

#include "common/messages.h"
#include "tests/unit/test.h"

static const char path[] = "attributes";

static struct nameattr loaded(const char *text)
{
	struct nameattr nameattr = {0};

	file_write(path, str_of(text));
	messages_quiet(true);
	nameattr_load(&nameattr, path);
	messages_quiet(false);
	return nameattr;
}

static void check_value(const struct nameattr *nameattr, const char *frame,
	enum attribute attribute, const char *wanted)
{
	const struct attributes *attributes = nameattr_find(nameattr, str_of(frame));

	CHECK(attributes != NULL);
	if (attributes)
		CHECK_STR(attributes->value[attribute], wanted);
}

static void all_attributes(void)
{
	struct nameattr nameattr = loaded("# a comment\n"
					  "\n"
					  "b c\tid=x\tclass=\"y z\"\ttitle='a <b> & \"c\"'\r\n"
					  "a\thref=https://example.org/?a=b\ttarget=_top\t\n"
					  "#x\tid=1\n");

	check_value(&nameattr, "b c", ATTRIBUTE_ID, "x");
	check_value(&nameattr, "b c", ATTRIBUTE_CLASS, "y z");
	check_value(&nameattr, "b c", ATTRIBUTE_TITLE, "a <b> & \"c\"");
	check_value(&nameattr, "a", ATTRIBUTE_HREF, "https://example.org/?a=b");
	check_value(&nameattr, "a", ATTRIBUTE_TARGET, "_top");
	check_value(&nameattr, "#x", ATTRIBUTE_ID, "1");
	CHECK(nameattr_find(&nameattr, STR("a"))->value[ATTRIBUTE_ID].p == NULL);
	CHECK(nameattr_find(&nameattr, STR("b")) == NULL);
	CHECK(nameattr_find(&nameattr, STR("")) == NULL);
	nameattr_release(&nameattr);
}

static void the_last_one_holds(void)
{
	struct nameattr nameattr = loaded("f\tid=1\tid=2\nf\tclass=c\nf\tid=3\n");

	check_value(&nameattr, "f", ATTRIBUTE_ID, "3");
	check_value(&nameattr, "f", ATTRIBUTE_CLASS, "c");
	nameattr_release(&nameattr);
}

static void links(void)
{
	static const struct {
		const char *url;
		bool safe;
	} known[] = {
		{"https://example.org/", true},
		{"http://example.org:80/", true},
		{"mailto:a@example.org", true},
		{"page.html?a:b", true},
		{"./a:b", true},
		{"#a:b", true},
		{"//example.org/", true},
		{"", true},
		{"javascript:alert(1)", false},
		{"JavaScript:alert(1)", false},
		{" javascript:alert(1)", false},
		{"\001javascript:alert(1)", false},
		{"data:text/html,x", false},
		{"vbscript:x", false},
		{"a b", false},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct buf text = {0};

		buf_addf(&text, "f\tid=x\thref=%s\n", known[i].url);
		buf_add_char(&text, '\0');
		struct nameattr nameattr = loaded(text.p);
		const struct attributes *f = nameattr_find(&nameattr, STR("f"));

		CHECK(f && (f->value[ATTRIBUTE_HREF].p != NULL) == known[i].safe);
		nameattr_release(&nameattr);
		buf_release(&text);
	}
}

static void load(void *context)
{
	struct nameattr nameattr = {0};

	(void)context;
	nameattr_load(&nameattr, path);
	CHECK(nameattr_find(&nameattr, STR("evil")) == NULL);
	check_value(&nameattr, "ok", ATTRIBUTE_ID, "1");
	nameattr_release(&nameattr);
}

static void the_rest_is_refused_with_its_line(void)
{
	struct child child;

	file_write(path, STR("evil\n"
			     "evil\tonmouseover=x()\n"
			     "evil\tg_extra=\"onclick=x()\"\n"
			     "evil\tstyle=x\n"
			     "evil\thref=javascript:x()\n"
			     "ok\tid=1\tnonsense\n"));
	child = child_run(load, NULL);
	CHECK_U64((uint64_t)child.status, 0);
	CHECK(str_contains(buf_str(&child.err), STR("attributes:1: expected FUNCTION")));
	CHECK(str_contains(buf_str(&child.err), STR("attributes:2: expected id=")));
	CHECK(str_contains(buf_str(&child.err), STR("attributes:3: expected id=")));
	CHECK(str_contains(buf_str(&child.err), STR("attributes:5: expected a link")));
	CHECK(str_contains(buf_str(&child.err), STR("got \"nonsense\"")));
	CHECK(str_contains(buf_str(&child.err),
		STR("attributes: refused 6 attributes or lines (first: attributes:1)")));
	child_release(&child);
}

static void load_missing(void *context)
{
	struct nameattr nameattr = {0};

	(void)context;
	nameattr_load(&nameattr, "missing");
}

static void a_missing_file_is_an_error(void)
{
	CHECK_ENDS(load_missing, NULL, EXIT_CANNOT,
		"flamegraph-toolkit: missing: cannot open: No such file or directory\n");
}

int main(void)
{
	TEST(all_attributes);
	TEST(the_last_one_holds);
	TEST(links);
	TEST(the_rest_is_refused_with_its_line);
	TEST(a_missing_file_is_an_error);
}
