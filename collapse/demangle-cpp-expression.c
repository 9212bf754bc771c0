/*
 * Expressions in C++ symbols: template arguments that are values ("Lb1E" is true, "XadL_Z1fvEE" is
 * &f) and what a decltype is of. And operators, which are names of functions, too.
 */
#include "collapse/demangle-cpp.h"

#include <stdlib.h>

/*
 * Shapes: 1 prefix, 2 between two, p prefix or (without a '_' behind the code) postfix, 3 choice,
 * c call, i index, d member access, t of a type, e of an expression, x type cast, n named cast,
 * w new, l delete, o: a name of a function only. In the order of their codes.
 */
static const struct cpp_operator operators[] = {
	{"aN", '2', {"&=", 2}},
	{"aS", '2', {"=", 1}},
	{"aa", '2', {"&&", 2}},
	{"ad", '1', {"&", 1}},
	{"an", '2', {"&", 1}},
	{"at", 't', {"alignof ", 8}},
	{"aw", '1', {" co_await", 9}},
	{"az", 'e', {"alignof ", 8}},
	{"cc", 'n', {"const_cast", 10}},
	{"cl", 'c', {"()", 2}},
	{"cm", '2', {",", 1}},
	{"co", '1', {"~", 1}},
	{"cv", 'x', {"cast", 4}},
	{"dV", '2', {"/=", 2}},
	{"da", 'l', {" delete[]", 9}},
	{"dc", 'n', {"dynamic_cast", 12}},
	{"de", '1', {"*", 1}},
	{"dl", 'l', {" delete", 7}},
	{"ds", '2', {".*", 2}},
	{"dt", 'd', {".", 1}},
	{"dv", '2', {"/", 1}},
	{"eO", '2', {"^=", 2}},
	{"eo", '2', {"^", 1}},
	{"eq", '2', {"==", 2}},
	{"ge", '2', {">=", 2}},
	{"gt", '2', {">", 1}},
	{"ix", 'i', {"[]", 2}},
	{"lS", '2', {"<<=", 3}},
	{"le", '2', {"<=", 2}},
	{"ls", '2', {"<<", 2}},
	{"lt", '2', {"<", 1}},
	{"mI", '2', {"-=", 2}},
	{"mL", '2', {"*=", 2}},
	{"mi", '2', {"-", 1}},
	{"ml", '2', {"*", 1}},
	{"mm", 'p', {"--", 2}},
	{"na", 'w', {" new[]", 6}},
	{"ne", '2', {"!=", 2}},
	{"ng", '1', {"-", 1}},
	{"nt", '1', {"!", 1}},
	{"nw", 'w', {" new", 4}},
	{"nx", 'e', {"noexcept", 8}},
	{"oR", '2', {"|=", 2}},
	{"oo", '2', {"||", 2}},
	{"or", '2', {"|", 1}},
	{"pL", '2', {"+=", 2}},
	{"pl", '2', {"+", 1}},
	{"pm", '2', {"->*", 3}},
	{"pp", 'p', {"++", 2}},
	{"ps", '1', {"+", 1}},
	{"pt", 'd', {"->", 2}},
	{"qu", '3', {"?", 1}},
	{"rM", '2', {"%=", 2}},
	{"rS", '2', {">>=", 3}},
	{"rc", 'n', {"reinterpret_cast", 16}},
	{"rm", '2', {"%", 1}},
	{"rs", '2', {">>", 2}},
	{"sc", 'n', {"static_cast", 11}},
	{"ss", '2', {"<=>", 3}},
	{"st", 't', {"sizeof ", 7}},
	{"sz", 'e', {"sizeof ", 7}},
	{"te", 'e', {"typeid ", 7}},
	{"ti", 't', {"typeid ", 7}},
	{"tw", '1', {"throw ", 6}},
};

enum { OPERATOR_COUNT = sizeof(operators) / sizeof(*operators) };

static int compare_codes(const void *key, const void *element)
{
	const struct cpp_operator *operator= element;

	return memcmp(key, operator->code, 2);
}

const struct cpp_operator *cpp_operator_of(char first, char second)
{
	const char key[2] = {first, second};

	return bsearch(key, operators, OPERATOR_COUNT, sizeof(*operators), compare_codes);
}

/* ---- values ---- */

static const struct {
	const char *type;
	struct str suffix;
} suffixes[] = {
	{"int", {"", 0}},
	{"unsigned int", {"u", 1}},
	{"long", {"l", 1}},
	{"unsigned long", {"ul", 2}},
	{"long long", {"ll", 2}},
	{"unsigned long long", {"ull", 3}},
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

/* "srT_4type", "srN1A1BE4type": behind the "sr". */
static uint32_t scoped_name(struct cpp *cpp)
{
	uint32_t scope;

	if (cpp_take(cpp, 'N')) {
		scope = cpp_type(cpp);
		while (!cpp->failed && !cpp_take(cpp, 'E')) {
			uint32_t part = simple_name(cpp);

			scope = cpp_node(cpp, CPP_SCOPE, scope, part);
		}
	} else {
		scope = cpp_type(cpp);
		cpp_take(cpp, 'E'); /* behind a name that is no type yet */
	}
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
	uint32_t number, node;

	if (cpp_take_str(cpp, STR("fpT")))
		return cpp_text(cpp, CPP_TEXT, STR("this"), 0, 0);
	cpp->at++;
	if (cpp_take(cpp, 'L') && !cpp_number(cpp, &number))
		return cpp_fail(cpp);
	if (!cpp_take(cpp, 'p'))
		return cpp_fail(cpp);
	while (cpp_peek(cpp) == 'r' || cpp_peek(cpp) == 'V' || cpp_peek(cpp) == 'K')
		cpp->at++;
	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	node = cpp_node(cpp, CPP_ARGUMENT, 0, 0);
	cpp->nodes[node].number = number + 1;
	return node;
}

static bool is_fold(const struct cpp *cpp)
{
	char second = cpp_peek_second(cpp);

	return cpp_peek(cpp) == 'f' &&
	       (second == 'l' || second == 'r' || second == 'L' || second == 'R');
}

/* "flplT_": (... + T), behind the f. */
static uint32_t fold(struct cpp *cpp)
{
	const struct cpp_operator *operator;
	char kind = cpp_peek_second(cpp);
	uint32_t a, b = 0;

	cpp->at += 2;
	operator= cpp_operator_of(cpp_peek(cpp), cpp_peek_second(cpp));
	if (!operator)
		return cpp_fail(cpp);
	cpp->at += 2;
	a = cpp_expression(cpp);
	if (kind == 'L' || kind == 'R')
		b = cpp_expression(cpp);
	return kind == 'l' ? cpp_text(cpp, CPP_FOLD, operator->text, 0, a) :
			     cpp_text(cpp, CPP_FOLD, operator->text, a, b);
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

static uint32_t operation(struct cpp *cpp, const struct cpp_operator *operator)
{
	uint32_t a = 0, b = 0, c = 0, node;
	struct str text = operator->text;

	switch (operator->shape) {
	case '1':
		return cpp_text(cpp, CPP_PREFIX, text, cpp_expression(cpp), 0);
	case 'p':
		a = cpp_take(cpp, '_') ? CPP_PREFIX : CPP_POSTFIX;
		return cpp_text(cpp, (enum cpp_kind)a, text, cpp_expression(cpp), 0);
	case '2':
		a = cpp_expression(cpp);
		b = cpp_expression(cpp);
		return cpp_text(cpp, CPP_BINARY, text, a, b);
	case '3':
		a = cpp_expression(cpp);
		b = cpp_expression(cpp);
		c = cpp_expression(cpp);
		node = cpp_node(cpp, CPP_CHOICE, a, b);
		cpp->nodes[node].c = c;
		return node;
	case 'c':
		a = cpp_expression(cpp);
		return cpp_node(cpp, CPP_CALL, a, list_until(cpp, 'E'));
	case 'i':
		a = cpp_expression(cpp);
		b = cpp_expression(cpp);
		return cpp_node(cpp, CPP_INDEX, a, b);
	case 'd':
		a = cpp_expression(cpp);
		b = cpp_expression(cpp);
		return cpp_text(cpp, CPP_DOT, text, a, b);
	case 't':
		return cpp_text(cpp, CPP_OF, text, cpp_type(cpp), 0);
	case 'e':
		return cpp_text(cpp, CPP_OF, text, cpp_expression(cpp), 0);
	case 'x':
		return cast(cpp);
	case 'n':
		a = cpp_type(cpp);
		return cpp_text(cpp, CPP_NAMED_CAST, text, a, cpp_expression(cpp));
	case 'w':
		return new_expression(cpp);
	default:
		return cpp_text(cpp, CPP_PREFIX, str_skip(text, 1), cpp_expression(cpp), 0);
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
	const struct cpp_operator *operator;

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
	operator= cpp_operator_of(cpp_peek(cpp), cpp_peek_second(cpp));
	if (!operator)
		return cpp_fail(cpp);
	cpp->at += 2;
	return operation(cpp, operator);
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
