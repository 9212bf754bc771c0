/*
 * Types of C++ as text, both sides of them: "int (*" and ") [3]", "void (A::*" and ")(int) const".
 */
#include "collapse/demangle/cpp-print.h"

static void add_qualifiers(struct printer *p, const struct cpp_node *function)
{
	unsigned bits = function->number;

	if (bits & CPP_CONST)
		printer_add(p, STR(" const"));
	if (bits & CPP_VOLATILE)
		printer_add(p, STR(" volatile"));
	if (bits & CPP_RESTRICT)
		printer_add(p, STR(" restrict"));
	if (bits & CPP_LVALUE)
		printer_add(p, STR(" &"));
	if (bits & CPP_RVALUE)
		printer_add(p, STR(" &&"));
	if (bits & CPP_NOEXCEPT)
		printer_add(p, STR(" noexcept"));
	if (function->c) {
		printer_add(p, STR("("));
		printer_both(p, function->c);
		printer_add(p, STR(")"));
	}
}

static void print_arguments(struct printer *p, uint32_t function)
{
	printer_add(p, STR("("));
	printer_list(p, printer_node(p, function)->b);
	printer_add(p, STR(")"));
	add_qualifiers(p, printer_node(p, function));
}

/* What a '*' behind this type has to be put in parentheses for. */
static enum cpp_kind shape(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;

	node = printer_resolve(p, node);
	while (printer_node(p, node)->kind == CPP_SUFFIXED && cpp_step(p->cpp))
		node = printer_resolve(p, printer_node(p, node)->a);
	p->scope = scope;
	return (enum cpp_kind)printer_node(p, node)->kind;
}

static void open(struct printer *p, uint32_t type)
{
	enum cpp_kind kind = shape(p, type);

	if (kind == CPP_ARRAY)
		printer_add(p, STR(" ("));
	else if (kind == CPP_FUNCTION)
		printer_add(p, STR("("));
}

static void close(struct printer *p, uint32_t type)
{
	enum cpp_kind kind = shape(p, type);

	if (kind == CPP_ARRAY || kind == CPP_FUNCTION)
		printer_add(p, STR(")"));
}

static bool is_reference(const struct cpp_node *node)
{
	return node->kind == CPP_POINTER && node->text.p[0] == '&';
}

/*
 * A reference to a reference is one reference, of one '&' if either is: what it refers to, and the
 * scope becomes that of this.
 */
static uint32_t collapse(struct printer *p, uint32_t node, struct str *mark)
{
	uint32_t to = printer_node(p, node)->a, inner;

	*mark = printer_node(p, node)->text;
	if (!is_reference(printer_node(p, node)))
		return to;
	while (cpp_step(p->cpp)) {
		const struct printer_scope *scope = p->scope;

		inner = printer_resolve(p, to);
		if (!is_reference(printer_node(p, inner))) {
			p->scope = scope;
			break;
		}
		if (printer_node(p, inner)->text.n < mark->n)
			*mark = printer_node(p, inner)->text;
		to = printer_node(p, inner)->a;
	}
	return to;
}

/* "const" once is enough. */
static bool has_suffix(struct printer *p, uint32_t type, struct str suffix)
{
	const struct printer_scope *scope = p->scope;
	bool found = false;

	type = printer_resolve(p, type);
	while (!found && printer_node(p, type)->kind == CPP_SUFFIXED && cpp_step(p->cpp)) {
		found = str_eq(printer_node(p, type)->text, suffix);
		type = printer_resolve(p, printer_node(p, type)->a);
	}
	p->scope = scope;
	return found;
}

/* Whose arguments stand behind the function's own, in the same parentheses as the '*'. */
static bool returns_pointer_to_function(struct printer *p, uint32_t result)
{
	const struct printer_scope *scope = p->scope;
	const struct cpp_node *n = printer_node(p, printer_resolve(p, result));
	bool does = (n->kind == CPP_POINTER && shape(p, n->a) == CPP_FUNCTION) ||
		    (n->kind == CPP_MEMBER && shape(p, n->b) == CPP_FUNCTION);

	p->scope = scope;
	return does;
}

bool printer_left_of_type(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;
	const struct cpp_node *n = printer_node(p, node);
	struct str mark;
	uint32_t to;

	switch (n->kind) {
	case CPP_SUFFIXED:
		printer_left(p, n->a);
		if (!has_suffix(p, n->a, n->text)) {
			printer_add(p, STR(" "));
			printer_add(p, n->text);
		}
		return true;
	case CPP_POINTER:
		to = collapse(p, node, &mark);
		printer_left(p, to);
		open(p, to);
		printer_add(p, mark);
		p->scope = scope;
		return true;
	case CPP_FUNCTION:
		printer_left(p, n->a);
		if (!returns_pointer_to_function(p, n->a))
			printer_add(p, STR(" "));
		return true;
	case CPP_ARRAY:
		printer_left(p, n->a);
		return true;
	case CPP_MEMBER:
		printer_left(p, n->b);
		open(p, n->b);
		if (shape(p, n->b) != CPP_FUNCTION && shape(p, n->b) != CPP_ARRAY)
			printer_add(p, STR(" "));
		printer_both(p, n->a);
		printer_add(p, STR("::*"));
		return true;
	case CPP_VECTOR:
		printer_both(p, n->a);
		printer_add(p, STR(" __vector("));
		printer_both(p, n->b);
		printer_add(p, STR(")"));
		return true;
	case CPP_EXPANSION:
		printer_expansion(p, n->a);
		return true;
	case CPP_DECLTYPE:
		printer_add(p, STR("decltype ("));
		printer_both(p, n->a);
		printer_add(p, STR(")"));
		return true;
	default:
		return false;
	}
}

void printer_right_of_type(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;
	const struct cpp_node *n = printer_node(p, node);
	struct str mark;
	uint32_t to;

	switch (n->kind) {
	case CPP_SUFFIXED:
		printer_right(p, n->a);
		break;
	case CPP_POINTER:
		to = collapse(p, node, &mark);
		close(p, to);
		printer_right(p, to);
		break;
	case CPP_FUNCTION:
		print_arguments(p, node);
		printer_right(p, n->a);
		break;
	case CPP_ARRAY:
		printer_add(p, printer_last(p) == ']' ? STR("[") : STR(" ["));
		printer_between(p, "", n->b, "]");
		printer_right(p, n->a);
		break;
	case CPP_MEMBER:
		close(p, n->b);
		printer_right(p, n->b);
		break;
	case CPP_PARAMETER:
		to = printer_resolve(p, node);
		if (to != node) /* which it is where nobody knows */
			printer_right(p, to);
		break;
	default:
		break;
	}
	p->scope = scope;
}
