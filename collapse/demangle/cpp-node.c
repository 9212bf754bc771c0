/*
 * What the parser of C++ symbols makes, nodes and lists of them, and the numbers that it reads.
 */
#include "collapse/demangle/cpp.h"

#include "common/memory.h"

uint32_t cpp_fail(struct cpp *cpp)
{
	cpp->failed = true;
	cpp->at = cpp->in.n;
	return 0;
}

uint32_t cpp_node(struct cpp *cpp, enum cpp_kind kind, uint32_t a, uint32_t b)
{
	*ARRAY_PUSH(cpp->nodes, cpp->node_count, cpp->node_capacity) =
		(struct cpp_node){.kind = (uint8_t)kind, .a = a, .b = b};
	return (uint32_t)cpp->node_count - 1;
}

uint32_t cpp_text(struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a, uint32_t b)
{
	uint32_t node = cpp_node(cpp, kind, a, b);

	cpp->nodes[node].text = text;
	return node;
}

uint32_t cpp_numbered(
	struct cpp *cpp, enum cpp_kind kind, struct str text, uint32_t a, uint32_t number)
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
	if (!cpp->failed)
		*ARRAY_PUSH(cpp->substitutions, cpp->substitution_count,
			cpp->substitution_capacity) = node;
}

unsigned cpp_qualifiers(struct cpp *cpp)
{
	unsigned bits = 0;

	for (;; cpp->at++) {
		if (cpp_peek(cpp) == 'r')
			bits |= CPP_RESTRICT;
		else if (cpp_peek(cpp) == 'V')
			bits |= CPP_VOLATILE;
		else if (cpp_peek(cpp) == 'K')
			bits |= CPP_CONST;
		else
			return bits;
	}
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

void cpp_skip_discriminator(struct cpp *cpp)
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
