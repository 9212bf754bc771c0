#include "collapse/readers/xml-tag.h"

#include <stdlib.h>

#include "common/memory.h"

/* ---- text ---- */

/* "#65" and "#x41"; false when that is no character. */
static bool parse_code_point(struct str entity, uint64_t *code)
{
	bool read = str_starts(entity, STR("#x")) ? str_hex_to_u64(str_skip(entity, 2), code) :
						    str_to_u64(str_skip(entity, 1), code);

	return read && *code != 0 && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff);
}

/* What stands between '&' and ';'. False when it is no entity of XML's own. */
static bool add_entity(struct buf *out, struct str entity)
{
	static const struct {
		struct str name;
		char c;
	} known[] = {{STR_INIT("lt"), '<'}, {STR_INIT("gt"), '>'}, {STR_INIT("amp"), '&'},
		{STR_INIT("quot"), '"'}, {STR_INIT("apos"), '\''}};
	uint64_t code;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (str_eq(entity, known[i].name)) {
			buf_add_char(out, known[i].c);
			return true;
		}
	if (!str_starts(entity, STR("#")) || !parse_code_point(entity, &code))
		return false;
	buf_add_utf8(out, (uint32_t)code);
	return true;
}

enum { LONGEST_ENTITY = 16 }; /* "#x10ffff", and zeros in front */

void xml_decode(struct buf *out, struct str raw)
{
	while (raw.n) {
		size_t plain = str_find(raw, '&');
		struct str entity;

		buf_add(out, str_head(raw, plain));
		raw = str_skip(raw, plain);
		if (raw.n == 0)
			break;
		entity = str_head(str_skip(raw, 1), LONGEST_ENTITY);
		entity.n = str_find(entity, ';');
		if (entity.n + 1 < raw.n && raw.p[entity.n + 1] == ';' && add_entity(out, entity)) {
			raw = str_skip(raw, entity.n + 2);
		} else {
			buf_add_char(out, '&');
			raw = str_skip(raw, 1);
		}
	}
}

/* ---- tags ---- */

void xml_tag_release(struct xml_tag *tag)
{
	buf_release(&tag->decoded);
	free(tag->attributes);
}

/* Not a blank, nor one of / > = < " ' &, which all are below 64: a set with a bit for each. */
static bool is_name_byte(char c)
{
	const uint64_t others = 1ull << '/' | 1ull << '>' | 1ull << '=' | 1ull << '<' | 1ull << '"' |
		1ull << '\'' | 1ull << '&' | 1ull << '\n' | 1ull << ' ' | 1ull << '\t' | 1ull << '\r' |
		1ull << '\v' | 1ull << '\f';
	unsigned char byte = (unsigned char)c;

	return byte >= 64 || !(others >> byte & 1);
}

static inline struct str take_name(struct str *rest)
{
	struct str name = {rest->p, 0};

	while (name.n < rest->n && is_name_byte(rest->p[name.n]))
		name.n++;
	*rest = str_skip(*rest, name.n);
	return name;
}

struct str xml_tag_name(struct str *rest)
{
	return take_name(rest);
}

bool xml_starts_name(char c)
{
	return byte_is_alpha(c) || c == '_' || c == ':' || (c & 0x80);
}

bool xml_tag_find_end(struct str text, size_t *at, char *quote)
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

/* ="value" behind a name, taken off the rest; false when it is not so. */
static inline bool take_value(struct str *rest, struct str *value)
{
	char quote;

	*rest = str_trim_lines(*rest);
	if (rest->n == 0 || rest->p[0] != '=')
		return false;
	*rest = str_skip(*rest, 1);
	*rest = str_trim_lines(*rest);
	quote = rest->n ? rest->p[0] : 0;
	if (quote != '"' && quote != '\'')
		return false;
	*rest = str_skip(*rest, 1);
	*value = str_head(*rest, str_find(*rest, quote));
	if (value->n == rest->n)
		return false;
	*rest = str_skip(*rest, value->n + 1);
	return true;
}

/* What does not mean itself is decoded, and has no place before all of it is. */
static void add_attribute(struct xml_tag *tag, struct str name, struct str value)
{
	size_t from = tag->decoded.n;

	if (!xml_is_plain(value)) {
		xml_decode(&tag->decoded, value);
		value = (struct str){NULL, tag->decoded.n - from};
	}
	*ARRAY_PUSH(tag->attributes, tag->count, tag->capacity) =
		(struct xml_attribute){name, value};
}

static void place_decoded(struct xml_tag *tag)
{
	const char *at = tag->decoded.p;

	for (size_t i = 0; i < tag->count; i++)
		if (!tag->attributes[i].value.p) {
			tag->attributes[i].value.p = at;
			at += tag->attributes[i].value.n;
		}
}

size_t xml_tag_parse(struct xml_tag *tag, struct str bytes)
{
	struct str rest = str_skip(bytes, 1);

	tag->count = 0;
	buf_reset(&tag->decoded);
	tag->name = take_name(&rest);
	rest = str_trim_lines(rest);
	while (rest.n && is_name_byte(rest.p[0])) {
		struct str name = take_name(&rest), value;

		if (!take_value(&rest, &value))
			return 0;
		add_attribute(tag, name, value);
		rest = str_trim_lines(rest);
	}
	tag->is_empty = str_starts(rest, STR("/"));
	rest = str_skip(rest, tag->is_empty);
	if (!str_starts(rest, STR(">")))
		return 0;
	if (tag->decoded.n)
		place_decoded(tag);
	return (size_t)(rest.p + 1 - bytes.p);
}
