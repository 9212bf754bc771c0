/*
 * Names and types of the Itanium C++ ABI, https://itanium-cxx-abi.github.io/cxx-abi/abi.html:
 *
 *     _ZN4llvm9StringMapIiEC2Ev
 *       N                   nested name, up to the last E
 *        4llvm 9StringMap   as long as the numbers say
 *                 IiE       template arguments: int
 *                    C2     constructor
 *                       v   arguments, which nobody reads
 *
 * Parts that come again are S_, S0_, …: each prefix and each type that is not a word of the
 * language is numbered when it was read.
 */
#include "collapse/demangle-cpp.h"

#include <stdlib.h>

#include "collapse/demangle.h"
#include "common/memory.h"

/* ---- nodes ---- */

uint32_t cpp_fail(struct cpp *cpp)
{
	cpp->failed = true;
	cpp->at = cpp->in.n;
	return 0;
}

uint32_t cpp_node(struct cpp *cpp, enum cpp_kind kind, uint32_t a, uint32_t b)
{
	cpp->nodes = memory_grow(
		cpp->nodes, &cpp->node_capacity, cpp->node_count + 1, sizeof(*cpp->nodes));
	cpp->nodes[cpp->node_count] = (struct cpp_node){.kind = (uint8_t)kind, .a = a, .b = b};
	return (uint32_t)cpp->node_count++;
}

uint32_t cpp_text(struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a, uint32_t b)
{
	uint32_t node = cpp_node(cpp, kind, a, b);

	cpp->nodes[node].text = text;
	return node;
}

static uint32_t numbered(struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a,
	uint32_t number)
{
	uint32_t node = cpp_text(cpp, kind, text, a, 0);

	cpp->nodes[node].number = number;
	return node;
}

void cpp_append(struct cpp *cpp, struct cpp_list *list, uint32_t item)
{
	uint32_t node = cpp_node(cpp, CPP_LIST, item, 0);

	if (list->last)
		cpp->nodes[list->last].b = node;
	else
		list->first = node;
	list->last = node;
}

void cpp_remember(struct cpp *cpp, uint32_t node)
{
	if (cpp->failed)
		return;
	cpp->substitutions = memory_grow(cpp->substitutions, &cpp->substitution_capacity,
		cpp->substitution_count + 1, sizeof(*cpp->substitutions));
	cpp->substitutions[cpp->substitution_count++] = node;
}

/* ---- numbers ---- */

enum { MOST_NUMBER = 1000 * 1000 * 1000 };

bool cpp_number(struct cpp *cpp, uint32_t *number)
{
	size_t start = cpp->at;

	*number = 0;
	while (byte_is_digit(cpp_peek(cpp)) && *number < MOST_NUMBER / 10)
		*number = *number * 10 + (uint32_t)(cpp->in.p[cpp->at++] - '0');
	return cpp->at > start && !byte_is_digit(cpp_peek(cpp));
}

static bool digit_value(char c, unsigned base, uint32_t *value)
{
	if (byte_is_digit(c))
		*value = (uint32_t)(c - '0');
	else if (base == 36 && c >= 'A' && c <= 'Z')
		*value = (uint32_t)(c - 'A') + 10;
	else
		return false;
	return true;
}

bool cpp_sequence(struct cpp *cpp, unsigned base, uint32_t *number)
{
	uint32_t digit;

	*number = 0;
	if (cpp_take(cpp, '_'))
		return true;
	while (digit_value(cpp_peek(cpp), base, &digit) && *number < MOST_NUMBER / 36) {
		*number = *number * base + digit;
		cpp->at++;
	}
	++*number;
	return cpp_take(cpp, '_');
}

/* "_3", "__12_": which of several local things with one name it is. Nobody shows it. */
static void skip_discriminator(struct cpp *cpp)
{
	uint32_t number;

	if (cpp_peek(cpp) != '_')
		return;
	if (byte_is_digit(cpp_peek_second(cpp))) {
		cpp->at += 2;
	} else if (cpp_peek_second(cpp) == '_') {
		cpp->at += 2;
		if (!cpp_number(cpp, &number) || !cpp_take(cpp, '_'))
			cpp_fail(cpp);
	}
}

/* ---- parts of names ---- */

static uint32_t source_name(struct cpp *cpp)
{
	struct str name;
	uint32_t length;

	if (!cpp_number(cpp, &length) || length == 0 || length > cpp->in.n - cpp->at)
		return cpp_fail(cpp);
	name = str_head(str_skip(cpp->in, cpp->at), length);
	cpp->at += length;
	if (name.n > 9 && str_starts(name, STR("_GLOBAL_")) && name.p[9] == 'N')
		name = STR("(anonymous namespace)");
	return cpp_text(cpp, CPP_TEXT, name, 0, 0);
}

/* The standard library's own: `full` when a constructor follows, which is called `base`. */
static const struct standard {
	char code;
	struct str name, full, base;
} standards[] = {
	{'t', {"std", 3}, {"std", 3}, {"std", 3}},
	{'a', {"std::allocator", 14}, {"std::allocator", 14}, {"allocator", 9}},
	{'b', {"std::basic_string", 17}, {"std::basic_string", 17}, {"basic_string", 12}},
	{'s', {"std::string", 11},
		{"std::basic_string<char, std::char_traits<char>, std::allocator<char> >", 70},
		{"basic_string", 12}},
	{'i', {"std::istream", 12},
		{"std::basic_istream<char, std::char_traits<char> >", 49},
		{"basic_istream", 13}},
	{'o', {"std::ostream", 12},
		{"std::basic_ostream<char, std::char_traits<char> >", 49},
		{"basic_ostream", 13}},
	{'d', {"std::iostream", 13},
		{"std::basic_iostream<char, std::char_traits<char> >", 50},
		{"basic_iostream", 14}},
};

enum { STANDARD_COUNT = sizeof(standards) / sizeof(*standards) };

/* "Sa" as a node that tells which it is, plus 1, for class_name(). */
static uint32_t standard(struct cpp *cpp, char code, bool constructs)
{
	for (uint32_t i = 0; i < STANDARD_COUNT; i++)
		if (standards[i].code == code)
			return numbered(cpp, CPP_TEXT,
				constructs ? standards[i].full : standards[i].name, 0, i + 1);
	return cpp_fail(cpp);
}

uint32_t cpp_substitution(struct cpp *cpp, bool constructs)
{
	char code = cpp_peek_second(cpp);
	uint32_t number;

	cpp->at++;
	if (code >= 'a' && code <= 'z') {
		cpp->at++;
		return standard(cpp, code,
			constructs && (cpp_peek(cpp) == 'C' || cpp_peek(cpp) == 'D'));
	}
	if (!cpp_sequence(cpp, 36, &number) || number >= cpp->substitution_count)
		return cpp_fail(cpp);
	return cpp->substitutions[number];
}

static bool is_unnamed(const struct cpp *cpp, uint32_t node)
{
	return cpp->nodes[node].kind == CPP_NUMBERED || cpp->nodes[node].kind == CPP_LAMBDA;
}

/* What a constructor in this scope is called: of an unnamed type as others have it, by what is around. */
static uint32_t class_name(struct cpp *cpp, uint32_t scope)
{
	uint32_t number;

	while (cpp_step(cpp)) {
		switch (cpp->nodes[scope].kind) {
		case CPP_SCOPE:
			scope = is_unnamed(cpp, cpp->nodes[scope].b) ? cpp->nodes[scope].a :
								       cpp->nodes[scope].b;
			break;
		case CPP_TEMPLATE:
		case CPP_TAGGED:
		case CPP_FUNCTION_NAME:
			scope = cpp->nodes[scope].a;
			break;
		case CPP_TEXT:
			number = cpp->nodes[scope].number;
			return number ? cpp_text(cpp, CPP_TEXT, standards[number - 1].base, 0, 0) :
					scope;
		default:
			return scope;
		}
	}
	return 0;
}

static uint32_t constructor(struct cpp *cpp, uint32_t scope)
{
	bool destroys = cpp_take(cpp, 'D');
	bool inherits = !destroys && cpp_take(cpp, 'C') && cpp_take(cpp, 'I');

	if (!scope || cpp_peek(cpp) < '0' || cpp_peek(cpp) > '5')
		return cpp_fail(cpp);
	cpp->at++;
	if (inherits)
		cpp_type(cpp);
	return cpp_node(cpp, destroys ? CPP_DESTRUCTOR : CPP_CONSTRUCTOR, class_name(cpp, scope), 0);
}

/* "Ty", "Tni": what parameters a lambda that is a template declares. Their types are "auto:1". */
static void skip_declarations(struct cpp *cpp)
{
	for (;;) {
		cpp_take_str(cpp, STR("Tp"));
		if (cpp_take_str(cpp, STR("Tn")))
			cpp_type(cpp);
		else if (!cpp_take_str(cpp, STR("Ty")))
			return;
	}
}

static uint32_t lambda(struct cpp *cpp)
{
	uint32_t arguments, number;

	skip_declarations(cpp);
	arguments = cpp_types_until(cpp, "E");

	if (!cpp_take(cpp, 'E') || !cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return numbered(cpp, CPP_LAMBDA, STR(""), arguments, number + 1);
}

static uint32_t unnamed(struct cpp *cpp)
{
	uint32_t number, node;

	cpp->at++;
	if (cpp_take(cpp, 'l'))
		return lambda(cpp);
	if (!cpp_take(cpp, 't') || !cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	node = numbered(cpp, CPP_NUMBERED, STR("unnamed type"), 0, number + 1);
	cpp_remember(cpp, node);
	return node;
}

static uint32_t conversion(struct cpp *cpp)
{
	bool before = cpp->in_conversion;
	uint32_t type;

	cpp->in_conversion = true;
	type = cpp_type(cpp);
	cpp->in_conversion = before;
	return cpp_node(cpp, CPP_CONVERSION, type, 0);
}

static uint32_t operator_name(struct cpp *cpp)
{
	char first = cpp_peek(cpp), second = cpp_peek_second(cpp);
	const struct cpp_operator *operator= cpp_operator_of(first, second);

	cpp->at += 2;
	if (first == 'c' && second == 'v')
		return conversion(cpp);
	if (first == 'l' && second == 'i')
		return cpp_node(cpp, CPP_LITERAL_OPERATOR, source_name(cpp), 0);
	if (first == 'v' && byte_is_digit(second))
		return cpp_node(cpp, CPP_CONVERSION, source_name(cpp), 0);
	return operator? cpp_text(cpp, CPP_OPERATOR, operator->text, 0, 0) : cpp_fail(cpp);
}

static uint32_t binding(struct cpp *cpp)
{
	struct cpp_list names = {0};

	cpp->at += 2;
	while (!cpp->failed && !cpp_take(cpp, 'E'))
		cpp_append(cpp, &names, source_name(cpp));
	return cpp_node(cpp, CPP_BINDING, names.first, 0);
}

static uint32_t untagged(struct cpp *cpp, uint32_t scope)
{
	char c = cpp_peek(cpp);
	uint32_t node;

	if (byte_is_digit(c))
		return source_name(cpp);
	if (c == 'L') {
		cpp->at++;
		node = source_name(cpp);
		skip_discriminator(cpp);
		return node;
	}
	if (c == 'D' && cpp_peek_second(cpp) == 'C')
		return binding(cpp);
	if (c == 'C' || c == 'D')
		return constructor(cpp, scope);
	if (c == 'U')
		return unnamed(cpp);
	return operator_name(cpp);
}

uint32_t cpp_unqualified(struct cpp *cpp, uint32_t scope)
{
	uint32_t node = untagged(cpp, scope);

	while (cpp_take(cpp, 'B')) {
		uint32_t tag = source_name(cpp);

		if (cpp->failed)
			return 0;
		node = cpp_text(cpp, CPP_TAGGED, cpp->nodes[tag].text, node, 0);
	}
	return node;
}

/* ---- names ---- */

static unsigned read_qualifiers(struct cpp *cpp)
{
	unsigned qualifiers = 0;

	for (;; cpp->at++) {
		if (cpp_peek(cpp) == 'r')
			qualifiers |= CPP_RESTRICT;
		else if (cpp_peek(cpp) == 'V')
			qualifiers |= CPP_VOLATILE;
		else if (cpp_peek(cpp) == 'K')
			qualifiers |= CPP_CONST;
		else
			return qualifiers;
	}
}

/* What may be the first part of a nested name only; 0 when there is none of them. */
static uint32_t first_part(struct cpp *cpp)
{
	uint32_t node = 0;

	if (cpp_peek(cpp) == 'S') {
		node = cpp_substitution(cpp, true);
	} else if (cpp_peek(cpp) == 'T') {
		node = cpp_template_parameter(cpp);
		cpp_remember(cpp, node);
	} else if (cpp_peek(cpp) == 'D' &&
		   (cpp_peek_second(cpp) == 't' || cpp_peek_second(cpp) == 'T')) {
		node = cpp_type(cpp);
	}
	return node;
}

static uint32_t next_part(struct cpp *cpp, uint32_t scope)
{
	uint32_t node;

	if (cpp_peek(cpp) == 'I' && scope)
		return cpp_node(cpp, CPP_TEMPLATE, scope, cpp_template_arguments(cpp, true));
	cpp_take(cpp, 'M'); /* the scope is a member with an initializer */
	node = cpp_unqualified(cpp, scope);
	return scope ? cpp_node(cpp, CPP_SCOPE, scope, node) : node;
}

static uint32_t nested_name(struct cpp *cpp)
{
	unsigned qualifiers;
	uint32_t node;

	cpp->at++;
	qualifiers = read_qualifiers(cpp);
	if (cpp_take(cpp, 'R'))
		qualifiers |= CPP_LVALUE;
	else if (cpp_take(cpp, 'O'))
		qualifiers |= CPP_RVALUE;
	node = first_part(cpp);
	while (!cpp->failed && !cpp_take(cpp, 'E')) {
		node = next_part(cpp, node);
		if (cpp_peek(cpp) != 'E')
			cpp_remember(cpp, node);
	}
	cpp->qualifiers = qualifiers;
	return node ? node : cpp_fail(cpp);
}

/* "d_", "d0_": a lambda in the last, or last but one, default argument. */
static uint32_t default_argument(struct cpp *cpp, uint32_t function)
{
	uint32_t number;

	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	return cpp_node(cpp, CPP_SCOPE, function,
		numbered(cpp, CPP_NUMBERED, STR("default arg"), 0, number + 1));
}

static uint32_t local_name(struct cpp *cpp)
{
	uint32_t scope, node;

	cpp->at++;
	scope = cpp_encoding(cpp, CPP_ARGUMENTS);
	if (!cpp_take(cpp, 'E'))
		return cpp_fail(cpp);
	if (cpp_take(cpp, 's')) {
		node = cpp_text(cpp, CPP_TEXT, STR("string literal"), 0, 0);
		cpp->qualifiers = 0;
	} else {
		if (cpp_take(cpp, 'd'))
			scope = default_argument(cpp, scope);
		node = cpp_name(cpp);
	}
	skip_discriminator(cpp);
	return cpp_node(cpp, CPP_SCOPE, scope, node);
}

static uint32_t unscoped_name(struct cpp *cpp)
{
	bool known = cpp_peek(cpp) == 'S' && cpp_peek_second(cpp) != 't';
	uint32_t node;

	if (known) {
		node = cpp_substitution(cpp, false);
	} else if (cpp_peek(cpp) == 'S') {
		uint32_t std = cpp_substitution(cpp, false);

		node = cpp_node(cpp, CPP_SCOPE, std, cpp_unqualified(cpp, std));
	} else {
		node = cpp_unqualified(cpp, 0);
	}
	if (cpp_peek(cpp) == 'I') {
		if (!known)
			cpp_remember(cpp, node);
		node = cpp_node(cpp, CPP_TEMPLATE, node, cpp_template_arguments(cpp, true));
	}
	cpp->qualifiers = 0;
	return node;
}

uint32_t cpp_name(struct cpp *cpp)
{
	uint32_t node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	if (cpp_peek(cpp) == 'N')
		node = nested_name(cpp);
	else if (cpp_peek(cpp) == 'Z')
		node = local_name(cpp);
	else
		node = unscoped_name(cpp);
	return cpp_leave(cpp, node);
}

/* ---- template parameters and arguments ---- */

static uint32_t argument_at(struct cpp *cpp, uint32_t number)
{
	uint32_t list = cpp->arguments;

	while (list && number-- && cpp_step(cpp))
		list = cpp->nodes[list].b;
	return list ? cpp->nodes[list].a : 0;
}

uint32_t cpp_template_parameter(struct cpp *cpp)
{
	uint32_t number, node;

	cpp->at++;
	if (!cpp_sequence(cpp, 10, &number))
		return cpp_fail(cpp);
	node = numbered(cpp, CPP_PARAMETER, STR(""), 0, number);
	if (cpp->in_conversion) {
		cpp->nodes[node].c = cpp->unresolved;
		cpp->unresolved = node;
	} else {
		cpp->nodes[node].a = argument_at(cpp, number);
	}
	return node;
}

static void resolve(struct cpp *cpp)
{
	uint32_t next;

	for (uint32_t node = cpp->unresolved; node; node = next) {
		next = cpp->nodes[node].c;
		cpp->nodes[node].a = argument_at(cpp, cpp->nodes[node].number);
	}
	cpp->unresolved = 0;
}

static uint32_t template_argument(struct cpp *cpp)
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
			cpp_append(cpp, &list, template_argument(cpp));
	}
	cpp->naming = naming;
	if (naming && of_name)
		cpp->arguments = list.first;
	return cpp_leave(cpp, list.first);
}

/* ---- what is encoded ---- */

static uint32_t special(struct cpp *cpp, struct str what, uint32_t of)
{
	return cpp_text(cpp, CPP_SPECIAL, what, of, 0);
}

/* "h16_", "v0_n24_": how `this` is moved. */
static void skip_offset(struct cpp *cpp)
{
	char kind = cpp_peek(cpp);
	uint32_t number;

	cpp->at += cpp->at < cpp->in.n;
	for (int i = 0; i < (kind == 'v' ? 2 : 1); i++) {
		cpp_take(cpp, 'n');
		if (!cpp_number(cpp, &number) || !cpp_take(cpp, '_'))
			cpp_fail(cpp);
	}
}

static uint32_t construction_table(struct cpp *cpp)
{
	uint32_t whole = cpp_type(cpp), number;

	if (!cpp_number(cpp, &number) || !cpp_take(cpp, '_'))
		return cpp_fail(cpp);
	return cpp_node(cpp, CPP_CONSTRUCTION, whole, cpp_type(cpp));
}

static uint32_t thunk(struct cpp *cpp, struct str what)
{
	if (cpp->in.p[cpp->at - 1] == 'c') {
		skip_offset(cpp);
		skip_offset(cpp);
	} else {
		cpp->at--;
		skip_offset(cpp);
	}
	return special(cpp, what, cpp_encoding(cpp, CPP_NAME));
}

static uint32_t special_of_type(struct cpp *cpp)
{
	char code = cpp_peek_second(cpp);

	cpp->at += cpp->at + 2 <= cpp->in.n ? 2 : 0;
	switch (code) {
	case 'V':
		return special(cpp, STR("vtable for "), cpp_type(cpp));
	case 'T':
		return special(cpp, STR("VTT for "), cpp_type(cpp));
	case 'I':
		return special(cpp, STR("typeinfo for "), cpp_type(cpp));
	case 'S':
		return special(cpp, STR("typeinfo name for "), cpp_type(cpp));
	case 'F':
		return special(cpp, STR("typeinfo fn for "), cpp_type(cpp));
	case 'C':
		return construction_table(cpp);
	case 'H':
		return special(cpp, STR("TLS init function for "), cpp_name(cpp));
	case 'W':
		return special(cpp, STR("TLS wrapper function for "), cpp_name(cpp));
	case 'A':
		return special(cpp, STR("template parameter object for "), template_argument(cpp));
	case 'h':
		return thunk(cpp, STR("non-virtual thunk to "));
	case 'v':
		return thunk(cpp, STR("virtual thunk to "));
	case 'c':
		return thunk(cpp, STR("covariant return thunk to "));
	default:
		return cpp_fail(cpp);
	}
}

static uint32_t special_of_object(struct cpp *cpp)
{
	uint32_t name, number;

	cpp->at++;
	if (cpp_take(cpp, 'V'))
		return special(cpp, STR("guard variable for "), cpp_name(cpp));
	if (cpp_take(cpp, 'A'))
		return special(cpp, STR("hidden alias for "), cpp_encoding(cpp, CPP_NAME));
	if (cpp_take_str(cpp, STR("Tn")))
		return special(cpp, STR("non-transaction clone for "), cpp_encoding(cpp, CPP_NAME));
	if (cpp_take(cpp, 'T')) {
		cpp_take(cpp, 't');
		return special(cpp, STR("transaction clone for "), cpp_encoding(cpp, CPP_NAME));
	}
	if (!cpp_take(cpp, 'R'))
		return cpp_fail(cpp);
	name = cpp_name(cpp);
	if (!cpp_sequence(cpp, 36, &number))
		number = 0; /* older compilers wrote none */
	return numbered(cpp, CPP_TEMPORARY, STR(""), name, number);
}

/* The last part of a name, and whether that has template arguments. */
static uint32_t last_part(struct cpp *cpp, uint32_t name, bool *is_template)
{
	*is_template = false;
	while (cpp_step(cpp)) {
		const struct cpp_node *node = &cpp->nodes[name];

		*is_template |= node->kind == CPP_TEMPLATE;
		if (node->kind == CPP_SCOPE)
			name = node->b;
		else if (node->kind == CPP_TEMPLATE || node->kind == CPP_TAGGED)
			name = node->a;
		else
			break;
	}
	return name;
}

/* Constructors and conversions have no result in the symbol, though they may be templates. */
static bool has_result(struct cpp *cpp, uint32_t name)
{
	bool is_template;
	uint8_t kind = cpp->nodes[last_part(cpp, name, &is_template)].kind;

	return is_template && kind != CPP_CONSTRUCTOR && kind != CPP_DESTRUCTOR &&
	       kind != CPP_CONVERSION;
}

/* The function that something is local to, with its arguments: there may be another with others. */
static uint32_t function_name(struct cpp *cpp, uint32_t name, bool with_result)
{
	unsigned qualifiers = cpp->qualifiers;
	uint32_t type, result = 0;

	if (cpp->failed || cpp_peek(cpp) == 'E')
		return name;
	cpp_take(cpp, 'J'); /* the result is told although it need not be */
	if (has_result(cpp, name))
		result = cpp_type(cpp);
	type = cpp_node(cpp, CPP_FUNCTION, with_result ? result : 0, cpp_types_until(cpp, "E"));
	cpp->nodes[type].number = qualifiers;
	return cpp_node(cpp, CPP_FUNCTION_NAME, name, type);
}

uint32_t cpp_encoding(struct cpp *cpp, enum cpp_parts parts)
{
	bool naming = cpp->naming, in_conversion = cpp->in_conversion;
	uint32_t arguments = cpp->arguments, unresolved = cpp->unresolved, node;

	if (!cpp_enter(cpp))
		return cpp_leave(cpp, 0);
	cpp->naming = true;
	cpp->in_conversion = false;
	cpp->arguments = cpp->unresolved = 0;
	if (cpp_peek(cpp) == 'T') {
		node = special_of_type(cpp);
	} else if (cpp_peek(cpp) == 'G') {
		node = special_of_object(cpp);
	} else {
		node = cpp_name(cpp);
		cpp->naming = false;
		resolve(cpp);
		if (parts != CPP_NAME)
			node = function_name(cpp, node, parts == CPP_ALL);
	}
	resolve(cpp);
	cpp->naming = naming;
	cpp->in_conversion = in_conversion;
	cpp->arguments = arguments;
	cpp->unresolved = unresolved;
	return cpp_leave(cpp, node);
}

bool demangle_cpp(struct buf *out, struct str symbol)
{
	struct cpp cpp = {.in = symbol, .steps_left = 4 * demangle_limit(symbol)};
	uint32_t node;
	bool good;

	if (symbol.n > DEMANGLE_LONGEST || !cpp_take_str(&cpp, STR("_Z")))
		return false;
	cpp.nodes = memory_grow(NULL, &cpp.node_capacity, symbol.n / 4 + 4, sizeof(*cpp.nodes));
	cpp_node(&cpp, CPP_TEXT, 0, 0); /* 0 is none */
	node = cpp_encoding(&cpp, CPP_NAME);
	good = !cpp.failed && cpp_print(out, &cpp, node);
	free(cpp.nodes);
	free(cpp.substitutions);
	return good;
}
