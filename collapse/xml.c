#include "collapse/xml.h"

#include <stdlib.h>

#include "collapse/xml-text.h"
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
	free(xml->list);
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

static bool is_blank(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!byte_is_blank(s.p[i]) && s.p[i] != '\n')
			return false;
	return true;
}

/* Whether nothing in it stands for something else. */
static bool is_plain(struct str raw)
{
	return str_find(raw, '&') == raw.n;
}

/* Whether it is a token; blanks around the outermost element are none. */
static bool take_text(struct xml *xml)
{
	size_t n;

	if (!xml_ahead_find(&xml->ahead, 0, STR("<"), &n) && too_long(xml))
		return true;
	if (xml->depth == 0 && is_blank(str_head(xml_ahead(&xml->ahead), n))) {
		xml_ahead_pass(&xml->ahead, n);
		return false;
	}
	if (xml->depth == 0) {
		fail_here(xml, xml->started ? "nothing behind the document" : "XML");
		return true;
	}
	xml->text = xml_ahead_pass(&xml->ahead, n);
	if (!is_plain(xml->text)) {
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
	bool inside = false;
	char quote = 0;

	while (xml_ahead_has(&xml->ahead, 1)) {
		char c = xml_ahead(&xml->ahead).p[0];

		if (!quote && (xml_ahead_begins(&xml->ahead, STR("<!--")) || xml_ahead_begins(&xml->ahead, STR("<?")))) {
			if (xml_ahead(&xml->ahead).p[1] == '!' ? !skip_comment(xml) : !skip_instruction(xml))
				return false;
			continue;
		}
		xml_ahead_pass(&xml->ahead, 1);
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
	struct xml_ahead *ahead = &xml->ahead;
	size_t n = 1;
	char quote = 0;

	while (!find_tag_end(xml_ahead(ahead), &n, &quote)) {
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

/* name="value"; what does not mean itself is decoded, and has no place before all of it is. */
static bool take_attribute(struct xml *xml, struct str *rest)
{
	struct xml_attribute attribute = {.name = take_name(rest)};
	size_t from = xml->decoded.n;
	size_t end;
	char quote;

	skip_blanks(rest);
	if (attribute.name.n == 0 || rest->n == 0 || rest->p[0] != '=')
		return false;
	*rest = str_skip(*rest, 1);
	skip_blanks(rest);
	quote = rest->n ? rest->p[0] : 0;
	if (quote != '"' && quote != '\'')
		return false;
	*rest = str_skip(*rest, 1);
	end = str_find(*rest, quote);
	if (end == rest->n)
		return false;
	attribute.value = str_head(*rest, end);
	*rest = str_skip(*rest, end + 1);
	if (!is_plain(attribute.value)) {
		xml_decode(&xml->decoded, attribute.value);
		attribute.value = (struct str){NULL, xml->decoded.n - from};
	}
	xml->list = memory_grow(
		xml->list, &xml->list_capacity, xml->attribute_count + 1, sizeof(*xml->list));
	xml->list[xml->attribute_count++] = attribute;
	return true;
}

static void place_decoded(struct xml *xml)
{
	const char *at = xml->decoded.p;

	for (size_t i = 0; i < xml->attribute_count; i++)
		if (!xml->list[i].value.p) {
			xml->list[i].value.p = at;
			at += xml->list[i].value.n;
		}
}

/* The length of the tag that these bytes start with; 0 when it is not right, or not whole. */
static size_t parse_start(struct xml *xml, struct str bytes)
{
	struct str rest = str_skip(bytes, 1);

	xml->attribute_count = 0;
	buf_reset(&xml->decoded);
	xml->name = take_name(&rest);
	for (skip_blanks(&rest); rest.n && is_name_byte(rest.p[0]); skip_blanks(&rest))
		if (!take_attribute(xml, &rest))
			return 0;
	xml->close_follows = str_starts(rest, STR("/"));
	rest = str_skip(rest, xml->close_follows);
	if (!str_starts(rest, STR(">")))
		return 0;
	if (xml->decoded.n)
		place_decoded(xml);
	xml->attributes = xml->list;
	return (size_t)(rest.p + 1 - bytes.p);
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

/* <g class="frame"> or <g/>: most are whole in the line that is ahead, others are read to their end. */
static enum xml_kind take_start(struct xml *xml)
{
	struct xml_ahead *ahead = &xml->ahead;
	size_t n = parse_start(xml, xml_ahead(ahead)), length = n;

	if (n == 0) {
		length = tag_length(xml);
		if (length == 0)
			return xml->kind;
		n = parse_start(xml, str_head(xml_ahead(ahead), length));
	}
	if (xml->depth == 0 && xml->started)
		return fail_here(xml, "nothing behind the document");
	if (!is_name_start(xml_ahead(ahead).p[1]))
		return fail_here(xml, "an element's name");
	if (n == 0)
		return fail(xml, "attributes as name=\"value\"", xml_ahead_pass(ahead, length));
	xml_ahead_pass(ahead, n);
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
		name = take_name(&rest);
		if (xml->depth == 0 || !is_blank(rest) || !str_eq(name, innermost(xml)))
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
		} else if (next.n > 1 && is_name_start(next.p[1])) {
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
