/*
 * C++ operators: as names of functions, and in expressions.
 */
#include "collapse/demangle/cpp.h"

#include <stdlib.h>

/* In the order of their codes. */
static const struct cpp_operator operators[] = {
	{"aN", CPP_BINARY, STR_INIT("&=")},
	{"aS", CPP_BINARY, STR_INIT("=")},
	{"aa", CPP_BINARY, STR_INIT("&&")},
	{"ad", CPP_PREFIX, STR_INIT("&")},
	{"an", CPP_BINARY, STR_INIT("&")},
	{"at", CPP_OF_TYPE, STR_INIT("alignof ")},
	{"aw", CPP_PREFIX, STR_INIT(" co_await")},
	{"az", CPP_OF, STR_INIT("alignof ")},
	{"cc", CPP_NAMED_CAST, STR_INIT("const_cast")},
	{"cl", CPP_CALL, STR_INIT("()")},
	{"cm", CPP_BINARY, STR_INIT(",")},
	{"co", CPP_PREFIX, STR_INIT("~")},
	{"cv", CPP_CAST, STR_INIT("cast")},
	{"dV", CPP_BINARY, STR_INIT("/=")},
	{"da", CPP_DELETE, STR_INIT(" delete[]")},
	{"dc", CPP_NAMED_CAST, STR_INIT("dynamic_cast")},
	{"de", CPP_PREFIX, STR_INIT("*")},
	{"dl", CPP_DELETE, STR_INIT(" delete")},
	{"ds", CPP_BINARY, STR_INIT(".*")},
	{"dt", CPP_DOT, STR_INIT(".")},
	{"dv", CPP_BINARY, STR_INIT("/")},
	{"eO", CPP_BINARY, STR_INIT("^=")},
	{"eo", CPP_BINARY, STR_INIT("^")},
	{"eq", CPP_BINARY, STR_INIT("==")},
	{"ge", CPP_BINARY, STR_INIT(">=")},
	{"gt", CPP_BINARY, STR_INIT(">")},
	{"ix", CPP_INDEX, STR_INIT("[]")},
	{"lS", CPP_BINARY, STR_INIT("<<=")},
	{"le", CPP_BINARY, STR_INIT("<=")},
	{"ls", CPP_BINARY, STR_INIT("<<")},
	{"lt", CPP_BINARY, STR_INIT("<")},
	{"mI", CPP_BINARY, STR_INIT("-=")},
	{"mL", CPP_BINARY, STR_INIT("*=")},
	{"mi", CPP_BINARY, STR_INIT("-")},
	{"ml", CPP_BINARY, STR_INIT("*")},
	{"mm", CPP_POSTFIX, STR_INIT("--")},
	{"na", CPP_NEW, STR_INIT(" new[]")},
	{"ne", CPP_BINARY, STR_INIT("!=")},
	{"ng", CPP_PREFIX, STR_INIT("-")},
	{"nt", CPP_PREFIX, STR_INIT("!")},
	{"nw", CPP_NEW, STR_INIT(" new")},
	{"nx", CPP_OF, STR_INIT("noexcept")},
	{"oR", CPP_BINARY, STR_INIT("|=")},
	{"oo", CPP_BINARY, STR_INIT("||")},
	{"or", CPP_BINARY, STR_INIT("|")},
	{"pL", CPP_BINARY, STR_INIT("+=")},
	{"pl", CPP_BINARY, STR_INIT("+")},
	{"pm", CPP_BINARY, STR_INIT("->*")},
	{"pp", CPP_POSTFIX, STR_INIT("++")},
	{"ps", CPP_PREFIX, STR_INIT("+")},
	{"pt", CPP_DOT, STR_INIT("->")},
	{"qu", CPP_CHOICE, STR_INIT("?")},
	{"rM", CPP_BINARY, STR_INIT("%=")},
	{"rS", CPP_BINARY, STR_INIT(">>=")},
	{"rc", CPP_NAMED_CAST, STR_INIT("reinterpret_cast")},
	{"rm", CPP_BINARY, STR_INIT("%")},
	{"rs", CPP_BINARY, STR_INIT(">>")},
	{"sc", CPP_NAMED_CAST, STR_INIT("static_cast")},
	{"ss", CPP_BINARY, STR_INIT("<=>")},
	{"st", CPP_OF_TYPE, STR_INIT("sizeof ")},
	{"sz", CPP_OF, STR_INIT("sizeof ")},
	{"te", CPP_OF, STR_INIT("typeid ")},
	{"ti", CPP_OF_TYPE, STR_INIT("typeid ")},
	{"tw", CPP_PREFIX, STR_INIT("throw ")},
};

enum { OPERATOR_COUNT = sizeof(operators) / sizeof(*operators) };

static int compare_codes(const void *key, const void *element)
{
	const struct cpp_operator *op = element;

	return memcmp(key, op->code, 2);
}

const struct cpp_operator *cpp_operator_of(char first, char second)
{
	const char key[2] = {first, second};

	return bsearch(key, operators, OPERATOR_COUNT, sizeof(*operators), compare_codes);
}
