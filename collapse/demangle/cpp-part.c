/*
 * The parts of a C++ name, what is between two "::".
 *
 *     6vector        vector                Sa       std::allocator
 *     C1             the constructor       pl       operator+
 *     UlvE_          {lambda()#1}          Ut0_     {unnamed type#2}
 *     4sizeB5cxx11   size[abi:cxx11]       DC1a1bE  [a, b]
 */
#include "collapse/demangle/cpp.h"

static uint32_t source_name(struct cpp *cpp)
{
	struct str name;
	uint32_t length;

	if (!cpp_number(cpp, &length) || length == 0 || length > cpp->in.n - cpp->at)
		return cpp_fail(cpp);
	name = str_head(str_skip(cpp->in, cpp->at), length);
	cpp->at += length;
	if (name.n > 9 && str_starts(name, STR("_GLOBAL_")) && name.p[9] == 'N')
		name = STR("(anonymous namespace)");
	return cpp_text(cpp, CPP_TEXT, name, 0, 0);
}

/* The standard library's own: `full` when a constructor follows, which is called `base`. */
static const struct standard {
	char code;
	struct str name, full, base;
} standards[] = {
	{'t', STR_INIT("std"), STR_INIT("std"), STR_INIT("std")},
	{'a', STR_INIT("std::allocator"), STR_INIT("std::allocator"), STR_INIT("allocator")},
	{'b', STR_INIT("std::basic_string"), STR_INIT("std::basic_string"),
		STR_INIT("basic_string")},
	{'s', STR_INIT("std::string"),
		STR_INIT("std::basic_string<char, std::char_traits<char>, std::allocator<char> >"),
		STR_INIT("basic_string")},
	{'i', STR_INIT("std::istream"),
		STR_INIT("std::basic_istream<char, std::char_traits<char> >"),
		STR_INIT("basic_istream")},
	{'o', STR_INIT("std::ostream"),
		STR_INIT("std::basic_ostream<char, std::char_traits<char> >"),
		STR_INIT("basic_ostream")},
	{'d', STR_INIT("std::iostream"),
		STR_INIT("std::basic_iostream<char, std::char_traits<char> >"),
		STR_INIT("basic_iostream")},
};

enum { STANDARD_COUNT = sizeof(standards) / sizeof(*standards) };

/* "Sa" as a node that tells which it is, plus 1, for class_name(). */
static uint32_t standard(struct cpp *cpp, char code, bool constructs)
{
	for (uint32_t i = 0; i < STANDARD_COUNT; i++)
		if (standards[i].code == code)
			return cpp_numbered(cpp, CPP_TEXT,
				constructs ? standards[i].full : standards[i].name, 0, i + 1);
	return cpp_fail(cpp);
}

uint32_t cpp_substitution(struct cpp *cpp, bool constructs)
{
	char code = cpp_peek_second(cpp);
	uint32_t number;

	cpp->at++;
	if (code >= 'a' && code <= 'z') {
		cpp->at++;
		return standard(cpp, code,
			constructs && (cpp_peek(cpp) == 'C' || cpp_peek(cpp) == 'D'));
	}
	if (!cpp_sequence(cpp, 36, &number) || number >= cpp->substitution_count)
		return cpp_fail(cpp);
	return cpp->substitutions[number];
}

static bool is_unnamed(const struct cpp *cpp, uint32_t node)
{
	return cpp->nodes[node].kind == CPP_NUMBERED || cpp->nodes[node].kind == CPP_LAMBDA;
}

/* What a constructor in this scope is called: of an unnamed type, by what is around. */
static uint32_t class_name(struct cpp *cpp, uint32_t scope)
{
	uint32_t number;

	while (cpp_step(cpp)) {
		switch (cpp->nodes[scope].kind) {
		case CPP_SCOPE:
			scope = is_unnamed(cpp, cpp->nodes[scope].b) ? cpp->nodes[scope].a :
								       cpp->nodes[scope].b;
			break;
		case CPP_TEMPLATE:
		case CPP_TAGGED:
		case CPP_FUNCTION_NAME:
			scope = cpp->nodes[scope].a;
			break;
		case CPP_TEXT:
			number = cpp->nodes[scope].number;
			return number ? cpp_text(cpp, CPP_TEXT, standards[number - 1].base, 0, 0) :
					scope;
		default:
			return scope;
		}
	}
	return 0;
}

static uint32_t constructor(struct cpp *cpp, uint32_t scope)
{
	bool destroys = cpp_take(cpp, 'D');
	bool inherits = !destroys && cpp_take(cpp, 'C') && cpp_take(cpp, 'I');

	if (!scope || cpp_peek(cpp) < '0' || cpp_peek(cpp) > '5')
		return cpp_fail(cpp);
	cpp->at++;
	if (inherits)
		cpp_type(cpp);
	return cpp_node(cpp, destroys ? CPP_DESTRUCTOR : CPP_CONSTRUCTOR, class_name(cpp, scope), 0);
}

/* "Ty", "Tni": what parameters a lambda that is a template declares. Their types are "auto:1". */
static void skip_declarations(struct cpp *cpp)
{
	for (;;) {
		cpp_take_str(cpp, STR("Tp"));
		if (cpp_take_str(cpp, STR("Tn")))
			cpp_type(cpp);
		else if (!cpp_take_str(cpp, STR("Ty")))
			return;
	}
}

static uint32_t lambda(struct cpp *cpp)
{
	uint32_t arguments, number;

	skip_declarations(cpp);
	arguments = cpp_types(cpp);

	if (!cpp_take(cpp, 'E') || !cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return cpp_numbered(cpp, CPP_LAMBDA, STR(""), arguments, number + 1);
}

static uint32_t unnamed(struct cpp *cpp)
{
	uint32_t number, node;

	cpp->at++;
	if (cpp_take(cpp, 'l'))
		return lambda(cpp);
	if (!cpp_take(cpp, 't') || !cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	node = cpp_numbered(cpp, CPP_NUMBERED, STR("unnamed type"), 0, number + 1);
	cpp_remember(cpp, node);
	return node;
}

static uint32_t conversion(struct cpp *cpp)
{
	bool before = cpp->in_conversion;
	uint32_t node;

	cpp->in_conversion = true;
	node = cpp_node(cpp, CPP_CONVERSION, cpp_type(cpp), 0);
	cpp->in_conversion = before;
	if (cpp->naming)
		cpp->conversion = node;
	return node;
}

static uint32_t operator_name(struct cpp *cpp)
{
	char first = cpp_peek(cpp), second = cpp_peek_second(cpp);
	const struct cpp_operator *op = cpp_operator_of(first, second);

	cpp->at += 2;
	if (first == 'c' && second == 'v')
		return conversion(cpp);
	if (first == 'l' && second == 'i')
		return cpp_node(cpp, CPP_LITERAL_OPERATOR, source_name(cpp), 0);
	if (first == 'v' && byte_is_digit(second))
		return cpp_node(cpp, CPP_CONVERSION, source_name(cpp), 0);
	return op ? cpp_text(cpp, CPP_OPERATOR, op->text, 0, 0) : cpp_fail(cpp);
}

static uint32_t binding(struct cpp *cpp)
{
	struct cpp_list names = {0};

	cpp->at += 2;
	while (!cpp->failed && !cpp_take(cpp, 'E'))
		cpp_append(cpp, &names, source_name(cpp));
	return cpp_node(cpp, CPP_BINDING, names.first, 0);
}

static uint32_t untagged(struct cpp *cpp, uint32_t scope)
{
	char c = cpp_peek(cpp);
	uint32_t node;

	if (byte_is_digit(c))
		return source_name(cpp);
	if (c == 'L') {
		cpp->at++;
		node = source_name(cpp);
		cpp_skip_discriminator(cpp);
		return node;
	}
	if (c == 'D' && cpp_peek_second(cpp) == 'C')
		return binding(cpp);
	if (c == 'C' || c == 'D')
		return constructor(cpp, scope);
	if (c == 'U')
		return unnamed(cpp);
	return operator_name(cpp);
}

uint32_t cpp_unqualified(struct cpp *cpp, uint32_t scope)
{
	uint32_t node = untagged(cpp, scope);

	while (cpp_take(cpp, 'B')) {
		uint32_t tag = source_name(cpp);

		if (cpp->failed)
			return 0;
		node = cpp_text(cpp, CPP_TAGGED, cpp->nodes[tag].text, node, 0);
	}
	return node;
}
