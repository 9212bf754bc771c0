/*
 * Which files are taken as those of an image: trees of files are made, and looked for in.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collapse/symbols/build-id.h"
#include "collapse/symbols/files.h"
#include "collapse/symbols/kernel.h"
#include "collapse/symbols/path-below.h"
#include "tests/unit/lib/make-elf.h"
#include "tests/unit/test.h"

/* A new file, and the folders above it. */
static void put(const char *path, struct str bytes)
{
	struct buf folder = {0};

	for (size_t i = 1; path[i]; i++)
		if (path[i] == '/') {
			buf_set(&folder, (struct str){path, i});
			buf_terminate(&folder);
			mkdir(folder.p, 0700);
		}
	buf_release(&folder);
	file_write(path, bytes);
}

/* ---- paths below a folder ---- */

static void below(const char *path, const char *wanted)
{
	struct buf out = {0};

	CHECK(path_below(&out, "root/", str_of(path)));
	CHECK_STR(buf_str(&out), wanted);
	buf_release(&out);
}

static void paths_below(void)
{
	struct buf out = {0};

	put("root/usr/lib/a/libc.so", STR("x"));
	put("outside", STR("x"));
	CHECK(symlink("usr/lib", "root/lib") == 0);
	CHECK(symlink("/usr/lib/a", "root/absolute") == 0);
	CHECK(symlink("../../../../../outside", "root/usr/lib/escape") == 0);
	CHECK(symlink("loop", "root/loop") == 0);
	below("/usr/lib/a/libc.so", "root/usr/lib/a/libc.so");
	below("//usr/./lib//a/libc.so", "root/usr/lib/a/libc.so");
	below("/lib/a/libc.so", "root/usr/lib/a/libc.so");
	below("/absolute/libc.so", "root/usr/lib/a/libc.so");
	below("/lib/../../../../outside", "root/outside");
	below("/../../../outside", "root/outside");
	below("/usr/lib/escape", "root/outside");
	below("/nowhere/at/all", "root/nowhere/at/all");
	below("/", "root");
	CHECK(!path_below(&out, "root", STR("/loop/x")));
	buf_reset(&out);
	for (int i = 0; i < 3000; i++)
		buf_add(&out, STR("/a"));
	{
		struct buf longest = {0};

		CHECK(!path_below(&longest, "root", buf_str(&out)));
		buf_release(&longest);
	}
	buf_release(&out);
}

/* ---- files of an image ---- */

/* What a program and its debug file are made of. */
struct parts {
	const char *id, *link;
	uint32_t crc;
	bool symbols, debug;
	const char *name; /* of its only symbol */
};

static struct buf elf_of(struct parts parts)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	unsigned text = make_section(&maker, ".text", 1, 6, 0x1000, STR("code"));
	struct buf bytes = {0};

	make_segment(&maker, SEGMENT_LOAD, 0, 0, 0x4000);
	if (parts.id) {
		make_note(&maker, &bytes, str_of(parts.id));
		make_section(&maker, ".note.gnu.build-id", SECTION_NOTE, 2, 0x300, buf_str(&bytes));
	}
	if (parts.link) {
		buf_set(&bytes, str_of(parts.link));
		do
			buf_add_char(&bytes, '\0');
		while (bytes.n % 4);
		make_u32(&maker, &bytes, parts.crc);
		make_section(&maker, ".gnu_debuglink", 1, 0, 0, buf_str(&bytes));
	}
	if (parts.symbols)
		make_symbol(&maker, parts.name ? parts.name : "main", 0x1000, 0x10, MAKE_FUNCTION,
			text);
	if (parts.debug)
		make_section(&maker, ".debug_info", 1, 0, 0, STR("no units"));
	buf_set(&bytes, make_elf_bytes(&maker));
	make_release(&maker);
	return bytes;
}

static uint32_t put_elf(const char *path, struct parts parts)
{
	struct buf bytes = elf_of(parts);
	uint32_t crc = debug_link_crc(buf_str(&bytes));

	put(path, buf_str(&bytes));
	buf_release(&bytes);
	return crc;
}

static struct symbols_options options = {.root = "tree", .cache = "cache", .debug_dir = "debug"};

/* Where the symbols come from; "STATE: PROBLEM" when the image is not there. */
static void look_for(const char *path, const char *id, const char *wanted)
{
	static const char *const states[] = {"named", "missing", "differs", "unreadable"};
	struct image image = {.path = str_of(path), .build_id = str_of(id), .pid = -1};
	struct places places;
	struct files files;
	struct buf out = {0};

	places_init(&places, &options);
	files_find(&places, &image, &files);
	if (files.image)
		buf_add(&out, buf_str(&files.path));
	else
		buf_addf(&out, "%s: ", states[files.state]);
	buf_add(&out, buf_str(&files.problem));
	CHECK_STR(buf_str(&out), wanted);
	files_close(&files);
	places_release(&places);
	buf_release(&out);
}

static void by_path(void)
{
	put_elf("tree/bin/a", (struct parts){.id = "12345678", .symbols = true});
	look_for("/bin/a", "", "tree/bin/a");
	look_for("/bin/a", "12345678", "tree/bin/a");
	look_for("/bin/../bin/../../bin/a", "", "tree/bin/a");
	look_for("/bin/a", "1234567x",
		"differs: its build-id is 3132333435363738, that of what ran is 3132333435363778");
	look_for("/bin/b", "", "missing: No such file or directory");
	look_for("bin/a", "", "missing: it is no file");
	look_for("[heap]", "", "missing: it is no file");
	put("tree/bin/text", STR("#!/bin/sh"));
	look_for("/bin/text", "", "unreadable: not an ELF file");
	CHECK(mkfifo("tree/bin/fifo", 0600) == 0);
	look_for("/bin/fifo", "", "unreadable: not a regular file");
	put_elf("tree/bin/plain", (struct parts){.symbols = true});
	look_for("/bin/plain", "12345678",
		"differs: it has no build-id, that of what ran is 3132333435363738");
}

/* What is at a deleted file's path is another, unless its build-id proves that it is the same. */
static void deleted(void)
{
	put_elf("tree/bin/d", (struct parts){.id = "12345678", .symbols = true});
	look_for("/bin/d (deleted)", "", "missing: it was deleted");
	look_for("/bin/d (deleted)", "12345678", "tree/bin/d");
}

static void by_build_id(void)
{
	/* "12345678" is 31/32... */
	put_elf("cache/.build-id/31/32333435363738/elf",
		(struct parts){.id = "12345678", .symbols = true});
	look_for("/gone", "12345678", "cache/.build-id/31/32333435363738/elf");
	/* One that somebody put there under another's name. */
	put_elf("cache/.build-id/39/32333435363738/elf",
		(struct parts){.id = "12345678", .symbols = true});
	look_for("/gone", "92345678",
		"differs: its build-id is 3132333435363738, that of what ran is 3932333435363738");
	put_elf("fetched/3832333435363738/executable",
		(struct parts){.id = "82345678", .symbols = true});
	CHECK(setenv("DEBUGINFOD_CACHE_PATH", "fetched", 1) == 0);
	look_for("/gone", "82345678", "fetched/3832333435363738/executable");
}

static void debug_by_build_id(void)
{
	put_elf("tree/bin/s", (struct parts){.id = "abcdefgh"});
	look_for("/bin/s", "", "tree/bin/s");
	put_elf("tree/usr/lib/debug/.build-id/61/62636465666768.debug",
		(struct parts){.id = "other", .symbols = true});
	look_for("/bin/s", "", "tree/bin/s");
	put_elf("tree/usr/lib/debug/.build-id/61/62636465666768.debug",
		(struct parts){.id = "abcdefgh", .symbols = true});
	look_for("/bin/s", "", "tree/usr/lib/debug/.build-id/61/62636465666768.debug");
	put_elf("tree/usr/lib/debug/bin/s.debug",
		(struct parts){.id = "abcdefgh", .symbols = true});
	look_for("/bin/s", "", "tree/usr/lib/debug/bin/s.debug");
	put_elf("debug/.build-id/61/62636465666768.debug",
		(struct parts){.id = "abcdefgh", .symbols = true});
	look_for("/bin/s", "", "debug/.build-id/61/62636465666768.debug");
	put_elf("cache/.build-id/61/62636465666768/debug",
		(struct parts){.id = "abcdefgh", .symbols = true});
	look_for("/bin/s", "", "cache/.build-id/61/62636465666768/debug");
	/* The program's own are good enough. */
	put_elf("tree/bin/s", (struct parts){.id = "abcdefgh", .symbols = true});
	look_for("/bin/s", "", "tree/bin/s");
}

/* Without build-ids the sum over the debug file has to be right. */
static void debug_by_link(void)
{
	uint32_t crc = put_elf("tree/lib/.debug/l.debug", (struct parts){.symbols = true});

	put_elf("tree/lib/l", (struct parts){.link = "l.debug", .crc = crc + 1});
	look_for("/lib/l", "", "tree/lib/l");
	put_elf("tree/lib/l", (struct parts){.link = "l.debug", .crc = crc});
	look_for("/lib/l", "", "tree/lib/.debug/l.debug");
	put_elf("tree/lib/l", (struct parts){.link = ".debug/l.debug", .crc = crc});
	look_for("/lib/l", "", "tree/lib/l");
	/* One with a build-id of its own is asked for that instead. */
	crc = put_elf("tree/lib/l.debug", (struct parts){.id = "12345678", .symbols = true});
	put_elf("tree/lib/l", (struct parts){.id = "9999", .link = "l.debug", .crc = crc});
	look_for("/lib/l", "", "tree/lib/l");
	put_elf("tree/lib/l", (struct parts){.id = "12345678", .link = "l.debug"});
	look_for("/lib/l", "", "tree/lib/l.debug");
	/* A link to itself. */
	put_elf("tree/lib/self", (struct parts){.id = "1234", .link = "self"});
	look_for("/lib/self", "", "tree/lib/self");
}

static void check_sum(void)
{
	CHECK_U64(debug_link_crc(STR("123456789")), 0xcbf43926);
	CHECK_U64(debug_link_crc(STR("")), 0);
}

/* ---- the kernel ---- */

static void kernel(struct image image, const char *wanted)
{
	struct places places;
	struct kernel kernel;
	struct buf out = {0};

	places_init(&places, &options);
	kernel_find(&places, &image, &kernel);
	if (kernel.vmlinux)
		buf_addf(&out, "vmlinux+%llx ", (unsigned long long)kernel.vmlinux_shift);
	if (kernel.kallsyms.n)
		buf_addf(&out, "list+%llx ", (unsigned long long)kernel.kallsyms_shift);
	buf_addf(&out, "%d ", (int)kernel.state);
	buf_add(&out, buf_str(&kernel.problem));
	CHECK_STR(buf_str(&out), wanted);
	kernel_release(&kernel);
	places_release(&places);
	buf_release(&out);
}

static void kernels(void)
{
	struct image image = {
		.kind = IMAGE_KERNEL, .path = STR(""), .build_id = STR("abcd"), .pid = -1};

	put("list", STR("ffffffff81000000 T _text\n"));
	put("hidden", STR("0000000000000000 T _text\n"));
	put_elf("vmlinux", (struct parts){.id = "abcd", .symbols = true, .name = "_text"});
	kernel(image, "1 no list of its names is here");
	options.kallsyms = "list";
	kernel(image, "list+0 0 ");
	image.text_start = 0xffffffff85000000;
	kernel(image, "list+4000000 0 ");
	image.text_name = STR("_stext");
	kernel(image, "list+0 0 ");
	image.text_name = STR("_text");
	options.kallsyms = "nowhere";
	kernel(image, "1 No such file or directory");
	options.kallsyms = "hidden";
	kernel(image, "5 its addresses are hidden from this user");
	options.kallsyms = NULL;
	options.vmlinux = "vmlinux";
	kernel(image, "vmlinux+ffffffff84fff000 0 ");
	image.build_id = STR("efgh");
	kernel(image, "2 its build-id is 61626364, that of what ran is 65666768");
	options.vmlinux = NULL;
	/* By its build-id, of all that may be called so. */
	options.release = STR("6.1");
	image.text_start = 0;
	put_elf("tree/boot/vmlinux-6.1", (struct parts){.id = "abcd", .symbols = true});
	kernel(image, "2 its build-id is 61626364, that of what ran is 65666768");
	put("cache/.build-id/65/666768/kallsyms", STR("ffffffff81000000 T _text\n"));
	kernel(image, "list+0 0 ");
	image.build_id = STR("abcd");
	kernel(image, "vmlinux+0 0 ");
}

int main(void)
{
	TEST(paths_below);
	TEST(by_path);
	TEST(deleted);
	TEST(by_build_id);
	TEST(debug_by_build_id);
	TEST(debug_by_link);
	TEST(check_sum);
	TEST(kernels);
}
