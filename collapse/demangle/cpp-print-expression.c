/*
 * Expressions of C++ as text, in more parentheses than people would write.
 */
#include "collapse/demangle/cpp-print.h"

static bool needs_parentheses(const struct cpp_node *node)
{
	return node->kind != CPP_TEXT && node->kind != CPP_SCOPE && node->kind != CPP_BRACES &&
	       node->kind != CPP_ARGUMENT;
}

void printer_operand(struct printer *p, uint32_t node)
{
	bool parentheses = needs_parentheses(printer_node(p, node));

	if (parentheses)
		printer_add(p, STR("("));
	printer_both(p, node);
	if (parentheses)
		printer_add(p, STR(")"));
}

static void print_literal(struct printer *p, const struct cpp_node *n)
{
	static const char *const floats[] = {"float", "double", "long double", "__float128"};
	bool is_float = false;

	if (n->a) {
		for (size_t i = 0; i < sizeof(floats) / sizeof(*floats); i++)
			is_float |= str_eq(printer_node(p, n->a)->text, str_of(floats[i]));
		printer_between(p, "(", n->a, ")");
	}
	if (n->number)
		printer_add(p, STR("-"));
	if (is_float)
		printer_add(p, STR("["));
	printer_add(p, n->text);
	if (is_float)
		printer_add(p, STR("]"));
	if (n->b)
		printer_both(p, n->b);
}

/* The address of a member function goes without its arguments, unless it is const. */
static void print_prefix(struct printer *p, const struct cpp_node *n)
{
	const struct cpp_node *of = printer_node(p, n->a);

	printer_add(p, n->text);
	if (str_eq(n->text, STR("&")) && of->kind == CPP_FUNCTION_NAME &&
		printer_node(p, of->a)->kind == CPP_SCOPE && printer_node(p, of->b)->number == 0)
		printer_both(p, of->a);
	else
		printer_operand(p, n->a);
}

static void print_binary(struct printer *p, const struct cpp_node *n)
{
	bool greater = str_eq(n->text, STR(">"));

	if (greater) /* which would end template arguments */
		printer_add(p, STR("("));
	printer_operand(p, n->a);
	printer_add(p, n->text);
	printer_operand(p, n->b);
	if (greater)
		printer_add(p, STR(")"));
}

static void print_fold(struct printer *p, const struct cpp_node *n)
{
	printer_add(p, STR("("));
	if (n->a) {
		printer_operand(p, n->a);
		printer_add(p, n->text);
	}
	printer_add(p, STR("..."));
	if (n->b) {
		printer_add(p, n->text);
		printer_operand(p, n->b);
	}
	printer_add(p, STR(")"));
}

static void print_call(struct printer *p, const struct cpp_node *n)
{
	const struct cpp_node *function = printer_node(p, n->a);

	printer_operand(p, function->kind == CPP_FUNCTION_NAME ? function->a : n->a);
	printer_list_between(p, "(", n->b, ")");
}

void printer_expression(struct printer *p, const struct cpp_node *n)
{
	switch (n->kind) {
	case CPP_LITERAL:
		print_literal(p, n);
		break;
	case CPP_PREFIX:
		print_prefix(p, n);
		break;
	case CPP_POSTFIX:
		printer_operand(p, n->a);
		printer_add(p, n->text);
		break;
	case CPP_BINARY:
		print_binary(p, n);
		break;
	case CPP_CHOICE:
		printer_operand(p, n->a);
		printer_add(p, STR("?"));
		printer_operand(p, n->b);
		printer_add(p, STR(" : "));
		printer_operand(p, n->c);
		break;
	case CPP_CALL:
		print_call(p, n);
		break;
	case CPP_INDEX:
		printer_operand(p, n->a);
		printer_between(p, "[", n->b, "]");
		break;
	case CPP_DOT:
		printer_operand(p, n->a);
		printer_add(p, n->text);
		printer_operand(p, n->b);
		break;
	case CPP_CAST:
		printer_between(p, "(", n->a, ")");
		printer_operand(p, n->b);
		break;
	case CPP_CAST_OF_LIST:
		printer_between(p, "(", n->a, ")");
		printer_list_between(p, "(", n->b, ")");
		break;
	case CPP_NAMED_CAST:
		printer_add(p, n->text);
		printer_between(p, "<", n->a, ">");
		printer_between(p, "(", n->b, ")");
		break;
	case CPP_BRACES:
		printer_both(p, n->a);
		printer_list_between(p, "{", n->b, "}");
		break;
	case CPP_NEW:
		printer_between(p, "new ", n->a, "");
		if (n->b)
			printer_list_between(p, "(", n->b, ")");
		break;
	case CPP_OF:
		printer_add(p, n->text);
		printer_between(p, "(", n->a, ")");
		break;
	case CPP_ARGUMENT:
		printer_add(p, STR("{parm#"));
		printer_add_number(p, n->number);
		printer_add(p, STR("}"));
		break;
	case CPP_FOLD:
		print_fold(p, n);
		break;
	default:
		break;
	}
}
