/*
 * Batches: asks in any order, of each kind of image.
 */
#include "collapse/symbols/symbols.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "tests/unit/lib/make-elf.h"
#include "tests/unit/test.h"

static struct symbols_options options = {
	.root = "tree", .cache = "nowhere", .host = {"", 0}, .release = {"", 0}};

/* A library as lld lays it out: code of the file's offset 0x100 on is 0x1000 higher in memory. */
static void put_library(const char *path, const char *id, bool symbols)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	unsigned text = make_section(&maker, ".text", 1, 6, 0x1100, STR("code"));
	struct buf note = {0};

	make_note(&maker, &note, str_of(id));
	make_section(&maker, ".note.gnu.build-id", SECTION_NOTE, 2, 0x300, buf_str(&note));
	make_segment(&maker, SEGMENT_LOAD, 0, 0, 0x100);
	make_segment(&maker, SEGMENT_LOAD, 0x100, 0x1100, 0x200);
	if (symbols) {
		make_symbol(&maker, "first", 0x1100, 0x20, MAKE_FUNCTION, text);
		make_symbol(&maker, "_ZN2ns6secondEv", 0x1140, 0x20, MAKE_FUNCTION, text);
	}
	file_write(path, make_elf_bytes(&maker));
	make_release(&maker);
	buf_release(&note);
}

static void make_tree(void)
{
	mkdir("tree", 0700);
	mkdir("tree/tmp", 0700);
	put_library("tree/lib.so", "12345678", true);
	put_library("tree/stripped.so", "abcdefgh", false);
}

/* "first+100 -" for asks, then the state, the problem, and how many have names. */
static void ask(struct symbols *symbols, struct image image, const struct symbol_ask *asks,
	size_t count, const char *wanted)
{
	struct symbol_answer answers[16];
	struct image_result result = symbols_find(symbols, &image, asks, count, answers);
	struct buf out = {0};

	for (size_t i = 0; i < count; i++) {
		buf_add(&out, answers[i].name.n ? answers[i].name : STR("-"));
		if (answers[i].name.n)
			buf_addf(&out, "@%llx", (unsigned long long)answers[i].start);
		buf_add_char(&out, ' ');
	}
	buf_addf(&out, "%d %zu ", (int)result.state, result.named);
	buf_add(&out, result.problem);
	CHECK_STR(buf_str(&out), wanted);
	buf_release(&out);
}

#define ASK(symbols, image, wanted, ...) \
	ask((symbols), (image), (const struct symbol_ask[]){__VA_ARGS__}, \
		sizeof((const struct symbol_ask[]){__VA_ARGS__}) / sizeof(struct symbol_ask), \
		(wanted))

static void files(void)
{
	struct symbols *symbols = symbols_new(&options);
	struct image image = {.path = STR("/lib.so"), .build_id = STR("12345678"), .pid = -1};

	make_tree();
	/* In any order, and some twice; the last is in no segment. */
	ASK(symbols, image, "_ZN2ns6secondEv@140 first@100 - _ZN2ns6secondEv@140 first@100 - 0 4 ",
		{.at = 0x15f}, {.at = 0x100}, {.at = 0x120}, {.at = 0x15f}, {.at = 0x11f},
		{.at = 0x4000});
	ask(symbols, image, NULL, 0, "0 0 ");
	image.build_id = STR("other");
	ASK(symbols, image,
		"- 2 0 its build-id is 3132333435363738, that of what ran is 6f74686572",
		{.at = 0x100});
	image = (struct image){.path = STR("/stripped.so"), .build_id = STR(""), .pid = -1};
	ASK(symbols, image, "- 4 0 it has no symbols", {.at = 0x100});
	image.path = STR("/missing.so");
	ASK(symbols, image, "- 1 0 No such file or directory", {.at = 0x100});
	symbols_free(symbols);
}

static void same_file(void)
{
	struct symbols *symbols = symbols_new(&options);
	struct image image = {.path = STR("/lib.so"), .build_id = STR(""), .pid = 1};
	struct elf *elf = symbols_file(symbols, &image);

	CHECK(elf != NULL && elf->machine == ELF_X86_64);
	image.pid = 2;
	CHECK(symbols_file(symbols, &image) == elf);
	image.path = STR("/missing.so");
	CHECK(symbols_file(symbols, &image) == NULL);
	image.kind = IMAGE_JIT;
	CHECK(symbols_file(symbols, &image) == NULL);
	symbols_free(symbols);
}

/* vmlinux has no modules, and comes first. */
static void kernel(void)
{
	struct symbols_options with = options;
	struct image image = {
		.kind = IMAGE_KERNEL, .path = STR(""), .build_id = STR(""), .pid = -1};
	struct symbols *symbols;

	file_write("list", STR("ffffffff81000000 T _text\nffffffff81000040 T of_list\n"
		"ffffffffc0000000 t of_module\t[m]\n"));
	with.kallsyms = "list";
	symbols = symbols_new(&with);
	ASK(symbols, image, "of_module@ffffffffc0000000 of_list@ffffffff81000040 - 0 2 ",
		{.at = 0xffffffffc0000010}, {.at = 0xffffffff81000050}, {.at = 0x10});
	symbols_free(symbols);

	put_library("vmlinux", "kernel", true);
	with.vmlinux = "vmlinux";
	image.text_start = 0;
	symbols = symbols_new(&with);
	ASK(symbols, image, "first@1100 of_list@ffffffff81000040 0 2 ", {.at = 0x1108},
		{.at = 0xffffffff81000050});
	symbols_free(symbols);

	with.kallsyms = NULL;
	symbols = symbols_new(&with);
	image.build_id = STR("another");
	ASK(symbols, image,
		"- 2 0 its build-id is 6b65726e656c, that of what ran is 616e6f74686572",
		{.at = 0x1108});
	symbols_free(symbols);
}

static void number(struct buf *out, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		buf_add_char(out, (char)(value >> 8 * i));
}

/* A dump with one function, "dumped" at 0x1000, made at time 100. */
static void put_dump(const char *path)
{
	struct buf out = {0};

	number(&out, 0x4a695444, 4);
	number(&out, 1, 4);
	number(&out, 40, 4);
	while (out.n < 40)
		buf_add_char(&out, '\0');
	number(&out, 0, 4);
	number(&out, 56 + 7, 4);
	number(&out, 100, 8);
	number(&out, 0, 8);
	number(&out, 0x1000, 8);
	number(&out, 0x1000, 8);
	number(&out, 16, 8);
	number(&out, 1, 8);
	buf_add(&out, STR("dumped\0"));
	file_write(path, buf_str(&out));
	buf_release(&out);
}

/* What the dump does not name the map may. */
static void jit(void)
{
	struct symbols *symbols = symbols_new(&options);
	struct image image = {.kind = IMAGE_JIT, .path = STR(""), .build_id = STR(""), .pid = 77};

	make_tree();
	ASK(symbols, image, "- 1 0 /tmp/perf-77.map: No such file or directory",
		{.at = 0x1008, .time = 200});
	file_write("tree/tmp/perf-77.map", STR("1000 10 mapped\n2000 10 only_mapped\n"));
	ASK(symbols, image, "mapped@1000 0 1 ", {.at = 0x1008, .time = 200});
	put_dump("tree/tmp/jit-77.dump");
	image.path = STR("/tmp/jit-77.dump");
	ASK(symbols, image, "dumped@1000 mapped@1000 only_mapped@2000 dumped@1000 - 0 4 ",
		{.at = 0x1008, .time = 200}, {.at = 0x1008, .time = 99}, {.at = 0x200f},
		{.at = 0x100f}, {.at = 0x3000});
	image.pid = 78;
	ASK(symbols, image, "dumped@1000 - 0 1 ", {.at = 0x1008, .time = 200}, {.at = 0x2000});
	symbols_free(symbols);
}

/* Our own, if the system has one, with a name that every program finds there. */
static void vdso(void)
{
	struct utsname here;
	struct symbols_options with = {.cache = "nowhere"};
	struct image image = {
		.kind = IMAGE_VDSO, .path = STR("[vdso]"), .build_id = STR(""), .pid = -1};
	struct symbol_ask asks[4096];
	struct symbol_answer answers[4096];
	struct image_result result;
	struct symbols *symbols;
	size_t clocks = 0;

	for (size_t i = 0; i < 4096; i++)
		asks[i] = (struct symbol_ask){.at = i};
	symbols = symbols_new(&with);
	result = symbols_find(symbols, &image, asks, 4096, answers);
	CHECK_U64(result.state, IMAGE_MISSING);
	symbols_free(symbols);

	CHECK(uname(&here) >= 0);
	with.host = str_of(here.nodename);
	with.release = str_of(here.release);
	symbols = symbols_new(&with);
	result = symbols_find(symbols, &image, asks, 4096, answers);
	for (size_t i = 0; i < 4096; i++)
		clocks += str_contains(answers[i].name, STR("gettime"));
	CHECK(clocks > 0 || result.state == IMAGE_MISSING);
	symbols_free(symbols);
}

static void *ask_often(void *context)
{
	struct image image = {.path = STR("/lib.so"), .build_id = STR("12345678"), .pid = -1};
	struct symbol_ask asks[1] = {{.at = 0x108}};
	struct symbol_answer answer;
	bool good = true;

	for (int i = 0; i < 200; i++) {
		symbols_find(context, &image, asks, 1, &answer);
		good = good && str_eq(answer.name, STR("first"));
	}
	return good ? context : NULL;
}

static void threads(void)
{
	struct symbols *symbols = symbols_new(&options);
	pthread_t thread[4];
	void *good;

	make_tree();
	for (int i = 0; i < 4; i++)
		CHECK(pthread_create(&thread[i], NULL, ask_often, symbols) == 0);
	for (int i = 0; i < 4; i++) {
		CHECK(pthread_join(thread[i], &good) == 0);
		CHECK(good == symbols);
	}
	symbols_free(symbols);
}

int main(void)
{
	TEST(files);
	TEST(same_file);
	TEST(kernel);
	TEST(jit);
	TEST(vdso);
	TEST(threads);
}
