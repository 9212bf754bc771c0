/*
 * Tidying is mostly finding the '(' that starts the arguments: the first one outside all brackets,
 * where the brackets of an operator's name, of "->" and of "(anonymous namespace)" are not counted.
 */
#include "collapse/names/frame-name.h"

#include "collapse/demangle/rust-legacy.h"

/* Names of operators that hold a bracket; a longer one comes before its own beginning. */
static const struct str bracket_operators[] = {
	STR_INIT("()"),
	STR_INIT("[]"),
	STR_INIT("->*"),
	STR_INIT("->"),
	STR_INIT("<=>"),
	STR_INIT("<<="),
	STR_INIT("<<"),
	STR_INIT("<="),
	STR_INIT("<"),
	STR_INIT(">>="),
	STR_INIT(">>"),
	STR_INIT(">="),
	STR_INIT(">"),
};

/* "operator<<" at `at`: its length, 0 when there is none or its name holds no bracket. */
static size_t operator_length(struct str name, size_t at)
{
	const struct str word = STR("operator");
	struct str rest = str_skip(name, at);

	if (rest.p[0] != 'o' || !str_starts(rest, word) || (at > 0 && byte_is_word(name.p[at - 1])))
		return 0;
	rest = str_skip(rest, word.n);
	for (size_t i = 0; i < sizeof(bracket_operators) / sizeof(*bracket_operators); i++)
		if (str_starts(rest, bracket_operators[i]))
			return word.n + bracket_operators[i].n;
	return 0;
}

/* How many bytes at `at` are passed over as a whole although they may hold brackets. At least 1. */
static size_t step_length(struct str name, size_t at)
{
	struct str rest = str_skip(name, at);
	size_t length = operator_length(name, at);

	if (length)
		return length;
	if (str_starts(rest, STR("->")))
		return 2;
	/* Also "(anonymous class)" and JavaScript's "(anonymous)"; the longest has 21 bytes. */
	if (str_starts(rest, STR("(anonymous"))) {
		rest = str_head(rest, 32);
		length = str_find(rest, ')') + 1;
		return length <= rest.n ? length : 1;
	}
	return 1;
}

static bool byte_opens(char c)
{
	return c == '(' || c == '<' || c == '[' || c == '{';
}

static bool byte_closes(char c)
{
	return c == ')' || c == '>' || c == ']' || c == '}';
}

/* Behind the bracket that closes the one at `at`; name.n when none does. */
static size_t behind_brackets(struct str name, size_t at)
{
	size_t depth = 0;

	for (size_t step; at < name.n; at += step) {
		step = step_length(name, at);
		if (step > 1)
			continue;
		depth += byte_opens(name.p[at]);
		if (byte_closes(name.p[at]) && --depth == 0)
			return at + 1;
	}
	return name.n;
}

/*
 * Are these the arguments of a function that something is local to? As in
 * "A::f(int) const::{lambda()#1}::operator()": their end, or 0 if not.
 */
static size_t scope_end(struct str name, size_t at)
{
	static const struct str qualifiers[] = {
		STR_INIT(" const"), STR_INIT(" volatile"), STR_INIT(" &"), STR_INIT("&")};
	size_t end = behind_brackets(name, at);

	for (size_t i = 0; i < sizeof(qualifiers) / sizeof(*qualifiers); i++)
		if (str_starts(str_skip(name, end), qualifiers[i]))
			end += qualifiers[i].n;
	return str_starts(str_skip(name, end), STR("::")) ? end : 0;
}

/*
 * Does the '(' at `at`, outside all brackets, belong to the name? So it does in Go's
 * "http.(*Client).Do", in "decltype(auto) g<int>(int)" and in "void (*get(int))(char)".
 */
static bool opens_name(struct str name, size_t at)
{
	struct str before = str_head(name, at);

	return str_ends(before, STR(".")) || str_ends(before, STR("decltype")) ||
	       str_ends(before, STR("decltype ")) || str_starts(str_skip(name, at), STR("(*")) ||
	       str_starts(str_skip(name, at), STR("(&"));
}

static struct str cut_arguments(struct str name)
{
	size_t depth = 0;

	for (size_t at = 0, step; at < name.n; at += step) {
		step = step_length(name, at);
		if (step > 1)
			continue;
		if (name.p[at] == '(' && depth == 0 && !opens_name(name, at)) {
			size_t end = scope_end(name, at);

			if (end == 0)
				return str_head(name, at);
			step = end - at;
			continue;
		}
		if (byte_opens(name.p[at]))
			depth++;
		else if (byte_closes(name.p[at]) && depth > 0)
			depth--;
	}
	return name;
}

static bool byte_is_class_path(char c)
{
	return byte_is_word(c) || c == '/' || c == '-' || c == '.' || c == '<' || c == '>';
}

/*
 * "Lorg/x/Foo;::bar" without the L of a class in the package org/x. "LFoo;::bar" keeps it, since a
 * name may well start with L. perf cuts long names, and the ';' with it, so JIT code needs none.
 */
static struct str drop_class_mark(struct str name, bool jit)
{
	size_t end = 1;

	if (!str_starts(name, STR("L")))
		return name;
	while (end < name.n && byte_is_class_path(name.p[end]))
		end++;
	if (str_find(str_head(name, end), '/') == end)
		return name;
	if (end < name.n ? name.p[end] == ';' : jit)
		return str_skip(name, 1);
	return name;
}

/* Not what is known to be compiled and may be in a class of that name: "RegExp::match(int)". */
bool frame_name_is_pattern(struct str symbol, bool jit)
{
	return str_starts(symbol, STR("RegExp:")) && (jit || !str_starts(symbol, STR("RegExp::")));
}

struct str frame_name_tidy(struct buf *scratch, struct str symbol, bool jit)
{
	struct str name;

	if (frame_name_is_pattern(symbol, jit))
		return symbol;
	name = rust_legacy_mend(scratch, symbol);
	name = cut_arguments(drop_class_mark(name, jit));
	name = str_trim_end(name);
	return name.n ? name : symbol;
}

/* ---- shorter still, when asked for ---- */

/*
 * Does the '<' at `at` start template arguments? Not where a Rust name is qualified: "<T as
 * Drop>::drop" at the start of a name or inside another bracket.
 */
static bool starts_template(struct str name, size_t at)
{
	char before = at > 0 ? name.p[at - 1] : ' ';

	return byte_is_word(before) || before == ':' || before == ']' ||
	       (before == ' ' && at > 1 && !byte_is_word(name.p[at - 2]));
}

struct str frame_name_elide_templates(struct buf *scratch, struct str name)
{
	size_t depth = 0; /* of '<' inside template arguments */

	buf_reset(scratch);
	for (size_t at = 0, step; at < name.n; at += step) {
		struct str rest = str_skip(name, at);
		bool starts = name.p[at] == '<' && (depth > 0 || starts_template(name, at));

		step = step_length(name, at);
		if (starts && depth++ == 0)
			buf_add(scratch, STR("<..."));
		if (depth == 0)
			buf_add(scratch, str_head(rest, step));
		else if (step == 1 && name.p[at] == '>' && --depth == 0)
			buf_add_char(scratch, '>');
	}
	/* "a<b" is no template. */
	return depth ? name : buf_str(scratch);
}

static const struct str suffixes[] = {
	STR_INIT(".constprop"),
	STR_INIT(".isra"),
	STR_INIT(".part"),
	STR_INIT(".cold"),
	STR_INIT(".llvm"),
	STR_INIT(".lto_priv"),
	STR_INIT("@plt"),
};

/* "memcpy.part.0" without ".0"; a name like "Foo.12" loses nothing, as no suffix is before it. */
static struct str drop_number(struct str name)
{
	size_t end = name.n;

	while (end > 0 && byte_is_digit(name.p[end - 1]))
		end--;
	return end > 0 && end < name.n && name.p[end - 1] == '.' ? str_head(name, end - 1) : name;
}

struct str frame_name_strip_suffixes(struct str name)
{
	size_t i = 0;

	while (i < sizeof(suffixes) / sizeof(*suffixes)) {
		struct str shorter = drop_number(name);

		if (str_ends(shorter, suffixes[i]) && shorter.n > suffixes[i].n) {
			name = str_drop_end(shorter, suffixes[i].n);
			i = 0; /* "f.isra.0.part.1" has several */
		} else {
			i++;
		}
	}
	return name;
}

/* ---- Java's chains ---- */

/* A method as perf-map-agent writes it: no blank, no argument, nothing that ends in "operator". */
static bool is_method(struct str name)
{
	if (name.n == 0 || str_ends(name, STR("operator")))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (!byte_is_class_path(name.p[i]) && name.p[i] != ';' && name.p[i] != ':')
			return false;
	return true;
}

bool frame_name_is_chain(struct str text)
{
	struct str method;

	if (str_find_str(text, STR("->")) == text.n || frame_name_is_pattern(text, false))
		return false;
	while (frame_name_next_inlined(&text, &method))
		if (!is_method(method))
			return false;
	return true;
}

bool frame_name_next_inlined(struct str *chain, struct str *method)
{
	const struct str arrow = STR("->");
	size_t end = str_find_str(*chain, arrow);

	if (!chain->p)
		return false;
	*method = str_head(*chain, end);
	/* "a->" ends in an empty method, so the end of the chain is marked otherwise. */
	*chain = end < chain->n ? str_skip(*chain, end + arrow.n) : (struct str){0};
	return true;
}
