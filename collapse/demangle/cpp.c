/*
 * Symbols of the Itanium C++ ABI, https://itanium-cxx-abi.github.io/cxx-abi/abi.html:
 *
 *     _ZN4llvm9StringMapIiEC2Ev
 *       N                   nested name, up to the last E
 *        4llvm 9StringMap   as long as the numbers say
 *                 IiE       template arguments: int
 *                    C2     constructor
 *                       v   arguments, which are not shown
 *
 * Parts that come again are S_, S0_, …: each prefix and each type that is not a word of the
 * language is numbered when it was read. Here is what a symbol may stand for besides functions,
 * and where parsing starts.
 */
#include "collapse/demangle/cpp.h"

#include <stdlib.h>

#include "collapse/demangle/demangle.h"
#include "common/memory.h"

static uint32_t special(struct cpp *cpp, struct str what, uint32_t of)
{
	return cpp_text(cpp, CPP_SPECIAL, what, of, 0);
}

/* "h16_", "v0_n24_": how `this` is moved. */
static void skip_offset(struct cpp *cpp)
{
	char kind = cpp_peek(cpp);
	uint32_t number;

	cpp->at += cpp->at < cpp->in.n;
	for (int i = 0; i < (kind == 'v' ? 2 : 1); i++) {
		cpp_take(cpp, 'n');
		if (!cpp_number(cpp, &number) || !cpp_take(cpp, '_'))
			cpp_fail(cpp);
	}
}

static uint32_t construction_table(struct cpp *cpp)
{
	uint32_t whole = cpp_type(cpp), number;

	if (!cpp_number(cpp, &number) || !cpp_take(cpp, '_'))
		return cpp_fail(cpp);
	return cpp_node(cpp, CPP_CONSTRUCTION, whole, cpp_type(cpp));
}

static uint32_t thunk(struct cpp *cpp, struct str what)
{
	if (cpp->in.p[cpp->at - 1] == 'c') {
		skip_offset(cpp);
		skip_offset(cpp);
	} else {
		cpp->at--;
		skip_offset(cpp);
	}
	return special(cpp, what, cpp_encoding(cpp, CPP_NAME));
}

static uint32_t special_of_type(struct cpp *cpp)
{
	char code = cpp_peek_second(cpp);

	cpp->at += cpp->at + 2 <= cpp->in.n ? 2 : 0;
	switch (code) {
	case 'V':
		return special(cpp, STR("vtable for "), cpp_type(cpp));
	case 'T':
		return special(cpp, STR("VTT for "), cpp_type(cpp));
	case 'I':
		return special(cpp, STR("typeinfo for "), cpp_type(cpp));
	case 'S':
		return special(cpp, STR("typeinfo name for "), cpp_type(cpp));
	case 'F':
		return special(cpp, STR("typeinfo fn for "), cpp_type(cpp));
	case 'C':
		return construction_table(cpp);
	case 'H':
		return special(cpp, STR("TLS init function for "), cpp_name(cpp));
	case 'W':
		return special(cpp, STR("TLS wrapper function for "), cpp_name(cpp));
	case 'A':
		return special(
			cpp, STR("template parameter object for "), cpp_template_argument(cpp));
	case 'h':
		return thunk(cpp, STR("non-virtual thunk to "));
	case 'v':
		return thunk(cpp, STR("virtual thunk to "));
	case 'c':
		return thunk(cpp, STR("covariant return thunk to "));
	default:
		return cpp_fail(cpp);
	}
}

static uint32_t special_of_object(struct cpp *cpp)
{
	uint32_t name, number;

	cpp->at++;
	if (cpp_take(cpp, 'V'))
		return special(cpp, STR("guard variable for "), cpp_name(cpp));
	if (cpp_take(cpp, 'A'))
		return special(cpp, STR("hidden alias for "), cpp_encoding(cpp, CPP_NAME));
	if (cpp_take_str(cpp, STR("Tn")))
		return special(cpp, STR("non-transaction clone for "), cpp_encoding(cpp, CPP_NAME));
	if (cpp_take(cpp, 'T')) {
		cpp_take(cpp, 't');
		return special(cpp, STR("transaction clone for "), cpp_encoding(cpp, CPP_NAME));
	}
	if (!cpp_take(cpp, 'R'))
		return cpp_fail(cpp);
	name = cpp_name(cpp);
	if (!cpp_sequence(cpp, 36, &number))
		number = 0; /* older compilers wrote none */
	return cpp_numbered(cpp, CPP_TEMPORARY, STR(""), name, number);
}

/* The last part of a name, and whether that has template arguments. */
static uint32_t last_part(struct cpp *cpp, uint32_t name, bool *is_template)
{
	*is_template = false;
	while (cpp_step(cpp)) {
		const struct cpp_node *node = &cpp->nodes[name];

		*is_template |= node->kind == CPP_TEMPLATE;
		if (node->kind == CPP_SCOPE)
			name = node->b;
		else if (node->kind == CPP_TEMPLATE || node->kind == CPP_TAGGED)
			name = node->a;
		else
			break;
	}
	return name;
}

/* Constructors and conversions have no result in the symbol, though they may be templates. */
static bool has_result(struct cpp *cpp, uint32_t name)
{
	bool is_template;
	uint8_t kind = cpp->nodes[last_part(cpp, name, &is_template)].kind;

	return is_template && kind != CPP_CONSTRUCTOR && kind != CPP_DESTRUCTOR &&
	       kind != CPP_CONVERSION;
}

/* The arguments behind a function's name are read even if nobody wants them: or it is no symbol. */
static uint32_t function_name(struct cpp *cpp, enum cpp_parts parts)
{
	uint32_t name = cpp_name(cpp), result = 0, type, node;
	unsigned qualifiers = cpp->qualifiers;

	cpp->naming = false;
	if (cpp->conversion)
		cpp->nodes[cpp->conversion].b = cpp->arguments;
	if (cpp_at_end(cpp))
		return name;
	cpp_take(cpp, 'J'); /* the result is told although it need not be */
	if (has_result(cpp, name))
		result = cpp_type(cpp);
	type = cpp_node(cpp, CPP_FUNCTION, parts == CPP_ALL ? result : 0, cpp_types(cpp));
	cpp->nodes[type].number = qualifiers;
	node = cpp_node(cpp, CPP_FUNCTION_NAME, name, type);
	cpp->nodes[node].c = cpp->arguments;
	return parts == CPP_NAME ? name : node;
}

uint32_t cpp_encoding(struct cpp *cpp, enum cpp_parts parts)
{
	bool naming = cpp->naming, in_conversion = cpp->in_conversion;
	uint32_t arguments = cpp->arguments, conversion = cpp->conversion, node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	cpp->naming = true;
	cpp->in_conversion = false;
	cpp->arguments = cpp->conversion = 0;
	if (cpp_peek(cpp) == 'T')
		node = special_of_type(cpp);
	else if (cpp_peek(cpp) == 'G')
		node = special_of_object(cpp);
	else
		node = function_name(cpp, parts);
	cpp->naming = naming;
	cpp->in_conversion = in_conversion;
	cpp->arguments = arguments;
	cpp->conversion = conversion;
	return cpp_leave(cpp, node);
}

static bool demangle_by(struct buf *out, struct str symbol, bool by_clang)
{
	struct cpp cpp = {.in = symbol, .steps_left = demangle_steps(symbol), .by_clang = by_clang};
	uint32_t node;
	bool good;

	if (!cpp_take_str(&cpp, STR("_Z")))
		return false;
	cpp.nodes = memory_grow(NULL, &cpp.node_capacity, symbol.n / 4 + 4, sizeof(*cpp.nodes));
	cpp_node(&cpp, CPP_TEXT, 0, 0); /* 0 is none */
	node = cpp_encoding(&cpp, CPP_NAME);
	good = cpp_at_end(&cpp) && cpp_peek(&cpp) != 'E' && cpp_print(out, &cpp, node);
	free(cpp.nodes);
	free(cpp.substitutions);
	return good;
}

/* What is wrong when read as GCC's may be right as clang's, see "sr" in the expressions. */
bool demangle_cpp(struct buf *out, struct str symbol)
{
	if (symbol.n > DEMANGLE_LONGEST)
		return false;
	return demangle_by(out, symbol, false) ||
	       (str_contains(symbol, STR("sr")) && demangle_by(out, symbol, true));
}
