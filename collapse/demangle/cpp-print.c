/*
 * From nodes to text, in the layout that c++filt and perf have: "char const*", "> >".
 */
#include "collapse/demangle/cpp-print.h"

#include "collapse/demangle/demangle.h"

enum { DEEPEST = 1024 };

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

/* What leaves no trace, a pack of nothing, leaves no comma either. */
void printer_list(struct printer *p, uint32_t list)
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

void printer_between(struct printer *p, const char *before, uint32_t node, const char *behind)
{
	printer_add(p, str_of(before));
	printer_both(p, node);
	printer_add(p, str_of(behind));
}

void printer_list_between(struct printer *p, const char *before, uint32_t list, const char *behind)
{
	printer_add(p, str_of(before));
	printer_list(p, list);
	printer_add(p, str_of(behind));
}

/* ---- template parameters ---- */

static uint32_t item(struct printer *p, uint32_t list, uint32_t number)
{
	while (list && number-- && cpp_step(p->cpp))
		list = printer_node(p, list)->b;
	return list ? printer_node(p, list)->a : 0;
}

/* What a parameter stands for in this scope. */
static uint32_t argument(struct printer *p, uint32_t parameter)
{
	uint32_t node = item(p, p->scope->arguments, printer_node(p, parameter)->number);

	return node ? node : cpp_fail(p->cpp);
}

uint32_t printer_resolve(struct printer *p, uint32_t node)
{
	while (printer_node(p, node)->kind == CPP_PARAMETER && p->scope && !p->scope->is_lambda &&
		cpp_step(p->cpp)) {
		node = argument(p, node);
		if (printer_node(p, node)->kind == CPP_PACK)
			node = item(p, printer_node(p, node)->a, p->pack_index);
		p->scope = p->scope->outer;
	}
	return node;
}

/* Of a parameter in this scope. */
static bool is_pack(struct printer *p, uint32_t parameter, uint32_t *list)
{
	uint32_t node = p->scope && !p->scope->is_lambda ? argument(p, parameter) : 0;

	*list = printer_node(p, node)->a;
	return printer_node(p, node)->kind == CPP_PACK;
}

/* The first parameter below that stands for several things: these; false when there is none. */
static bool find_pack(struct printer *p, uint32_t node, uint32_t *list)
{
	const struct cpp_node *n = printer_node(p, node);
	bool found;

	if (node == 0 || !cpp_step(p->cpp) || n->kind == CPP_LAMBDA)
		return false;
	if (n->kind == CPP_PARAMETER)
		return is_pack(p, node, list);
	if (++p->depth > DEEPEST)
		cpp_fail(p->cpp);
	found = find_pack(p, n->a, list);
	/* What else these have is in a scope of its own. */
	if (!found && n->kind != CPP_FUNCTION_NAME && n->kind != CPP_CONVERSION)
		found = find_pack(p, n->b, list) || find_pack(p, n->c, list);
	p->depth--;
	return found;
}

static uint32_t list_length(struct printer *p, uint32_t list)
{
	uint32_t count = 0;

	for (; list && cpp_step(p->cpp); list = printer_node(p, list)->b)
		count++;
	return count;
}

uint32_t printer_pack_size(struct printer *p, uint32_t node)
{
	uint32_t list;

	return find_pack(p, node, &list) ? list_length(p, list) : 0;
}

void printer_expansion(struct printer *p, uint32_t of)
{
	uint32_t outer = p->pack_index, list, count;
	bool first = true;

	if (!find_pack(p, of, &list)) {
		printer_operand(p, of);
		printer_add(p, STR("..."));
		return;
	}
	count = list_length(p, list);
	for (p->pack_index = 0; p->pack_index < count && cpp_step(p->cpp); p->pack_index++) {
		if (!first)
			printer_add(p, STR(", "));
		first = false;
		printer_both(p, of);
	}
	p->pack_index = outer;
}

/* ---- names ---- */

static void print_template(struct printer *p, const struct cpp_node *n)
{
	printer_both(p, n->a);
	printer_add(p, printer_last(p) == '<' ? STR(" <") : STR("<"));
	printer_list(p, n->b);
	printer_add(p, printer_last(p) == '>' ? STR(" >") : STR(">"));
}

static void print_lambda(struct printer *p, const struct cpp_node *n)
{
	struct printer_scope inner = {.is_lambda = true, .outer = p->scope};

	p->scope = &inner;
	printer_list_between(p, "{lambda(", n->a, ")#");
	p->scope = inner.outer;
	printer_add_number(p, n->number);
	printer_add(p, STR("}"));
}

static void print_conversion(struct printer *p, const struct cpp_node *n)
{
	struct printer_scope inner = {.arguments = n->b, .outer = p->scope};

	if (n->b)
		p->scope = &inner;
	printer_between(p, "operator ", n->a, "");
	p->scope = inner.outer;
}

static void print_function_name(struct printer *p, const struct cpp_node *n)
{
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

static void print_numbered(struct printer *p, const struct cpp_node *n)
{
	printer_add(p, STR("{"));
	printer_add(p, n->text);
	printer_add(p, STR("#"));
	printer_add_number(p, n->number);
	printer_add(p, STR("}"));
}

static void left_of_parameter(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;

	if (!scope) {
		cpp_fail(p->cpp);
	} else if (scope->is_lambda) {
		printer_add(p, STR("auto:"));
		printer_add_number(p, printer_node(p, node)->number + 1);
	} else {
		node = printer_resolve(p, node);
		if (node)
			printer_left(p, node);
		p->scope = scope;
	}
}

static bool print_name(struct printer *p, uint32_t node)
{
	const struct cpp_node *n = printer_node(p, node);

	switch (n->kind) {
	case CPP_TEXT:
		printer_add(p, n->text);
		return true;
	case CPP_SCOPE:
		printer_both(p, n->a);
		printer_between(p, "::", n->b, "");
		return true;
	case CPP_TEMPLATE:
		print_template(p, n);
		return true;
	case CPP_PACK:
		printer_list(p, n->a);
		return true;
	case CPP_PACK_SIZE:
		printer_add_number(p, printer_pack_size(p, n->a));
		return true;
	case CPP_PARAMETER:
		left_of_parameter(p, node);
		return true;
	case CPP_CONSTRUCTOR:
		printer_both(p, n->a);
		return true;
	case CPP_DESTRUCTOR:
		printer_between(p, "~", n->a, "");
		return true;
	case CPP_OPERATOR:
		printer_add(p, STR("operator"));
		printer_add(p, n->text);
		return true;
	case CPP_LITERAL_OPERATOR:
		printer_between(p, "operator\"\" ", n->a, "");
		return true;
	case CPP_CONVERSION:
		print_conversion(p, n);
		return true;
	case CPP_TAGGED:
		printer_between(p, "", n->a, "[abi:");
		printer_add(p, n->text);
		printer_add(p, STR("]"));
		return true;
	case CPP_LAMBDA:
		print_lambda(p, n);
		return true;
	case CPP_NUMBERED:
		print_numbered(p, n);
		return true;
	case CPP_BINDING:
		printer_list_between(p, "[", n->a, "]");
		return true;
	case CPP_FUNCTION_NAME:
		print_function_name(p, n);
		return true;
	case CPP_SPECIAL:
		printer_add(p, n->text);
		printer_both(p, n->a);
		return true;
	case CPP_CONSTRUCTION:
		printer_between(p, "construction vtable for ", n->b, "-in-");
		printer_both(p, n->a);
		return true;
	case CPP_TEMPORARY:
		printer_add(p, STR("reference temporary #"));
		printer_add_number(p, n->number);
		printer_between(p, " for ", n->a, "");
		return true;
	default:
		return false;
	}
}

/* ---- both sides ---- */

static bool enter(struct printer *p)
{
	if (++p->depth > DEEPEST)
		cpp_fail(p->cpp);
	return cpp_step(p->cpp);
}

void printer_left(struct printer *p, uint32_t node)
{
	if (enter(p) && node && !printer_left_of_type(p, node) && !print_name(p, node))
		printer_expression(p, printer_node(p, node));
	p->depth--;
}

void printer_right(struct printer *p, uint32_t node)
{
	if (enter(p) && node)
		printer_right_of_type(p, node);
	p->depth--;
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
