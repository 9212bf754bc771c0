/*
 * Which mangling a symbol has, and where in a frame's name it stands.
 *
 * perf, without -v, prints no suffix of what it demangled, "foo" for "_Z3foov.cold", and keeps
 * "@plt"; so does this. Symbols that are not mangled keep theirs.
 */
#include "collapse/demangle/demangle.h"

/* "_Z…", "_R…", and those of macOS, where each symbol has one '_' more. */
static bool starts_mangled(struct str symbol)
{
	size_t dashes = 0;

	while (dashes < 4 && dashes < symbol.n && symbol.p[dashes] == '_')
		dashes++;
	if (dashes == 0 || dashes == symbol.n)
		return false;
	return symbol.p[dashes] == 'Z' || (symbol.p[dashes] == 'R' && dashes <= 2);
}

/* "___Z3foov_block_invoke_2": what a function hands over as a block, in Apple's C. */
static bool demangle_block(struct buf *out, struct str symbol)
{
	size_t start = out->n, end = str_find_str(symbol, STR("_block_invoke"));

	if (!str_starts(symbol, STR("___Z")) || end == symbol.n)
		return false;
	symbol = str_head(symbol, end);
	buf_add(out, STR("invocation function for block in "));
	if (demangle_cpp(out, str_skip(symbol, str_starts(symbol, STR("____Z")) ? 3 : 2)))
		return true;
	out->n = start;
	return false;
}

static bool demangle_any(struct buf *out, struct str symbol)
{
	if (str_starts(symbol, STR("_R")))
		return demangle_rust(out, symbol);
	return demangle_rust_legacy(out, symbol) || demangle_cpp(out, symbol);
}

bool demangle(struct buf *out, struct str symbol)
{
	size_t version = str_find(symbol, '@');
	struct str name = str_head(symbol, version);
	bool done;

	if (!starts_mangled(symbol))
		return false;
	if (str_starts(name, STR("___")))
		done = demangle_block(out, name);
	else
		done = demangle_any(out, str_skip(name, str_starts(name, STR("__"))));
	if (done)
		buf_add(out, str_skip(symbol, name.n));
	return done;
}

/* ---- in a frame's name ---- */

static bool byte_is_symbol(char c)
{
	return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '.' || c == '$' ||
	       c == '@' || (c & 0x80);
}

/* Where a symbol starts: behind the module, if any, or a bracket. */
static size_t symbol_start(struct str frame)
{
	size_t module = str_find(frame, '`');

	if (module < frame.n)
		return module + 1;
	return str_starts(frame, STR("["));
}

/* "foo_[k]" is "foo" and a mark. */
static size_t symbol_length(struct str rest)
{
	size_t length = 0;

	while (length < rest.n && byte_is_symbol(rest.p[length]))
		length++;
	if (length > 0 && length < rest.n && rest.p[length] == '[' && rest.p[length - 1] == '_')
		length--;
	return length;
}

bool demangle_could(struct str frame)
{
	return starts_mangled(frame) || starts_mangled(str_skip(frame, symbol_start(frame)));
}

bool demangle_frame(struct buf *out, struct str frame)
{
	size_t before = out->n, start = symbol_start(frame), length;

	if (starts_mangled(frame))
		start = 0;
	length = symbol_length(str_skip(frame, start));
	buf_add(out, str_head(frame, start));
	if (!demangle(out, str_head(str_skip(frame, start), length))) {
		out->n = before;
		return false;
	}
	buf_add(out, str_skip(frame, start + length));
	return true;
}
