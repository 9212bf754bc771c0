/*
 * Arguments of C++ templates, "IiLb1EE", and parameters, "T_" and "T0_", which stand for them.
 *
 * A parameter's argument is known when it is read, but for the type of a conversion: in
 * "cvT_Ii…E", operator int, the arguments come behind it.
 */
#include "collapse/demangle-cpp.h"

static uint32_t argument_at(struct cpp *cpp, uint32_t number)
{
	uint32_t list = cpp->arguments;

	while (list && number-- && cpp_step(cpp))
		list = cpp->nodes[list].b;
	return list ? cpp->nodes[list].a : 0;
}

uint32_t cpp_template_parameter(struct cpp *cpp)
{
	uint32_t number, node;

	cpp->at++;
	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	node = cpp_numbered(cpp, CPP_PARAMETER, STR(""), 0, number);
	if (cpp->in_conversion) {
		cpp->nodes[node].c = cpp->unresolved;
		cpp->unresolved = node;
	} else {
		cpp->nodes[node].a = argument_at(cpp, number);
	}
	return node;
}

void cpp_resolve(struct cpp *cpp)
{
	uint32_t next;

	for (uint32_t node = cpp->unresolved; node; node = next) {
		next = cpp->nodes[node].c;
		cpp->nodes[node].a = argument_at(cpp, cpp->nodes[node].number);
	}
	cpp->unresolved = 0;
}

uint32_t cpp_template_argument(struct cpp *cpp)
{
	uint32_t node;

	switch (cpp_peek(cpp)) {
	case 'L':
		return cpp_literal(cpp);
	case 'X':
		cpp->at++;
		node = cpp_expression(cpp);
		return cpp_take(cpp, 'E') ? node : cpp_fail(cpp);
	case 'I':
	case 'J':
		return cpp_node(cpp, CPP_PACK, cpp_template_arguments(cpp, false), 0);
	default:
		return cpp_type(cpp);
	}
}

uint32_t cpp_template_arguments(struct cpp *cpp, bool of_name)
{
	bool naming = cpp->naming;
	struct cpp_list list = {0};

	cpp->at++;
	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	cpp->naming = false;
	while (!cpp->failed && !cpp_take(cpp, 'E')) {
		if (cpp_take(cpp, 'Q')) /* what the template requires, which nobody shows */
			cpp_expression(cpp);
		else
			cpp_append(cpp, &list, cpp_template_argument(cpp));
	}
	cpp->naming = naming;
	if (naming && of_name)
		cpp->arguments = list.first;
	return cpp_leave(cpp, list.first);
}
