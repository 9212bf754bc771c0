/*
 * C++ operators: as names of functions, and in expressions.
 */
#include "collapse/demangle/cpp.h"

#include <stdlib.h>

/* In the order of their codes. */
static const struct cpp_operator operators[] = {
	{"aN", CPP_BINARY, {"&=", 2}},
	{"aS", CPP_BINARY, {"=", 1}},
	{"aa", CPP_BINARY, {"&&", 2}},
	{"ad", CPP_PREFIX, {"&", 1}},
	{"an", CPP_BINARY, {"&", 1}},
	{"at", CPP_OF_TYPE, {"alignof ", 8}},
	{"aw", CPP_PREFIX, {" co_await", 9}},
	{"az", CPP_OF, {"alignof ", 8}},
	{"cc", CPP_NAMED_CAST, {"const_cast", 10}},
	{"cl", CPP_CALL, {"()", 2}},
	{"cm", CPP_BINARY, {",", 1}},
	{"co", CPP_PREFIX, {"~", 1}},
	{"cv", CPP_CAST, {"cast", 4}},
	{"dV", CPP_BINARY, {"/=", 2}},
	{"da", CPP_DELETE, {" delete[]", 9}},
	{"dc", CPP_NAMED_CAST, {"dynamic_cast", 12}},
	{"de", CPP_PREFIX, {"*", 1}},
	{"dl", CPP_DELETE, {" delete", 7}},
	{"ds", CPP_BINARY, {".*", 2}},
	{"dt", CPP_DOT, {".", 1}},
	{"dv", CPP_BINARY, {"/", 1}},
	{"eO", CPP_BINARY, {"^=", 2}},
	{"eo", CPP_BINARY, {"^", 1}},
	{"eq", CPP_BINARY, {"==", 2}},
	{"ge", CPP_BINARY, {">=", 2}},
	{"gt", CPP_BINARY, {">", 1}},
	{"ix", CPP_INDEX, {"[]", 2}},
	{"lS", CPP_BINARY, {"<<=", 3}},
	{"le", CPP_BINARY, {"<=", 2}},
	{"ls", CPP_BINARY, {"<<", 2}},
	{"lt", CPP_BINARY, {"<", 1}},
	{"mI", CPP_BINARY, {"-=", 2}},
	{"mL", CPP_BINARY, {"*=", 2}},
	{"mi", CPP_BINARY, {"-", 1}},
	{"ml", CPP_BINARY, {"*", 1}},
	{"mm", CPP_POSTFIX, {"--", 2}},
	{"na", CPP_NEW, {" new[]", 6}},
	{"ne", CPP_BINARY, {"!=", 2}},
	{"ng", CPP_PREFIX, {"-", 1}},
	{"nt", CPP_PREFIX, {"!", 1}},
	{"nw", CPP_NEW, {" new", 4}},
	{"nx", CPP_OF, {"noexcept", 8}},
	{"oR", CPP_BINARY, {"|=", 2}},
	{"oo", CPP_BINARY, {"||", 2}},
	{"or", CPP_BINARY, {"|", 1}},
	{"pL", CPP_BINARY, {"+=", 2}},
	{"pl", CPP_BINARY, {"+", 1}},
	{"pm", CPP_BINARY, {"->*", 3}},
	{"pp", CPP_POSTFIX, {"++", 2}},
	{"ps", CPP_PREFIX, {"+", 1}},
	{"pt", CPP_DOT, {"->", 2}},
	{"qu", CPP_CHOICE, {"?", 1}},
	{"rM", CPP_BINARY, {"%=", 2}},
	{"rS", CPP_BINARY, {">>=", 3}},
	{"rc", CPP_NAMED_CAST, {"reinterpret_cast", 16}},
	{"rm", CPP_BINARY, {"%", 1}},
	{"rs", CPP_BINARY, {">>", 2}},
	{"sc", CPP_NAMED_CAST, {"static_cast", 11}},
	{"ss", CPP_BINARY, {"<=>", 3}},
	{"st", CPP_OF_TYPE, {"sizeof ", 7}},
	{"sz", CPP_OF, {"sizeof ", 7}},
	{"te", CPP_OF, {"typeid ", 7}},
	{"ti", CPP_OF_TYPE, {"typeid ", 7}},
	{"tw", CPP_PREFIX, {"throw ", 6}},
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
