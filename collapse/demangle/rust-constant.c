/*
 * Constants in Rust symbols, as generic arguments and in the types of arrays: a type's letter, and
 * a value in hex digits.
 *
 *     Kj3_       3
 *     Kan80_     -128
 *     Kc27_      '\''
 *     KRe6122_   "a\""
 *     KTj1_j2_E  {(1, 2)}
 */
#include "collapse/demangle/rust.h"

static struct str read_digits(struct rust *rust)
{
	struct str digits = str_skip(rust->in, rust->at);

	digits = str_head(digits, str_find(digits, '_'));
	rust->at += digits.n;
	rust_steps(rust, digits.n);
	for (size_t i = 0; i < digits.n; i++)
		if (!byte_is_hex(digits.p[i]) || (digits.p[i] >= 'A' && digits.p[i] <= 'F'))
			rust_fail(rust);
	if (!rust_take(rust, '_'))
		rust_fail(rust);
	return rust->failed ? (struct str){0} : digits;
}

/* No digits are 0. */
static uint64_t hex_value(struct str digits)
{
	uint64_t value = 0;

	str_hex_to_u64(digits, &value);
	return value;
}

static void read_integer(struct rust *rust)
{
	struct str digits;

	if (rust_take(rust, 'n'))
		rust_add(rust, STR("-"));
	digits = read_digits(rust);
	while (digits.n > 1 && digits.p[0] == '0')
		digits = str_skip(digits, 1);
	if (digits.n <= 16) {
		rust_add_number(rust, hex_value(digits));
	} else {
		rust_add(rust, STR("0x"));
		rust_add(rust, digits);
	}
}

static void read_bool(struct rust *rust)
{
	struct str digits = read_digits(rust);

	if (digits.n != 1 || (digits.p[0] != '0' && digits.p[0] != '1'))
		rust_fail(rust);
	else
		rust_add(rust, digits.p[0] == '1' ? STR("true") : STR("false"));
}

/* ---- characters and strings ---- */

/* What stands for it between quotes; no bytes when it stands for itself. */
static struct str escape(uint64_t code, char quote)
{
	switch (code) {
	case '\0':
		return STR("\\0");
	case '\t':
		return STR("\\t");
	case '\n':
		return STR("\\n");
	case '\r':
		return STR("\\r");
	case '\\':
		return STR("\\\\");
	case '\'':
	case '"':
		if (code == (uint64_t)quote)
			return quote == '"' ? STR("\\\"") : STR("\\'");
		break;
	default:
		break;
	}
	return (struct str){0};
}

static void add_character(struct rust *rust, uint64_t code, char quote)
{
	struct str escaped = escape(code, quote);
	char utf8[4];

	if (escaped.n)
		rust_add(rust, escaped);
	else if (code < ' ' || code == 0x7f || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
		rust_fail(rust);
	else
		rust_add(rust, (struct str){utf8, utf8_encode((uint32_t)code, utf8)});
}

static void read_char(struct rust *rust)
{
	struct str digits = read_digits(rust);

	if (digits.n > 6)
		rust_fail(rust);
	rust_add(rust, STR("'"));
	add_character(rust, hex_value(digits), '\'');
	rust_add(rust, STR("'"));
}

/* The bytes of UTF-8, in hex. */
static void read_string(struct rust *rust)
{
	struct str digits = read_digits(rust);

	rust_add(rust, STR("\""));
	if (digits.n % 2)
		rust_fail(rust);
	for (size_t i = 0; i + 1 < digits.n && !rust->failed; i += 2) {
		char byte = (char)hex_value(str_head(str_skip(digits, i), 2));

		if (byte & 0x80)
			rust_add(rust, (struct str){&byte, 1});
		else
			add_character(rust, (unsigned char)byte, '"');
	}
	rust_add(rust, STR("\""));
}

/* ---- what holds others ---- */

static void read_inner(struct rust *rust)
{
	rust_constant(rust, false);
}

/* "3barj1_": bar: 1 */
static void read_field(struct rust *rust)
{
	rust_disambiguator(rust);
	rust_add_identifier(rust, rust_identifier(rust));
	rust_add(rust, STR(": "));
	read_inner(rust);
}

/* Of a struct, or a variant: "U" has nothing, "T" a tuple, "S" fields. */
static void read_value(struct rust *rust)
{
	char shape = rust_next(rust);

	rust_path(rust, true);
	if (shape == 'T') {
		rust_add(rust, STR("("));
		rust_list(rust, STR(", "), read_inner);
		rust_add(rust, STR(")"));
	} else if (shape == 'S') {
		rust_add(rust, STR(" { "));
		rust_list(rust, STR(", "), read_field);
		rust_add(rust, STR(" }"));
	} else if (shape != 'U') {
		rust_fail(rust);
	}
}

static void read_tuple(struct rust *rust)
{
	rust_add(rust, STR("("));
	if (rust_list(rust, STR(", "), read_inner) == 1)
		rust_add(rust, STR(","));
	rust_add(rust, STR(")"));
}

/* A string behind a '&' is written as one. */
static void read_reference(struct rust *rust)
{
	if (rust_take(rust, 'e')) {
		read_string(rust);
		return;
	}
	rust_add(rust, STR("&"));
	read_inner(rust);
}

static void read_compound(struct rust *rust, char kind)
{
	switch (kind) {
	case 'e':
		rust_add(rust, STR("*"));
		read_string(rust);
		break;
	case 'R':
		read_reference(rust);
		break;
	case 'Q':
		rust_add(rust, STR("&mut "));
		read_inner(rust);
		break;
	case 'A':
		rust_add(rust, STR("["));
		rust_list(rust, STR(", "), read_inner);
		rust_add(rust, STR("]"));
		break;
	case 'T':
		read_tuple(rust);
		break;
	case 'V':
		read_value(rust);
		break;
	default:
		rust_fail(rust);
	}
}

static void read_kind(struct rust *rust, char kind)
{
	switch (kind) {
	case 'p':
		rust_add(rust, STR("_"));
		break;
	case 'b':
		read_bool(rust);
		break;
	case 'c':
		read_char(rust);
		break;
	default:
		if (str_find(STR("aslxnihtmyoj"), kind) < 12)
			read_integer(rust);
		else
			read_compound(rust, kind);
	}
}

static bool needs_braces(const struct rust *rust)
{
	struct str rest = str_skip(rust->in, rust->at);

	return rest.n && str_find(STR("eRQATV"), rest.p[0]) < 6 && !str_starts(rest, STR("Re"));
}

void rust_constant(struct rust *rust, bool as_argument)
{
	bool braces = as_argument && needs_braces(rust);
	size_t behind;

	if (!rust_enter(rust))
		return;
	if (!rust_take(rust, 'B')) {
		rust_add(rust, braces ? STR("{") : STR(""));
		read_kind(rust, rust_next(rust));
		rust_add(rust, braces ? STR("}") : STR(""));
	} else if (rust_go_back(rust, &behind)) {
		rust_constant(rust, as_argument);
		rust_come_back(rust, behind);
	}
	rust_leave(rust);
}
