/*
 * Template parameters as text: "T_" is what the function around was given for it, which may be a
 * pack of several. Then what uses it with a "..." comes once for each of them.
 */
#include "collapse/demangle/cpp-print.h"

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

void printer_left_of_parameter(struct printer *p, uint32_t node)
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

void printer_right_of_parameter(struct printer *p, uint32_t node)
{
	const struct printer_scope *scope = p->scope;
	uint32_t to = printer_resolve(p, node);

	if (to != node) /* which it is where nobody knows */
		printer_right(p, to);
	p->scope = scope;
}

/* ---- packs ---- */

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
	printer_enter(p);
	found = find_pack(p, n->a, list);
	/* What else these have is in a scope of its own. */
	if (!found && n->kind != CPP_FUNCTION_NAME && n->kind != CPP_CONVERSION)
		found = find_pack(p, n->b, list) || find_pack(p, n->c, list);
	printer_leave(p);
	return found;
}

/* How many of them there are; false when there are none. */
static bool pack_length(struct printer *p, uint32_t node, uint32_t *length)
{
	uint32_t list;

	*length = 0;
	if (!find_pack(p, node, &list))
		return false;
	for (; list && cpp_step(p->cpp); list = printer_node(p, list)->b)
		++*length;
	return true;
}

void printer_pack_size(struct printer *p, uint32_t node)
{
	uint32_t length;

	pack_length(p, printer_node(p, node)->a, &length);
	printer_add_number(p, length);
}

void printer_expansion(struct printer *p, uint32_t node)
{
	uint32_t of = printer_node(p, node)->a, outer = p->pack_index, length;

	if (!pack_length(p, of, &length)) {
		printer_fill(p, printer_node(p, node), "%A...");
		return;
	}
	for (p->pack_index = 0; p->pack_index < length && cpp_step(p->cpp); p->pack_index++) {
		if (p->pack_index > 0)
			printer_add(p, STR(", "));
		printer_both(p, of);
	}
	p->pack_index = outer;
}
