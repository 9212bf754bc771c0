#include <stdint.h>
#include <stdlib.h>

/* A C library that has nothing to give to those who ask for nothing, as the standard allows. */
static void *strict_calloc(size_t count, size_t size)
{
	return count && size ? calloc(count, size) : NULL;
}

static void *strict_realloc(void *p, size_t size)
{
	return size ? realloc(p, size) : NULL;
}

#define calloc strict_calloc
#define realloc strict_realloc
#include "common/memory.c" /* instead of the archive's */
#undef calloc
#undef realloc

#include "tests/unit/test.h"

static void no_bytes_are_memory(void)
{
	static const size_t sizes[][2] = {{0, 0}, {1, 0}, {0, 8}, {SIZE_MAX, 0}};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		void *p = memory_new(sizes[i][0], sizes[i][1]);

		CHECK(p);
		p = memory_resize(p, sizes[i][0], sizes[i][1]);
		CHECK(p);
		free(p);
	}
}

static void new_memory_is_zeroed(void)
{
	unsigned char *bytes = memory_new(3, 5), all = 0;

	for (size_t i = 0; i < 15; i++)
		all |= bytes[i];
	CHECK_U64(all, 0);
	free(bytes);
}

static void ask_for_too_much(void *context)
{
	(void)context;
	memory_resize(NULL, SIZE_MAX / 2, 4);
}

static void too_much_ends_the_program(void)
{
	CHECK_ENDS(ask_for_too_much, NULL, 1, "flamegraph-toolkit: out of memory\n");
}

static void arrays_grow_by_one(void)
{
	uint32_t *items = NULL;
	size_t count = 0, capacity = 0;

	for (uint32_t i = 0; i < 1000; i++)
		*ARRAY_PUSH(items, count, capacity) = i;
	CHECK_U64(count, 1000);
	CHECK(capacity >= count);
	CHECK_U64(items[0], 0);
	CHECK_U64(items[999], 999);
	free(items);
}

int main(void)
{
	TEST(no_bytes_are_memory);
	TEST(new_memory_is_zeroed);
	TEST(too_much_ends_the_program);
	TEST(arrays_grow_by_one);
}
