#include "collapse/symbols/elf-symbols.h"

#include "tests/unit/lib/found.h"
#include "tests/unit/lib/make-elf.h"
#include "tests/unit/test.h"

/* A file with .text at 0x1000, .data at 0x4000 and .bss behind it; symbols are added to it. */
struct program {
	struct elf_maker maker;
	unsigned text, data, comment;
};

static struct program program(bool is_64, bool is_big, uint16_t machine)
{
	struct program program = {.maker = make_elf(is_64, is_big, machine)};

	program.text = make_section(&program.maker, ".text", 1, 6, 0x1000, STR("code"));
	program.data = make_section(&program.maker, ".data", 1, 3, 0x4000, STR("data"));
	program.comment = make_section(&program.maker, ".comment.text", 1, 0, 0, STR("not loaded"));
	return program;
}

static void add(struct program *program, const char *name, uint64_t address, uint64_t size,
	unsigned char info)
{
	make_symbol(&program->maker, name, address, size, info,
		address >= 0x4000 ? program->data : program->text);
}

/* What addresses are called; the file is released. */
static void check_names(
	struct program *program, const uint64_t *at, size_t count, const char *wanted)
{
	struct symbol_name found[16];
	struct names pool = {0};
	struct buf why = {0};
	struct elf *elf = elf_from_bytes(make_elf_bytes(&program->maker), &why);

	CHECK(elf != NULL);
	elf_symbols_find(elf, elf, at, count, &pool, found);
	check_found(found, at, count, wanted);
	elf_close(elf);
	names_release(&pool);
	buf_release(&why);
	make_release(&program->maker);
}

#define NAMES(program, wanted, ...) check_names((program), ASKS(__VA_ARGS__), (wanted))

static void sized(void)
{
	for (int kind = 0; kind < 4; kind++) {
		struct program p = program(kind & 1, kind & 2, ELF_X86_64);

		add(&p, "second", 0x1100, 0x10, MAKE_FUNCTION);
		add(&p, "first", 0x1000, 0x20, MAKE_LOCAL);
		NAMES(&p, "- first+0 first+1f - second+0 second+f -", 0xfff, 0x1000, 0x101f, 0x1020,
			0x1100, 0x110f, 0x1110);
	}
}

/* The nearest start that reaches so far; behind the inner one the outer one is there again. */
static void nested(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "outer", 0x1000, 0x100, MAKE_FUNCTION);
	add(&p, "inner", 0x1040, 0x10, MAKE_FUNCTION);
	add(&p, "innermost", 0x1048, 0x4, MAKE_FUNCTION);
	NAMES(&p, "outer+3f inner+0 innermost+0 inner+c outer+50", 0x103f, 0x1040, 0x1048, 0x104c,
		0x1050);
}

/* Up to what comes next, be it code or data; behind the last for its page, and one more. */
static void without_size(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "loose", 0x1000, 0, MAKE_FUNCTION);
	add(&p, "sized", 0x1100, 0x10, MAKE_FUNCTION);
	add(&p, "before_data", 0x3000, 0, MAKE_FUNCTION);
	add(&p, "table", 0x4000, 8, MAKE_OBJECT);
	NAMES(&p, "loose+0 loose+ff sized+0 - before_data+fff -", 0x1000, 0x10ff, 0x1100, 0x1110,
		0x3fff, 0x4000);

	p = program(true, false, ELF_X86_64);
	add(&p, "last", 0x1010, 0, MAKE_FUNCTION);
	NAMES(&p, "- last+0 last+1fef -", 0x100f, 0x1010, 0x2fff, 0x3000);
}

/* Data never name code, but they end what has no size. */
static void end_marks(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "_fini", 0x1000, 0, MAKE_FUNCTION);
	make_symbol(&p.maker, "_IO_stdin_used", 0x1800, 4, MAKE_OBJECT, p.data);
	add(&p, "next", 0x3000, 0, MAKE_FUNCTION);
	NAMES(&p, "_fini+7ff - - next+0", 0x17ff, 0x1800, 0x1900, 0x3000);
}

static void labels(void)
{
	struct program p = program(true, false, ELF_X86_64);

	/* In a function they do not count; elsewhere they name what follows. */
	add(&p, "function", 0x1000, 0x100, MAKE_FUNCTION);
	add(&p, "inside", 0x1040, 0, MAKE_LABEL);
	add(&p, "alone", 0x1200, 0, MAKE_LOCAL_LABEL);
	add(&p, "sized_label", 0x1300, 0x10, MAKE_LABEL);
	make_symbol(&p.maker, "not_loaded", 0x1240, 0, MAKE_LABEL, p.comment);
	make_symbol(&p.maker, "absolute", 0x1250, 0, MAKE_LABEL, 0xfff1);
	make_symbol(&p.maker, "elsewhere", 0x1260, 0, MAKE_LABEL, 0);
	NAMES(&p, "function+50 inside+c0 alone+ff sized_label+f -", 0x1050, 0x1100, 0x12ff, 0x130f,
		0x1310);
}

static void hidden_labels(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "seen", 0x1000, 0, MAKE_FUNCTION);
	for (unsigned char visibility = 1; visibility <= 3; visibility++) {
		static const char *const names[] = {"", "internal", "hidden", "protected"};

		make_entry(&p.maker, &p.maker.symbols, (uint32_t)p.maker.strings.n,
			0x1000u + visibility * 0x10u, 0, MAKE_LABEL, visibility, p.text);
		buf_add(&p.maker.strings, str_of(names[visibility]));
		buf_add_char(&p.maker.strings, '\0');
	}
	NAMES(&p, "seen+10 seen+20 protected+0", 0x1010, 0x1020, 0x1030);
}

/* Of two with one address and a size, in both orders of the table. */
static void check_alias(const char *a, unsigned char a_info, const char *b, unsigned char b_info)
{
	for (int order = 0; order < 2; order++) {
		struct program p = program(true, false, ELF_X86_64);
		struct buf wanted = {0};

		add(&p, order ? a : b, 0x1000, 8, order ? a_info : b_info);
		add(&p, order ? b : a, 0x1000, 8, order ? b_info : a_info);
		buf_addf(&wanted, "%s+4", a);
		buf_add_char(&wanted, '\0');
		NAMES(&p, wanted.p, 0x1004);
		buf_release(&wanted);
	}
}

static void aliases(void)
{
	check_alias("strong", MAKE_LOCAL, "weak_and_longer", MAKE_WEAK);
	check_alias("global", MAKE_FUNCTION, "local_and_longer", MAKE_LOCAL);
	check_alias("read", MAKE_FUNCTION, "__libc_read", MAKE_FUNCTION);
	check_alias("_exit", MAKE_FUNCTION, "__exit_long", MAKE_FUNCTION);
	check_alias("longer_name", MAKE_FUNCTION, "name", MAKE_FUNCTION);
	check_alias("sys_read", MAKE_FUNCTION, "SyS_read", MAKE_FUNCTION);
	check_alias("name@@GLIBC_2.34", MAKE_FUNCTION, "name", MAKE_FUNCTION);
	/* As they read: "longer" and "a::b". */
	check_alias("_Z6longerv", MAKE_FUNCTION, "_ZN1a1bEiiiiiiii", MAKE_FUNCTION);
}

static void first_of_equals(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "aa", 0x1000, 8, MAKE_FUNCTION);
	add(&p, "bb", 0x1000, 8, MAKE_FUNCTION);
	NAMES(&p, "aa+0", 0x1000);
}

/* What has a size wins; of those without one the last of the table. */
static void aliases_without_size(void)
{
	struct program p = program(true, false, ELF_X86_64);

	add(&p, "memcpy_long_name", 0x1000, 0, MAKE_FUNCTION);
	add(&p, "__pi", 0x1000, 0, MAKE_WEAK);
	add(&p, "sized", 0x1100, 0x10, MAKE_WEAK);
	add(&p, "loose", 0x1100, 0, MAKE_FUNCTION);
	add(&p, "other", 0x1100, 0x20, MAKE_WEAK);
	NAMES(&p, "__pi+8 sized+8 other+18 -", 0x1008, 0x1108, 0x1118, 0x1128);
}

static void arm(void)
{
	struct program p = program(false, false, ELF_ARM);

	add(&p, "thumb", 0x1001, 0x10, MAKE_FUNCTION);
	add(&p, "loose", 0x1020, 0, MAKE_FUNCTION);
	add(&p, "$d", 0x1028, 0, MAKE_LOCAL_LABEL);
	add(&p, "$a.1", 0x102c, 0, MAKE_LOCAL_LABEL);
	add(&p, "$other", 0x1040, 0, MAKE_LOCAL_LABEL);
	NAMES(&p, "thumb+0 thumb+f - loose+10 $other+0", 0x1000, 0x100f, 0x1010, 0x1030, 0x1040);

	p = program(true, true, ELF_AARCH64);
	add(&p, "function", 0x1000, 0, MAKE_FUNCTION);
	add(&p, "$x", 0x1010, 0, MAKE_LOCAL_LABEL);
	NAMES(&p, "function+18", 0x1018);
}

/* Both tables of a file count. */
static void dynamic(void)
{
	struct program p = program(true, false, ELF_X86_64);
	struct buf symbols = {0};
	unsigned table;

	make_entry(&p.maker, &symbols, 0, 0, 0, 0, 0, 0);
	make_entry(&p.maker, &symbols, 1, 0x1000, 0x10, MAKE_FUNCTION, 0, p.text);
	make_entry(&p.maker, &symbols, 6, 0x1020, 0x10, MAKE_IFUNC, 0, p.text);
	table = make_section(
		&p.maker, ".dynsym", SECTION_DYNAMIC_SYMBOLS, 2, 0x300, buf_str(&symbols));
	p.maker.sections[table].entry_size = 24;
	p.maker.sections[table].link =
		make_section(&p.maker, ".dynstr", 3, 2, 0x400, STR("\0open\0memcpy\0"));
	add(&p, "static", 0x1040, 0x10, MAKE_LOCAL);
	NAMES(&p, "open+1 memcpy+1 static+1", 0x1001, 0x1021, 0x1041);
	buf_release(&symbols);
}

/* Symbols of what is not linked start at 0 in each section. */
static void module(void)
{
	struct program p = program(true, false, ELF_X86_64);
	unsigned init = make_section(&p.maker, ".init.text", 1, 6, 0, STR("code"));

	p.maker.type = ELF_RELOCATABLE;
	make_symbol(&p.maker, "init_module", 0x10, 0x10, MAKE_FUNCTION, init);
	make_symbol(&p.maker, "read_page", 0x10, 0x10, MAKE_FUNCTION, p.text);
	NAMES(&p, "read_page+2", 0x12);
}

/* ---- linkage tables ---- */

struct linkage {
	struct program program;
	struct buf relocations;
};

/* Slots from 0x5000 on: those of malloc, free, and a function that is chosen by that at 0x1000. */
static void add_relocations(struct linkage *linkage, const unsigned types[3])
{
	struct elf_maker *maker = &linkage->program.maker;
	struct buf symbols = {0};
	unsigned table, section;
	unsigned word = maker->is_64 ? 8 : 4;

	make_entry(maker, &symbols, 0, 0, 0, 0, 0, 0);
	make_entry(maker, &symbols, 1, 0, 0, MAKE_FUNCTION, 0, 0);
	make_entry(maker, &symbols, 8, 0, 0, MAKE_FUNCTION, 0, 0);
	table = make_section(
		maker, ".dynsym", SECTION_DYNAMIC_SYMBOLS, 2, 0x300, buf_str(&symbols));
	maker->sections[table].entry_size = maker->is_64 ? 24 : 16;
	maker->sections[table].link =
		make_section(maker, ".dynstr", 3, 2, 0x400, STR("\0malloc\0free@V1\0"));
	for (unsigned i = 0; i < 3; i++) {
		uint64_t symbol = i < 2 ? i + 1 : 0;

		make_word(maker, &linkage->relocations, 0x5000 + i * word);
		make_word(maker, &linkage->relocations,
			maker->is_64 ? symbol << 32 | types[i] : symbol << 8 | types[i]);
		make_word(maker, &linkage->relocations, i < 2 ? 0 : 0x1000);
	}
	section = make_section(
		maker, ".rela.plt", SECTION_RELA, 2, 0x500, buf_str(&linkage->relocations));
	maker->sections[section].entry_size = 3 * word;
	maker->sections[section].link = table;
	buf_release(&symbols);
	buf_release(&linkage->relocations);
}

static void plt_section(
	struct program *p, const char *name, uint64_t address, size_t entry, struct str code)
{
	p->maker.sections[make_section(&p->maker, name, 1, 6, address, code)].entry_size = entry;
}

static void plt_x86_64(void)
{
	struct linkage l = {.program = program(true, false, ELF_X86_64)};

	add_relocations(&l, (const unsigned[]){7, 7, 37});
	/* 0x2000: push, jmp *slot of nobody. 0x2010: jmp *0x5000. 0x2020: jmp *0x5010, chosen. */
	plt_section(&l.program, ".plt", 0x2000, 16,
		STR("\xff\x35\x02\x30\0\0\xff\x25\x04\x30\0\0\x0f\x1f\x40\0"
			"\xff\x25\xea\x2f\0\0\x68\0\0\0\0\xe9\xe0\xff\xff\xff"
			"\xff\x25\xea\x2f\0\0\x68\2\0\0\0\xe9\xd0\xff\xff\xff"));
	/* 0x2100: endbr64; bnd jmp *0x5008. 0x2110: endbr64; push $1, as beside .plt.sec. */
	plt_section(&l.program, ".plt.sec", 0x2100, 16,
		STR("\xf3\x0f\x1e\xfa\xf2\xff\x25\xfd\x2e\0\0\x0f\x1f\x44\0\0"
			"\xf3\x0f\x1e\xfa\x68\1\0\0\0\xf2\xe9\xe1\xff\xff\xff\x90"));
	/* 0x2200: jmp *0x5000, in entries of 8. */
	plt_section(&l.program, ".plt.got", 0x2200, 8, STR("\xff\x25\xfa\x2d\0\0\x66\x90"));
	add(&l.program, "chooser", 0x1000, 0x10, MAKE_IFUNC);
	NAMES(&l.program,
		"chooser+3 - malloc@plt+0 malloc@plt+b chooser@plt+0 free@plt+4 free@plt+1 "
		"malloc@plt+6 -",
		0x1003, 0x2006, 0x2010, 0x201b, 0x2020, 0x2104, 0x2111, 0x2206, 0x2208);
}

/* Without a symbol there the address of what chooses has to do. */
static void plt_nameless(void)
{
	struct linkage l = {.program = program(true, false, ELF_X86_64)};

	add_relocations(&l, (const unsigned[]){7, 7, 37});
	plt_section(&l.program, ".plt", 0x2020, 16,
		STR("\xff\x25\xea\x2f\0\0\x68\2\0\0\0\xe9\xd0\xff\xff\xff"));
	NAMES(&l.program, "*ABS*+0x1000@plt+0", 0x2020);
}

static void plt_386(void)
{
	struct linkage l = {.program = program(false, false, ELF_386)};

	add_relocations(&l, (const unsigned[]){7, 7, 42});
	make_section(&l.program.maker, ".got.plt", 1, 3, 0x4ff8, STR("slots"));
	/* jmp *0x5000; jmp *0xc(%ebx), which is 0x5004. */
	plt_section(&l.program, ".plt", 0x2000, 16,
		STR("\xff\x25\0\x50\0\0\x68\0\0\0\0\xe9\0\0\0\0"
			"\xff\xa3\x0c\0\0\0\x68\x08\0\0\0\xe9\0\0\0\0"));
	NAMES(&l.program, "malloc@plt+0 free@plt+6", 0x2000, 0x2016);
}

static void plt_aarch64(void)
{
	struct linkage l = {.program = program(true, false, ELF_AARCH64)};

	add_relocations(&l, (const unsigned[]){1026, 1026, 1032});
	/*
	 * 0x2000: stp; adrp x16, 0x5000; ldr x17, [x16, #0x20]; add; br; three nops.
	 * 0x2020: adrp x16, 0x5000; ldr x17, [x16]; add; br.
	 * 0x2030: bti c; adrp x16, 0x5000; ldr x17, [x16, #8]; add; br; nop.
	 */
	plt_section(&l.program, ".plt", 0x2000, 16,
		STR("\xf0\x7b\xbf\xa9\xf0\x17\0\xb0\x11\x12\x40\xf9\x10\x82\0\x91\x20\x02\x1f\xd6"
			"\x1f\x20\x03\xd5\x1f\x20\x03\xd5\x1f\x20\x03\xd5"
			"\x10\0\0\xf0\x11\x02\x40\xf9\x10\x02\0\x91\x20\x02\x1f\xd6"
			"\x5f\x24\x03\xd5\x10\0\0\xf0\x11\x06\x40\xf9\x10\x22\0\x91"
			"\x20\x02\x1f\xd6\x1f\x20\x03\xd5"));
	NAMES(&l.program, "- malloc@plt+0 malloc@plt+c free@plt+0 free@plt+4 free@plt+10", 0x2004,
		0x2020, 0x202c, 0x2030, 0x2034, 0x2040);
}

/* Whose instructions are not known: entries are in the order of relocations. */
static void plt_in_order(void)
{
	struct linkage l = {.program = program(false, true, ELF_ARM)};

	add_relocations(&l, (const unsigned[]){22, 22, 160});
	plt_section(&l.program, ".plt", 0x2000, 4,
		STR("12345678901234567890"
			"malloc-entry"
			"free---entry"));
	NAMES(&l.program, "- malloc@plt+0 malloc@plt+8 free@plt+4", 0x2010, 0x2014, 0x201c, 0x2024);
}

int main(void)
{
	TEST(sized);
	TEST(nested);
	TEST(without_size);
	TEST(end_marks);
	TEST(labels);
	TEST(hidden_labels);
	TEST(aliases);
	TEST(first_of_equals);
	TEST(aliases_without_size);
	TEST(arm);
	TEST(dynamic);
	TEST(module);
	TEST(plt_x86_64);
	TEST(plt_nameless);
	TEST(plt_386);
	TEST(plt_aarch64);
	TEST(plt_in_order);
}
