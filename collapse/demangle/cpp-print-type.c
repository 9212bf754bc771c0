/*
 * Types of C++ as text, both sides of them: "int (*" and ") [3]", "void (A::*" and ")(int) const".
 */
#include "collapse/demangle/cpp-print.h"

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

/* ---- a suffix: "const" ---- */

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

void printer_left_of_suffixed(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_left(p, n->a);
	if (!has_suffix(p, n->a, n->text))
		printer_fill(p, n, " %t");
}

void printer_right_of_suffixed(struct printer *p, uint32_t node)
{
	printer_right(p, printer_node(p, node)->a);
}

/* ---- pointers and references ---- */

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

void printer_left_of_pointer(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;
	struct str mark;
	uint32_t to = collapse(p, node, &mark);

	printer_left(p, to);
	open(p, to);
	printer_add(p, mark);
	p->scope = scope;
}

void printer_right_of_pointer(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;
	struct str mark;
	uint32_t to = collapse(p, node, &mark);

	close(p, to);
	printer_right(p, to);
	p->scope = scope;
}

void printer_left_of_member(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_left(p, n->b);
	open(p, n->b);
	if (shape(p, n->b) != CPP_FUNCTION && shape(p, n->b) != CPP_ARRAY)
		printer_add(p, STR(" "));
	printer_fill(p, n, "%a::*");
}

void printer_right_of_member(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	close(p, n->b);
	printer_right(p, n->b);
}

/* ---- functions ---- */

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

void printer_left_of_function(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_left(p, n->a);
	if (!returns_pointer_to_function(p, n->a))
		printer_add(p, STR(" "));
}

void printer_right_of_function(struct printer *p, uint32_t node)
{
	static const struct {
		unsigned bit;
		struct str text;
	} qualifiers[] = {
		{CPP_CONST, STR_INIT(" const")},
		{CPP_VOLATILE, STR_INIT(" volatile")},
		{CPP_RESTRICT, STR_INIT(" restrict")},
		{CPP_LVALUE, STR_INIT(" &")},
		{CPP_RVALUE, STR_INIT(" &&")},
		{CPP_NOEXCEPT, STR_INIT(" noexcept")},
	};
	const struct cpp_node *n = printer_node(p, node);

	printer_fill(p, n, "(%*b)");
	for (size_t i = 0; i < sizeof(qualifiers) / sizeof(*qualifiers); i++)
		if (n->number & qualifiers[i].bit)
			printer_add(p, qualifiers[i].text);
	if (n->c)
		printer_fill(p, n, "(%c)");
	printer_right(p, n->a);
}

/* ---- arrays ---- */

void printer_left_of_array(struct printer *p, uint32_t node)
{
	printer_left(p, printer_node(p, node)->a);
}

void printer_right_of_array(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_fill(p, n, printer_last(p) == ']' ? "[%b]" : " [%b]");
	printer_right(p, n->a);
}
