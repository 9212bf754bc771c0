#include "collapse/symbols/dwarf/inlines.h"

#include <stdlib.h>

#include "collapse/symbols/dwarf/constants.h"
#include "common/memory.h"
#include "tests/unit/lib/make-elf.h"
#include "tests/unit/test.h"

/* ---- debug information made by hand ---- */

enum {
	ABBREV,
	INFO,
	STR_SECTION,
	RANGES,
	RNGLISTS,
	ADDR,
	STR_OFFSETS,
	LINE,
	LINE_STR,
	ARANGES,
	MADE
};

static const char *const section_names[MADE] = {".debug_abbrev", ".debug_info", ".debug_str",
	".debug_ranges", ".debug_rnglists", ".debug_addr", ".debug_str_offsets", ".debug_line",
	".debug_line_str", ".debug_aranges"};

/* The sections that are made, what of them is being made, and where the present unit's length is. */
static struct buf made[MADE];
static struct elf_maker maker;
static size_t unit_start;

static void begin(bool is_64, bool is_big)
{
	maker = make_elf(is_64, is_big, ELF_X86_64);
	for (int i = 0; i < MADE; i++)
		buf_reset(&made[i]);
}

static void u8(int section, unsigned value)
{
	buf_add_char(&made[section], (char)value);
}

static void u16(int section, unsigned value)
{
	make_u16(&maker, &made[section], (uint16_t)value);
}

static void u32(int section, uint32_t value)
{
	make_u32(&maker, &made[section], value);
}

/* An address. */
static void word(int section, uint64_t value)
{
	make_word(&maker, &made[section], value);
}

static void uleb(int section, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		u8(section, (value & 0x7f) | 0x80);
	u8(section, (unsigned)value);
}

static void text(int section, const char *c_string)
{
	buf_add(&made[section], (struct str){c_string, strlen(c_string) + 1});
}

/* A length that is not known before what it counts is made. */
static size_t begin_length(int section)
{
	u32(section, 0);
	return made[section].n;
}

static void end_length(int section, size_t start)
{
	struct buf *bytes = &made[section];
	size_t end = bytes->n;

	bytes->n = start - 4;
	u32(section, (uint32_t)(end - start));
	bytes->n = end;
}

static void begin_unit(unsigned version, unsigned abbreviations)
{
	unit_start = begin_length(INFO);
	u16(INFO, version);
	if (version >= 5) {
		u8(INFO, DW_UT_compile);
		u8(INFO, maker.is_64 ? 8 : 4);
	}
	u32(INFO, abbreviations);
	if (version < 5)
		u8(INFO, maker.is_64 ? 8 : 4);
}

static void end_unit(void)
{
	end_length(INFO, unit_start);
}

/* From the unit's start, which is that of its length, as references are. */
static uint32_t here(void)
{
	return (uint32_t)(made[INFO].n - unit_start + 4);
}

/* Names and forms follow, in pairs; zeros end them. */
static void abbreviation(unsigned code, unsigned tag, bool has_children, const unsigned *attributes)
{
	uleb(ABBREV, code);
	uleb(ABBREV, tag);
	u8(ABBREV, has_children);
	for (; attributes[0]; attributes += 2) {
		uleb(ABBREV, attributes[0]);
		uleb(ABBREV, attributes[1]);
	}
	u16(ABBREV, 0);
}

#define ABBREVIATION(code, tag, has_children, ...) \
	abbreviation((code), (tag), (has_children), (const unsigned[]){__VA_ARGS__, 0})

static struct elf *make(void)
{
	struct buf why = {0};
	struct elf *elf;

	for (int i = 0; i < MADE; i++)
		if (made[i].n)
			make_section(&maker, section_names[i], 1, 0, 0, buf_str(&made[i]));
	elf = elf_from_bytes(make_elf_bytes(&maker), &why);
	buf_release(&why);
	return elf;
}

static void end(void)
{
	make_release(&maker);
}

/* "f (x.c:3) < g at y.c:7": what was inlined and where, the function, the line. */
static void add_answer(struct buf *out, const struct inlines_answer *answer)
{
	for (size_t i = 0; i < answer->count; i++) {
		buf_add(out, answer->chain[i].name);
		buf_addf(out, " (");
		buf_add(out, answer->chain[i].call_file);
		buf_addf(out, ":%lu) < ", (unsigned long)answer->chain[i].call_line);
	}
	buf_add(out, answer->function);
	if (answer->file.n) {
		buf_addf(out, " at ");
		buf_add(out, answer->file);
		buf_addf(out, ":%lu", (unsigned long)answer->line);
	}
}

static struct inlines_trouble trouble;

/* What is said of one address. */
static struct buf said(uint64_t address)
{
	struct elf *elf = make();
	struct inlines *inlines = inlines_open(&(struct inlines_files){.debug = elf});
	struct inlines_answer answer;
	struct buf out = {0};

	if (inlines) {
		inlines_find(inlines, &address, 1, true, &answer);
		trouble = inlines_trouble(inlines);
		add_answer(&out, &answer);
	}
	inlines_close(inlines);
	elf_close(elf);
	make_release(&maker);
	maker = make_elf(maker.is_64, maker.is_big, ELF_X86_64);
	return out;
}

#define SAYS(address, wanted) check_says((address), (wanted))

static void check_says(uint64_t address, const char *wanted)
{
	struct buf out = said(address);

	CHECK_STR(buf_str(&out), wanted);
	buf_release(&out);
}

/* ---- a program ---- */

enum { UNIT = 1, FUNCTION, INLINED, ABSTRACT, NAMESPACE, CLASS, DECLARED, PLAIN };

static void add_abbreviations(void)
{
	ABBREVIATION(UNIT, 0x11, true, DW_AT_language, DW_FORM_data2, DW_AT_low_pc, DW_FORM_addr,
		DW_AT_high_pc, DW_FORM_data4, DW_AT_stmt_list, DW_FORM_sec_offset);
	ABBREVIATION(FUNCTION, DW_TAG_subprogram, true, DW_AT_name, DW_FORM_string, DW_AT_low_pc,
		DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4);
	ABBREVIATION(INLINED, DW_TAG_inlined_subroutine, true, DW_AT_abstract_origin, DW_FORM_ref4,
		DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_addr, DW_AT_call_file,
		DW_FORM_data1, DW_AT_call_line, DW_FORM_udata);
	ABBREVIATION(ABSTRACT, DW_TAG_subprogram, false, DW_AT_linkage_name, DW_FORM_string,
		DW_AT_name, DW_FORM_string);
	ABBREVIATION(NAMESPACE, DW_TAG_namespace, true, DW_AT_name, DW_FORM_string);
	ABBREVIATION(CLASS, DW_TAG_class_type, true, DW_AT_name, DW_FORM_string);
	ABBREVIATION(DECLARED, DW_TAG_subprogram, false, DW_AT_specification, DW_FORM_ref4);
	ABBREVIATION(PLAIN, DW_TAG_subprogram, false, DW_AT_name, DW_FORM_string);
	u8(ABBREV, 0);
}

static void begin_program(unsigned version, unsigned language)
{
	add_abbreviations();
	begin_unit(version, 0);
	uleb(INFO, UNIT);
	u16(INFO, language);
	word(INFO, 0x1000);
	u32(INFO, 0x1000);
	u32(INFO, 0);
}

static void begin_function(const char *name, uint64_t low, uint32_t length)
{
	uleb(INFO, FUNCTION);
	text(INFO, name);
	word(INFO, low);
	u32(INFO, length);
}

static void begin_inlined(uint32_t origin, uint64_t low, uint64_t high, unsigned line)
{
	uleb(INFO, INLINED);
	u32(INFO, origin);
	word(INFO, low);
	word(INFO, high);
	u8(INFO, 1);
	uleb(INFO, line);
}

static uint32_t add_abstract(const char *linkage_name, const char *name)
{
	uint32_t start = here();

	uleb(INFO, ABSTRACT);
	text(INFO, linkage_name);
	text(INFO, name);
	return start;
}

static void end_children(void)
{
	u8(INFO, 0);
}

/* One file, and a row each 16 bytes: lines 10, 11, and so on. */
static void add_lines(unsigned version)
{
	size_t length = begin_length(LINE), header;

	u16(LINE, version);
	if (version >= 5) {
		u8(LINE, maker.is_64 ? 8 : 4);
		u8(LINE, 0);
	}
	header = begin_length(LINE);
	u8(LINE, 1);
	if (version >= 4)
		u8(LINE, 1);
	u8(LINE, 1);
	u8(LINE, (unsigned)-5);
	u8(LINE, 14);
	u8(LINE, 13);
	buf_add(&made[LINE], STR("\0\1\1\1\1\0\0\0\1\0\0\1"));
	if (version >= 5) {
		buf_add(&made[LINE], STR("\1\1\x08\2/src\0/usr\0"));
		buf_add(&made[LINE], STR("\2\1\x08\2\x0b\2unit.c\0\0x.c\0\1"));
	} else {
		buf_add(&made[LINE], STR("/usr\0\0x.c\0\1\0\0\0"));
	}
	end_length(LINE, header);
	buf_add(&made[LINE], STR("\0"));
	uleb(LINE, maker.is_64 ? 9 : 5);
	u8(LINE, DW_LNE_set_address);
	word(LINE, 0x1000);
	buf_add(&made[LINE], STR("\3\x09\1")); /* line 10 */
	for (int i = 0; i < 15; i++)
		u8(LINE, 13 + 16 * 14 + 1 + 5); /* 16 bytes and a line on */
	buf_add(&made[LINE], STR("\2\x10\0\1\1"));
	end_length(LINE, length);
}

/* f and g are inlined into main, f into g once more; each with a line of its own. */
static void add_program(unsigned version)
{
	uint32_t f, g;

	begin_program(version, 0x21);
	f = add_abstract("_Z1fv", "f");
	g = add_abstract("_Z1gi", "g");
	begin_function("main", 0x1000, 0x100);
	begin_inlined(f, 0x1010, 0x1020, 300);
	end_children();
	begin_inlined(g, 0x1040, 0x1080, 301);
	begin_inlined(f, 0x1050, 0x1060, 302);
	end_children();
	end_children();
	end_children();
	end_children();
	end_unit();
	add_lines(version);
}

static void check_program(void)
{
	SAYS(0xfff, "");
	SAYS(0x1000, "main at /usr/x.c:10");
	SAYS(0x1010, "_Z1fv (/usr/x.c:300) < main at /usr/x.c:11");
	SAYS(0x101f, "_Z1fv (/usr/x.c:300) < main at /usr/x.c:11");
	SAYS(0x1020, "main at /usr/x.c:12");
	SAYS(0x1045, "_Z1gi (/usr/x.c:301) < main at /usr/x.c:14");
	SAYS(0x1050, "_Z1fv (/usr/x.c:302) < _Z1gi (/usr/x.c:301) < main at /usr/x.c:15");
	SAYS(0x10ff, "main at /usr/x.c:25");
	SAYS(0x1100, "");
}

static void programs_of_each_version(void)
{
	for (unsigned version = 2; version <= 5; version++)
		for (unsigned kind = 0; kind < 4; kind++) {
			begin(kind & 1, kind & 2);
			add_program(version);
			check_program();
			CHECK(!trouble.damaged_units && !trouble.missing_units);
			end();
		}
}

/* Addresses come in batches, some of them more than once, some of no unit. */
static void batches(void)
{
	uint64_t addresses[] = {0, 0x1000, 0x1050, 0x1050, 0x1051, 0x10ff, 0x1100, UINT64_MAX};
	struct inlines_answer answers[8];
	struct inlines *inlines;
	struct elf *elf;

	begin(true, false);
	add_program(5);
	elf = make();
	inlines = inlines_open(&(struct inlines_files){.debug = elf});
	for (int i = 0; i < 2; i++) {
		inlines_find(inlines, addresses, 8, false, answers);
		CHECK_U64(answers[0].count + answers[6].count + answers[7].count, 0);
		CHECK_U64(answers[1].count, 0);
		CHECK_STR(answers[1].function, "main");
		CHECK(!answers[1].function_is_linkage_name && answers[1].file.n == 0);
		CHECK_U64(answers[2].count, 2);
		CHECK(answers[2].chain == answers[3].chain && answers[2].chain == answers[4].chain);
		CHECK_STR(answers[4].chain[0].name, "_Z1fv");
		CHECK(answers[4].chain[0].is_linkage_name);
	}
	inlines_find(inlines, NULL, 0, true, NULL);
	inlines_close(inlines);
	elf_close(elf);
	end();
}

/* ---- names ---- */

/* A function in a class in a namespace without a name, defined elsewhere, and inlined. */
static void check_qualified(unsigned language, const char *wanted)
{
	uint32_t declared, defined;

	begin(true, false);
	begin_program(4, language);
	uleb(INFO, NAMESPACE);
	text(INFO, "ns");
	uleb(INFO, NAMESPACE);
	text(INFO, "");
	uleb(INFO, CLASS);
	text(INFO, "C<int>");
	declared = here();
	uleb(INFO, PLAIN);
	text(INFO, "f");
	end_children();
	end_children();
	end_children();
	defined = here();
	uleb(INFO, DECLARED);
	u32(INFO, declared);
	begin_function("main", 0x1000, 0x100);
	begin_inlined(defined, 0x1000, 0x1010, 1);
	end_children();
	end_children();
	end_children();
	end_unit();
	SAYS(0x1000, wanted);
	end();
}

static void qualified_names(void)
{
	check_qualified(0x21, "ns::(anonymous namespace)::C<int>::f (:1) < main");
	check_qualified(DW_LANG_D, "ns.(anonymous namespace).C<int>.f (:1) < main");
	check_qualified(DW_LANG_C11, "f (:1) < main");
}

/* An entry that was made of itself, one made of the unit's first, and what has no name at all. */
static void nameless(void)
{
	uint32_t circle;

	begin(true, false);
	begin_program(4, DW_LANG_C11);
	circle = here();
	uleb(INFO, DECLARED);
	u32(INFO, circle);
	begin_function("main", 0x1000, 0x100);
	begin_inlined(circle, 0x1000, 0x1080, 1);
	begin_inlined(11, 0x1010, 0x1080, 2);
	begin_inlined(UINT32_MAX, 0x1020, 0x1080, 3);
	end_children();
	end_children();
	end_children();
	end_children();
	end_children();
	end_unit();
	SAYS(0x1000, "main");
	SAYS(0x1010, "main");
	SAYS(0x1020, "main");
	end();
}

/* ---- forms ---- */

/* A value of each form in front of what is needed: all have to be passed over by the right size. */
static void all_forms(void)
{
	static const struct {
		unsigned form;
		struct str bytes;
	} forms[] = {
		{DW_FORM_block2, STR_INIT("\2\0ab")},
		{DW_FORM_block4, STR_INIT("\3\0\0\0abc")},
		{DW_FORM_data2, STR_INIT("ab")},
		{DW_FORM_data8, STR_INIT("abcdefgh")},
		{DW_FORM_string, STR_INIT("text\0")},
		{DW_FORM_block, STR_INIT("\1a")},
		{DW_FORM_block1, STR_INIT("\2ab")},
		{DW_FORM_flag, STR_INIT("\1")},
		{DW_FORM_sdata, STR_INIT("\xff\x7f")},
		{DW_FORM_strp, STR_INIT("abcd")},
		{DW_FORM_udata, STR_INIT("\xff\xff\x01")},
		{DW_FORM_ref_addr, STR_INIT("abcd")},
		{DW_FORM_ref1, STR_INIT("a")},
		{DW_FORM_ref2, STR_INIT("ab")},
		{DW_FORM_ref8, STR_INIT("abcdefgh")},
		{DW_FORM_ref_udata, STR_INIT("\x80\1")},
		{DW_FORM_indirect, STR_INIT("\x0f\x80\1")},
		{DW_FORM_sec_offset, STR_INIT("abcd")},
		{DW_FORM_exprloc, STR_INIT("\3abc")},
		{DW_FORM_flag_present, STR_INIT("")},
		{DW_FORM_strx, STR_INIT("\x80\1")},
		{DW_FORM_addrx, STR_INIT("\1")},
		{DW_FORM_ref_sup4, STR_INIT("abcd")},
		{DW_FORM_strp_sup, STR_INIT("abcd")},
		{DW_FORM_data16, STR_INIT("abcdefghijklmnop")},
		{DW_FORM_line_strp, STR_INIT("abcd")},
		{DW_FORM_ref_sig8, STR_INIT("abcdefgh")},
		{DW_FORM_loclistx, STR_INIT("\1")},
		{DW_FORM_rnglistx, STR_INIT("\1")},
		{DW_FORM_ref_sup8, STR_INIT("abcdefgh")},
		{DW_FORM_strx1, STR_INIT("a")},
		{DW_FORM_strx2, STR_INIT("ab")},
		{DW_FORM_strx3, STR_INIT("abc")},
		{DW_FORM_strx4, STR_INIT("abcd")},
		{DW_FORM_addrx1, STR_INIT("a")},
		{DW_FORM_addrx2, STR_INIT("ab")},
		{DW_FORM_addrx3, STR_INIT("abc")},
		{DW_FORM_addrx4, STR_INIT("abcd")},
		{DW_FORM_GNU_addr_index, STR_INIT("\1")},
		{DW_FORM_GNU_str_index, STR_INIT("\1")},
		{DW_FORM_GNU_ref_alt, STR_INIT("abcd")},
		{DW_FORM_GNU_strp_alt, STR_INIT("abcd")},
	};
	enum { FORMS = sizeof(forms) / sizeof(forms[0]), ANY = 100, VARIABLE = 0x34 };

	begin(true, false);
	for (unsigned i = 0; i < FORMS; i++)
		ABBREVIATION(ANY + i, VARIABLE, false, DW_AT_name, forms[i].form);
	begin_program(5, 0x21);
	for (unsigned i = 0; i < FORMS; i++) {
		uleb(INFO, ANY + i);
		buf_add(&made[INFO], forms[i].bytes);
	}
	begin_function("main", 0x1000, 0x100);
	end_children();
	end_children();
	end_unit();
	SAYS(0x1000, "main");
	CHECK_U64(trouble.damaged_units, 0);
	end();
}

/* One that nobody knows: what stands before it is read, and that there is damage is told. */
static void unknown_form(void)
{
	begin(true, false);
	ABBREVIATION(100, 0x34, false, DW_AT_name, 0x1f7f);
	begin_program(5, 0x21);
	begin_function("main", 0x1000, 0x80);
	end_children();
	uleb(INFO, 100);
	begin_function("lost", 0x1080, 0x80);
	end_children();
	end_children();
	end_unit();
	SAYS(0x1000, "main");
	CHECK_U64(trouble.damaged_units, 1);
	SAYS(0x1080, "");
	end();
}

/* ---- ranges ---- */

static void begin_ranges(unsigned version, unsigned form)
{
	ABBREVIATION(1, 0x11, true, DW_AT_low_pc, DW_FORM_addr, DW_AT_ranges, form, DW_AT_addr_base,
		DW_FORM_sec_offset, DW_AT_rnglists_base, DW_FORM_sec_offset);
	ABBREVIATION(2, DW_TAG_subprogram, false, DW_AT_name, DW_FORM_string, DW_AT_ranges, form);
	u8(ABBREV, 0);
	begin_unit(version, 0);
	uleb(INFO, 1);
	word(INFO, 0x1000);
}

static void end_ranges(uint32_t list, bool is_index)
{
	if (is_index)
		uleb(INFO, list);
	else
		u32(INFO, list);
	u32(INFO, 0); /* where addresses begin */
	u32(INFO, 0); /* where lists of ranges begin */
	uleb(INFO, 2);
	text(INFO, "f");
	if (is_index)
		uleb(INFO, list);
	else
		u32(INFO, list);
	end_children();
	end_unit();
}

static void pair(uint64_t low, uint64_t high)
{
	word(RANGES, low);
	word(RANGES, high);
}

/* Of version 4, with a base that changes, an empty range, and a function that was taken away. */
static void old_ranges(void)
{
	for (int is_64 = 0; is_64 < 2; is_64++) {
		uint64_t highest = is_64 ? UINT64_MAX : UINT32_MAX;

		begin(is_64, is_64);
		begin_ranges(4, DW_FORM_sec_offset);
		pair(0x10, 0x20);
		pair(0x30, 0x30);
		pair(highest, 0x5000);
		pair(0, 8);
		pair(highest, 1);
		pair(0x7000, 0x8000);
		pair(0, 0);
		pair(0x100, 0x200);
		end_ranges(0, false);
		SAYS(0x1010, "f");
		SAYS(0x101f, "f");
		SAYS(0x1020, "");
		SAYS(0x1030, "");
		SAYS(0x5007, "f");
		SAYS(0x5008, "");
		SAYS(0x7001, "");
		SAYS(0x1100, "");
		end();
	}
}

/* Of version 5, all kinds of entries, as an offset and as an index of a table of offsets. */
static void new_ranges(void)
{
	for (int is_index = 0; is_index < 2; is_index++) {
		begin(true, is_index);
		begin_ranges(5, is_index ? DW_FORM_rnglistx : DW_FORM_sec_offset);
		word(ADDR, 0x2000);
		word(ADDR, 0x3000);
		word(ADDR, 0);
		u32(RNGLISTS, 0xffff);
		u32(RNGLISTS, 8);
		buf_add(&made[RNGLISTS], STR("\4\x10\x20")); /* offsets: 1010 to 1020 */
		buf_add(&made[RNGLISTS], STR("\1\0\4\0\4")); /* base 2000: 2000 to 2004 */
		buf_add(&made[RNGLISTS], STR("\2\0\1\3\1\x10")); /* 2000 to 3000, 3000 to 3010 */
		buf_add(&made[RNGLISTS], STR("\1\2\4\x80\x50\xff\x50")); /* taken away */
		u8(RNGLISTS, DW_RLE_base_address);
		word(RNGLISTS, 0x4000);
		buf_add(&made[RNGLISTS], STR("\4\1\2"));
		u8(RNGLISTS, DW_RLE_start_end);
		word(RNGLISTS, 0x5000);
		word(RNGLISTS, 0x5001);
		u8(RNGLISTS, DW_RLE_start_length);
		word(RNGLISTS, 0x6000);
		buf_add(&made[RNGLISTS], STR("\2\0\4\0\x7f"));
		end_ranges(is_index ? 1 : 8, is_index);
		SAYS(0x1000, "");
		SAYS(0x1010, "f");
		SAYS(0x2003, "f");
		SAYS(0x2fff, "f");
		SAYS(0x300f, "f");
		SAYS(0x3010, "");
		SAYS(0x2880, "f");
		SAYS(0x4000, "");
		SAYS(0x4001, "f");
		SAYS(0x5000, "f");
		SAYS(0x6001, "f");
		SAYS(0x6002, "");
		end();
	}
}

/* A unit whose first entry has no addresses is found by a table of them. */
static void table_of_addresses(void)
{
	size_t length;

	begin(true, false);
	ABBREVIATION(1, 0x11, true, DW_AT_language, DW_FORM_data1);
	ABBREVIATION(2, DW_TAG_subprogram, false, DW_AT_name, DW_FORM_string, DW_AT_low_pc,
		DW_FORM_addr, DW_AT_high_pc, DW_FORM_udata);
	begin_unit(4, 0);
	buf_add(&made[INFO], STR("\1\2\2f\0"));
	word(INFO, 0x1000);
	u8(INFO, 0x20);
	end_children();
	end_unit();
	SAYS(0x1000, "");
	length = begin_length(ARANGES);
	u16(ARANGES, 2);
	u32(ARANGES, 0);
	buf_add(&made[ARANGES], STR("\x08\0\0\0\0\0"));
	word(ARANGES, 0x1000);
	word(ARANGES, 0x20);
	word(ARANGES, 0);
	word(ARANGES, 0);
	end_length(ARANGES, length);
	SAYS(0x1000, "f");
	SAYS(0x1020, "");
	end();
}

/* ---- where functions are ---- */

/* A class in a function has its functions in it, and these were not inlined into the one around. */
static void functions_of_local_classes(void)
{
	begin(true, false);
	begin_program(4, 0x21);
	begin_function("outer", 0x1000, 0x100);
	uleb(INFO, CLASS);
	text(INFO, "Local");
	begin_function("inner", 0x1800, 0x10);
	end_children();
	end_children();
	end_children();
	end_children();
	end_unit();
	SAYS(0x1000, "outer");
	SAYS(0x1800, "outer::Local::inner");
	end();
}

/* Of two that overlap the shorter wins; a caller never wins over what was inlined into it. */
static void overlaps(void)
{
	uint32_t f, g, h;

	begin(true, false);
	begin_program(4, 0x21);
	f = add_abstract("f", "f");
	g = add_abstract("g", "g");
	h = add_abstract("h", "h");
	begin_function("main", 0x1010, 0x40);
	begin_inlined(f, 0x1010, 0x1030, 1);
	end_children();
	begin_inlined(g, 0x1018, 0x1020, 2);
	begin_inlined(h, 0x1000, 0x1100, 3);
	end_children();
	end_children();
	end_children();
	end_children();
	end_unit();
	SAYS(0x1010, "f (:1) < main");
	SAYS(0x1018, "h (:3) < g (:2) < main");
	SAYS(0x1020, "f (:1) < main");
	SAYS(0x1030, "h (:3) < g (:2) < main");
	end();
}

/* ---- damage ---- */

static uint64_t asked[] = {0x1000, 0x1010, 0x1020, 0x1050, 0x10ff};

/* Whatever comes of it, it ends, and answers can be read. */
static void survive(struct str file)
{
	struct buf why = {0}, out = {0};
	struct elf *elf = elf_from_bytes(file, &why);
	struct inlines_answer answers[5];
	struct inlines *inlines =
		elf ? inlines_open(&(struct inlines_files){.debug = elf, .alternate = elf}) : NULL;

	if (inlines) {
		inlines_find(inlines, asked, 5, true, answers);
		for (int i = 0; i < 5; i++)
			add_answer(&out, &answers[i]);
	}
	inlines_close(inlines);
	elf_close(elf);
	buf_release(&why);
	buf_release(&out);
}

static void every_bit_flipped(void)
{
	for (unsigned version = 4; version <= 5; version++) {
		struct str file;
		char *bytes;

		begin(true, false);
		add_program(version);
		elf_close(make());
		file = buf_str(&maker.file);
		bytes = memory_new(file.n, 1);
		memcpy(bytes, file.p, file.n);
		for (size_t bit = 0; bit < file.n * 8; bit++) {
			bytes[bit / 8] ^= (char)(1 << bit % 8);
			survive((struct str){bytes, file.n});
			bytes[bit / 8] ^= (char)(1 << bit % 8);
		}
		free(bytes);
		end();
	}
	CHECK(true);
}

/* Each section cut at each byte, the others whole. */
static void cut_anywhere(void)
{
	for (int section = 0; section < MADE; section++)
		for (size_t n = 0;; n++) {
			bool is_whole;

			begin(true, false);
			add_program(5);
			is_whole = n >= made[section].n;
			made[section].n = is_whole ? made[section].n : n;
			elf_close(make());
			survive(buf_str(&maker.file));
			end();
			if (is_whole)
				break;
		}
	CHECK(true);
}

/* A code that is as large as can be takes no memory; 100,000 functions in each other no stack. */
static void deep(void)
{
	uint32_t f;

	begin(true, false);
	uleb(ABBREV, (uint64_t)1 << 60);
	buf_add(&made[ABBREV], STR("\x34\0\0\0"));
	begin_program(4, 0x21);
	f = add_abstract("f", "f");
	begin_function("main", 0x1000, 0x100);
	for (int i = 0; i < 100000; i++)
		begin_inlined(f, 0x1000, 0x1100, 1);
	end_unit();
	{
		struct buf out = said(0x1000);

		CHECK(str_starts(buf_str(&out), STR("f (:1) < f (:1) < f")));
		buf_release(&out);
	}
	CHECK_U64(trouble.damaged_units, 1);
	end();
}

/* 200,000 functions with the same list of 200,000 ranges: it ends, and that is told. */
static void too_much(void)
{
	begin(true, false);
	begin_ranges(4, DW_FORM_sec_offset);
	for (int i = 0; i < 200000; i++)
		pair(0x100, 0x101);
	pair(0x10, 0x20);
	u32(INFO, 0);
	u32(INFO, 0);
	u32(INFO, 0);
	for (int i = 0; i < 200000; i++) {
		u8(INFO, 2);
		text(INFO, "f");
		u32(INFO, 0);
	}
	end_children();
	end_unit();
	SAYS(0x1010, "");
	CHECK_U64(trouble.damaged_units, 1);
	end();
}

static void without_debug_information(void)
{
	struct elf *elf;

	begin(true, false);
	elf = make();
	CHECK(inlines_open(&(struct inlines_files){.debug = elf}) == NULL);
	elf_close(elf);
	end();
}

int main(void)
{
	TEST(programs_of_each_version);
	TEST(batches);
	TEST(qualified_names);
	TEST(nameless);
	TEST(all_forms);
	TEST(unknown_form);
	TEST(old_ranges);
	TEST(new_ranges);
	TEST(table_of_addresses);
	TEST(functions_of_local_classes);
	TEST(overlaps);
	TEST(every_bit_flipped);
	TEST(cut_anywhere);
	TEST(deep);
	TEST(too_much);
	TEST(without_debug_information);
	for (int i = 0; i < MADE; i++)
		buf_release(&made[i]);
}
