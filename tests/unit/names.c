#include "common/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

static void equal_bytes_are_one_name(void)
{
	struct names names = {0};

	CHECK_U64(names_add(&names, STR("main")), 0);
	CHECK_U64(names_add(&names, STR("")), 1);
	CHECK_U64(names_add(&names, STR("main\0x")), 2);
	CHECK_U64(names_add(&names, STR("main")), 0);
	CHECK_U64(names_add(&names, (struct str){NULL, 0}), 1);
	CHECK_U64(names.count, 3);
	CHECK_BYTES(names_get(&names, 2), STR("main\0x"));
	CHECK_STR(names_get(&names, 1), "");
	names_release(&names);
	CHECK_U64(names.count, 0);
}

static void bytes_are_copied(void)
{
	struct names names = {0};
	char text[] = "before";

	names_add(&names, str_of(text));
	memcpy(text, "after!", 6);
	CHECK_STR(names_get(&names, 0), "before");
	CHECK_U64(names_add(&names, str_of(text)), 1);
	names_release(&names);
}

/* Every length up to past the hash's step of 16, each byte of it telling two names apart. */
static void every_byte_counts(void)
{
	enum { LENGTH = 70 };
	struct names names = {0};
	char text[LENGTH];
	uint32_t next = 0;

	for (size_t n = 1; n <= LENGTH; n++) {
		memset(text, 'a', sizeof(text));
		CHECK_U64(names_add(&names, (struct str){text, n}), next);
		next++;
		for (size_t i = 0; i < n; i++) {
			text[i] = 'b';
			CHECK_U64(names_add(&names, (struct str){text, n}), next);
			next++;
			text[i] = 'a';
		}
	}
	names_release(&names);
}

static void many_names_stay(void)
{
	enum { MANY = 200000 };
	struct names names = {0};
	char text[16];

	for (uint32_t i = 0; i < MANY; i++) {
		int n = snprintf(text, sizeof(text), "%u", (unsigned)i);

		names_add(&names, (struct str){text, (size_t)n});
	}
	CHECK_U64(names.count, MANY);
	for (uint32_t i = 0; i < MANY; i += 997) {
		snprintf(text, sizeof(text), "%u", (unsigned)i);
		CHECK_STR(names_get(&names, i), text);
		CHECK_U64(names_add(&names, str_of(text)), i);
	}
	names_release(&names);
}

static void a_name_larger_than_a_block(void)
{
	enum { LARGE = 1 << 20 };
	struct names names = {0};
	char *text = calloc(LARGE, 1);

	memset(text, 'x', LARGE);
	for (size_t n = LARGE; n; n /= 3)
		names_add(&names, (struct str){text, n});
	CHECK_U64(names_get(&names, 0).n, LARGE);
	for (uint32_t id = 0; id < names.count; id++) {
		struct str name = names_get(&names, id);

		CHECK(str_eq(name, (struct str){text, name.n}));
		CHECK(name.p[name.n] == '\0');
	}
	names_release(&names);
	free(text);
}

static void sorted_by_bytes(void)
{
	static const struct str unsorted[] = {
		STR_INIT("b"),
		STR_INIT("a;"),
		STR_INIT("\xff"),
		STR_INIT("a"),
		STR_INIT(""),
		STR_INIT("a-b"),
		STR_INIT("\0"),
	};
	static const uint32_t wanted[] = {4, 6, 3, 5, 1, 0, 2};
	struct names names = {0};
	uint32_t *ids;

	for (size_t i = 0; i < sizeof(unsorted) / sizeof(*unsorted); i++)
		names_add(&names, unsorted[i]);
	ids = names_sorted(&names);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		CHECK_U64(ids[i], wanted[i]);
	free(ids);
	names_release(&names);
}

static void no_names(void)
{
	struct names names = {0};

	free(names_sorted(&names));
	names_release(&names);
	names_release(&names);
	CHECK_U64(names.count, 0);
}

int main(void)
{
	TEST(equal_bytes_are_one_name);
	TEST(bytes_are_copied);
	TEST(every_byte_counts);
	TEST(many_names_stay);
	TEST(a_name_larger_than_a_block);
	TEST(sorted_by_bytes);
	TEST(no_names);
}
