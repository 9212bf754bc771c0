/*
 * Names from other than ELF files: the kernel's list, perf maps, jitdumps.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/symbols/jitdump.h"
#include "collapse/symbols/kallsyms.h"
#include "collapse/symbols/perf-map.h"
#include "tests/unit/lib/found.h"
#include "tests/unit/test.h"

static void kernel(
	const char *text, uint64_t shift, const char *wanted, const uint64_t *at, size_t count)
{
	struct symbol_name found[16];
	struct names pool = {0};

	kallsyms_find(str_of(text), shift, at, count, &pool, found);
	check_found(found, at, count, wanted);
	names_release(&pool);
}

static void kernel_list(void)
{
	static const char list[] = "ffffffff81000000 T _text\n"
		"ffffffff81000100 t local\n"
		"ffffffff81000200 T __ia32_sys_read\n"
		"ffffffff81000200 T __x64_sys_read\n"
		"ffffffff81000250 r not_code\n"
		"ffffffff81000260 A absolute\n"
		"ffffffff81000270 t $d\n"
		"ffffffff81000300 W weak\n"
		"ffffffff81000400 D data\n";

	kernel(list, 0, "- _text+0 local+ff __x64_sys_read+0 __x64_sys_read+ff weak+10 data+1",
		ASKS(0xffffffff80ffffff, 0xffffffff81000000, 0xffffffff810001ff, 0xffffffff81000200,
			0xffffffff810002ff, 0xffffffff81000310, 0xffffffff81000401));
	/* The last reaches to the end of its page, and through one more. */
	kernel(list, 0, "data+1bff -", ASKS(0xffffffff81001fff, 0xffffffff81002000));
	/* Loaded elsewhere. */
	kernel(list, 0x5000000, "- _text+0 weak+1",
		ASKS(0xffffffff81000000, 0xffffffff86000000, 0xffffffff86000301));
}

/* A module ends where its last page does, and is elsewhere in another boot. */
static void modules(void)
{
	static const char list[] = "ffffffff81000000 T _text\n"
		"ffffffffc0002010 t last_of_a\t[a]\n"
		"ffffffffc0000000 t first_of_a\t[a]\n"
		"ffffffffc0100000 t only_of_b\t[b]\n";

	kernel(list, 0, "first_of_a+200f last_of_a+0 last_of_a+1fef - only_of_b+8",
		ASKS(0xffffffffc000200f, 0xffffffffc0002010, 0xffffffffc0003fff, 0xffffffffc0004000,
			0xffffffffc0100008));
	kernel(list, 0x1000, "_text+0 - -",
		ASKS(0xffffffff81001000, 0xffffffffc0003010, 0xffffffffc0101000));
}

static void damaged_lists(void)
{
	kernel("", 0, "-", ASKS(0x1000));
	kernel("1000 T\n1000T x\n T x\n1000 T \n11111111111111111 T long\nzz T x\n800 T good", 0,
		"good+800", ASKS(0x1000));
}

static void kernel_addresses(void)
{
	struct str list = STR("1000 t _text\t[fake]\n0 A fixed\n2000 T _text\n");
	uint64_t address;

	CHECK(kallsyms_address(list, STR("_text"), &address) && address == 0x2000);
	CHECK(!kallsyms_address(list, STR("_stext"), &address));
	CHECK(!kallsyms_is_hidden(list));
	CHECK(kallsyms_is_hidden(STR("0000000000000000 T _text\n0000000000000000 t x\n")));
}

static void map(const char *text, const char *wanted, const uint64_t *at, size_t count)
{
	struct symbol_name found[16];
	struct names pool = {0};

	perf_map_find(str_of(text), at, count, &pool, found);
	check_found(found, at, count, wanted);
	names_release(&pool);
}

static void perf_map(void)
{
	map("1000 100 Lazy:*parse /srv/app.js:12\r\n0x2000 0x10 b\n3000 10\nbad\n4000 0 empty\n",
		"- Lazy:*parse /srv/app.js:12+0 Lazy:*parse /srv/app.js:12+ff - b+f - -",
		ASKS(0xfff, 0x1000, 0x10ff, 0x1100, 0x200f, 0x3000, 0x4000));
	/* The last line has what it covers. */
	map("1000 100 old\n1040 10 newer\n1048 4 newest\n1000 44 last",
		"last+43 newer+4 newest+0 newer+c old+50",
		ASKS(0x1043, 0x1044, 0x1048, 0x104c, 0x1050));
	map("", "-", ASKS(0x1000));
}

static void only_our_maps(void)
{
	struct buf text = {0}, why = {0};

	file_write("map", STR("1000 10 a\n"));
	CHECK(perf_map_read(&text, "map", &why));
	CHECK_STR(buf_str(&text), "1000 10 a\n");
	CHECK(symlink("map", "link") == 0);
	CHECK(!perf_map_read(&text, "link", &why));
	CHECK(mkfifo("fifo", 0600) == 0);
	CHECK(!perf_map_read(&text, "fifo", &why));
	CHECK_STR(buf_str(&why), "not a regular file");
	if (geteuid() == 0) {
		CHECK(chown("map", 12345, 12345) == 0);
		CHECK(!perf_map_read(&text, "map", &why));
		CHECK_STR(buf_str(&why), "somebody else's file");
	}
	buf_release(&text);
	buf_release(&why);
}

/* ---- jitdump ---- */

static bool big;

static void number(struct buf *out, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		buf_add_char(out, (char)(value >> 8 * (big ? size - 1 - i : i)));
}

static void start_dump(struct buf *out)
{
	number(out, 0x4a695444, 4);
	number(out, 1, 4);
	number(out, 40, 4);
	number(out, 62, 4);
	number(out, 0, 4);
	number(out, 4711, 4);
	number(out, 1, 8);
	number(out, 0, 8);
}

static void record(struct buf *out, uint32_t kind, size_t size, uint64_t time)
{
	number(out, kind, 4);
	number(out, 16 + size, 4);
	number(out, time, 8);
}

static void load(struct buf *out, uint64_t time, uint64_t address, uint64_t size, uint64_t index,
	const char *name)
{
	record(out, 0, 40 + str_of(name).n + 1 + 2, time);
	number(out, 4711, 4);
	number(out, 4711, 4);
	number(out, address, 8);
	number(out, address, 8);
	number(out, size, 8);
	number(out, index, 8);
	buf_add(out, str_of(name));
	buf_add(out, STR("\0\xc3\x90"));
}

static void move(
	struct buf *out, uint64_t time, uint64_t from, uint64_t to, uint64_t size, uint64_t index)
{
	record(out, 1, 48, time);
	number(out, 4711, 4);
	number(out, 4711, 4);
	number(out, to, 8);
	number(out, from, 8);
	number(out, to, 8);
	number(out, size, 8);
	number(out, index, 8);
}

static void dump(const struct buf *bytes, const char *wanted, const uint64_t *at,
	const uint64_t *times, size_t count)
{
	struct symbol_name found[16];
	struct names pool = {0};

	jitdump_find(buf_str(bytes), at, times, count, &pool, found);
	check_found(found, at, count, wanted);
	names_release(&pool);
}

/* The same address has another name later; each time is answered for. */
static void jitdump_times(void)
{
	for (int order = 0; order < 2; order++) {
		const uint64_t at[] = {0x1000, 0x1000, 0x1000, 0x1004, 0x1008, 0x2000, 0x2004};
		const uint64_t times[] = {99, 100, 200, 250, 0, 299, 300};
		struct buf bytes = {0};

		big = order;
		start_dump(&bytes);
		load(&bytes, 100, 0x1000, 16, 1, "first");
		record(&bytes, 2, 8, 150); /* lines, which are not for us */
		number(&bytes, 0, 8);
		load(&bytes, 200, 0x1000, 8, 2, "second");
		move(&bytes, 300, 0x1000, 0x2000, 8, 2);
		move(&bytes, 310, 0x9000, 0x2000, 8, 77); /* of what was never there */
		dump(&bytes, "- first+0 second+0 second+4 first+8 - second+4", at, times, 7);
		buf_release(&bytes);
	}
	big = false;
}

/* Cut anywhere it has the records before. */
static void jitdump_cut(void)
{
	const uint64_t at[] = {0x1000, 0x2000}, times[] = {0, 0};
	struct buf bytes = {0};
	size_t first;

	start_dump(&bytes);
	load(&bytes, 100, 0x1000, 16, 1, "first");
	first = bytes.n;
	load(&bytes, 200, 0x2000, 8, 2, "second");
	move(&bytes, 300, 0x1000, 0x3000, 8, 1);
	for (size_t n = 0; n <= bytes.n; n++) {
		struct buf cut = {0};
		const char *wanted = n < first ? "- -" : "first+0 second+0";

		if (n >= first && n < bytes.n - 64)
			wanted = "first+0 -";
		buf_add(&cut, str_head(buf_str(&bytes), n));
		dump(&cut, wanted, at, times, 2);
		buf_release(&cut);
	}
	buf_release(&bytes);
}

int main(void)
{
	TEST(kernel_list);
	TEST(modules);
	TEST(damaged_lists);
	TEST(kernel_addresses);
	TEST(perf_map);
	TEST(only_our_maps);
	TEST(jitdump_times);
	TEST(jitdump_cut);
}
