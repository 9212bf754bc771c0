/*
 * Rust's present symbols (RFC 2603, "v0"): a path, from its last part to its first, in letters
 * that say what comes.
 *
 *     _RNvMs_Cs1234_7mycrateNtB4_3Foo3bar      <mycrate::Foo>::bar
 *       N                                 nested: 3bar, at the end, in what comes next
 *        v                                it is a function (a value, not a type)
 *         M                               of the methods of a type
 *          s_Cs1234_7mycrate              that stand here, which nobody shows
 *                           NtB4_3Foo     the type Foo in what stands 5 behind the "_R", mycrate
 */
#include "collapse/demangle/rust.h"

#include "collapse/demangle/demangle.h"

/* Of a closure or the like, "{closure#0}"; else "::name", or nothing if it has none. */
static void read_inner_name(struct rust *rust, char space)
{
	uint64_t number = rust_disambiguator(rust);
	struct rust_identifier name = rust_identifier(rust);

	if (space < 'A' || space > 'Z') {
		rust_add(rust, name.text.n ? STR("::") : STR(""));
		rust_add_identifier(rust, name);
		return;
	}
	rust_add(rust, STR("::{"));
	if (space == 'C')
		rust_add(rust, STR("closure"));
	else if (space == 'S')
		rust_add(rust, STR("shim"));
	else
		rust_add(rust, (struct str){&space, 1});
	if (name.text.n) {
		rust_add(rust, STR(":"));
		rust_add_identifier(rust, name);
	}
	rust_add(rust, STR("#"));
	rust_add_number(rust, number);
	rust_add(rust, STR("}"));
}

/* Behind the 'N'. */
static void read_nested(struct rust *rust, bool in_value)
{
	char space = rust_next(rust);

	if (!byte_is_alpha(space))
		rust_fail(rust);
	rust_path(rust, in_value);
	read_inner_name(rust, space);
}

/* Where an impl stands says nothing that its type does not. */
static void skip_impl_path(struct rust *rust)
{
	rust_disambiguator(rust);
	rust->silent++;
	rust_path(rust, false);
	rust->silent--;
}

static void read_qualified(struct rust *rust, bool has_trait)
{
	rust_add(rust, STR("<"));
	rust_type(rust);
	if (has_trait) {
		rust_add(rust, STR(" as "));
		rust_path(rust, false);
	}
	rust_add(rust, STR(">"));
}

static void read_generic_argument(struct rust *rust)
{
	if (rust_take(rust, 'L'))
		rust_lifetime(rust, rust_base_62(rust));
	else if (rust_take(rust, 'K'))
		rust_constant(rust, true);
	else
		rust_type(rust);
}

void rust_generic_arguments(struct rust *rust)
{
	rust_list(rust, STR(", "), read_generic_argument);
}

static void read_generic(struct rust *rust, bool in_value)
{
	rust_path(rust, in_value);
	rust_add(rust, in_value ? STR("::<") : STR("<"));
	rust_generic_arguments(rust);
	rust_add(rust, STR(">"));
}

static void read_again(struct rust *rust, bool in_value)
{
	size_t behind;

	if (rust_go_back(rust, &behind)) {
		rust_path(rust, in_value);
		rust_come_back(rust, behind);
	}
}

static void read_kind(struct rust *rust, char kind, bool in_value)
{
	switch (kind) {
	case 'C':
		rust_disambiguator(rust);
		rust_add_identifier(rust, rust_identifier(rust));
		break;
	case 'N':
		read_nested(rust, in_value);
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
		read_generic(rust, in_value);
		break;
	case 'B':
		read_again(rust, in_value);
		break;
	default:
		rust_fail(rust);
	}
}

void rust_path(struct rust *rust, bool in_value)
{
	if (!rust_enter(rust))
		return;
	read_kind(rust, rust_next(rust), in_value);
	rust_leave(rust);
}

bool demangle_rust(struct buf *out, struct str symbol)
{
	struct rust rust = {.out = out, .start = out->n};

	if (!str_starts(symbol, STR("_R")) || symbol.n > DEMANGLE_LONGEST)
		return false;
	rust.in = str_skip(symbol, 2);
	rust.in = str_head(rust.in, str_find(rust.in, '.'));
	rust.in = str_head(rust.in, str_find(rust.in, '$'));
	rust.steps_left = demangle_steps(rust.in);
	rust_path(&rust, true);
	if (rust_peek(&rust) >= 'A' && rust_peek(&rust) <= 'Z') {
		rust.silent++;
		rust_path(&rust, false); /* the crate that made this instance of it */
	}
	if (!rust.failed && rust.at == rust.in.n && out->n > rust.start)
		return true;
	out->n = rust.start;
	return false;
}
