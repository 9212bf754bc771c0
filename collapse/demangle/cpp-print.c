/*
 * From nodes to text, in the layout that c++filt and perf have: "char const*", "> >", and more
 * parentheses around operands than people would write.
 *
 * Most kinds of nodes have a template. Types with two sides are in cpp-print-type.c, parameters in
 * cpp-print-parameter.c, what else is peculiar is here.
 */
#include "collapse/demangle/cpp-print.h"

#include "collapse/demangle/demangle.h"

enum { DEEPEST = 1024 };

void printer_enter(struct printer *p)
{
	if (++p->depth > DEEPEST)
		cpp_fail(p->cpp);
}

void printer_add(struct printer *p, struct str text)
{
	if (p->out->n - p->start + text.n > demangle_limit(p->cpp->in))
		cpp_fail(p->cpp);
	else
		buf_add(p->out, text);
}

void printer_add_number(struct printer *p, uint32_t number)
{
	buf_add_u64(p->out, number);
}

char printer_last(const struct printer *p)
{
	if (p->out->n == p->start || p->out->n == p->comma_gone)
		return '\0';
	return p->out->p[p->out->n - 1];
}

void printer_both(struct printer *p, uint32_t node)
{
	printer_left(p, node);
	printer_right(p, node);
}

/* In parentheses, unless it is a name. */
static void add_operand(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);
	bool stands_alone = n->kind == CPP_TEXT || n->kind == CPP_SCOPE || n->kind == CPP_BRACES ||
			    n->kind == CPP_ARGUMENT;

	printer_add(p, stands_alone ? STR("") : STR("("));
	printer_both(p, node);
	printer_add(p, stands_alone ? STR("") : STR(")"));
}

/* What leaves no trace, a pack of nothing, leaves no comma either. */
static void add_list(struct printer *p, uint32_t list)
{
	bool first = true;

	for (; list && cpp_step(p->cpp); list = printer_node(p, list)->b) {
		size_t before = p->out->n;

		if (!first)
			printer_add(p, STR(", "));

		size_t start = p->out->n;

		printer_both(p, printer_node(p, list)->a);
		if (p->out->n > start)
			first = false;
		else if (!first)
			p->comma_gone = p->out->n = before;
	}
}

/* ---- templates ---- */

static uint32_t part(const struct cpp_node *n, char name)
{
	return name == 'a' ? n->a : name == 'b' ? n->b : n->c;
}

/* What the letters behind a '%' stand for, which are taken off the rest. */
static void add_part(struct printer *p, const struct cpp_node *n, struct str *rest)
{
	bool is_list = str_starts(*rest, STR("*"));
	char name = rest->p[is_list];

	*rest = str_skip(*rest, is_list + 1u);
	if (name == 't')
		printer_add(p, n->text);
	else if (name == 'n')
		printer_add_number(p, n->number);
	else if (is_list)
		add_list(p, part(n, name));
	else if (name == byte_lower(name))
		printer_both(p, part(n, name));
	else
		add_operand(p, part(n, byte_lower(name)));
}

void printer_fill(struct printer *p, const struct cpp_node *n, const char *template)
{
	struct str before, rest = str_of(template);

	while (str_cut(rest, '%', &before, &rest)) {
		printer_add(p, before);
		add_part(p, n, &rest);
	}
	printer_add(p, rest);
}

/* ---- names ---- */

static void add_template(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_both(p, n->a);
	printer_add(p, printer_last(p) == '<' ? STR(" <") : STR("<"));
	add_list(p, n->b);
	printer_add(p, printer_last(p) == '>' ? STR(" >") : STR(">"));
}

static void add_lambda(struct printer *p, uint32_t node)
{
	struct printer_scope inner = {.is_lambda = true, .outer = p->scope};

	p->scope = &inner;
	printer_fill(p, printer_node(p, node), "{lambda(%*a)#%n}");
	p->scope = inner.outer;
}

static void add_conversion(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);
	struct printer_scope inner = {.arguments = n->b, .outer = p->scope};

	if (n->b)
		p->scope = &inner;
	printer_fill(p, n, "operator %a");
	p->scope = inner.outer;
}

static void add_function_name(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);
	struct printer_scope inner = {.arguments = n->c, .outer = p->scope};

	p->scope = &inner;
	if (printer_node(p, n->b)->a)
		printer_left(p, n->b);
	p->scope = inner.outer;
	printer_both(p, n->a);
	p->scope = &inner;
	printer_right(p, n->b);
	p->scope = inner.outer;
}

/* ---- expressions ---- */

static bool is_float(const struct cpp_node *type)
{
	return str_eq(type->text, STR("float")) || str_eq(type->text, STR("double")) ||
	       str_eq(type->text, STR("long double")) || str_eq(type->text, STR("__float128"));
}

static void add_literal(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	if (n->a)
		printer_fill(p, n, "(%a)");
	printer_fill(p, n, n->number ? "-" : "");
	printer_fill(p, n, n->a && is_float(printer_node(p, n->a)) ? "[%t]" : "%t");
	if (n->b)
		printer_both(p, n->b);
}

/* The address of a member function goes without its arguments, unless it is const. */
static void add_prefix(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node), *of = printer_node(p, n->a);

	printer_add(p, n->text);
	if (str_eq(n->text, STR("&")) && of->kind == CPP_FUNCTION_NAME &&
		printer_node(p, of->a)->kind == CPP_SCOPE && printer_node(p, of->b)->number == 0)
		printer_both(p, of->a);
	else
		add_operand(p, n->a);
}

/* A '>' without parentheses would end template arguments. */
static void add_binary(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_fill(p, n, str_eq(n->text, STR(">")) ? "(%A%t%B)" : "%A%t%B");
}

static void add_fold(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_fill(p, n, n->a ? "(%A%t..." : "(...");
	printer_fill(p, n, n->b ? "%t%B)" : ")");
}

static void add_call(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node), *function = printer_node(p, n->a);

	add_operand(p, function->kind == CPP_FUNCTION_NAME ? function->a : n->a);
	printer_fill(p, n, "(%*b)");
}

static void add_new(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	printer_fill(p, n, n->b ? "new %a(%*b)" : "new %a");
}

/* ---- all kinds ---- */

static const struct printing {
	const char *template; /* for the left side, unless there is a function */
	void (*left)(struct printer *p, uint32_t node);
	void (*right)(struct printer *p, uint32_t node);
} printings[] = {
	[CPP_TEXT] = {.template = "%t"},
	[CPP_SCOPE] = {.template = "%a::%b"},
	[CPP_TEMPLATE] = {.left = add_template},
	[CPP_PACK] = {.template = "%*a"},
	[CPP_PARAMETER] = {.left = printer_left_of_parameter, .right = printer_right_of_parameter},
	[CPP_CONSTRUCTOR] = {.template = "%a"},
	[CPP_DESTRUCTOR] = {.template = "~%a"},
	[CPP_OPERATOR] = {.template = "operator%t"},
	[CPP_LITERAL_OPERATOR] = {.template = "operator\"\" %a"},
	[CPP_CONVERSION] = {.left = add_conversion},
	[CPP_TAGGED] = {.template = "%a[abi:%t]"},
	[CPP_LAMBDA] = {.left = add_lambda},
	[CPP_NUMBERED] = {.template = "{%t#%n}"},
	[CPP_BINDING] = {.template = "[%*a]"},
	[CPP_FUNCTION_NAME] = {.left = add_function_name},
	[CPP_SPECIAL] = {.template = "%t%a"},
	[CPP_CONSTRUCTION] = {.template = "construction vtable for %b-in-%a"},
	[CPP_TEMPORARY] = {.template = "reference temporary #%n for %a"},

	[CPP_SUFFIXED] = {.left = printer_left_of_suffixed, .right = printer_right_of_suffixed},
	[CPP_POINTER] = {.left = printer_left_of_pointer, .right = printer_right_of_pointer},
	[CPP_FUNCTION] = {.left = printer_left_of_function, .right = printer_right_of_function},
	[CPP_ARRAY] = {.left = printer_left_of_array, .right = printer_right_of_array},
	[CPP_MEMBER] = {.left = printer_left_of_member, .right = printer_right_of_member},
	[CPP_VECTOR] = {.template = "%a __vector(%b)"},
	[CPP_EXPANSION] = {.left = printer_expansion},
	[CPP_DECLTYPE] = {.template = "decltype (%a)"},

	[CPP_LITERAL] = {.left = add_literal},
	[CPP_PREFIX] = {.left = add_prefix},
	[CPP_POSTFIX] = {.template = "%A%t"},
	[CPP_BINARY] = {.left = add_binary},
	[CPP_CHOICE] = {.template = "%A?%B : %C"},
	[CPP_CALL] = {.left = add_call},
	[CPP_INDEX] = {.template = "%A[%b]"},
	[CPP_DOT] = {.template = "%A%t%B"},
	[CPP_CAST] = {.template = "(%a)%B"},
	[CPP_CAST_OF_LIST] = {.template = "(%a)(%*b)"},
	[CPP_NAMED_CAST] = {.template = "%t<%a>(%b)"},
	[CPP_BRACES] = {.template = "%a{%*b}"},
	[CPP_NEW] = {.left = add_new},
	[CPP_OF] = {.template = "%t(%a)"},
	[CPP_PACK_SIZE] = {.left = printer_pack_size},
	[CPP_ARGUMENT] = {.template = "{parm#%n}"},
	[CPP_FOLD] = {.left = add_fold},
};

void printer_left(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);
	const struct printing *printing = &printings[n->kind];

	printer_enter(p);
	if (cpp_step(p->cpp) && node) {
		if (printing->left)
			printing->left(p, node);
		else if (printing->template)
			printer_fill(p, n, printing->template);
	}
	printer_leave(p);
}

void printer_right(struct printer *p, uint32_t node)
{
	const struct printing *printing = &printings[printer_node(p, node)->kind];

	printer_enter(p);
	if (cpp_step(p->cpp) && node && printing->right)
		printing->right(p, node);
	printer_leave(p);
}

bool cpp_print(struct buf *out, struct cpp *cpp, uint32_t node)
{
	struct printer p = {.cpp = cpp, .out = out, .start = out->n};

	printer_both(&p, node);
	if (!cpp->failed && out->n > p.start)
		return true;
	out->n = p.start;
	return false;
}
