#include "common/str.h"

#include <string.h>

#include "tests/unit/test.h"

static void equal_bytes(void)
{
	CHECK(str_eq(STR(""), STR("")));
	CHECK(str_eq((struct str){NULL, 0}, STR("")));
	CHECK(str_eq(STR("a\0b"), STR("a\0b")));
	CHECK(!str_eq(STR("a\0b"), STR("a\0c")));
	CHECK(!str_eq(STR("a"), STR("ab")));
}

int main(void)
{
	TEST(equal_bytes);
}
