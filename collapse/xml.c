#include "collapse/xml.h"

#include <stdlib.h>

#include "collapse/xml-text.h"
#include "common/memory.h"

enum { MOST_OF_A_TOKEN = 1 << 30 };

void xml_init(struct xml *xml, struct lines *lines)
{
	*xml = (struct xml){.lines = lines, .limit = MOST_OF_A_TOKEN, .next_line = 1};
}

void xml_release(struct xml *xml)
{
	buf_release(&xml->ahead);
	buf_release(&xml->decoded);
	buf_release(&xml->open);
	free(xml->list);
	free(xml->starts);
}

/* ---- the bytes ahead ---- */

static struct str ahead(const struct xml *xml)
{
	return xml->at < xml->ahead.n ?
		(struct str){xml->ahead.p + xml->at, xml->ahead.n - xml->at} : STR("");
}

/* One line more behind what is ahead; false at the end of the input. */
static bool read_more(struct xml *xml)
{
	struct str line;

	if (xml->ended || !lines_next(xml->lines, &line)) {
		xml->ended = true;
		return false;
	}
	if (xml->at) {
		xml->ahead.n -= xml->at;
		memmove(xml->ahead.p, xml->ahead.p + xml->at, xml->ahead.n);
		xml->at = 0;
	}
	buf_add(&xml->ahead, line);
	if (!xml->lines->unterminated)
		buf_add_char(&xml->ahead, '\n');
	return true;
}

/* Whether there are so many bytes ahead. */
static bool have(struct xml *xml, size_t n)
{
	while (ahead(xml).n < n)
		if (!read_more(xml))
			return false;
	return true;
}

static bool begins(struct xml *xml, struct str mark)
{
	return have(xml, mark.n) && str_starts(ahead(xml), mark);
}

static enum xml_kind fail(struct xml *xml, const char *expected, struct str got)
{
	xml->expected = expected;
	xml->got = got;
	return xml->kind = XML_ERROR;
}

static enum xml_kind fail_here(struct xml *xml, const char *expected)
{
	struct str got = ahead(xml);

	return fail(xml, expected, got.n ? str_head(got, str_find(got, '\n')) : STR("the end"));
}

static bool too_long(struct xml *xml)
{
	if (ahead(xml).n <= xml->limit)
		return false;
	fail_here(xml, "a tag or text of less than 1 GiB");
	return true;
}

/*
 * How far ahead `mark` begins, not before `from`: stored in *found. False when it never comes, and
 * then *found is all that is left; or on an error.
 */
static bool find(struct xml *xml, size_t from, struct str mark, size_t *found)
{
	for (;;) {
		struct str rest = str_skip(ahead(xml), from);
		size_t at = mark.n == 1 ? str_find(rest, mark.p[0]) : str_find_str(rest, mark);

		if (at < rest.n) {
			*found = from + at;
			return true;
		}
		/* Lines come whole, and no mark holds a line's end. */
		from += rest.n;
		if (too_long(xml))
			return false;
		if (!read_more(xml)) {
			*found = ahead(xml).n;
			return false;
		}
	}
}

/* Goes past n bytes and gives them. */
static struct str pass(struct xml *xml, size_t n)
{
	struct str passed = str_head(ahead(xml), n);

	for (size_t at = str_find(passed, '\n'); at < passed.n; at++) {
		xml->next_line++;
		at += str_find(str_skip(passed, at + 1), '\n');
	}
	xml->at += n;
	return passed;
}

/* ---- text ---- */

static bool is_blank(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_blank(s.p[i]) && s.p[i] != '\n')
			return false;
	return true;
}

/* Whether it is a token; blanks around the outermost element are none. */
static bool take_text(struct xml *xml)
{
	size_t n;

	if (!find(xml, 0, STR("<"), &n) && xml->kind == XML_ERROR)
		return true;
	if (xml->depth == 0 && is_blank(str_head(ahead(xml), n))) {
		pass(xml, n);
		return false;
	}
	if (xml->depth == 0) {
		fail_here(xml, xml->started ? "nothing behind the document" : "XML");
		return true;
	}
	xml_decode(&xml->decoded, pass(xml, n));
	xml->text = buf_str(&xml->decoded);
	xml->kind = XML_TEXT;
	return true;
}

/* ---- what is passed over ---- */

static bool skip_to(struct xml *xml, size_t from, struct str end, const char *expected)
{
	size_t n;

	if (!find(xml, from, end, &n)) {
		if (xml->kind != XML_ERROR)
			fail_here(xml, expected);
		return false;
	}
	pass(xml, n + end.n);
	return true;
}

static bool skip_comment(struct xml *xml)
{
	return skip_to(xml, 4, STR("-->"), "a comment that ends in \"-->\"");
}

static bool skip_instruction(struct xml *xml)
{
	return skip_to(xml, 2, STR("?>"), "an instruction that ends in \"?>\"");
}

/*
 * <!DOCTYPE svg PUBLIC "…" "…" [ <!ENTITY a "…"> <!-- don't --> ]>: it ends at the '>' that is in
 * no quotes, no comment and no brackets.
 */
static bool skip_doctype(struct xml *xml)
{
	bool inside = false;
	char quote = 0;

	while (have(xml, 1)) {
		char c = ahead(xml).p[0];

		if (!quote && (begins(xml, STR("<!--")) || begins(xml, STR("<?")))) {
			if (ahead(xml).p[1] == '!' ? !skip_comment(xml) : !skip_instruction(xml))
				return false;
			continue;
		}
		pass(xml, 1);
		if (quote)
			quote = c == quote ? 0 : quote;
		else if (c == '"' || c == '\'')
			quote = c;
		else if (c == '[' || c == ']')
			inside = c == '[';
		else if (c == '>' && !inside)
			return true;
	}
	fail_here(xml, "a DOCTYPE that ends in \">\"");
	return false;
}

/* ---- tags ---- */

/* Not a blank, nor one of / > = < " ' &, which all are below 64: a set with a bit for each. */
static bool is_name_byte(char c)
{
	const uint64_t others = 1ull << '/' | 1ull << '>' | 1ull << '=' | 1ull << '<' | 1ull << '"' |
		1ull << '\'' | 1ull << '&' | 1ull << '\n' | 1ull << ' ' | 1ull << '\t' | 1ull << '\r' |
		1ull << '\v' | 1ull << '\f';
	unsigned char byte = (unsigned char)c;

	return byte >= 64 || !(others >> byte & 1);
}

static struct str take_name(struct str *rest)
{
	struct str name = {rest->p, 0};

	while (name.n < rest->n && is_name_byte(rest->p[name.n]))
		name.n++;
	*rest = str_skip(*rest, name.n);
	return name;
}

static bool is_name_start(char c)
{
	return byte_is_alpha(c) || c == '_' || c == ':' || (c & 0x80);
}

static void skip_blanks(struct str *rest)
{
	while (rest->n && (byte_is_blank(rest->p[0]) || rest->p[0] == '\n'))
		*rest = str_skip(*rest, 1);
}

/*
 * Where in the text the tag ends, at its '>' or, where it is none, at a '<', from *at on; *quote is
 * the one that is open, or 0. False when that is not in the text.
 */
static bool find_tag_end(struct str text, size_t *at, char *quote)
{
	size_t n = *at;

	for (; n < text.n; n++) {
		char c = text.p[n];

		if (*quote) {
			n += str_find(str_skip(text, n), *quote);
			*quote = n < text.n ? 0 : *quote;
		} else if (c == '"' || c == '\'') {
			*quote = c;
		} else if (c == '>' || c == '<') {
			break;
		}
	}
	*at = n < text.n ? n : text.n;
	return n < text.n;
}

/*
 * How long the tag is that is ahead, with its '>', which may also stand in quotes before; 0 on an
 * error.
 */
static size_t tag_length(struct xml *xml)
{
	size_t n = 1;
	char quote = 0;

	while (!find_tag_end(ahead(xml), &n, &quote)) {
		if (too_long(xml))
			return 0;
		if (!read_more(xml))
			break;
	}
	if (n < ahead(xml).n && ahead(xml).p[n] == '>')
		return n + 1;
	fail_here(xml, "a tag that ends in \">\"");
	return 0;
}

/* name="value"; what it means is added to `decoded`, which may move. */
static bool take_attribute(struct xml *xml, struct str *rest, struct str *name, size_t *length)
{
	struct str value = {0};
	size_t from = xml->decoded.n;
	char quote;

	*name = take_name(rest);
	skip_blanks(rest);
	if (name->n == 0 || rest->n == 0 || rest->p[0] != '=')
		return false;
	*rest = str_skip(*rest, 1);
	skip_blanks(rest);
	quote = rest->n ? rest->p[0] : 0;
	if ((quote != '"' && quote != '\'') || !str_cut(str_skip(*rest, 1), quote, &value, rest))
		return false;
	xml_decode(&xml->decoded, value);
	*length = xml->decoded.n - from;
	return true;
}

static bool take_attributes(struct xml *xml, struct str rest)
{
	size_t count = 0, at = 0;

	for (skip_blanks(&rest); rest.n; skip_blanks(&rest)) {
		struct xml_attribute attribute = {0};

		if (!take_attribute(xml, &rest, &attribute.name, &attribute.value.n))
			return false;
		xml->list = memory_grow(
			xml->list, &xml->list_capacity, count + 1, sizeof(*xml->list));
		xml->list[count++] = attribute;
	}
	for (size_t i = 0; i < count; i++) {
		xml->list[i].value.p = buf_str(&xml->decoded).p + at;
		at += xml->list[i].value.n;
	}
	xml->attributes = xml->list;
	xml->attribute_count = count;
	return true;
}

static void push_name(struct xml *xml, struct str name)
{
	xml->starts = memory_grow(
		xml->starts, &xml->starts_capacity, xml->depth + 1, sizeof(*xml->starts));
	xml->starts[xml->depth++] = xml->open.n;
	buf_add(&xml->open, name);
}

static struct str innermost(const struct xml *xml)
{
	return str_skip(buf_str(&xml->open), xml->starts[xml->depth - 1]);
}

/* <g class="frame"> or <g/> */
static enum xml_kind take_start(struct xml *xml)
{
	size_t n = tag_length(xml);
	struct str whole, rest;

	if (n == 0)
		return xml->kind;
	if (xml->depth == 0 && xml->started)
		return fail_here(xml, "nothing behind the document");
	if (!is_name_start(ahead(xml).p[1]))
		return fail_here(xml, "an element's name");
	whole = pass(xml, n);
	rest = str_skip(str_drop_end(whole, 1), 1);
	xml->close_follows = str_ends(rest, STR("/"));
	rest = str_drop_end(rest, xml->close_follows);
	xml->name = take_name(&rest);
	if (!take_attributes(xml, rest))
		return fail(xml, "attributes as name=\"value\"", whole);
	push_name(xml, xml->name);
	xml->started = true;
	return xml->kind = XML_START;
}

/* </g> */
static enum xml_kind take_close(struct xml *xml)
{
	size_t n = tag_length(xml);
	struct str rest, name;

	if (n == 0)
		return xml->kind;
	rest = str_skip(str_head(ahead(xml), n - 1), 2);
	name = take_name(&rest);
	if (xml->depth == 0 || !is_blank(rest) || !str_eq(name, innermost(xml)))
		return fail_here(xml, "the end of the element that was opened last");
	pass(xml, n);
	xml->name = name;
	return xml->kind = XML_CLOSE;
}

static enum xml_kind take_cdata(struct xml *xml)
{
	const struct str open = STR("<![CDATA["), close = STR("]]>");
	size_t n;

	if (xml->depth == 0)
		return fail_here(xml, "an element");
	if (!find(xml, open.n, close, &n))
		return xml->kind == XML_ERROR ? xml->kind :
						fail_here(xml, "a CDATA section that ends in \"]]>\"");
	xml->text = str_skip(str_drop_end(pass(xml, n + close.n), close.n), open.n);
	return xml->kind = XML_TEXT;
}

/* ---- the next token ---- */

/* The element that the last CLOSE closed is open no more. */
static void finish_last(struct xml *xml)
{
	if (xml->kind == XML_CLOSE && xml->depth)
		xml->open.n = xml->starts[--xml->depth];
	xml->kind = XML_END;
	xml->attribute_count = 0;
	buf_reset(&xml->decoded);
}

static enum xml_kind take_end(struct xml *xml)
{
	if (xml->depth)
		return fail(xml, "the end of an element", STR("the end of the file"));
	if (!xml->started)
		return fail(xml, "XML", STR("the end of the file"));
	return xml->kind = XML_END;
}

enum xml_kind xml_next(struct xml *xml)
{
	if (xml->kind == XML_ERROR)
		return xml->kind;
	finish_last(xml);
	if (xml->close_follows) {
		xml->close_follows = false;
		xml->name = innermost(xml);
		return xml->kind = XML_CLOSE;
	}
	for (;;) {
		bool skipped;

		xml->line = xml->next_line;
		if (!have(xml, 1))
			return take_end(xml);
		if (ahead(xml).p[0] != '<') {
			if (take_text(xml))
				return xml->kind;
			continue;
		}
		if (have(xml, 2) && is_name_start(ahead(xml).p[1]))
			return take_start(xml);
		if (begins(xml, STR("</")))
			return take_close(xml);
		if (begins(xml, STR("<![CDATA[")))
			return take_cdata(xml);
		if (begins(xml, STR("<!--")))
			skipped = skip_comment(xml);
		else if (begins(xml, STR("<?")))
			skipped = skip_instruction(xml);
		else if (begins(xml, STR("<!DOCTYPE")) && !xml->started)
			skipped = skip_doctype(xml);
		else
			return take_start(xml);
		if (!skipped)
			return xml->kind;
	}
}

/* ---- what a token holds ---- */

struct str xml_local_name(struct str name)
{
	struct str prefix, local;

	return str_cut(name, ':', &prefix, &local) ? local : name;
}

bool xml_attribute(const struct xml *xml, struct str name, struct str *value)
{
	for (size_t i = 0; i < xml->attribute_count; i++)
		if (str_eq(xml->attributes[i].name, name)) {
			*value = xml->attributes[i].value;
			return true;
		}
	return false;
}
