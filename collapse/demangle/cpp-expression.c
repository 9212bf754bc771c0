/*
 * Expressions in C++ symbols: template arguments that are values ("Lb1E" is true, "XadL_Z1fvEE" is
 * &f) and what a decltype is of.
 */
#include "collapse/demangle/cpp.h"

/* ---- values ---- */

static const struct {
	const char *type;
	struct str suffix;
} suffixes[] = {
	{"int", STR_INIT("")},
	{"unsigned int", STR_INIT("u")},
	{"long", STR_INIT("l")},
	{"unsigned long", STR_INIT("ul")},
	{"long long", STR_INIT("ll")},
	{"unsigned long long", STR_INIT("ull")},
};

/* A type whose values are written with a letter behind them rather than "(type)" before them. */
static bool find_suffix(struct str type, struct str *suffix)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		if (str_eq(type, str_of(suffixes[i].type))) {
			*suffix = suffixes[i].suffix;
			return true;
		}
	}
	return false;
}

static uint32_t value(struct cpp *cpp, uint32_t type, struct str digits, bool negative)
{
	struct str name = cpp->nodes[type].text, suffix;
	bool is_word = cpp->nodes[type].kind == CPP_TEXT && cpp->nodes[type].number == 0;
	uint32_t node;

	if (is_word && str_eq(name, STR("bool")) && !negative && digits.n == 1 &&
		(digits.p[0] == '0' || digits.p[0] == '1'))
		return cpp_text(
			cpp, CPP_LITERAL, digits.p[0] == '1' ? STR("true") : STR("false"), 0, 0);
	node = cpp_text(cpp, CPP_LITERAL, digits, type, 0);
	cpp->nodes[node].number = negative;
	if (is_word && find_suffix(name, &suffix)) {
		uint32_t letters = cpp_text(cpp, CPP_TEXT, suffix, 0, 0);

		cpp->nodes[node].a = 0;
		cpp->nodes[node].b = letters;
	}
	return node;
}

/* "Lb1E", "Lin5E", "LDnE", "L_Z1fvE" */
uint32_t cpp_literal(struct cpp *cpp)
{
	struct str digits;
	uint32_t node;
	bool negative;

	cpp->at++;
	if (cpp_take_str(cpp, STR("_Z")) || cpp_take(cpp, 'Z')) {
		node = cpp_encoding(cpp, CPP_ALL);
		return cpp_take(cpp, 'E') ? node : cpp_fail(cpp);
	}
	node = cpp_type(cpp);
	negative = cpp_take(cpp, 'n');
	digits = str_skip(cpp->in, cpp->at);
	digits = str_head(digits, str_find(digits, 'E'));
	cpp->at += digits.n;
	if (!cpp_take(cpp, 'E'))
		return cpp_fail(cpp);
	return digits.n ? value(cpp, node, digits, negative) : node;
}

/* ---- names that depend on template parameters ---- */

static uint32_t maybe_template(struct cpp *cpp, uint32_t name)
{
	if (cpp_peek(cpp) != 'I')
		return name;
	return cpp_node(cpp, CPP_TEMPLATE, name, cpp_template_arguments(cpp, false));
}

/* "3foo", "on" and an operator, "dn" and a type. */
static uint32_t simple_name(struct cpp *cpp)
{
	if (cpp_take_str(cpp, STR("dn"))) {
		bool is_name = byte_is_digit(cpp_peek(cpp));

		return cpp_node(cpp, CPP_DESTRUCTOR,
			is_name ? maybe_template(cpp, cpp_unqualified(cpp, 0)) : cpp_type(cpp), 0);
	}
	cpp_take_str(cpp, STR("on"));
	return maybe_template(cpp, cpp_unqualified(cpp, 0));
}

static uint32_t levels_until_end(struct cpp *cpp, uint32_t scope)
{
	while (!cpp->failed && !cpp_take(cpp, 'E')) {
		uint32_t part = simple_name(cpp);

		scope = cpp_node(cpp, CPP_SCOPE, scope, part);
	}
	return scope;
}

/*
 * Behind "sr": what can be looked up only when T is known. GCC writes a type, which is numbered
 * like others, and a name in it; clang the parts of a name up to an 'E', which are not numbered.
 *
 *     GCC    4globIT_E5value      N4globIT_E5innerE5value     NSt3foo3barIT_EE5value
 *     clang  4globIT_EE5value     4globIT_E5innerE5value      3std3foo3barIT_EE5value
 */
static uint32_t scoped_name(struct cpp *cpp)
{
	uint32_t scope;

	if (cpp->by_clang && byte_is_digit(cpp_peek(cpp)))
		scope = levels_until_end(cpp, simple_name(cpp));
	else if (cpp->by_clang && cpp_take(cpp, 'N'))
		scope = levels_until_end(cpp, cpp_type(cpp));
	else
		scope = cpp_type(cpp);
	return cpp_node(cpp, CPP_SCOPE, scope, simple_name(cpp));
}

/* ---- expressions ---- */

static uint32_t list_until(struct cpp *cpp, char end)
{
	struct cpp_list list = {0};

	while (!cpp->failed && !cpp_take(cpp, end))
		cpp_append(cpp, &list, cpp_expression(cpp));
	return list.first;
}

/* "fp_", "fp0_", "fL0p_", "fpT" */
static uint32_t argument(struct cpp *cpp)
{
	uint32_t number;

	if (cpp_take_str(cpp, STR("fpT")))
		return cpp_text(cpp, CPP_TEXT, STR("this"), 0, 0);
	cpp->at++;
	if (cpp_take(cpp, 'L') && !cpp_number(cpp, &number))
		return cpp_fail(cpp);
	if (!cpp_take(cpp, 'p'))
		return cpp_fail(cpp);
	cpp_qualifiers(cpp);
	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return cpp_numbered(cpp, CPP_ARGUMENT, STR(""), 0, number + 1);
}

/* "fLpl…", but "fL0p_" is an argument. */
static bool is_fold(const struct cpp *cpp)
{
	struct str rest = str_skip(cpp->in, cpp->at);

	return rest.n > 2 && rest.p[0] == 'f' && str_find(STR("lrLR"), rest.p[1]) < 4 &&
	       !byte_is_digit(rest.p[2]);
}

/* "flplT_": (... + T), behind the f. */
static uint32_t fold(struct cpp *cpp)
{
	const struct cpp_operator *op;
	char kind = cpp_peek_second(cpp);
	uint32_t a, b = 0;

	cpp->at += 2;
	op = cpp_operator_of(cpp_peek(cpp), cpp_peek_second(cpp));
	if (!op)
		return cpp_fail(cpp);
	cpp->at += 2;
	a = cpp_expression(cpp);
	if (kind == 'L' || kind == 'R')
		b = cpp_expression(cpp);
	return kind == 'l' ? cpp_text(cpp, CPP_FOLD, op->text, 0, a) :
			     cpp_text(cpp, CPP_FOLD, op->text, a, b);
}

/* "cvT_…", "cvT__…E": one value, or several. */
static uint32_t cast(struct cpp *cpp)
{
	uint32_t type = cpp_type(cpp);

	if (cpp_take(cpp, '_'))
		return cpp_node(cpp, CPP_CAST_OF_LIST, type, list_until(cpp, 'E'));
	return cpp_node(cpp, CPP_CAST, type, cpp_expression(cpp));
}

/* "nw…_type E", "nw…_type pi … E" */
static uint32_t new_expression(struct cpp *cpp)
{
	uint32_t type, with = 0;

	list_until(cpp, '_');
	type = cpp_type(cpp);
	if (cpp_take_str(cpp, STR("pi")))
		with = list_until(cpp, 'E');
	else if (!cpp_take(cpp, 'E'))
		return cpp_fail(cpp);
	return cpp_node(cpp, CPP_NEW, type, with);
}

/* Operands are read in this order, and what has two is made when both are there. */
static uint32_t two_operands(struct cpp *cpp, const struct cpp_operator *op)
{
	uint32_t a = op->kind == CPP_NAMED_CAST ? cpp_type(cpp) : cpp_expression(cpp);
	uint32_t b = cpp_expression(cpp);

	return cpp_text(cpp, op->kind, op->text, a, b);
}

static uint32_t choice(struct cpp *cpp)
{
	uint32_t a = cpp_expression(cpp), b = cpp_expression(cpp), c = cpp_expression(cpp);
	uint32_t node = cpp_node(cpp, CPP_CHOICE, a, b);

	cpp->nodes[node].c = c;
	return node;
}

/* "clT_fp_E" */
static uint32_t call(struct cpp *cpp)
{
	uint32_t function = cpp_expression(cpp);

	return cpp_node(cpp, CPP_CALL, function, list_until(cpp, 'E'));
}

/* "pp_T_" is ++T, "ppT_" is T++. */
static uint32_t step(struct cpp *cpp, struct str text)
{
	enum cpp_kind kind = cpp_take(cpp, '_') ? CPP_PREFIX : CPP_POSTFIX;

	return cpp_text(cpp, kind, text, cpp_expression(cpp), 0);
}

static uint32_t operation(struct cpp *cpp, const struct cpp_operator *op)
{
	switch (op->kind) {
	case CPP_POSTFIX:
		return step(cpp, op->text);
	case CPP_BINARY:
	case CPP_INDEX:
	case CPP_DOT:
	case CPP_NAMED_CAST:
		return two_operands(cpp, op);
	case CPP_CHOICE:
		return choice(cpp);
	case CPP_CALL:
		return call(cpp);
	case CPP_OF_TYPE:
		return cpp_text(cpp, CPP_OF, op->text, cpp_type(cpp), 0);
	case CPP_CAST:
		return cast(cpp);
	case CPP_NEW:
		return new_expression(cpp);
	case CPP_DELETE: /* without the blank that the operator's name has */
		return cpp_text(cpp, CPP_PREFIX, str_skip(op->text, 1), cpp_expression(cpp), 0);
	default: /* CPP_PREFIX, CPP_OF */
		return cpp_text(cpp, op->kind, op->text, cpp_expression(cpp), 0);
	}
}

static uint32_t braces(struct cpp *cpp, bool typed)
{
	uint32_t type = typed ? cpp_type(cpp) : 0;

	return cpp_node(cpp, CPP_BRACES, type, list_until(cpp, 'E'));
}

/* The operand is a parameter, or a function's, that stands for several. */
static uint32_t size_of_pack(struct cpp *cpp)
{
	uint32_t of = cpp_peek(cpp) == 'T' ? cpp_template_parameter(cpp) : argument(cpp);

	return cpp_node(cpp, CPP_PACK_SIZE, of, 0);
}

static uint32_t coded_expression(struct cpp *cpp)
{
	const struct cpp_operator *op;

	if (cpp_take_str(cpp, STR("sr")))
		return scoped_name(cpp);
	if (cpp_take_str(cpp, STR("sp")))
		return cpp_node(cpp, CPP_EXPANSION, cpp_expression(cpp), 0);
	if (cpp_take_str(cpp, STR("sZ")))
		return size_of_pack(cpp);
	if (cpp_take_str(cpp, STR("tl")))
		return braces(cpp, true);
	if (cpp_take_str(cpp, STR("il")))
		return braces(cpp, false);
	if (cpp_take_str(cpp, STR("tr")))
		return cpp_text(cpp, CPP_TEXT, STR("throw"), 0, 0);
	if (cpp_take_str(cpp, STR("gs"))) /* "::", which nobody shows */
		return cpp_expression(cpp);
	if (cpp_peek(cpp) == 'd' && cpp_peek_second(cpp) == 'n')
		return simple_name(cpp);
	if (cpp_peek(cpp) == 'o' && cpp_peek_second(cpp) == 'n')
		return simple_name(cpp);
	op = cpp_operator_of(cpp_peek(cpp), cpp_peek_second(cpp));
	if (!op)
		return cpp_fail(cpp);
	cpp->at += 2;
	return operation(cpp, op);
}

static uint32_t uncounted_expression(struct cpp *cpp)
{
	char c = cpp_peek(cpp);

	if (c == 'L')
		return cpp_literal(cpp);
	if (c == 'T')
		return cpp_template_parameter(cpp);
	if (is_fold(cpp))
		return fold(cpp);
	if (c == 'f')
		return argument(cpp);
	if (byte_is_digit(c))
		return simple_name(cpp);
	return coded_expression(cpp);
}

uint32_t cpp_expression(struct cpp *cpp)
{
	bool naming = cpp->naming;
	uint32_t node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	cpp->naming = false;
	node = uncounted_expression(cpp);
	cpp->naming = naming;
	return cpp_leave(cpp, node);
}
