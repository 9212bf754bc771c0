#include "render/picture/palette-map.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "common/messages.h"
#include "tests/unit/test.h"

#define TOOL "flamegraph-toolkit: "
#define NOT_REGULAR TOOL "palette.map: a palette map must be a regular file\n"

static const char path[] = "palette.map";

static void check_file(const char *file, struct str wanted)
{
	struct buf got = file_read(file);

	CHECK_BYTES(buf_str(&got), wanted);
	buf_release(&got);
}

static void check_known(struct palette_map *map, struct str name, int r, int g, int b)
{
	struct colour colour = {0};

	CHECK(palette_map_find(map, name, &colour));
	CHECK_U64(colour.r, (uint64_t)r);
	CHECK_U64(colour.g, (uint64_t)g);
	CHECK_U64(colour.b, (uint64_t)b);
}

/* Adds one name to the map in the file, as a picture does. */
static void add_name(const char *name)
{
	struct palette_map map = {0};

	palette_map_load(&map, path);
	palette_map_add(&map, str_of(name), (struct colour){1, 2, 3});
	palette_map_save(&map, path);
	palette_map_release(&map);
}

static void add_foo(void *context)
{
	(void)context;
	add_name("foo");
}

static void no_file_is_an_empty_map(void)
{
	struct palette_map map = {0};
	struct colour colour;

	unlink(path);
	palette_map_load(&map, path);
	CHECK(!palette_map_find(&map, STR("main"), &colour));
	palette_map_save(&map, path);
	CHECK(access(path, F_OK) != 0);
	palette_map_release(&map);
}

static void saved_sorted_and_read_again(void)
{
	static const struct str odd = STR_INIT("q\"\0\xff \xc3\xa9\r");
	struct palette_map map = {0};

	unlink(path);
	palette_map_load(&map, path);
	palette_map_add(&map, STR("main"), (struct colour){255, 0, 7});
	palette_map_add(&map, STR("operator->"), (struct colour){1, 2, 3});
	palette_map_add(&map, STR("a->rgb(9,9,9)"), (struct colour){4, 5, 6});
	palette_map_add(&map, odd, (struct colour){7, 8, 9});
	palette_map_save(&map, path);
	palette_map_release(&map);
	check_file(path, STR("a->rgb(9,9,9)->rgb(4,5,6)\nmain->rgb(255,0,7)\n"
			     "operator->->rgb(1,2,3)\nq\"\0\xff \xc3\xa9\r->rgb(7,8,9)\n"));

	palette_map_load(&map, path);
	check_known(&map, STR("main"), 255, 0, 7);
	check_known(&map, STR("operator->"), 1, 2, 3);
	check_known(&map, STR("a->rgb(9,9,9)"), 4, 5, 6);
	check_known(&map, odd, 7, 8, 9);
	palette_map_release(&map);
}

static void load_bad(void *context)
{
	struct palette_map *map = context;

	palette_map_load(map, path);
}

static void bad_lines_are_left_out_and_counted(void)
{
	struct palette_map map = {0};
	struct colour colour;

	file_write(path, STR("good->rgb(1,2,3)\r\n\nfoo->red\nfoo->rgb(1,2)\nfoo->rgb(1,2,256)\n"
			     "foo->rgb(1,2,3)\" "
			     "onload=\"x\nfoo->rgb(-1,2,3)\nrgb(1,2,3)\nlast->rgb(3,2,1)"));
	CHECK_ENDS(load_bad, &map, 0, TOOL "palette.map: left out 6 lines, not NAME->rgb(R,G,B)\n");
	messages_quiet(true);
	palette_map_load(&map, path);
	messages_quiet(false);
	check_known(&map, STR("good"), 1, 2, 3);
	check_known(&map, STR("last"), 3, 2, 1);
	CHECK(!palette_map_find(&map, STR("foo"), &colour));
	palette_map_release(&map);
}

static void unchanged_is_not_rewritten(void)
{
	static const struct str unsorted = STR_INIT("z->rgb(1,1,1)\na->rgb(2,2,2)\n");
	struct palette_map map = {0};

	file_write(path, unsorted);
	palette_map_load(&map, path);
	check_known(&map, STR("z"), 1, 1, 1);
	palette_map_save(&map, path);
	check_file(path, unsorted);
	palette_map_release(&map);
}

static void what_others_added_stays(void)
{
	struct palette_map map = {0};

	file_write(path, STR("old->rgb(1,1,1)\n"));
	palette_map_load(&map, path);
	palette_map_add(&map, STR("mine"), (struct colour){2, 2, 2});
	palette_map_add(&map, STR("both"), (struct colour){3, 3, 3});
	file_write(path, STR("both->rgb(4,4,4)\nold->rgb(1,1,1)\ntheirs->rgb(5,5,5)\n"));
	palette_map_save(&map, path);
	check_file(path, STR("both->rgb(4,4,4)\nmine->rgb(2,2,2)\n"
			     "old->rgb(1,1,1)\ntheirs->rgb(5,5,5)\n"));
	palette_map_release(&map);
}

/* Eight processes of 25 names each, all at once. */
static void processes_lose_nothing(void)
{
	enum { PROCESSES = 8, NAMES = 25 };
	struct palette_map map = {0};
	struct colour colour;
	char name[32];

	unlink(path);
	fflush(stdout);
	for (int i = 0; i < PROCESSES; i++) {
		if (fork() == 0) {
			for (int j = 0; j < NAMES; j++) {
				snprintf(name, sizeof(name), "f%d_%d", i, j);
				add_name(name);
			}
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	palette_map_load(&map, path);
	for (int i = 0; i < PROCESSES * NAMES; i++) {
		snprintf(name, sizeof(name), "f%d_%d", i / NAMES, i % NAMES);
		CHECK(palette_map_find(&map, str_of(name), &colour));
	}
	palette_map_release(&map);
}

static void a_link_is_replaced(void)
{
	struct stat status;

	file_write("victim", STR("precious\n"));
	unlink(path);
	CHECK(symlink("victim", path) == 0);
	messages_quiet(true);
	add_name("foo");
	messages_quiet(false);
	check_file("victim", STR("precious\n"));
	CHECK(lstat(path, &status) == 0 && S_ISREG(status.st_mode));
	check_file(path, STR("foo->rgb(1,2,3)\n"));
}

static void only_regular_files(void)
{
	unlink(path);
	CHECK(mkfifo(path, 0666) == 0);
	CHECK_ENDS(add_foo, NULL, EXIT_CANNOT, NOT_REGULAR);
	unlink(path);
	CHECK(mkdir(path, 0777) == 0);
	CHECK_ENDS(add_foo, NULL, EXIT_CANNOT, NOT_REGULAR);
	rmdir(path);
}

static void add_to_a_full_disk(void *context)
{
	struct rlimit none = {0, 0};

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &none);
	add_foo(context);
}

static void a_failed_write_leaves_the_file(void)
{
	file_write(path, STR("old->rgb(1,1,1)\n"));
	CHECK_ENDS(add_to_a_full_disk, NULL, EXIT_CANNOT,
		TOOL "palette.map: cannot write: File too large\n");
	check_file(path, STR("old->rgb(1,1,1)\n"));
}

int main(void)
{
	TEST(no_file_is_an_empty_map);
	TEST(saved_sorted_and_read_again);
	TEST(bad_lines_are_left_out_and_counted);
	TEST(unchanged_is_not_rewritten);
	TEST(what_others_added_stays);
	TEST(processes_lose_nothing);
	TEST(a_link_is_replaced);
	TEST(only_regular_files);
	TEST(a_failed_write_leaves_the_file);
}
