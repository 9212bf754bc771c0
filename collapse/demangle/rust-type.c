/*
 * Types in Rust symbols: a letter, or a path as in rust.c.
 *
 *     Ahj3_               [u8; 3]
 *     RL0_e               &'a str
 *     FG_UKCRL0_eEu       for<'a> unsafe extern "C" fn(&'a str)
 *     DINtC1a1TlEp4ItemjEL_   dyn a::T<i32, Item = usize>
 */
#include "collapse/demangle/rust.h"

enum { CODES = 'z' + 1 };

static const char *const basic_types[CODES] = {
	['a'] = "i8",
	['b'] = "bool",
	['c'] = "char",
	['d'] = "f64",
	['e'] = "str",
	['f'] = "f32",
	['h'] = "u8",
	['i'] = "isize",
	['j'] = "usize",
	['l'] = "i32",
	['m'] = "u32",
	['n'] = "i128",
	['o'] = "u128",
	['p'] = "_",
	['s'] = "i16",
	['t'] = "u16",
	['u'] = "()",
	['v'] = "...",
	['x'] = "i64",
	['y'] = "u64",
	['z'] = "!",
};

/* ---- references and functions ---- */

static void read_reference(struct rust *rust, bool is_mutable)
{
	uint64_t lifetime;

	rust_add(rust, STR("&"));
	if (rust_take(rust, 'L')) {
		lifetime = rust_base_62(rust);
		if (lifetime) {
			rust_lifetime(rust, lifetime);
			rust_add(rust, STR(" "));
		}
	}
	if (is_mutable)
		rust_add(rust, STR("mut "));
	rust_type(rust);
}

/* "extern \"C-unwind\"", written with '_' for '-'. */
static void read_abi(struct rust *rust)
{
	struct str name;

	if (rust_take(rust, 'C')) {
		name = STR("C");
	} else {
		struct rust_identifier identifier = rust_identifier(rust);

		name = identifier.text;
		if (identifier.punycode)
			rust_fail(rust);
	}
	rust_add(rust, STR("extern \""));
	for (size_t i = 0; i < name.n; i++)
		rust_add(rust, name.p[i] == '_' ? STR("-") : str_head(str_skip(name, i), 1));
	rust_add(rust, STR("\" "));
}

static void read_function(struct rust *rust)
{
	uint64_t before = rust_binder(rust);

	if (rust_take(rust, 'U'))
		rust_add(rust, STR("unsafe "));
	if (rust_take(rust, 'K'))
		read_abi(rust);
	rust_add(rust, STR("fn("));
	rust_list(rust, STR(", "), rust_type);
	rust_add(rust, STR(")"));
	if (!rust_take(rust, 'u')) {
		rust_add(rust, STR(" -> "));
		rust_type(rust);
	}
	rust->lifetimes = before;
}

/* ---- trait objects ---- */

/* A path whose '<' is left open, if it has one: what its types are follows in it. */
static bool read_open_path(struct rust *rust)
{
	size_t behind;
	bool open = false;

	if (!rust_enter(rust))
		return false;
	if (rust_take(rust, 'B')) {
		if (rust_go_back(rust, &behind)) {
			open = read_open_path(rust);
			rust_come_back(rust, behind);
		}
	} else if (rust_take(rust, 'I')) {
		rust_path(rust, false);
		rust_add(rust, STR("<"));
		rust_generic_arguments(rust);
		open = true;
	} else {
		rust_path(rust, false);
	}
	rust_leave(rust);
	return open;
}

static void read_trait(struct rust *rust)
{
	bool open = read_open_path(rust);

	while (rust_take(rust, 'p')) {
		rust_add(rust, open ? STR(", ") : STR("<"));
		open = true;
		rust_add_identifier(rust, rust_identifier(rust));
		rust_add(rust, STR(" = "));
		rust_type(rust);
	}
	if (open)
		rust_add(rust, STR(">"));
}

static void read_object(struct rust *rust)
{
	uint64_t before, lifetime;

	rust_add(rust, STR("dyn "));
	before = rust_binder(rust);
	rust_list(rust, STR(" + "), read_trait);
	rust->lifetimes = before;
	if (!rust_take(rust, 'L'))
		rust_fail(rust);
	lifetime = rust_base_62(rust);
	if (lifetime) {
		rust_add(rust, STR(" + "));
		rust_lifetime(rust, lifetime);
	}
}

/* ---- all ---- */

static void read_array(struct rust *rust, bool has_length)
{
	rust_add(rust, STR("["));
	rust_type(rust);
	if (has_length) {
		rust_add(rust, STR("; "));
		rust_constant(rust, false);
	}
	rust_add(rust, STR("]"));
}

static void read_tuple(struct rust *rust)
{
	rust_add(rust, STR("("));
	if (rust_list(rust, STR(", "), rust_type) == 1)
		rust_add(rust, STR(","));
	rust_add(rust, STR(")"));
}

static void read_again(struct rust *rust)
{
	size_t behind;

	if (rust_go_back(rust, &behind)) {
		rust_type(rust);
		rust_come_back(rust, behind);
	}
}

static void read_compound(struct rust *rust, char code)
{
	switch (code) {
	case 'R':
	case 'Q':
		read_reference(rust, code == 'Q');
		break;
	case 'P':
	case 'O':
		rust_add(rust, code == 'P' ? STR("*const ") : STR("*mut "));
		rust_type(rust);
		break;
	case 'A':
	case 'S':
		read_array(rust, code == 'A');
		break;
	case 'T':
		read_tuple(rust);
		break;
	case 'F':
		read_function(rust);
		break;
	case 'D':
		read_object(rust);
		break;
	case 'B':
		read_again(rust);
		break;
	default:
		rust->at -= !rust->failed; /* a path: its first letter is read there */
		rust_path(rust, false);
	}
}

void rust_type(struct rust *rust)
{
	unsigned char code;

	if (!rust_enter(rust))
		return;
	code = (unsigned char)rust_next(rust);
	if (code < CODES && basic_types[code])
		rust_add(rust, str_of(basic_types[code]));
	else
		read_compound(rust, (char)code);
	rust_leave(rust);
}
