/*
 * The C++ demangler inside: a symbol is parsed into nodes, since a type's text may stand on both
 * sides of what uses it ("void (*" and ")(int)"), and then printed.
 *
 * A node's parts are indexes of other nodes, 0 for none. The parser makes a few nodes for a byte at
 * most, so memory is linear; printing follows substitutions, each of which may double the text, so
 * its steps are counted.
 */
#ifndef COLLAPSE_DEMANGLE_CPP_H
#define COLLAPSE_DEMANGLE_CPP_H

#include <stdbool.h>
#include <stdint.h>

#include "common/buf.h"

/*
 * What a node is, and so what its a, b, c, text and number are. Those without a comment have a
 * template in cpp-print.c, which says it.
 */
enum cpp_kind {
	/* names */
	CPP_TEXT,
	CPP_SCOPE,
	CPP_TEMPLATE, /* a<list b> */
	CPP_LIST, /* a, and the rest of the list in b */
	CPP_PACK, /* list a: template arguments that stand for one parameter */
	CPP_PARAMETER, /* template parameter number, of the function around */
	CPP_CONSTRUCTOR,
	CPP_DESTRUCTOR,
	CPP_OPERATOR,
	CPP_LITERAL_OPERATOR,
	CPP_CONVERSION, /* operator a; its template arguments are the list b */
	CPP_TAGGED,
	CPP_LAMBDA, /* {lambda(list a)#number} */
	CPP_NUMBERED,
	CPP_BINDING,
	CPP_FUNCTION_NAME, /* a with what the function type b says; template arguments: list c */
	CPP_SPECIAL,
	CPP_CONSTRUCTION,
	CPP_TEMPORARY,

	/* types */
	CPP_SUFFIXED, /* a text: const */
	CPP_POINTER, /* a text: *, & or && */
	CPP_FUNCTION, /* a (list b), qualifiers in number, noexcept(c) */
	CPP_ARRAY, /* a [b] */
	CPP_MEMBER, /* b a::* */
	CPP_VECTOR,
	CPP_EXPANSION, /* a... */
	CPP_DECLTYPE,

	/* expressions */
	CPP_LITERAL, /* (a)text, and b behind it; negative if number */
	CPP_PREFIX, /* text(a) */
	CPP_POSTFIX,
	CPP_BINARY, /* (a)text(b) */
	CPP_CHOICE,
	CPP_CALL, /* a(list b) */
	CPP_INDEX,
	CPP_DOT,
	CPP_CAST,
	CPP_CAST_OF_LIST,
	CPP_NAMED_CAST,
	CPP_BRACES,
	CPP_NEW, /* new a(list b) */
	CPP_OF, /* sizeof and the like of an expression */
	CPP_OF_TYPE, /* of operators only: the same of a type */
	CPP_DELETE, /* of operators only: a prefix */
	CPP_PACK_SIZE, /* how many a stands for */
	CPP_ARGUMENT,
	CPP_FOLD, /* (a text ... text b) */
};

struct cpp_node {
	uint8_t kind;
	bool passes_void; /* CPP_TEXT: the type void */
	uint32_t a, b, c, number;
	struct str text;
};

struct cpp {
	struct str in;
	size_t at; /* behind in, from the first failure on */
	bool failed;
	unsigned depth;
	size_t steps_left; /* for what is not linear in the input by itself */
	struct cpp_node *nodes;
	size_t node_count, node_capacity;
	uint32_t *substitutions;
	size_t substitution_count, substitution_capacity;
	bool naming; /* this is the name of what is encoded, not of a type in it */
	uint32_t arguments; /* the last template arguments of that name: a list, or 0 */
	uint32_t conversion; /* in that name, or 0 */
	unsigned qualifiers; /* CPP_CONST and so on of the method whose name was read last */
	bool in_conversion; /* this is its type */
	bool by_clang; /* not by GCC */
};

enum { CPP_DEEPEST = 256 };

/* What stands behind a function's arguments. */
enum { CPP_CONST = 1, CPP_VOLATILE = 2, CPP_RESTRICT = 4, CPP_LVALUE = 8, CPP_RVALUE = 16,
	CPP_NOEXCEPT = 32 };

/* ---- reading ---- */

/* Leaves nothing to read. What is made after this is never printed, and 0 does for it. */
uint32_t cpp_fail(struct cpp *cpp);

static inline char cpp_peek(const struct cpp *cpp)
{
	return cpp->at < cpp->in.n ? cpp->in.p[cpp->at] : '\0';
}

static inline char cpp_peek_second(const struct cpp *cpp)
{
	return cpp->at + 1 < cpp->in.n ? cpp->in.p[cpp->at + 1] : '\0';
}

static inline bool cpp_take(struct cpp *cpp, char c)
{
	bool there = cpp->at < cpp->in.n && cpp->in.p[cpp->at] == c;

	cpp->at += there;
	return there;
}

static inline bool cpp_take_str(struct cpp *cpp, struct str text)
{
	bool there = str_starts(str_skip(cpp->in, cpp->at), text);

	cpp->at += there ? text.n : 0;
	return there;
}

/* Of what is encoded, whether it is all or a part. ".cold" and the like may follow. */
static inline bool cpp_at_end(const struct cpp *cpp)
{
	return cpp->at >= cpp->in.n || cpp_peek(cpp) == 'E' || cpp_peek(cpp) == '.';
}

/* Every recursion goes through one of these; false: it failed. */
static inline bool cpp_enter(struct cpp *cpp)
{
	if (++cpp->depth > CPP_DEEPEST)
		cpp_fail(cpp);
	return !cpp->failed;
}

static inline uint32_t cpp_leave(struct cpp *cpp, uint32_t node)
{
	cpp->depth--;
	return cpp->failed ? 0 : node;
}

/* Counts a step; false: there were too many. */
static inline bool cpp_step(struct cpp *cpp)
{
	if (cpp->steps_left == 0)
		cpp_fail(cpp);
	else
		cpp->steps_left--;
	return !cpp->failed;
}

/* ---- cpp-node.c ---- */

/* A new node; others may move in memory. */
uint32_t cpp_node(struct cpp *cpp, enum cpp_kind kind, uint32_t a, uint32_t b);
uint32_t cpp_text(struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a, uint32_t b);
uint32_t cpp_numbered(
	struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a, uint32_t number);

/* A list that grows at its end. */
struct cpp_list {
	uint32_t first, last;
};

void cpp_append(struct cpp *cpp, struct cpp_list *list, uint32_t item);

/* Numbers the node for substitutions. */
void cpp_remember(struct cpp *cpp, uint32_t node);

/* "rVK", as bits. */
unsigned cpp_qualifiers(struct cpp *cpp);

/* Decimal digits; false when there are none, or too many. */
bool cpp_number(struct cpp *cpp, uint32_t *number);
/* "_" is 0, "3_" is 4 of those that count so. */
bool cpp_sequence(struct cpp *cpp, unsigned base, uint32_t *number);
/* "_3", "__12_": which of several local things with one name it is. Nobody shows it. */
void cpp_skip_discriminator(struct cpp *cpp);

/* ---- the grammar: each reads what it is called after, and makes a node ---- */

/* How much of a function: its name, with its arguments, with its result before it. */
enum cpp_parts { CPP_NAME, CPP_ARGUMENTS, CPP_ALL };

/* cpp.c: what stands behind "_Z" */
uint32_t cpp_encoding(struct cpp *cpp, enum cpp_parts parts);

/* cpp-name.c */
uint32_t cpp_name(struct cpp *cpp);

/* cpp-part.c: one part; constructors are called as their scope is. */
uint32_t cpp_unqualified(struct cpp *cpp, uint32_t scope);
/* "S_", "S1_", "Sa"; what is called otherwise when it `constructs` */
uint32_t cpp_substitution(struct cpp *cpp, bool constructs);

/* cpp-template.c: "T_"; one argument; "IiE", those of what is encoded or of others */
uint32_t cpp_template_parameter(struct cpp *cpp);
uint32_t cpp_template_argument(struct cpp *cpp);
uint32_t cpp_template_arguments(struct cpp *cpp, bool of_name);

/* cpp-type.c: one; a function's arguments, up to an 'E' or the end, 0 when it has none */
uint32_t cpp_type(struct cpp *cpp);
uint32_t cpp_types(struct cpp *cpp);

/* cpp-expression.c: one; "Lb1E" */
uint32_t cpp_expression(struct cpp *cpp);
uint32_t cpp_literal(struct cpp *cpp);

/* ---- cpp-operator.c ---- */

struct cpp_operator {
	char code[3];
	enum cpp_kind kind; /* of an expression with it */
	struct str text;
};

/* What operator these two letters stand for; NULL when none. */
const struct cpp_operator *cpp_operator_of(char first, char second);

/* ---- cpp-print.c ---- */

/* Appends the text of a node; false when it would be too long, or take too long. */
bool cpp_print(struct buf *out, struct cpp *cpp, uint32_t node);

#endif
