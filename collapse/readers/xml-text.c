#include "collapse/readers/xml-text.h"

/* "#65" and "#x41"; false when that is no character. */
static bool parse_code_point(struct str entity, uint32_t *code)
{
	bool hex = str_starts(entity, STR("#x"));
	struct str digits = str_skip(entity, hex ? 2 : 1);

	*code = 0;
	for (size_t i = 0; i < digits.n; i++) {
		if (hex ? !byte_is_hex(digits.p[i]) : !byte_is_digit(digits.p[i]))
			return false;
		*code = *code * (hex ? 16 : 10) + byte_hex_value(digits.p[i]);
		if (*code > 0x10ffff)
			return false;
	}
	return *code != 0 && (*code < 0xd800 || *code > 0xdfff);
}

/* What stands between '&' and ';'. False when it is no entity of XML's own. */
static bool add_entity(struct buf *out, struct str entity)
{
	static const struct {
		struct str name;
		char c;
	} known[] = {{{"lt", 2}, '<'}, {{"gt", 2}, '>'}, {{"amp", 3}, '&'}, {{"quot", 4}, '"'},
		{{"apos", 4}, '\''}};
	uint32_t code;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (str_eq(entity, known[i].name)) {
			buf_add_char(out, known[i].c);
			return true;
		}
	if (!str_starts(entity, STR("#")) || !parse_code_point(entity, &code))
		return false;
	buf_add_utf8(out, code);
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
