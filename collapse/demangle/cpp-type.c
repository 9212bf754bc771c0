/*
 * Types, as in the C++ demangler's template arguments and in the arguments of functions that
 * something is local to: "PKc" is char const*.
 */
#include "collapse/demangle/cpp.h"

enum { CODES = 'z' + 1 };

static const char *const builtins[CODES] = {
	['a'] = "signed char",
	['b'] = "bool",
	['c'] = "char",
	['d'] = "double",
	['e'] = "long double",
	['f'] = "float",
	['g'] = "__float128",
	['h'] = "unsigned char",
	['i'] = "int",
	['j'] = "unsigned int",
	['l'] = "long",
	['m'] = "unsigned long",
	['n'] = "__int128",
	['o'] = "unsigned __int128",
	['s'] = "short",
	['t'] = "unsigned short",
	['v'] = "void",
	['w'] = "wchar_t",
	['x'] = "long long",
	['y'] = "unsigned long long",
	['z'] = "...",
};

/* Behind a 'D'. */
static const char *const more_builtins[CODES] = {
	['a'] = "auto",
	['c'] = "decltype(auto)",
	['d'] = "decimal64",
	['e'] = "decimal128",
	['f'] = "decimal32",
	['h'] = "half",
	['i'] = "char32_t",
	['n'] = "decltype(nullptr)",
	['s'] = "char16_t",
	['u'] = "char8_t",
};

static uint32_t builtin(struct cpp *cpp, const char *const names[CODES], char code)
{
	const char *name = (unsigned char)code < CODES ? names[(unsigned char)code] : NULL;
	uint32_t node;

	if (!name)
		return cpp_fail(cpp);
	node = cpp_text(cpp, CPP_TEXT, str_of(name), 0, 0);
	cpp->nodes[node].passes_void = code == 'v';
	return node;
}

uint32_t cpp_types(struct cpp *cpp)
{
	struct cpp_list list = {0};
	uint32_t first;

	while (!cpp_at_end(cpp)) {
		/* "RE" and "OE" end a method's arguments, for objects of that kind only. */
		if ((cpp_peek(cpp) == 'R' || cpp_peek(cpp) == 'O') && cpp_peek_second(cpp) == 'E')
			break;
		cpp_append(cpp, &list, cpp_type(cpp));
	}
	if (!list.first)
		return cpp_fail(cpp);
	first = cpp->nodes[list.first].a;
	return list.first == list.last && cpp->nodes[first].passes_void ? 0 : list.first;
}

/* ---- functions, arrays, members ---- */

/* "FivE", and before it "Do", "DO…E" when it throws nothing. */
static uint32_t function(struct cpp *cpp)
{
	uint32_t node, condition = 0;
	unsigned qualifiers = 0;

	if (cpp_take_str(cpp, STR("Do"))) {
		qualifiers |= CPP_NOEXCEPT;
	} else if (cpp_take_str(cpp, STR("DO"))) {
		qualifiers |= CPP_NOEXCEPT;
		condition = cpp_expression(cpp);
		if (!cpp_take(cpp, 'E'))
			return cpp_fail(cpp);
	}
	cpp_take_str(cpp, STR("Dx")); /* safe in transactions */
	if (!cpp_take(cpp, 'F'))
		return cpp_fail(cpp);
	cpp_take(cpp, 'Y'); /* as C has it */
	node = cpp_node(cpp, CPP_FUNCTION, cpp_type(cpp), 0);

	uint32_t arguments = cpp_types(cpp);

	if (cpp_take(cpp, 'R'))
		qualifiers |= CPP_LVALUE;
	else if (cpp_take(cpp, 'O'))
		qualifiers |= CPP_RVALUE;
	if (!cpp_take(cpp, 'E'))
		return cpp_fail(cpp);
	cpp->nodes[node].b = arguments;
	cpp->nodes[node].c = condition;
	cpp->nodes[node].number = qualifiers;
	return node;
}

static struct str take_digits(struct cpp *cpp)
{
	size_t start = cpp->at;

	while (byte_is_digit(cpp_peek(cpp)))
		cpp->at++;
	return str_head(str_skip(cpp->in, start), cpp->at - start);
}

/* The digits up to '_', or an expression, or nothing. */
static uint32_t dimension(struct cpp *cpp)
{
	uint32_t node = 0;

	if (byte_is_digit(cpp_peek(cpp)))
		node = cpp_text(cpp, CPP_TEXT, take_digits(cpp), 0, 0);
	else if (cpp_peek(cpp) != '_')
		node = cpp_expression(cpp);
	return cpp_take(cpp, '_') ? node : cpp_fail(cpp);
}

static uint32_t array(struct cpp *cpp)
{
	uint32_t size;

	cpp->at++;
	size = dimension(cpp);
	return cpp_node(cpp, CPP_ARRAY, cpp_type(cpp), size);
}

static uint32_t member_pointer(struct cpp *cpp)
{
	uint32_t class;

	cpp->at++;
	class = cpp_type(cpp);
	return cpp_node(cpp, CPP_MEMBER, class, cpp_type(cpp));
}

static uint32_t vector(struct cpp *cpp)
{
	uint32_t size;

	cpp_take(cpp, '_'); /* before an expression */
	size = dimension(cpp);
	return cpp_node(cpp, CPP_VECTOR, cpp_type(cpp), size);
}

/* "DF16_", "DF16b" and "DB128_", "DU8_": of so many bits. */
static uint32_t sized_builtin(struct cpp *cpp, char kind)
{
	struct str digits = take_digits(cpp);

	if (digits.n == 0)
		return cpp_fail(cpp);
	if (kind == 'F' && cpp_take(cpp, 'b'))
		return cpp_text(cpp, CPP_TEXT, STR("std::bfloat16_t"), 0, 0);
	if (!cpp_take(cpp, '_'))
		return cpp_fail(cpp);

	uint32_t number = cpp_text(cpp, CPP_TEXT, digits, 0, 0);

	if (kind == 'F')
		return cpp_text(cpp, CPP_PREFIX, STR("_Float"), number, 0);
	return cpp_text(cpp, CPP_OF, kind == 'B' ? STR("signed _BitInt") : STR("unsigned _BitInt"),
		number, 0);
}

/* A word of the language is not numbered. */
static uint32_t type_behind_d(struct cpp *cpp, bool *is_word)
{
	char code = cpp_peek_second(cpp);
	uint32_t node;

	if (code == 'o' || code == 'O' || code == 'x')
		return function(cpp);
	cpp->at += code ? 2 : 1;
	if (code == 't' || code == 'T') {
		node = cpp_node(cpp, CPP_DECLTYPE, cpp_expression(cpp), 0);
		return cpp_take(cpp, 'E') ? node : cpp_fail(cpp);
	}
	if (code == 'p')
		return cpp_node(cpp, CPP_EXPANSION, cpp_type(cpp), 0);
	if (code == 'v')
		return vector(cpp);
	*is_word = true;
	if (code == 'F' || code == 'B' || code == 'U')
		return sized_builtin(cpp, code);
	return builtin(cpp, more_builtins, code);
}

/* ---- what stands before a type ---- */

static bool is_function(const struct cpp *cpp)
{
	char second = cpp_peek_second(cpp);

	return cpp_peek(cpp) == 'F' ||
	       (cpp_peek(cpp) == 'D' && (second == 'o' || second == 'O' || second == 'x'));
}

static const struct {
	char code;
	unsigned bit;
	struct str text;
} qualifiers[] = {
	{'r', CPP_RESTRICT, STR_INIT("restrict")},
	{'V', CPP_VOLATILE, STR_INIT("volatile")},
	{'K', CPP_CONST, STR_INIT("const")},
};

/* They come outermost first, in this order, each at most once. */
static uint32_t qualified_type(struct cpp *cpp)
{
	unsigned bits = 0;
	uint32_t node;

	for (size_t i = 0; i < 3; i++)
		if (cpp_take(cpp, qualifiers[i].code))
			bits |= qualifiers[i].bit;
	if (is_function(cpp)) {
		node = function(cpp);
		cpp->nodes[node].number |= bits;
		return node;
	}
	node = cpp_type(cpp);
	for (size_t i = 3; i-- > 0;)
		if (bits & qualifiers[i].bit)
			node = cpp_text(cpp, CPP_SUFFIXED, qualifiers[i].text, node, 0);
	return node;
}

static uint32_t pointer(struct cpp *cpp, struct str mark)
{
	cpp->at++;
	return cpp_text(cpp, CPP_POINTER, mark, cpp_type(cpp), 0);
}

static uint32_t suffixed(struct cpp *cpp, struct str word)
{
	cpp->at++;
	return cpp_text(cpp, CPP_SUFFIXED, word, cpp_type(cpp), 0);
}

/* "U8__vectori": a vendor's own. */
static uint32_t vendor_qualified(struct cpp *cpp)
{
	uint32_t name, type;

	cpp->at++;
	name = cpp_unqualified(cpp, 0);
	if (cpp_peek(cpp) == 'I')
		cpp_template_arguments(cpp, false);
	type = cpp_type(cpp);
	return cpp_text(cpp, CPP_SUFFIXED, cpp->nodes[name].text, type, 0);
}

/* ---- classes and parameters ---- */

static uint32_t with_arguments(struct cpp *cpp, uint32_t node)
{
	uint32_t arguments = cpp_template_arguments(cpp, false);

	return cpp_node(cpp, CPP_TEMPLATE, node, arguments);
}

/* In "operator T_<…>" the arguments are the operator's. */
static uint32_t parameter_type(struct cpp *cpp)
{
	uint32_t node;

	if (cpp_peek_second(cpp) == 's' || cpp_peek_second(cpp) == 'u' ||
		cpp_peek_second(cpp) == 'e') {
		cpp->at += 2; /* struct, union, enum */
		return cpp_name(cpp);
	}
	node = cpp_template_parameter(cpp);
	if (cpp_peek(cpp) != 'I' || cpp->in_conversion)
		return node;
	cpp_remember(cpp, node);
	return with_arguments(cpp, node);
}

/* What is known already is not numbered again, but with arguments it is something new. */
static uint32_t known_type(struct cpp *cpp, bool *is_known)
{
	uint32_t node;

	if (cpp_peek_second(cpp) == 't')
		return cpp_name(cpp);
	node = cpp_substitution(cpp, false);
	if (cpp_peek(cpp) == 'I')
		return with_arguments(cpp, node);
	*is_known = true;
	return node;
}

static uint32_t unremembered_type(struct cpp *cpp, bool *is_known)
{
	char c = cpp_peek(cpp);

	switch (c) {
	case 'r':
	case 'V':
	case 'K':
		return qualified_type(cpp);
	case 'P':
		return pointer(cpp, STR("*"));
	case 'R':
		return pointer(cpp, STR("&"));
	case 'O':
		return pointer(cpp, STR("&&"));
	case 'C':
		return suffixed(cpp, STR("_Complex"));
	case 'G':
		return suffixed(cpp, STR("_Imaginary"));
	case 'U':
		return byte_is_digit(cpp_peek_second(cpp)) ? vendor_qualified(cpp) : cpp_name(cpp);
	case 'F':
		return function(cpp);
	case 'A':
		return array(cpp);
	case 'M':
		return member_pointer(cpp);
	case 'T':
		return parameter_type(cpp);
	case 'S':
		return known_type(cpp, is_known);
	case 'D':
		return type_behind_d(cpp, is_known);
	case 'u':
		cpp->at++;
		*is_known = true;
		return cpp_unqualified(cpp, 0);
	case 'N':
	case 'Z':
		return cpp_name(cpp);
	default:
		if (byte_is_digit(c))
			return cpp_name(cpp);
		*is_known = true;
		cpp->at++;
		return builtin(cpp, builtins, c);
	}
}

uint32_t cpp_type(struct cpp *cpp)
{
	bool naming = cpp->naming, is_known = false;
	uint32_t node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	cpp->naming = false;
	node = unremembered_type(cpp, &is_known);
	cpp->naming = naming;
	if (!is_known)
		cpp_remember(cpp, node);
	return cpp_leave(cpp, node);
}
