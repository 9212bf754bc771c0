#include "collapse/readers/xml.h"

#include <stdlib.h>

#include "common/memory.h"

enum { MOST_OF_A_TOKEN = 1 << 30 };

void xml_init(struct xml *xml, struct lines *lines)
{
	*xml = (struct xml){.ahead = {.lines = lines, .limit = MOST_OF_A_TOKEN, .line = 1}};
}

void xml_release(struct xml *xml)
{
	xml_ahead_release(&xml->ahead);
	buf_release(&xml->decoded);
	buf_release(&xml->open);
	xml_tag_release(&xml->tag);
	free(xml->starts);
}

static enum xml_kind fail(struct xml *xml, const char *expected, struct str got)
{
	xml->expected = expected;
	xml->got = got;
	xml->attribute_count = 0;
	return xml->kind = XML_ERROR;
}

static enum xml_kind fail_here(struct xml *xml, const char *expected)
{
	struct str got = xml_ahead(&xml->ahead);

	return fail(xml, expected, got.n ? str_head(got, str_find(got, '\n')) : STR("the end"));
}

static bool too_long(struct xml *xml)
{
	if (!xml_ahead_is_too_long(&xml->ahead))
		return false;
	fail_here(xml, "a tag or text of less than 1 GiB");
	return true;
}

/* How far ahead `mark` begins, not before `from`; or it is an error, and what was expected. */
static bool find(struct xml *xml, size_t from, struct str mark, size_t *found, const char *expected)
{
	if (xml_ahead_find(&xml->ahead, from, mark, found))
		return true;
	if (!too_long(xml))
		fail_here(xml, expected);
	return false;
}

/* ---- text ---- */

/* Whether it is a token; blanks around the outermost element are none. */
static bool take_text(struct xml *xml)
{
	size_t n;

	if (!xml_ahead_find(&xml->ahead, 0, STR("<"), &n) && too_long(xml))
		return true;
	if (xml->depth == 0 && str_trim_lines(str_head(xml_ahead(&xml->ahead), n)).n == 0) {
		xml_ahead_pass(&xml->ahead, n);
		return false;
	}
	if (xml->depth == 0) {
		fail_here(xml, xml->started ? "nothing behind the document" : "XML");
		return true;
	}
	xml->text = xml_ahead_pass(&xml->ahead, n);
	if (!xml_is_plain(xml->text)) {
		xml_decode(&xml->decoded, xml->text);
		xml->text = buf_str(&xml->decoded);
	}
	xml->kind = XML_TEXT;
	return true;
}

/* ---- what is passed over ---- */

static bool skip_to(struct xml *xml, size_t from, struct str end, const char *expected)
{
	size_t n;

	if (!find(xml, from, end, &n, expected))
		return false;
	xml_ahead_pass(&xml->ahead, n + end.n);
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
	struct xml_ahead *ahead = &xml->ahead;
	bool inside = false;
	char quote = 0;

	while (xml_ahead_has(ahead, 1)) {
		char c = xml_ahead(ahead).p[0];

		if (!quote && xml_ahead_begins(ahead, STR("<!--"))) {
			if (!skip_comment(xml))
				return false;
			continue;
		}
		if (!quote && xml_ahead_begins(ahead, STR("<?"))) {
			if (!skip_instruction(xml))
				return false;
			continue;
		}
		xml_ahead_pass(ahead, 1);
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

/*
 * How long the tag is that is ahead, with its '>', which may also stand in quotes before; 0 on an
 * error.
 */
static size_t tag_length(struct xml *xml)
{
	struct xml_ahead *ahead = &xml->ahead;
	size_t n = 1;
	char quote = 0;

	while (!xml_tag_find_end(xml_ahead(ahead), &n, &quote)) {
		if (too_long(xml))
			return 0;
		if (!xml_ahead_more(ahead))
			break;
	}
	if (n < xml_ahead(ahead).n && xml_ahead(ahead).p[n] == '>')
		return n + 1;
	fail_here(xml, "a tag that ends in \">\"");
	return 0;
}

static void push_name(struct xml *xml, struct str name)
{
	*ARRAY_PUSH(xml->starts, xml->depth, xml->starts_capacity) = xml->open.n;
	buf_add(&xml->open, name);
}

static struct str innermost(const struct xml *xml)
{
	return str_skip(buf_str(&xml->open), xml->starts[xml->depth - 1]);
}

/* <g class="frame"> or <g/>: most are whole in what is ahead, others are read to their end. */
static enum xml_kind take_start(struct xml *xml)
{
	struct xml_ahead *ahead = &xml->ahead;
	size_t n = xml_tag_parse(&xml->tag, xml_ahead(ahead)), length = n;

	if (n == 0) {
		length = tag_length(xml);
		if (length == 0)
			return xml->kind;
		n = xml_tag_parse(&xml->tag, str_head(xml_ahead(ahead), length));
	}
	if (xml->depth == 0 && xml->started)
		return fail_here(xml, "nothing behind the document");
	if (!xml_starts_name(xml_ahead(ahead).p[1]))
		return fail_here(xml, "an element's name");
	if (n == 0)
		return fail(xml, "attributes as name=\"value\"", xml_ahead_pass(ahead, length));
	xml_ahead_pass(ahead, n);
	xml->name = xml->tag.name;
	xml->attributes = xml->tag.attributes;
	xml->attribute_count = xml->tag.count;
	xml->close_follows = xml->tag.is_empty;
	push_name(xml, xml->name);
	xml->started = true;
	return xml->kind = XML_START;
}

/* The length of "</g>" if it is this and no blank more; else 0. */
static size_t plain_close(const struct xml *xml)
{
	struct str name = innermost(xml), rest = str_skip(xml_ahead(&xml->ahead), 2);

	return str_starts(rest, name) && str_starts(str_skip(rest, name.n), STR(">")) ?
		name.n + 3 : 0;
}

/* </g> */
static enum xml_kind take_close(struct xml *xml)
{
	size_t n = xml->depth ? plain_close(xml) : 0;
	struct str rest, name;

	if (n == 0) {
		n = tag_length(xml);
		if (n == 0)
			return xml->kind;
		rest = str_skip(str_head(xml_ahead(&xml->ahead), n - 1), 2);
		name = xml_tag_name(&rest);
		if (xml->depth == 0 || str_trim_lines(rest).n > 0 || !str_eq(name, innermost(xml)))
			return fail_here(xml, "the end of the element that was opened last");
	}
	xml_ahead_pass(&xml->ahead, n);
	xml->name = innermost(xml);
	return xml->kind = XML_CLOSE;
}

static enum xml_kind take_cdata(struct xml *xml)
{
	const struct str open = STR("<![CDATA["), close = STR("]]>");
	size_t n;

	if (xml->depth == 0)
		return fail_here(xml, "an element");
	if (!find(xml, open.n, close, &n, "a CDATA section that ends in \"]]>\""))
		return xml->kind;
	xml->text = str_skip(str_head(xml_ahead_pass(&xml->ahead, n + close.n), n), open.n);
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

/* What begins with '<' and is no tag; false when it is passed over, and no token. */
static bool take_other(struct xml *xml)
{
	struct xml_ahead *ahead = &xml->ahead;
	bool skipped;

	if (xml_ahead_begins(ahead, STR("<![CDATA["))) {
		take_cdata(xml);
		return true;
	}
	if (xml_ahead_begins(ahead, STR("<!--"))) {
		skipped = skip_comment(xml);
	} else if (xml_ahead_begins(ahead, STR("<?"))) {
		skipped = skip_instruction(xml);
	} else if (xml_ahead_begins(ahead, STR("<!DOCTYPE")) && !xml->started) {
		skipped = skip_doctype(xml);
	} else {
		take_start(xml);
		return true;
	}
	return !skipped;
}

enum xml_kind xml_next(struct xml *xml)
{
	struct xml_ahead *ahead = &xml->ahead;

	if (xml->kind == XML_ERROR)
		return xml->kind;
	finish_last(xml);
	if (xml->close_follows) {
		xml->close_follows = false;
		xml->name = innermost(xml);
		return xml->kind = XML_CLOSE;
	}
	for (;;) {
		struct str next;

		xml->line = ahead->line;
		if (!xml_ahead_has(ahead, 1))
			return take_end(xml);
		xml_ahead_has(ahead, 2);
		next = xml_ahead(ahead);
		if (next.p[0] != '<') {
			if (take_text(xml))
				return xml->kind;
		} else if (next.n > 1 && next.p[1] == '/') {
			return take_close(xml);
		} else if (next.n > 1 && xml_starts_name(next.p[1])) {
			return take_start(xml);
		} else if (take_other(xml)) {
			return xml->kind;
		}
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
