#include "collapse/readers/xml-tag.h"

#include <stdlib.h>

#include "collapse/readers/xml-text.h"
#include "common/memory.h"

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

static inline void skip_blanks(struct str *rest)
{
	size_t n = 0;

	while (n < rest->n && (byte_is_blank(rest->p[n]) || rest->p[n] == '\n'))
		n++;
	*rest = str_skip(*rest, n);
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

	skip_blanks(rest);
	if (rest->n == 0 || rest->p[0] != '=')
		return false;
	*rest = str_skip(*rest, 1);
	skip_blanks(rest);
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
	tag->attributes = memory_grow(
		tag->attributes, &tag->capacity, tag->count + 1, sizeof(*tag->attributes));
	tag->attributes[tag->count++] = (struct xml_attribute){name, value};
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
	for (skip_blanks(&rest); rest.n && is_name_byte(rest.p[0]); skip_blanks(&rest)) {
		struct str name = take_name(&rest), value;

		if (!take_value(&rest, &value))
			return 0;
		add_attribute(tag, name, value);
	}
	tag->is_empty = str_starts(rest, STR("/"));
	rest = str_skip(rest, tag->is_empty);
	if (!str_starts(rest, STR(">")))
		return 0;
	if (tag->decoded.n)
		place_decoded(tag);
	return (size_t)(rest.p + 1 - bytes.p);
}
