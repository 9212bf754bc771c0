#include "common/json-text.h"

static void add_character(struct buf *out, struct str character)
{
	unsigned char first = (unsigned char)character.p[0];

	if (first == '"' || first == '\\') {
		buf_add_char(out, '\\');
		buf_add(out, character);
	} else if (first < 0x20 || first == 0x7f) {
		buf_addf(out, "\\u%04x", (unsigned)first);
	} else if ((first == 0xc2 && (unsigned char)character.p[1] < 0xa0) ||
		   utf8_is_invisible(character.p, character.n)) {
		buf_addf(out, "\\u%04x", (unsigned)utf8_decode(character.p, character.n));
	} else {
		buf_add(out, character);
	}
}

void json_add_text(struct buf *out, struct str raw)
{
	buf_add_char(out, '"');
	while (raw.n > 0) {
		size_t length = utf8_length(raw);

		if (length > 0)
			add_character(out, str_head(raw, length));
		else
			buf_add(out, STR("\xef\xbf\xbd"));
		raw = str_skip(raw, length > 0 ? length : 1);
	}
	buf_add_char(out, '"');
}
