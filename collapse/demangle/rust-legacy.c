/*
 * Rust's older symbols, which look like C++:
 *
 *     _ZN7mycrate3Foo3bar17h0123456789abcdefE  mycrate::Foo::bar
 *
 * The last of the parts is a hash, which is not shown; what has none is C++. In a part "::" is
 * written as ".." and every byte that an assembler would not take as $CODE$, or $uHEX$.
 */
#include "collapse/demangle/rust-legacy.h"

#include "collapse/demangle/demangle.h"

static const struct {
	struct str code;
	char meaning;
} escapes[] = {
	{STR_INIT("SP"), '@'},
	{STR_INIT("BP"), '*'},
	{STR_INIT("RF"), '&'},
	{STR_INIT("LT"), '<'},
	{STR_INIT("GT"), '>'},
	{STR_INIT("LP"), '('},
	{STR_INIT("RP"), ')'},
	{STR_INIT("C"), ','},
};

enum { HASH_DIGITS = 16 };

/* "h" and 16 hex digits: the last part of every name. */
static bool is_hash(struct str part)
{
	return part.n == 1 + HASH_DIGITS && part.p[0] == 'h' &&
	       str_hex_digits(str_skip(part, 1)) == HASH_DIGITS;
}

/* ---- escapes ---- */

/* "u20", "uf6": a character by its number. */
static bool read_code_point(struct str code, uint64_t *meaning)
{
	if (code.n > 7 || !str_starts(code, STR("u")) ||
		!str_hex_to_u64(str_skip(code, 1), meaning))
		return false;
	return *meaning >= ' ' && (*meaning < 0x7f || *meaning >= 0xa0) && *meaning <= 0x10ffff &&
	       (*meaning < 0xd800 || *meaning >= 0xe000);
}

/* text starts with '$'. How long its escape is, and what it means; 0 when there is none. */
static size_t read_escape(struct str text, uint64_t *meaning)
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
		uint64_t meaning;
		size_t length = text.p[0] == '$' ? read_escape(text, &meaning) : 0;

		if (length) {
			buf_add_utf8(out, (uint32_t)meaning);
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
static void add_part(struct buf *out, struct str part)
{
	add_unescaped(out, str_skip(part, str_starts(part, STR("_$"))));
}

/* ---- whole symbols ---- */

struct str rust_legacy_mend(struct buf *scratch, struct str symbol)
{
	if (symbol.n < 1 + HASH_DIGITS ||
		!is_hash(str_skip(symbol, symbol.n - 1 - HASH_DIGITS)))
		return symbol;
	symbol = str_drop_end(symbol, 1 + HASH_DIGITS);
	if (str_ends(symbol, STR("::")))
		symbol = str_drop_end(symbol, 2);
	buf_reset(scratch);
	add_part(scratch, symbol);
	return buf_str(scratch);
}

static bool take_length(struct str *text, size_t *length)
{
	size_t digits = 0;

	*length = 0;
	while (digits < text->n && digits < 6 && byte_is_digit(text->p[digits]))
		*length = *length * 10 + (size_t)(text->p[digits++] - '0');
	*text = str_skip(*text, digits);
	return digits > 0 && *length > 0 && *length <= text->n;
}

/* Behind the hash; ".llvm.123" and the like may follow. */
static bool is_end(struct str rest)
{
	return str_eq(rest, STR("E")) || str_starts(rest, STR("E."));
}

bool demangle_rust_legacy(struct buf *out, struct str symbol)
{
	struct str rest = str_skip(symbol, 3), part;
	size_t before = out->n, length;

	if (!str_starts(symbol, STR("_ZN")) || symbol.n > DEMANGLE_LONGEST ||
		!str_contains(symbol, STR("17h")))
		return false;
	while (take_length(&rest, &length)) {
		part = str_head(rest, length);
		rest = str_skip(rest, length);
		if (is_hash(part) && is_end(rest) && out->n > before)
			return true;
		if (out->n > before)
			buf_add(out, STR("::"));
		add_part(out, part);
	}
	out->n = before;
	return false;
}
