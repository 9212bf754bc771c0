#include "collapse/formats/firefox/libraries.h"

#include "common/names.h"
#include "tests/unit/test.h"

static void add(struct firefox_libraries *libraries, uint64_t start, uint64_t end)
{
	const struct firefox_library library = {start, end, (uint32_t)libraries->count};

	firefox_libraries_add(libraries, &library);
}

static void none(void)
{
	struct firefox_libraries libraries = {0};

	CHECK(firefox_libraries_find(&libraries, 0) == NAME_NONE);
	add(&libraries, 5, 5);
	add(&libraries, 7, 5);
	CHECK(firefox_libraries_find(&libraries, 5) == NAME_NONE);
	firefox_libraries_release(&libraries);
}

static void ends(void)
{
	struct firefox_libraries libraries = {0};

	add(&libraries, 0x2000, 0x3000);
	add(&libraries, 0x1000, 0x2000);
	add(&libraries, 0x4000, UINT64_MAX);
	CHECK(firefox_libraries_find(&libraries, 0) == NAME_NONE);
	CHECK(firefox_libraries_find(&libraries, 0xfff) == NAME_NONE);
	CHECK(firefox_libraries_find(&libraries, 0x1000) == 1);
	CHECK(firefox_libraries_find(&libraries, 0x1fff) == 1);
	CHECK(firefox_libraries_find(&libraries, 0x2000) == 0);
	CHECK(firefox_libraries_find(&libraries, 0x3000) == NAME_NONE);
	CHECK(firefox_libraries_find(&libraries, 0x4000) == 2);
	CHECK(firefox_libraries_find(&libraries, UINT64_MAX - 1) == 2);
	CHECK(firefox_libraries_find(&libraries, UINT64_MAX) == NAME_NONE);
	firefox_libraries_release(&libraries);
}

static uint32_t first_with(const struct firefox_libraries *libraries, uint64_t address)
{
	for (size_t i = 0; i < libraries->count; i++)
		if (address >= libraries->items[i].start && address < libraries->items[i].end)
			return libraries->items[i].name;
	return NAME_NONE;
}

/* Of those that overlap the first that was added counts, however they lie. */
static void overlaps(void)
{
	uint64_t random = 1;

	for (int round = 0; round < 300; round++) {
		struct firefox_libraries libraries = {0};

		for (int i = 0; i < round % 12; i++) {
			uint64_t start;

			random = random * 6364136223846793005u + 1442695040888963407u;
			start = random >> 59;
			add(&libraries, start, start + (random >> 32) % 16);
		}
		for (uint64_t address = 0; address < 50; address++)
			CHECK(firefox_libraries_find(&libraries, address) ==
				first_with(&libraries, address));
		firefox_libraries_release(&libraries);
	}
}

int main(void)
{
	TEST(none);
	TEST(ends);
	TEST(overlaps);
}
