/*
 * From nodes to text, in the layout that c++filt and perf have: "char const*", "> >".
 *
 * A type has a left and a right part, with the name, or the '*' of what points to it, between
 * them: "void (*" and ")(int)".
 */
#include "collapse/demangle-cpp.h"
#include "collapse/demangle.h"

enum { DEEPEST_PRINT = 1024 };

struct printer {
	struct cpp *cpp;
	struct buf *out;
	size_t start; /* of the name, in out */
	unsigned depth;
	size_t comma_gone; /* where a ", " stood that was taken back */
	uint32_t pack_index; /* which of the things that a parameter stands for it is now */
	unsigned lambdas; /* whose arguments these are: their parameters are "auto:1" */
};

static void left(struct printer *p, uint32_t node);
static void right(struct printer *p, uint32_t node);

static const struct cpp_node *at(const struct printer *p, uint32_t node)
{
	return &p->cpp->nodes[node];
}

static void add(struct printer *p, struct str text)
{
	if (p->out->n - p->start + text.n > demangle_limit(p->cpp->in))
		cpp_fail(p->cpp);
	else
		buf_add(p->out, text);
}

static void add_number(struct printer *p, uint32_t number)
{
	buf_add_u64(p->out, number);
}

/* The last byte; others do not see that a comma was taken back, and write "A<B<>, C<>>". */
static char last(const struct printer *p)
{
	if (p->out->n == p->start || p->out->n == p->comma_gone)
		return '\0';
	return p->out->p[p->out->n - 1];
}

static void print(struct printer *p, uint32_t node)
{
	left(p, node);
	right(p, node);
}

/* What leaves no trace, a pack of nothing, leaves no comma either. */
static void print_list(struct printer *p, uint32_t list)
{
	bool first = true;

	for (; list && cpp_step(p->cpp); list = at(p, list)->b) {
		size_t before = p->out->n;

		if (!first)
			add(p, STR(", "));

		size_t start = p->out->n;

		print(p, at(p, list)->a);
		if (p->out->n > start)
			first = false;
		else if (!first)
			p->comma_gone = p->out->n = before;
	}
}

/* ---- template parameters ---- */

static uint32_t item(struct printer *p, uint32_t list, uint32_t number)
{
	while (list && number-- && cpp_step(p->cpp))
		list = at(p, list)->b;
	return list ? at(p, list)->a : 0;
}

/* What stands in the place of a parameter; 0 for nothing. */
static uint32_t resolved(struct printer *p, uint32_t node)
{
	while (at(p, node)->kind == CPP_PARAMETER && p->lambdas == 0 && cpp_step(p->cpp)) {
		node = at(p, node)->a;
		if (at(p, node)->kind == CPP_PACK)
			node = item(p, at(p, node)->a, p->pack_index);
	}
	return node;
}

/* The first parameter below that stands for several things: these; false when there is none. */
static bool find_pack(struct printer *p, uint32_t node, uint32_t *list)
{
	const struct cpp_node *n = at(p, node);
	bool found = false;

	if (node == 0 || !cpp_step(p->cpp) || n->kind == CPP_LAMBDA)
		return false;
	if (n->kind == CPP_PARAMETER) {
		*list = at(p, n->a)->a;
		return at(p, n->a)->kind == CPP_PACK;
	}
	if (++p->depth > DEEPEST_PRINT)
		cpp_fail(p->cpp);
	else
		found = find_pack(p, n->a, list) || find_pack(p, n->b, list) ||
			find_pack(p, n->c, list);
	p->depth--;
	return found;
}

static uint32_t pack_size(struct printer *p, uint32_t node)
{
	uint32_t list = 0, count = 0;

	if (find_pack(p, node, &list))
		for (; list && cpp_step(p->cpp); list = at(p, list)->b)
			count++;
	return count;
}

static void print_operand(struct printer *p, uint32_t node);

static void print_expansion(struct printer *p, uint32_t of)
{
	uint32_t outer = p->pack_index, list, count;
	bool first = true;

	if (!find_pack(p, of, &list)) {
		print_operand(p, of);
		add(p, STR("..."));
		return;
	}
	count = pack_size(p, of);
	for (p->pack_index = 0; p->pack_index < count && cpp_step(p->cpp); p->pack_index++) {
		if (!first)
			add(p, STR(", "));
		first = false;
		print(p, of);
	}
	p->pack_index = outer;
}

/* ---- types ---- */

static void add_qualifiers(struct printer *p, const struct cpp_node *function)
{
	unsigned bits = function->number;

	if (bits & CPP_CONST)
		add(p, STR(" const"));
	if (bits & CPP_VOLATILE)
		add(p, STR(" volatile"));
	if (bits & CPP_RESTRICT)
		add(p, STR(" restrict"));
	if (bits & CPP_LVALUE)
		add(p, STR(" &"));
	if (bits & CPP_RVALUE)
		add(p, STR(" &&"));
	if (bits & CPP_NOEXCEPT)
		add(p, STR(" noexcept"));
	if (function->c) {
		add(p, STR("("));
		print(p, function->c);
		add(p, STR(")"));
	}
}

static void print_arguments(struct printer *p, uint32_t function)
{
	add(p, STR("("));
	print_list(p, at(p, function)->b);
	add(p, STR(")"));
	add_qualifiers(p, at(p, function));
}

/* What a '*' behind this type has to be put in parentheses for. */
static enum cpp_kind shape(struct printer *p, uint32_t node)
{
	node = resolved(p, node);
	while (at(p, node)->kind == CPP_SUFFIXED && cpp_step(p->cpp))
		node = resolved(p, at(p, node)->a);
	return (enum cpp_kind)at(p, node)->kind;
}

static void open(struct printer *p, uint32_t type)
{
	enum cpp_kind kind = shape(p, type);

	if (kind == CPP_ARRAY)
		add(p, STR(" ("));
	else if (kind == CPP_FUNCTION)
		add(p, STR("("));
}

static void close(struct printer *p, uint32_t type)
{
	enum cpp_kind kind = shape(p, type);

	if (kind == CPP_ARRAY || kind == CPP_FUNCTION)
		add(p, STR(")"));
}

static bool is_reference(const struct cpp_node *node)
{
	return node->kind == CPP_POINTER && node->text.p[0] == '&';
}

/* A reference to a reference is one reference, of one '&' if either is: what it refers to. */
static uint32_t collapse(struct printer *p, uint32_t node, struct str *mark)
{
	uint32_t to = at(p, node)->a;

	*mark = at(p, node)->text;
	if (!is_reference(at(p, node)))
		return to;
	for (;;) {
		uint32_t inner = resolved(p, to);

		if (!is_reference(at(p, inner)) || !cpp_step(p->cpp))
			return to;
		if (at(p, inner)->text.n < mark->n)
			*mark = at(p, inner)->text;
		to = at(p, inner)->a;
	}
}

/* "const" once is enough. */
static bool has_suffix(struct printer *p, uint32_t type, struct str suffix)
{
	type = resolved(p, type);
	while (at(p, type)->kind == CPP_SUFFIXED && cpp_step(p->cpp)) {
		if (str_eq(at(p, type)->text, suffix))
			return true;
		type = resolved(p, at(p, type)->a);
	}
	return false;
}

/* Whose arguments stand behind the function's own, in the same parentheses as the '*'. */
static bool returns_pointer_to_function(struct printer *p, uint32_t result)
{
	const struct cpp_node *n = at(p, resolved(p, result));

	return (n->kind == CPP_POINTER && shape(p, n->a) == CPP_FUNCTION) ||
	       (n->kind == CPP_MEMBER && shape(p, n->b) == CPP_FUNCTION);
}

static bool left_of_type(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = at(p, node);
	struct str mark;
	uint32_t to;

	switch (n->kind) {
	case CPP_SUFFIXED:
		left(p, n->a);
		if (!has_suffix(p, n->a, n->text)) {
			add(p, STR(" "));
			add(p, n->text);
		}
		return true;
	case CPP_POINTER:
		to = collapse(p, node, &mark);
		left(p, to);
		open(p, to);
		add(p, mark);
		return true;
	case CPP_FUNCTION:
		left(p, n->a);
		if (!returns_pointer_to_function(p, n->a))
			add(p, STR(" "));
		return true;
	case CPP_ARRAY:
		left(p, n->a);
		return true;
	case CPP_MEMBER:
		left(p, n->b);
		open(p, n->b);
		if (shape(p, n->b) != CPP_FUNCTION && shape(p, n->b) != CPP_ARRAY)
			add(p, STR(" "));
		print(p, n->a);
		add(p, STR("::*"));
		return true;
	case CPP_VECTOR:
		print(p, n->a);
		add(p, STR(" __vector("));
		print(p, n->b);
		add(p, STR(")"));
		return true;
	case CPP_EXPANSION:
		print_expansion(p, n->a);
		return true;
	case CPP_DECLTYPE:
		add(p, STR("decltype ("));
		print(p, n->a);
		add(p, STR(")"));
		return true;
	default:
		return false;
	}
}

/* ---- expressions ---- */

static bool needs_parentheses(const struct cpp_node *node)
{
	return node->kind != CPP_TEXT && node->kind != CPP_SCOPE && node->kind != CPP_BRACES &&
	       node->kind != CPP_ARGUMENT;
}

static void print_operand(struct printer *p, uint32_t node)
{
	bool parentheses = needs_parentheses(at(p, node));

	if (parentheses)
		add(p, STR("("));
	print(p, node);
	if (parentheses)
		add(p, STR(")"));
}

static void print_between(struct printer *p, const char *before, uint32_t node, const char *behind)
{
	add(p, str_of(before));
	print(p, node);
	add(p, str_of(behind));
}

static void print_list_between(
	struct printer *p, const char *before, uint32_t list, const char *behind)
{
	add(p, str_of(before));
	print_list(p, list);
	add(p, str_of(behind));
}

static void print_literal(struct printer *p, const struct cpp_node *n)
{
	static const char *const floats[] = {"float", "double", "long double", "__float128"};
	bool is_float = false;

	if (n->a) {
		for (size_t i = 0; i < sizeof(floats) / sizeof(*floats); i++)
			is_float |= str_eq(at(p, n->a)->text, str_of(floats[i]));
		print_between(p, "(", n->a, ")");
	}
	if (n->number)
		add(p, STR("-"));
	if (is_float)
		add(p, STR("["));
	add(p, n->text);
	if (is_float)
		add(p, STR("]"));
	if (n->b)
		print(p, n->b);
}

/* The address of a member function goes without its arguments, unless it is const. */
static void print_prefix(struct printer *p, const struct cpp_node *n)
{
	const struct cpp_node *of = at(p, n->a);

	add(p, n->text);
	if (str_eq(n->text, STR("&")) && of->kind == CPP_FUNCTION_NAME &&
		at(p, of->a)->kind == CPP_SCOPE && at(p, of->b)->number == 0)
		print(p, of->a);
	else
		print_operand(p, n->a);
}

static void print_binary(struct printer *p, const struct cpp_node *n)
{
	bool greater = str_eq(n->text, STR(">"));

	if (greater) /* which would end template arguments */
		add(p, STR("("));
	print_operand(p, n->a);
	add(p, n->text);
	print_operand(p, n->b);
	if (greater)
		add(p, STR(")"));
}

static void print_fold(struct printer *p, const struct cpp_node *n)
{
	add(p, STR("("));
	if (n->a) {
		print_operand(p, n->a);
		add(p, n->text);
	}
	add(p, STR("..."));
	if (n->b) {
		add(p, n->text);
		print_operand(p, n->b);
	}
	add(p, STR(")"));
}

static void print_call(struct printer *p, const struct cpp_node *n)
{
	const struct cpp_node *function = at(p, n->a);

	print_operand(p, function->kind == CPP_FUNCTION_NAME ? function->a : n->a);
	print_list_between(p, "(", n->b, ")");
}

static void print_expression(struct printer *p, const struct cpp_node *n)
{
	switch (n->kind) {
	case CPP_LITERAL:
		print_literal(p, n);
		break;
	case CPP_PREFIX:
		print_prefix(p, n);
		break;
	case CPP_POSTFIX:
		print_operand(p, n->a);
		add(p, n->text);
		break;
	case CPP_BINARY:
		print_binary(p, n);
		break;
	case CPP_CHOICE:
		print_operand(p, n->a);
		add(p, STR("?"));
		print_operand(p, n->b);
		add(p, STR(" : "));
		print_operand(p, n->c);
		break;
	case CPP_CALL:
		print_call(p, n);
		break;
	case CPP_INDEX:
		print_operand(p, n->a);
		print_between(p, "[", n->b, "]");
		break;
	case CPP_DOT:
		print_operand(p, n->a);
		add(p, n->text);
		print_operand(p, n->b);
		break;
	case CPP_CAST:
		print_between(p, "(", n->a, ")");
		print_operand(p, n->b);
		break;
	case CPP_CAST_OF_LIST:
		print_between(p, "(", n->a, ")");
		print_list_between(p, "(", n->b, ")");
		break;
	case CPP_NAMED_CAST:
		add(p, n->text);
		print_between(p, "<", n->a, ">");
		print_between(p, "(", n->b, ")");
		break;
	case CPP_BRACES:
		print(p, n->a);
		print_list_between(p, "{", n->b, "}");
		break;
	case CPP_NEW:
		print_between(p, "new ", n->a, "");
		if (n->b)
			print_list_between(p, "(", n->b, ")");
		break;
	case CPP_OF:
		add(p, n->text);
		print_between(p, "(", n->a, ")");
		break;
	case CPP_ARGUMENT:
		add(p, STR("{parm#"));
		add_number(p, n->number);
		add(p, STR("}"));
		break;
	case CPP_FOLD:
		print_fold(p, n);
		break;
	default:
		break;
	}
}

/* ---- names ---- */

static void print_template(struct printer *p, const struct cpp_node *n)
{
	print(p, n->a);
	add(p, last(p) == '<' ? STR(" <") : STR("<"));
	print_list(p, n->b);
	add(p, last(p) == '>' ? STR(" >") : STR(">"));
}

static void print_lambda(struct printer *p, const struct cpp_node *n)
{
	p->lambdas++;
	print_list_between(p, "{lambda(", n->a, ")#");
	p->lambdas--;
	add_number(p, n->number);
	add(p, STR("}"));
}

static void print_numbered(struct printer *p, const struct cpp_node *n)
{
	add(p, STR("{"));
	add(p, n->text);
	add(p, STR("#"));
	add_number(p, n->number);
	add(p, STR("}"));
}

/* Only in the arguments of a lambda, or where a symbol is wrong, a parameter stands for itself. */
static void left_of_parameter(struct printer *p, uint32_t node)
{
	uint32_t argument = resolved(p, node);

	if (p->lambdas) {
		add(p, STR("auto:"));
		add_number(p, at(p, node)->number + 1);
	} else if (!at(p, node)->a) {
		cpp_fail(p->cpp);
	} else if (argument) {
		left(p, argument);
	}
}

static bool print_name(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = at(p, node);

	switch (n->kind) {
	case CPP_TEXT:
		add(p, n->text);
		return true;
	case CPP_SCOPE:
		print(p, n->a);
		print_between(p, "::", n->b, "");
		return true;
	case CPP_TEMPLATE:
		print_template(p, n);
		return true;
	case CPP_PACK:
		print_list(p, n->a);
		return true;
	case CPP_PACK_SIZE:
		add_number(p, pack_size(p, n->a));
		return true;
	case CPP_PARAMETER:
		left_of_parameter(p, node);
		return true;
	case CPP_CONSTRUCTOR:
		print(p, n->a);
		return true;
	case CPP_DESTRUCTOR:
		print_between(p, "~", n->a, "");
		return true;
	case CPP_OPERATOR:
		add(p, STR("operator"));
		add(p, n->text);
		return true;
	case CPP_LITERAL_OPERATOR:
		print_between(p, "operator\"\" ", n->a, "");
		return true;
	case CPP_CONVERSION:
		print_between(p, "operator ", n->a, "");
		return true;
	case CPP_TAGGED:
		print_between(p, "", n->a, "[abi:");
		add(p, n->text);
		add(p, STR("]"));
		return true;
	case CPP_LAMBDA:
		print_lambda(p, n);
		return true;
	case CPP_NUMBERED:
		print_numbered(p, n);
		return true;
	case CPP_BINDING:
		print_list_between(p, "[", n->a, "]");
		return true;
	case CPP_FUNCTION_NAME:
		if (at(p, n->b)->a)
			left(p, n->b);
		print(p, n->a);
		right(p, n->b);
		return true;
	case CPP_SPECIAL:
		add(p, n->text);
		print(p, n->a);
		return true;
	case CPP_CONSTRUCTION:
		print_between(p, "construction vtable for ", n->b, "-in-");
		print(p, n->a);
		return true;
	case CPP_TEMPORARY:
		add(p, STR("reference temporary #"));
		add_number(p, n->number);
		print_between(p, " for ", n->a, "");
		return true;
	default:
		return false;
	}
}

/* ---- both sides ---- */

static bool enter(struct printer *p)
{
	if (++p->depth > DEEPEST_PRINT)
		cpp_fail(p->cpp);
	return cpp_step(p->cpp);
}

static void left(struct printer *p, uint32_t node)
{
	if (enter(p) && node && !left_of_type(p, node) && !print_name(p, node))
		print_expression(p, at(p, node));
	p->depth--;
}

static void right_of(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = at(p, node);
	struct str mark;
	uint32_t to;

	switch (n->kind) {
	case CPP_SUFFIXED:
		right(p, n->a);
		break;
	case CPP_POINTER:
		to = collapse(p, node, &mark);
		close(p, to);
		right(p, to);
		break;
	case CPP_FUNCTION:
		print_arguments(p, node);
		right(p, n->a);
		break;
	case CPP_ARRAY:
		add(p, last(p) == ']' ? STR("[") : STR(" ["));
		print_between(p, "", n->b, "]");
		right(p, n->a);
		break;
	case CPP_MEMBER:
		close(p, n->b);
		right(p, n->b);
		break;
	case CPP_PARAMETER:
		if (p->lambdas == 0 && resolved(p, node))
			right(p, resolved(p, node));
		break;
	default:
		break;
	}
}

static void right(struct printer *p, uint32_t node)
{
	if (enter(p) && node)
		right_of(p, node);
	p->depth--;
}

bool cpp_print(struct buf *out, struct cpp *cpp, uint32_t node)
{
	struct printer p = {.cpp = cpp, .out = out, .start = out->n};

	print(&p, node);
	if (!cpp->failed && out->n > p.start)
		return true;
	out->n = p.start;
	return false;
}
