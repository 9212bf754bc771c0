/*
 * C++ names: of one part, of several, of what is local to a function.
 *
 *     3foo                foo
 *     3fooIiLb1EE         foo<int, true>
 *     N4llvm3fooE         llvm::foo
 *     ZN4llvm3fooEiE3bar  llvm::foo(int)::bar
 */
#include "collapse/demangle/cpp.h"

/* What may be the first part of a nested name only; 0 when there is none of them. */
static uint32_t first_part(struct cpp *cpp)
{
	uint32_t node = 0;

	if (cpp_peek(cpp) == 'S') {
		node = cpp_substitution(cpp, true);
	} else if (cpp_peek(cpp) == 'T') {
		node = cpp_template_parameter(cpp);
		cpp_remember(cpp, node);
	} else if (cpp_peek(cpp) == 'D' &&
		   (cpp_peek_second(cpp) == 't' || cpp_peek_second(cpp) == 'T')) {
		node = cpp_type(cpp);
	}
	return node;
}

static uint32_t next_part(struct cpp *cpp, uint32_t scope)
{
	uint32_t node;

	if (cpp_peek(cpp) == 'I' && scope)
		return cpp_node(cpp, CPP_TEMPLATE, scope, cpp_template_arguments(cpp, true));
	cpp_take(cpp, 'M'); /* the scope is a member with an initializer */
	node = cpp_unqualified(cpp, scope);
	return scope ? cpp_node(cpp, CPP_SCOPE, scope, node) : node;
}

static uint32_t nested_name(struct cpp *cpp)
{
	unsigned qualifiers;
	uint32_t node;

	cpp->at++;
	qualifiers = cpp_qualifiers(cpp);
	if (cpp_take(cpp, 'R'))
		qualifiers |= CPP_LVALUE;
	else if (cpp_take(cpp, 'O'))
		qualifiers |= CPP_RVALUE;
	node = first_part(cpp);
	while (!cpp->failed && !cpp_take(cpp, 'E')) {
		node = next_part(cpp, node);
		if (cpp_peek(cpp) != 'E')
			cpp_remember(cpp, node);
	}
	cpp->qualifiers = qualifiers;
	return node ? node : cpp_fail(cpp);
}

/* "d_", "d0_": a lambda in the last, or last but one, default argument. */
static uint32_t default_argument(struct cpp *cpp, uint32_t function)
{
	uint32_t number;

	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return cpp_node(cpp, CPP_SCOPE, function,
		cpp_numbered(cpp, CPP_NUMBERED, STR("default arg"), 0, number + 1));
}

static uint32_t local_name(struct cpp *cpp)
{
	uint32_t scope, node;

	cpp->at++;
	scope = cpp_encoding(cpp, CPP_ARGUMENTS);
	if (!cpp_take(cpp, 'E'))
		return cpp_fail(cpp);
	if (cpp_take(cpp, 's')) {
		node = cpp_text(cpp, CPP_TEXT, STR("string literal"), 0, 0);
		cpp->qualifiers = 0;
	} else {
		if (cpp_take(cpp, 'd'))
			scope = default_argument(cpp, scope);
		node = cpp_name(cpp);
	}
	cpp_skip_discriminator(cpp);
	return cpp_node(cpp, CPP_SCOPE, scope, node);
}

static uint32_t unscoped_name(struct cpp *cpp)
{
	bool known = cpp_peek(cpp) == 'S' && cpp_peek_second(cpp) != 't';
	uint32_t node;

	if (known) {
		node = cpp_substitution(cpp, false);
	} else if (cpp_peek(cpp) == 'S') {
		uint32_t std = cpp_substitution(cpp, false);

		node = cpp_node(cpp, CPP_SCOPE, std, cpp_unqualified(cpp, std));
	} else {
		node = cpp_unqualified(cpp, 0);
	}
	if (cpp_peek(cpp) == 'I') {
		if (!known)
			cpp_remember(cpp, node);
		node = cpp_node(cpp, CPP_TEMPLATE, node, cpp_template_arguments(cpp, true));
	}
	cpp->qualifiers = 0;
	return node;
}

uint32_t cpp_name(struct cpp *cpp)
{
	uint32_t node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	if (cpp_peek(cpp) == 'N')
		node = nested_name(cpp);
	else if (cpp_peek(cpp) == 'Z')
		node = local_name(cpp);
	else
		node = unscoped_name(cpp);
	return cpp_leave(cpp, node);
}
