/*
 * Rust's symbols, the present ones (RFC 2603, "v0") and the older ones, which look like C++:
 *
 *     _RNvMs_Cs1234_7mycrateNtB4_3Foo3bar      <mycrate::Foo>::bar
 *     _ZN7mycrate3Foo3bar17h0123456789abcdefE  mycrate::Foo::bar
 *
 * v0 is printed while it is read. "B4_" is what stands 4 bytes behind the "_R": it is read again
 * there. Since that may double the text each time, steps are counted.
 */
#include <stdint.h>

#include "collapse/demangle.h"
#include "collapse/punycode.h"
#include "collapse/rust-name.h"

/* ---- the older mangling ---- */

static bool take_length(struct str *text, size_t *length)
{
	size_t digits = 0;

	*length = 0;
	while (digits < text->n && digits < 6 && byte_is_digit(text->p[digits]))
		*length = *length * 10 + (size_t)(text->p[digits++] - '0');
	*text = str_skip(*text, digits);
	return digits > 0 && *length > 0 && *length <= text->n;
}

/* The last of the parts is a hash, which is not shown; what has none is C++. */
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
		if (rust_name_is_hash(part) && str_starts(rest, STR("E")) && out->n > before)
			return true;
		if (out->n > before)
			buf_add(out, STR("::"));
		rust_name_add_part(out, part);
	}
	out->n = before;
	return false;
}

/* ---- v0 ---- */

enum { DEEPEST = 256 };

struct rust {
	struct str in; /* behind the "_R" */
	size_t at;     /* behind in, from the first failure on */
	bool failed;
	unsigned depth;
	size_t steps_left;
	unsigned silent; /* what is read is not to be printed */
	uint64_t lifetimes; /* that a "for<…>" around has named */
	struct buf *out;
	size_t start;
};

static void read_type(struct rust *rust);
static void read_path(struct rust *rust, bool in_value);
static void read_constant(struct rust *rust, bool in_value);

static void fail(struct rust *rust)
{
	rust->failed = true;
	rust->at = rust->in.n;
}

static bool step(struct rust *rust)
{
	if (rust->steps_left == 0)
		fail(rust);
	else
		rust->steps_left--;
	return !rust->failed;
}

static bool enter(struct rust *rust)
{
	if (++rust->depth > DEEPEST)
		fail(rust);
	return step(rust);
}

static void leave(struct rust *rust)
{
	rust->depth--;
}

static void add(struct rust *rust, struct str text)
{
	if (rust->silent || rust->failed)
		return;
	if (rust->out->n - rust->start + text.n > demangle_limit(rust->in))
		fail(rust);
	else
		buf_add(rust->out, text);
}

static void add_number(struct rust *rust, uint64_t number)
{
	if (!rust->silent && !rust->failed)
		buf_add_u64(rust->out, number);
}

static char peek(const struct rust *rust)
{
	return rust->at < rust->in.n ? rust->in.p[rust->at] : '\0';
}

static bool take(struct rust *rust, char c)
{
	bool there = rust->at < rust->in.n && rust->in.p[rust->at] == c;

	rust->at += there;
	return there;
}

static char next(struct rust *rust)
{
	char c = peek(rust);

	if (rust->at < rust->in.n)
		rust->at++;
	else
		fail(rust);
	return c;
}

/* ---- numbers and names ---- */

static unsigned base_62(char c)
{
	if (byte_is_digit(c))
		return (unsigned)(c - '0');
	return byte_lower(c) == c ? (unsigned)(c - 'a') + 10 : (unsigned)(c - 'A') + 36;
}

/* "_" is 0, "0_" is 1, "Z_" is 62. */
static uint64_t read_base_62(struct rust *rust)
{
	uint64_t number = 0;

	if (take(rust, '_'))
		return 0;
	while (!take(rust, '_')) {
		char c = next(rust);

		if ((!byte_is_digit(c) && !byte_is_alpha(c)) || number > UINT64_MAX / 62 - 62)
			fail(rust);
		if (rust->failed)
			return 0;
		number = number * 62 + base_62(c);
	}
	return number + 1;
}

/* "s_" is 1: which of several of that name, or the crate's hash. */
static uint64_t read_disambiguator(struct rust *rust)
{
	return take(rust, 's') ? read_base_62(rust) + 1 : 0;
}

struct identifier {
	struct str text;
	bool punycode;
};

static struct identifier read_identifier(struct rust *rust)
{
	struct identifier identifier = {.punycode = take(rust, 'u')};
	size_t length = 0;

	if (!byte_is_digit(peek(rust)))
		fail(rust);
	if (!take(rust, '0'))
		while (byte_is_digit(peek(rust)) && length <= rust->in.n)
			length = length * 10 + (size_t)(next(rust) - '0');
	take(rust, '_'); /* before a digit or another '_' */
	if (rust->failed || length > rust->in.n - rust->at) {
		fail(rust);
		return (struct identifier){0};
	}
	identifier.text = str_head(str_skip(rust->in, rust->at), length);
	rust->at += length;
	return identifier;
}

static void add_identifier(struct rust *rust, struct identifier identifier)
{
	struct buf decoded = {0};

	if (!identifier.punycode)
		add(rust, identifier.text);
	else if (punycode_decode(&decoded, identifier.text))
		add(rust, buf_str(&decoded));
	else
		fail(rust);
	buf_release(&decoded);
}

/* Reads again what stands at a number; it must be before the 'B', or it would never end. */
static void read_again(struct rust *rust, void (*read)(struct rust *rust, bool in_value),
	bool in_value)
{
	size_t here = rust->at - 1, behind;
	uint64_t target = read_base_62(rust);

	if (target >= here) {
		fail(rust);
		return;
	}
	if (rust->silent || rust->failed)
		return;
	behind = rust->at;
	rust->at = (size_t)target;
	read(rust, in_value);
	if (!rust->failed)
		rust->at = behind;
}

static void read_type_again(struct rust *rust, bool in_value)
{
	(void)in_value;
	read_type(rust);
}

/* ---- lifetimes ---- */

static void add_lifetime_name(struct rust *rust, uint64_t depth)
{
	char name[2] = {'\'', (char)('a' + depth % 26)};

	if (depth < 26) {
		add(rust, (struct str){name, 2});
		return;
	}
	add(rust, STR("'_"));
	add_number(rust, depth);
}

static void add_lifetime(struct rust *rust, uint64_t index)
{
	if (index == 0)
		add(rust, STR("'_"));
	else if (index > rust->lifetimes)
		fail(rust);
	else
		add_lifetime_name(rust, rust->lifetimes - index);
}

/* "G_" before a type: "for<'a> ". Returns how many lifetimes there were before. */
static uint64_t read_binder(struct rust *rust)
{
	uint64_t before = rust->lifetimes, count;

	if (!take(rust, 'G'))
		return before;
	count = read_base_62(rust) + 1;
	if (count > rust->in.n) {
		fail(rust);
		return before;
	}
	add(rust, STR("for<"));
	for (uint64_t i = 0; i < count && step(rust); i++) {
		if (i > 0)
			add(rust, STR(", "));
		add_lifetime_name(rust, rust->lifetimes++);
	}
	add(rust, STR("> "));
	return before;
}

/* ---- constants ---- */

static struct str read_digits(struct rust *rust)
{
	struct str digits = str_skip(rust->in, rust->at);

	digits = str_head(digits, str_find(digits, '_'));
	rust->at += digits.n;
	for (size_t i = 0; i < digits.n; i++)
		if (!byte_is_hex(digits.p[i]) || (digits.p[i] >= 'A' && digits.p[i] <= 'F'))
			fail(rust);
	if (!take(rust, '_'))
		fail(rust);
	return rust->failed ? (struct str){0} : digits;
}

static uint64_t hex_value(struct str digits)
{
	uint64_t value = 0;

	for (size_t i = 0; i < digits.n; i++)
		value = value << 4 | byte_hex_value(digits.p[i]);
	return value;
}

static void read_integer(struct rust *rust)
{
	struct str digits;

	if (take(rust, 'n'))
		add(rust, STR("-"));
	digits = read_digits(rust);
	while (digits.n > 1 && digits.p[0] == '0')
		digits = str_skip(digits, 1);
	if (digits.n <= 16) {
		add_number(rust, hex_value(digits));
	} else {
		add(rust, STR("0x"));
		add(rust, digits);
	}
}

static void add_character(struct rust *rust, uint64_t code, char quote)
{
	char utf8[4];

	if (code == '\n')
		add(rust, STR("\\n"));
	else if (code == '\r')
		add(rust, STR("\\r"));
	else if (code == '\t')
		add(rust, STR("\\t"));
	else if (code == 0)
		add(rust, STR("\\0"));
	else if (code == '\\' || code == (uint64_t)(unsigned char)quote)
		add(rust, STR("\\"));
	if (code == '\n' || code == '\r' || code == '\t' || code == 0)
		return;
	if (code < ' ' || code == 0x7f || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
		fail(rust);
	else
		add(rust, (struct str){utf8, punycode_utf8((uint32_t)code, utf8)});
}

static void read_char(struct rust *rust)
{
	struct str digits = read_digits(rust);

	if (digits.n > 6)
		fail(rust);
	add(rust, STR("'"));
	add_character(rust, hex_value(digits), '\'');
	add(rust, STR("'"));
}

/* The bytes of UTF-8, in hex. */
static void read_string(struct rust *rust)
{
	struct str digits = read_digits(rust);

	add(rust, STR("\""));
	if (digits.n % 2)
		fail(rust);
	for (size_t i = 0; i + 1 < digits.n && !rust->failed; i += 2) {
		char byte = (char)hex_value(str_head(str_skip(digits, i), 2));

		if (byte & 0x80)
			add(rust, (struct str){&byte, 1});
		else
			add_character(rust, (unsigned char)byte, '"');
	}
	add(rust, STR("\""));
}

static void read_constants(struct rust *rust, struct str between)
{
	for (bool first = true; !rust->failed && !take(rust, 'E'); first = false) {
		if (!first)
			add(rust, between);
		read_constant(rust, true);
	}
}

static void read_fields(struct rust *rust)
{
	add(rust, STR(" { "));
	for (bool first = true; !rust->failed && !take(rust, 'E'); first = false) {
		if (!first)
			add(rust, STR(", "));
		read_disambiguator(rust);
		add_identifier(rust, read_identifier(rust));
		add(rust, STR(": "));
		read_constant(rust, true);
	}
	add(rust, STR(" }"));
}

/* Of a struct, or a variant: "U" has nothing, "T" a tuple, "S" fields. */
static void read_value(struct rust *rust)
{
	char shape = next(rust);

	read_path(rust, true);
	if (shape == 'T') {
		add(rust, STR("("));
		read_constants(rust, STR(", "));
		add(rust, STR(")"));
	} else if (shape == 'S') {
		read_fields(rust);
	} else if (shape != 'U') {
		fail(rust);
	}
}

static void read_tuple(struct rust *rust, void (*read)(struct rust *rust, bool in_value))
{
	size_t count = 0;

	add(rust, STR("("));
	for (; !rust->failed && !take(rust, 'E'); count++) {
		if (count > 0)
			add(rust, STR(", "));
		read(rust, true);
	}
	add(rust, count == 1 ? STR(",)") : STR(")"));
}

static void read_reference(struct rust *rust, struct str mark)
{
	if (take(rust, 'e')) {
		read_string(rust);
		return;
	}
	add(rust, mark);
	read_constant(rust, true);
}

static void read_compound(struct rust *rust, char kind)
{
	switch (kind) {
	case 'e':
		add(rust, STR("*"));
		read_string(rust);
		break;
	case 'R':
		read_reference(rust, STR("&"));
		break;
	case 'Q':
		add(rust, STR("&mut "));
		read_constant(rust, true);
		break;
	case 'A':
		add(rust, STR("["));
		read_constants(rust, STR(", "));
		add(rust, STR("]"));
		break;
	case 'T':
		read_tuple(rust, read_constant);
		break;
	case 'V':
		read_value(rust);
		break;
	default:
		fail(rust);
	}
}

static void read_bool(struct rust *rust)
{
	struct str digits = read_digits(rust);

	if (digits.n != 1 || (digits.p[0] != '0' && digits.p[0] != '1'))
		fail(rust);
	else
		add(rust, digits.p[0] == '1' ? STR("true") : STR("false"));
}

/* As a generic argument what is no number stands in braces, but for strings behind a '&'. */
static void read_constant(struct rust *rust, bool in_value)
{
	char kind = next(rust);
	bool braces = !in_value && str_find(STR("eQATV"), kind) < 5;

	if (!enter(rust)) {
		leave(rust);
		return;
	}
	if (kind == 'R' && !in_value && peek(rust) != 'e')
		braces = true;
	if (braces)
		add(rust, STR("{"));
	if (kind == 'p')
		add(rust, STR("_"));
	else if (kind == 'B')
		read_again(rust, read_constant, in_value);
	else if (kind == 'b')
		read_bool(rust);
	else if (kind == 'c')
		read_char(rust);
	else if (str_find(STR("htmyojaslxni"), kind) < 12)
		read_integer(rust);
	else
		read_compound(rust, kind);
	if (braces)
		add(rust, STR("}"));
	leave(rust);
}

/* ---- types ---- */

static const struct {
	char code;
	struct str name;
} basic_types[] = {
	{'a', {"i8", 2}},
	{'b', {"bool", 4}},
	{'c', {"char", 4}},
	{'d', {"f64", 3}},
	{'e', {"str", 3}},
	{'f', {"f32", 3}},
	{'h', {"u8", 2}},
	{'i', {"isize", 5}},
	{'j', {"usize", 5}},
	{'l', {"i32", 3}},
	{'m', {"u32", 3}},
	{'n', {"i128", 4}},
	{'o', {"u128", 4}},
	{'p', {"_", 1}},
	{'s', {"i16", 3}},
	{'t', {"u16", 3}},
	{'u', {"()", 2}},
	{'v', {"...", 3}},
	{'x', {"i64", 3}},
	{'y', {"u64", 3}},
	{'z', {"!", 1}},
};

static bool add_basic_type(struct rust *rust, char code)
{
	for (size_t i = 0; i < sizeof(basic_types) / sizeof(*basic_types); i++) {
		if (basic_types[i].code == code) {
			add(rust, basic_types[i].name);
			return true;
		}
	}
	return false;
}

static void read_reference_type(struct rust *rust, bool is_mutable)
{
	uint64_t lifetime;

	add(rust, STR("&"));
	if (take(rust, 'L')) {
		lifetime = read_base_62(rust);
		if (lifetime) {
			add_lifetime(rust, lifetime);
			add(rust, STR(" "));
		}
	}
	if (is_mutable)
		add(rust, STR("mut "));
	read_type(rust);
}

/* "extern \"C-unwind\"", written with '_' for '-'. */
static void read_abi(struct rust *rust)
{
	struct str name;

	if (take(rust, 'C')) {
		name = STR("C");
	} else {
		struct identifier identifier = read_identifier(rust);

		name = identifier.text;
		if (identifier.punycode)
			fail(rust);
	}
	add(rust, STR("extern \""));
	for (size_t i = 0; i < name.n; i++)
		add(rust, name.p[i] == '_' ? STR("-") : str_head(str_skip(name, i), 1));
	add(rust, STR("\" "));
}

static void read_function_type(struct rust *rust)
{
	uint64_t before = read_binder(rust);

	if (take(rust, 'U'))
		add(rust, STR("unsafe "));
	if (take(rust, 'K'))
		read_abi(rust);
	add(rust, STR("fn("));
	for (bool first = true; !rust->failed && !take(rust, 'E'); first = false) {
		if (!first)
			add(rust, STR(", "));
		read_type(rust);
	}
	add(rust, STR(")"));
	if (!take(rust, 'u')) {
		add(rust, STR(" -> "));
		read_type(rust);
	}
	rust->lifetimes = before;
}

static void read_generic_arguments(struct rust *rust)
{
	for (bool first = true; !rust->failed && !take(rust, 'E'); first = false) {
		if (!first)
			add(rust, STR(", "));
		if (take(rust, 'L'))
			add_lifetime(rust, read_base_62(rust));
		else if (take(rust, 'K'))
			read_constant(rust, false);
		else
			read_type(rust);
	}
}

/* A path whose '<' is left open, if it has one: the types of a trait object follow in it. */
static bool read_open_path(struct rust *rust)
{
	size_t behind;
	bool open = false;

	if (!enter(rust)) {
		leave(rust);
		return false;
	}
	if (take(rust, 'B')) {
		size_t here = rust->at - 1;
		uint64_t target = read_base_62(rust);

		behind = rust->at;
		if (target >= here) {
			fail(rust);
		} else if (!rust->silent) {
			rust->at = (size_t)target;
			open = read_open_path(rust);
			if (!rust->failed)
				rust->at = behind;
		}
	} else if (take(rust, 'I')) {
		read_path(rust, false);
		add(rust, STR("<"));
		read_generic_arguments(rust);
		open = true;
	} else {
		read_path(rust, false);
	}
	leave(rust);
	return open;
}

static void read_trait(struct rust *rust)
{
	bool open = read_open_path(rust);

	while (take(rust, 'p')) {
		add(rust, open ? STR(", ") : STR("<"));
		open = true;
		add_identifier(rust, read_identifier(rust));
		add(rust, STR(" = "));
		read_type(rust);
	}
	if (open)
		add(rust, STR(">"));
}

static void read_object_type(struct rust *rust)
{
	uint64_t before, lifetime;

	add(rust, STR("dyn "));
	before = read_binder(rust);
	for (bool first = true; !rust->failed && !take(rust, 'E'); first = false) {
		if (!first)
			add(rust, STR(" + "));
		read_trait(rust);
	}
	rust->lifetimes = before;
	if (!take(rust, 'L'))
		fail(rust);
	lifetime = read_base_62(rust);
	if (lifetime) {
		add(rust, STR(" + "));
		add_lifetime(rust, lifetime);
	}
}

static void read_type_in_tuple(struct rust *rust, bool in_value)
{
	(void)in_value;
	read_type(rust);
}

static void read_compound_type(struct rust *rust, char code)
{
	switch (code) {
	case 'R':
		read_reference_type(rust, false);
		break;
	case 'Q':
		read_reference_type(rust, true);
		break;
	case 'P':
		add(rust, STR("*const "));
		read_type(rust);
		break;
	case 'O':
		add(rust, STR("*mut "));
		read_type(rust);
		break;
	case 'A':
	case 'S':
		add(rust, STR("["));
		read_type(rust);
		if (code == 'A') {
			add(rust, STR("; "));
			read_constant(rust, true);
		}
		add(rust, STR("]"));
		break;
	case 'T':
		read_tuple(rust, read_type_in_tuple);
		break;
	case 'F':
		read_function_type(rust);
		break;
	case 'D':
		read_object_type(rust);
		break;
	case 'B':
		read_again(rust, read_type_again, false);
		break;
	default:
		rust->at -= !rust->failed; /* a path: its first letter is read there */
		read_path(rust, false);
	}
}

static void read_type(struct rust *rust)
{
	if (enter(rust)) {
		char code = next(rust);

		if (!add_basic_type(rust, code))
			read_compound_type(rust, code);
	}
	leave(rust);
}

/* ---- paths ---- */

/* Of a closure or the like, "{closure#0}"; else "::name", or nothing if it has none. */
static void read_inner_name(struct rust *rust, char space)
{
	uint64_t number = read_disambiguator(rust);
	struct identifier name = read_identifier(rust);

	if (space < 'A' || space > 'Z') {
		if (name.text.n)
			add(rust, STR("::"));
		add_identifier(rust, name);
		return;
	}
	add(rust, STR("::{"));
	if (space == 'C')
		add(rust, STR("closure"));
	else if (space == 'S')
		add(rust, STR("shim"));
	else
		add(rust, (struct str){&space, 1});
	if (name.text.n) {
		add(rust, STR(":"));
		add_identifier(rust, name);
	}
	add(rust, STR("#"));
	add_number(rust, number);
	add(rust, STR("}"));
}

/* Where an impl stands says nothing that its type does not. */
static void skip_impl_path(struct rust *rust)
{
	read_disambiguator(rust);
	rust->silent++;
	read_path(rust, false);
	rust->silent--;
}

static void read_qualified(struct rust *rust, bool has_trait)
{
	add(rust, STR("<"));
	read_type(rust);
	if (has_trait) {
		add(rust, STR(" as "));
		read_path(rust, false);
	}
	add(rust, STR(">"));
}

static void read_path_of(struct rust *rust, char kind, bool in_value)
{
	char space;

	switch (kind) {
	case 'C':
		read_disambiguator(rust);
		add_identifier(rust, read_identifier(rust));
		break;
	case 'N':
		space = next(rust);
		if (!byte_is_alpha(space))
			fail(rust);
		read_path(rust, in_value);
		read_inner_name(rust, space);
		break;
	case 'M':
	case 'X':
		skip_impl_path(rust);
		read_qualified(rust, kind == 'X');
		break;
	case 'Y':
		read_qualified(rust, true);
		break;
	case 'I':
		read_path(rust, in_value);
		add(rust, in_value ? STR("::<") : STR("<"));
		read_generic_arguments(rust);
		add(rust, STR(">"));
		break;
	case 'B':
		read_again(rust, read_path, in_value);
		break;
	default:
		fail(rust);
	}
}

static void read_path(struct rust *rust, bool in_value)
{
	if (enter(rust))
		read_path_of(rust, next(rust), in_value);
	leave(rust);
}

/* Behind the path another may tell which crate made this instance of it. */
bool demangle_rust(struct buf *out, struct str symbol)
{
	struct rust rust = {.out = out, .start = out->n};

	if (!str_starts(symbol, STR("_R")) || symbol.n > DEMANGLE_LONGEST)
		return false;
	rust.in = str_skip(symbol, 2);
	rust.in = str_head(rust.in, str_find(rust.in, '.'));
	rust.in = str_head(rust.in, str_find(rust.in, '$'));
	rust.steps_left = 4 * demangle_limit(rust.in);
	read_path(&rust, true);
	if (peek(&rust) >= 'A' && peek(&rust) <= 'Z') {
		rust.silent++;
		read_path(&rust, false);
	}
	if (!rust.failed && rust.at == rust.in.n && out->n > rust.start)
		return true;
	out->n = rust.start;
	return false;
}
