/*
 * How the C++ demangler prints, inside.
 *
 * A type has a left and a right part, with the name, or the '*' of what points to it, between
 * them: "void (*" and ")(int)". Most nodes have a left part only, which a template says.
 *
 * Substitutions are followed, each of which may double the text: so steps are counted, and when
 * there were too many, or the text is too long, the parser has failed and nothing more is done.
 */
#ifndef COLLAPSE_DEMANGLE_CPP_PRINT_H
#define COLLAPSE_DEMANGLE_CPP_PRINT_H

#include "collapse/demangle/cpp.h"

/* Whose template parameters these are. */
struct printer_scope {
	uint32_t arguments; /* the list of what they stand for */
	bool is_lambda; /* they are "auto:1" */
	const struct printer_scope *outer; /* where those arguments were written */
};

struct printer {
	struct cpp *cpp;
	struct buf *out;
	size_t start; /* of the name, in out */
	unsigned depth;
	size_t comma_gone; /* where a ", " stood that was taken back */
	uint32_t pack_index; /* which of the things that a parameter stands for it is now */
	const struct printer_scope *scope; /* or NULL */
};

static inline const struct cpp_node *printer_node(const struct printer *p, uint32_t node)
{
	return &p->cpp->nodes[node];
}

/* ---- cpp-print.c ---- */

/* Every recursion goes through these two. */
void printer_enter(struct printer *p);
static inline void printer_leave(struct printer *p)
{
	p->depth--;
}

void printer_add(struct printer *p, struct str text);
void printer_add_number(struct printer *p, uint32_t number);
/* The last byte; others do not see that a comma was taken back, and write "A<B<>, C<>>". */
char printer_last(const struct printer *p);

void printer_left(struct printer *p, uint32_t node);
void printer_right(struct printer *p, uint32_t node);
void printer_both(struct printer *p, uint32_t node);

/*
 * The template, with parts of the node in place of
 *
 *     %a %b %c     the node that is there
 *     %A %B %C     the same as an operand
 *     %*a %*b      the list that is there: "x, y"
 *     %t %n        the text, the number
 */
void printer_fill(struct printer *p, const struct cpp_node *n, const char *template);

/* ---- cpp-print-parameter.c ---- */

/*
 * What stands in the place of a parameter, 0 for nothing; other nodes stand for themselves. The
 * scope becomes that of the result: the caller puts it back.
 */
uint32_t printer_resolve(struct printer *p, uint32_t node);

void printer_left_of_parameter(struct printer *p, uint32_t node);
void printer_right_of_parameter(struct printer *p, uint32_t node);
/* How many things a parameter stands for, and what uses it once for each of these. */
void printer_pack_size(struct printer *p, uint32_t node);
void printer_expansion(struct printer *p, uint32_t node);

/* ---- cpp-print-type.c ---- */

void printer_left_of_suffixed(struct printer *p, uint32_t node);
void printer_right_of_suffixed(struct printer *p, uint32_t node);
void printer_left_of_pointer(struct printer *p, uint32_t node);
void printer_right_of_pointer(struct printer *p, uint32_t node);
void printer_left_of_function(struct printer *p, uint32_t node);
void printer_right_of_function(struct printer *p, uint32_t node);
void printer_left_of_array(struct printer *p, uint32_t node);
void printer_right_of_array(struct printer *p, uint32_t node);
void printer_left_of_member(struct printer *p, uint32_t node);
void printer_right_of_member(struct printer *p, uint32_t node);

#endif
