#include "collapse/symbols/elf.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/mapping.h"
#include "tests/unit/lib/make-elf.h"
#include "tests/unit/test.h"

static struct elf *open_bytes(struct str bytes)
{
	struct buf why = {0};
	struct elf *elf = elf_from_bytes(bytes, &why);

	buf_release(&why);
	return elf;
}

/* Of each width and byte order: what was put in comes out. */
static void each_kind(void)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_maker maker =
			make_elf(kind & 1, kind & 2, kind & 1 ? ELF_AARCH64 : ELF_ARM);
		unsigned text = make_section(&maker, ".text", 1, 6, 0x11000, STR("codecode"));
		const struct elf_section *section;
		struct elf *elf;
		struct str bytes;
		uint64_t value;

		maker.sections[text].info = 7;
		make_segment(&maker, SEGMENT_LOAD, 0x1000, 0x11000, 0x800);
		make_segment(&maker, SEGMENT_LOAD, 0x2000, 0x22000, 0x10);
		elf = open_bytes(make_elf_bytes(&maker));
		CHECK(elf != NULL);
		CHECK(elf->is_64 == !!(kind & 1) && elf->is_big == !!(kind & 2));
		CHECK_U64(elf->machine, kind & 1 ? ELF_AARCH64 : ELF_ARM);
		CHECK_U64(elf->type, ELF_SHARED);
		CHECK_U64(elf->section_count, 3);
		section = elf_section_named(elf, ".text");
		CHECK(section && section == elf_section(elf, text) && elf_section(elf, 3) == NULL);
		CHECK_U64(section->address, 0x11000);
		CHECK_U64(section->flags, 6);
		CHECK_U64(section->info, 7);
		CHECK(elf_section_bytes(elf, section, &bytes));
		CHECK_STR(bytes, "codecode");
		CHECK(elf_to_address(elf, 0x17ff, &value) && value == 0x117ff);
		CHECK(elf_to_address(elf, 0x2003, &value) && value == 0x22003);
		CHECK(!elf_to_address(elf, 0x1800, &value) && !elf_to_address(elf, 0xfff, &value));
		CHECK(elf_to_offset(elf, 0x22003, &value) && value == 0x2003);
		CHECK(!elf_to_offset(elf, 0x22010, &value));
		elf_close(elf);
		make_release(&maker);
	}
}

static void build_ids(void)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_maker maker = make_elf(kind & 1, kind & 2, ELF_X86_64);
		struct buf note = {0};
		struct elf *elf;

		/* Another note first: 4 bytes of name, 3 of content and their padding, type 1. */
		make_u32(&maker, &note, 4);
		make_u32(&maker, &note, 3);
		make_u32(&maker, &note, 1);
		buf_add(&note, STR("GNU\0abc\0"));
		make_note(&maker, &note, STR("\x01\x2d\x9c\x00\xff"));
		make_section(&maker, ".note.gnu.build-id", SECTION_NOTE, 2, 0x200, buf_str(&note));
		elf = open_bytes(make_elf_bytes(&maker));
		CHECK_BYTES(elf_build_id(elf), STR("\x01\x2d\x9c\x00\xff"));
		elf_close(elf);
		make_release(&maker);
		buf_release(&note);
	}
}

/* Without a table of sections the segments tell where notes are. */
static void build_id_without_sections(void)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	struct buf note = {0};
	struct elf *elf;

	make_note(&maker, &note, STR("12345678"));
	make_section(&maker, "x", 1, 2, 0x200, buf_str(&note));
	make_segment(&maker, SEGMENT_NOTE, 64 + 56, 0x200, note.n);
	make_elf_bytes(&maker);
	for (int i = 40; i < 48; i++)
		maker.file.p[i] = 0;
	elf = open_bytes(buf_str(&maker.file));
	CHECK_U64(elf->section_count, 0);
	CHECK_STR(elf_build_id(elf), "12345678");
	elf_close(elf);
	make_release(&maker);
	buf_release(&note);
}

static void links(void)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	struct elf *elf;
	struct str name, id;
	uint32_t crc;

	make_section(&maker, ".gnu_debuglink", 1, 0, 0, STR("a.debug\0\x44\x33\x22\x11"));
	make_section(&maker, ".gnu_debugaltlink", 1, 0, 0, STR("../x\0\1\2\3"));
	elf = open_bytes(make_elf_bytes(&maker));
	CHECK(elf_debug_link(elf, &name, &crc));
	CHECK_STR(name, "a.debug");
	CHECK_U64(crc, 0x11223344);
	CHECK(elf_alternate_link(elf, &name, &id));
	CHECK_STR(name, "../x");
	CHECK_BYTES(id, STR("\1\2\3"));
	elf_close(elf);
	make_release(&maker);

	/* The name has no end, and there is no room for the sum. */
	maker = make_elf(true, false, ELF_X86_64);
	make_section(&maker, ".gnu_debuglink", 1, 0, 0, STR("abcdefgh"));
	make_section(&maker, ".gnu_debugaltlink", 1, 0, 0, STR("abcdefgh"));
	elf = open_bytes(make_elf_bytes(&maker));
	CHECK(!elf_debug_link(elf, &name, &crc));
	CHECK(!elf_alternate_link(elf, &name, &id));
	elf_close(elf);
	make_release(&maker);
}

/* "hello, hello, hello, hello\n", by zlib. */
static const char packed[] =
	"\x78\x9c\xcb\x48\xcd\xc9\xc9\xd7\x51\xc8\xc0\xa4\xb8\x00\x85\x55\x09\x3f";

static void compressed(void)
{
	for (int kind = 0; kind < 4; kind++) {
		struct elf_maker maker = make_elf(kind & 1, kind & 2, ELF_X86_64);
		struct buf bytes = {0};
		struct str found, again;
		struct elf *elf;

		make_u32(&maker, &bytes, 1);
		if (maker.is_64)
			make_u32(&maker, &bytes, 0);
		make_word(&maker, &bytes, 27);
		make_word(&maker, &bytes, 1);
		buf_add(&bytes, (struct str){packed, sizeof(packed) - 1});
		make_section(&maker, ".debug_info", 1, SECTION_COMPRESSED, 0, buf_str(&bytes));
		buf_set(&bytes, STR("ZLIB\0\0\0\0\0\0\0\x1b"));
		buf_add(&bytes, (struct str){packed, sizeof(packed) - 1});
		make_section(&maker, ".zdebug_line", 1, 0, 0, buf_str(&bytes));
		/* One that tells a size of 2^40. */
		bytes.p[6] = 1;
		make_section(&maker, ".zdebug_str", 1, 0, 0, buf_str(&bytes));
		make_section(&maker, ".zdebug_abbrev", 1, 0, 0, STR("ZLIB"));
		elf = open_bytes(make_elf_bytes(&maker));
		CHECK(elf_section_bytes(elf, elf_section_named(elf, ".debug_info"), &found));
		CHECK_STR(found, "hello, hello, hello, hello\n");
		CHECK(elf_section_bytes(elf, elf_section_named(elf, ".debug_info"), &again));
		CHECK(again.p == found.p);
		CHECK(elf_section_bytes(elf, elf_section_named(elf, ".debug_line"), &found));
		CHECK_STR(found, "hello, hello, hello, hello\n");
		CHECK(!elf_section_bytes(elf, elf_section_named(elf, ".debug_str"), &found));
		CHECK(!elf_section_bytes(elf, elf_section_named(elf, ".debug_abbrev"), &found));
		elf_close(elf);
		make_release(&maker);
		buf_release(&bytes);
	}
}

/* The count of sections and which has the names are elsewhere when they need more than 16 bits. */
static void many_sections(void)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	struct elf *elf;

	make_section(&maker, ".text", 1, 6, 0x1000, STR("code"));
	maker.sections[0].size = 3;
	maker.sections[0].link = 2;
	make_elf_bytes(&maker);
	maker.file.p[60] = maker.file.p[61] = 0;
	maker.file.p[62] = maker.file.p[63] = '\xff';
	elf = open_bytes(buf_str(&maker.file));
	CHECK_U64(elf->section_count, 3);
	CHECK(elf_section_named(elf, ".text") == elf_section(elf, 1));
	elf_close(elf);
	make_release(&maker);
}

/* Cut anywhere, it is read or refused; sections that are not all there have no bytes. */
static void cut_short(void)
{
	struct elf_maker maker = make_elf(true, false, ELF_X86_64);
	struct str bytes;

	make_section(&maker, ".text", 1, 6, 0x1000, STR("codecodecode"));
	make_segment(&maker, SEGMENT_LOAD, 0, 0x1000, 0x100);
	bytes = make_elf_bytes(&maker);
	for (size_t n = 0; n <= bytes.n; n++) {
		struct buf cut = {0};
		struct elf *elf;

		/* A block of its own, so that a sanitizer sees what is read behind it. */
		buf_add(&cut, str_head(bytes, n));
		elf = open_bytes(buf_str(&cut));
		CHECK(!!elf == (n >= 64));
		for (size_t i = 0; elf && i < elf->section_count; i++) {
			struct str section;

			CHECK(n == bytes.n);
			elf_section_bytes(elf, &elf->sections[i], &section);
		}
		elf_close(elf);
		buf_release(&cut);
	}
	make_release(&maker);
}

static void refused(const char *path, const char *reason)
{
	struct buf why = {0};

	CHECK(elf_open(path, &why) == NULL);
	CHECK_STR(buf_str(&why), reason);
	buf_release(&why);
}

/* A FIFO would wait for a writer, a terminal would become ours. */
static void only_regular_files(void)
{
	refused("nowhere", "No such file or directory");
	CHECK(mkfifo("fifo", 0600) == 0);
	refused("fifo", "not a regular file");
	refused(".", "not a regular file");
	file_write("empty", STR(""));
	refused("empty", "not an ELF file");
	file_write("text",
		STR("no ELF file, but long enough to be one, if it only began so: 64 bytes"));
	refused("text", "not an ELF file");
	file_write("kind",
		STR("\x7f"
			"ELF\3\1\1 and so on, long enough to be a header of 32 bits, at least."));
	refused("kind", "a damaged ELF file");
}

/* A file that is made shorter while we have it reads as zeros, and is told to be so. */
static void made_shorter(void)
{
	struct mapping mapping;
	struct buf text = {0}, why = {0};

	for (int i = 0; i < 100000; i++)
		buf_add_char(&text, 'x');
	file_write("long", buf_str(&text));
	CHECK(mapping_open(&mapping, "long", &why));
	CHECK_U64(mapping.bytes.n, 100000);
	CHECK(mapping.bytes.p[99999] == 'x' && !mapping_was_cut(&mapping));
	CHECK(truncate("long", 10) == 0);
	CHECK(mapping.bytes.p[0] == 'x');
	CHECK(mapping.bytes.p[99999] == 0 && mapping.bytes.p[50000] == 0);
	CHECK(mapping_was_cut(&mapping));
	mapping_close(&mapping);
	buf_release(&text);
	buf_release(&why);
}

int main(void)
{
	TEST(each_kind);
	TEST(build_ids);
	TEST(build_id_without_sections);
	TEST(links);
	TEST(compressed);
	TEST(many_sections);
	TEST(cut_short);
	TEST(only_regular_files);
	TEST(made_shorter);
}
