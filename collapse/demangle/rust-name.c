/*
 * The older mangling ends a name in "::h" and 16 hex digits, writes "::" as ".." and every byte
 * that an assembler would not take as $CODE$, or $uHEX$. A symbol without that end is left alone.
 */
#include "collapse/demangle/rust-name.h"

static const struct {
	struct str code;
	char meaning;
} escapes[] = {
	{{"SP", 2}, '@'},
	{{"BP", 2}, '*'},
	{{"RF", 2}, '&'},
	{{"LT", 2}, '<'},
	{{"GT", 2}, '>'},
	{{"LP", 2}, '('},
	{{"RP", 2}, ')'},
	{{"C", 1}, ','},
};

enum { HASH_DIGITS = 16 };

bool rust_name_is_hash(struct str part)
{
	if (part.n != 1 + HASH_DIGITS || part.p[0] != 'h')
		return false;
	for (size_t i = 1; i < part.n; i++)
		if (!byte_is_hex(part.p[i]))
			return false;
	return true;
}

/* "u20", "uf6": a character by its number. */
static bool read_code_point(struct str code, uint32_t *meaning)
{
	*meaning = 0;
	if (code.n < 2 || code.n > 7 || code.p[0] != 'u')
		return false;
	for (size_t i = 1; i < code.n; i++) {
		if (!byte_is_hex(code.p[i]))
			return false;
		*meaning = *meaning << 4 | byte_hex_value(code.p[i]);
	}
	return *meaning >= ' ' && (*meaning < 0x7f || *meaning >= 0xa0) && *meaning <= 0x10ffff &&
	       (*meaning < 0xd800 || *meaning >= 0xe000);
}

/* text starts with '$'. How long its escape is, and what it means; 0 when there is none. */
static size_t read_escape(struct str text, uint32_t *meaning)
{
	struct str code = str_skip(text, 1);
	size_t end = str_find(code, '$');

	if (end == code.n)
		return 0;
	code = str_head(code, end);
	for (size_t i = 0; i < sizeof(escapes) / sizeof(*escapes); i++) {
		if (str_eq(code, escapes[i].code)) {
			*meaning = (unsigned char)escapes[i].meaning;
			return code.n + 2;
		}
	}
	return read_code_point(code, meaning) ? code.n + 2 : 0;
}

/* Past an escape that nobody knows the rest is copied as it is, for it may not be Rust's. */
static void add_unescaped(struct buf *out, struct str text)
{
	while (text.n) {
		uint32_t meaning;
		size_t length = text.p[0] == '$' ? read_escape(text, &meaning) : 0;

		if (length) {
			buf_add_utf8(out, meaning);
		} else if (text.p[0] == '$') {
			buf_add(out, text);
			return;
		} else if (str_starts(text, STR(".."))) {
			buf_add(out, STR("::"));
			length = 2;
		} else {
			buf_add_char(out, text.p[0]);
			length = 1;
		}
		text = str_skip(text, length);
	}
}

/* A name may not start with '$' in an assembler, so one that does has a '_' before it. */
void rust_name_add_part(struct buf *out, struct str part)
{
	add_unescaped(out, str_skip(part, str_starts(part, STR("_$"))));
}

struct str rust_name_mend(struct buf *scratch, struct str symbol)
{
	if (symbol.n < 1 + HASH_DIGITS ||
		!rust_name_is_hash(str_skip(symbol, symbol.n - 1 - HASH_DIGITS)))
		return symbol;
	symbol = str_drop_end(symbol, 1 + HASH_DIGITS);
	if (str_ends(symbol, STR("::")))
		symbol = str_drop_end(symbol, 2);
	buf_reset(scratch);
	rust_name_add_part(scratch, symbol);
	return buf_str(scratch);
}
