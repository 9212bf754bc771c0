#include "collapse/readers/xml.h"

#include "tests/unit/test.h"

/* What a document is to the reader: "1<a id=7>" "1:text" "1</a>" a token, an error "! EXPECTED". */
static struct buf tokens_of(struct str document, size_t limit)
{
	static const char *const kinds[] = {"<", "</", ":", "", "! "};
	struct lines lines;
	struct xml xml;
	struct buf out = {0};
	enum xml_kind kind;

	lines_from_memory(&lines, "test", document);
	xml_init(&xml, &lines);
	if (limit)
		xml.ahead.limit = limit;
	do {
		kind = xml_next(&xml);
		if (kind != XML_END && kind != XML_ERROR)
			buf_add_u64(&out, xml.depth);
		buf_add(&out, str_of(kinds[kind]));
		if (kind == XML_TEXT)
			buf_add(&out, xml.text);
		if (kind == XML_START || kind == XML_CLOSE)
			buf_add(&out, xml.name);
		for (size_t i = 0; i < xml.attribute_count; i++) {
			buf_add_char(&out, ' ');
			buf_add(&out, xml.attributes[i].name);
			buf_add_char(&out, '=');
			buf_add(&out, xml.attributes[i].value);
		}
		if (kind == XML_START || kind == XML_CLOSE)
			buf_add_char(&out, '>');
		if (kind == XML_ERROR)
			buf_add(&out, str_of(xml.expected));
		buf_add_char(&out, '\n');
	} while (kind != XML_END && kind != XML_ERROR);
	CHECK(xml_next(&xml) == (kind == XML_END ? XML_END : XML_ERROR));
	xml_release(&xml);
	lines_close(&lines);
	return out;
}

static void check_tokens(const char *document, const char *wanted, size_t limit)
{
	struct buf tokens = tokens_of(str_of(document), limit);

	CHECK_STR(buf_str(&tokens), wanted);
	buf_release(&tokens);
}

#define GIVES(document, wanted) check_tokens((document), (wanted), 0)

static void elements(void)
{
	GIVES("<a/>", "1<a>\n1</a>\n\n");
	GIVES("<a><b/>x<b></b></a>", "1<a>\n2<b>\n2</b>\n1:x\n2<b>\n2</b>\n1</a>\n\n");
	GIVES(" \n<svg:g />\n", "1<svg:g>\n1</svg:g>\n\n");
	GIVES("<a\n>\n</a\n>", "1<a>\n1:\n\n1</a>\n\n");
	GIVES("\xef\xbb\xbf<\xc3\xa9/>", "1<\xc3\xa9>\n1</\xc3\xa9>\n\n");
}

static void attributes(void)
{
	GIVES("<a b=\"1\" c='2' d = \"\"\n e='>'/>", "1<a b=1 c=2 d= e=>>\n1</a>\n\n");
	GIVES("<a b='\"' c=\"'\" d='a/b'>t</a>", "1<a b=\" c=' d=a/b>\n1:t\n1</a>\n\n");
	GIVES("<a b='x&lt;&#65;&amp;lt;'/>", "1<a b=x<A&lt;>\n1</a>\n\n");
	GIVES("<a b='&lt;' c='d' e='&gt;&gt;' f=''/>", "1<a b=< c=d e=>> f=>\n1</a>\n\n");
	GIVES("<a b='1'c='2'\nd='&amp;' \n/>", "1<a b=1 c=2 d=&>\n1</a>\n\n");
	GIVES("<a b='1'/ >", "! attributes as name=\"value\"\n");
	GIVES("<a b='1' <c>", "! a tag that ends in \">\"\n");
	GIVES("<a b/>", "! attributes as name=\"value\"\n");
	GIVES("<a b=1/>", "! attributes as name=\"value\"\n");
	GIVES("<a ='1'/>", "! attributes as name=\"value\"\n");
	GIVES("<a b='1>", "! a tag that ends in \">\"\n");
}

static void entities(void)
{
	GIVES("<a>&lt;&gt;&amp;&quot;&apos;</a>", "1<a>\n1:<>&\"'\n1</a>\n\n");
	GIVES("<a>&#10;&#x41;&#X41;&#xe9;&#x20ac;&#x1F600;</a>",
		"1<a>\n1:\nA&#X41;\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n1</a>\n\n");
	/* What is no character or not known stays as it is. */
	GIVES("<a>&#0;&#xd800;&#x110000;&#99999999999;&#;&#x;&nbsp;&;& &amp</a>",
		"1<a>\n1:&#0;&#xd800;&#x110000;&#99999999999;&#;&#x;&nbsp;&;& &amp\n1</a>\n\n");
}

static void sections(void)
{
	GIVES("<a>x<![CDATA[<b>&lt;]]]]>y</a>", "1<a>\n1:x\n1:<b>&lt;]]\n1:y\n1</a>\n\n");
	GIVES("<a>x<!-- <b> -- & -->y<?php ?>z</a>", "1<a>\n1:x\n1:y\n1:z\n1</a>\n\n");
	GIVES("<a><![CDATA[x</a>", "1<a>\n! a CDATA section that ends in \"]]>\"\n");
	GIVES("<a><!-- x</a>", "1<a>\n! a comment that ends in \"-->\"\n");
	GIVES("<?xml", "! an instruction that ends in \"?>\"\n");
}

/* Nothing that it declares is ever expanded. */
static void doctype(void)
{
	GIVES("<?xml version=\"1.0\"?><!DOCTYPE a PUBLIC \"-//>\" 'x'><a/>", "1<a>\n1</a>\n\n");
	GIVES("<!DOCTYPE a [ <!ENTITY b \"]>\"> <!-- don't ]> --> <?x ]> ' ?> ]>\n<a>&b;</a>",
		"1<a>\n1:&b;\n1</a>\n\n");
	GIVES("<!DOCTYPE a [<!ENTITY b 'c'>", "! a DOCTYPE that ends in \">\"\n");
	GIVES("<a><!DOCTYPE b></a>", "1<a>\n! an element's name\n");
}

static void not_well_formed(void)
{
	GIVES("", "! XML\n");
	GIVES("text", "! XML\n");
	GIVES("<!-- only -->", "! XML\n");
	GIVES("<a>", "1<a>\n! the end of an element\n");
	GIVES("<a>text", "1<a>\n1:text\n! the end of an element\n");
	GIVES("<a></b>", "1<a>\n! the end of the element that was opened last\n");
	GIVES("<a><ab></a></ab>", "1<a>\n2<ab>\n! the end of the element that was opened last\n");
	GIVES("</a>", "! the end of the element that was opened last\n");
	GIVES("<a/><b/>", "1<a>\n1</a>\n! nothing behind the document\n");
	GIVES("<a/>text", "1<a>\n1</a>\n! nothing behind the document\n");
	GIVES("<a", "! a tag that ends in \">\"\n");
	GIVES("<a <b>", "! a tag that ends in \">\"\n");
	GIVES("<", "! a tag that ends in \">\"\n");
	GIVES("< a>", "! an element's name\n");
	GIVES("<a><1></a>", "1<a>\n! an element's name\n");
	GIVES("<![CDATA[x]]>", "! an element\n");
}

/* Ends that are in more than one line, and lines that end otherwise. */
static void lines_of_a_token(void)
{
	GIVES("<a>one\ntwo\r\nthree</a>", "1<a>\n1:one\ntwo\nthree\n1</a>\n\n");
	GIVES("<a><!-- -\n->\n--\n-->x</a>", "1<a>\n1:x\n1</a>\n\n");
	GIVES("<a><![CDATA[\n]]\n>]]></a>", "1<a>\n1:\n]]\n>\n1</a>\n\n");
	GIVES("<a\n\tb='1\n2'\n/>\n", "1<a b=1\n2>\n1</a>\n\n");
}

static void line_numbers(void)
{
	const struct str document = STR("<?xml?>\n<a>\n  <b\n c=''/>\n<d></x>");
	static const uint64_t wanted[] = {2, 2, 3, 3, 4, 5, 5};
	struct lines lines;
	struct xml xml;

	lines_from_memory(&lines, "test", document);
	xml_init(&xml, &lines);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++) {
		xml_next(&xml);
		CHECK_U64(xml.line, wanted[i]);
	}
	CHECK(xml.kind == XML_ERROR);
	CHECK_STR(xml.got, "</x>");
	xml_release(&xml);
	lines_close(&lines);
}

static void tokens_that_are_too_long(void)
{
	check_tokens("<a>12345\n67890\n</a>", "1<a>\n! a tag or text of less than 1 GiB\n", 8);
	check_tokens("<a><!--345\n67890\n--></a>", "1<a>\n! a tag or text of less than 1 GiB\n", 8);
	check_tokens("<a b='5\n\n7890\n'/>", "! a tag or text of less than 1 GiB\n", 8);
	/* Many short ones are not. */
	check_tokens("<a>12\n<b/>3456\n</a>", "1<a>\n1:12\n\n2<b>\n2</b>\n1:3456\n\n1</a>\n\n", 8);
}

enum { DEEP = 100000 };

static void deep(void)
{
	struct buf document = {0};
	struct lines lines;
	struct xml xml;
	size_t most = 0;

	for (int i = 0; i < DEEP; i++)
		buf_add(&document, STR("<a>"));
	for (int i = 0; i < DEEP; i++)
		buf_add(&document, STR("</a>"));
	lines_from_memory(&lines, "test", buf_str(&document));
	xml_init(&xml, &lines);
	while (xml_next(&xml) == XML_START || xml.kind == XML_CLOSE)
		most = xml.depth > most ? xml.depth : most;
	CHECK(xml.kind == XML_END);
	CHECK_U64(most, DEEP);
	xml_release(&xml);
	lines_close(&lines);
	buf_release(&document);
}

static void names_and_values(void)
{
	struct str value = {0};
	struct lines lines;
	struct xml xml;

	lines_from_memory(&lines, "test", STR("<x:a b='1' b='2'/>"));
	xml_init(&xml, &lines);
	xml_next(&xml);
	CHECK_STR(xml_local_name(xml.name), "a");
	CHECK(xml_attribute(&xml, STR("b"), &value));
	CHECK_STR(value, "1");
	CHECK(!xml_attribute(&xml, STR("c"), &value));
	xml_next(&xml);
	CHECK(!xml_attribute(&xml, STR("b"), &value));
	xml_release(&xml);
	lines_close(&lines);
}

int main(void)
{
	TEST(elements);
	TEST(attributes);
	TEST(entities);
	TEST(sections);
	TEST(doctype);
	TEST(not_well_formed);
	TEST(lines_of_a_token);
	TEST(line_numbers);
	TEST(tokens_that_are_too_long);
	TEST(deep);
	TEST(names_and_values);
}
