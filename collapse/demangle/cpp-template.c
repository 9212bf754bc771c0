/*
 * Arguments of C++ templates, "IiLb1EE", and parameters, "T_" and "T0_", which stand for them.
 *
 * Which argument a parameter stands for depends on the function in whose type it is, and by "S_"
 * one may come again in another's. So that is for the printer.
 */
#include "collapse/demangle/cpp.h"

uint32_t cpp_template_parameter(struct cpp *cpp)
{
	uint32_t number;

	cpp->at++;
	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return cpp_numbered(cpp, CPP_PARAMETER, STR(""), 0, number);
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
