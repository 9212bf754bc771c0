/*
 * Rust's older symbols, which look like C++:
 *
 *     _ZN7mycrate3Foo3bar17h0123456789abcdefE  mycrate::Foo::bar
 *
 * The last of the parts is a hash, which is not shown; what has none is C++.
 */
#include "collapse/demangle/demangle.h"
#include "collapse/demangle/rust-name.h"

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
		if (rust_name_is_hash(part) && is_end(rest) && out->n > before)
			return true;
		if (out->n > before)
			buf_add(out, STR("::"));
		rust_name_add_part(out, part);
	}
	out->n = before;
	return false;
}
