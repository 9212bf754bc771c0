#include "collapse/symbols/unwind/cfi-file.h"

#include "collapse/symbols/unwind/cfi-index.h"
#include "tests/unit/lib/cfi.h"
#include "tests/unit/test.h"

/* Each function is known by the offset of its CFA from rsp: -1 when there is no row. */
static int cfa_at(struct cfi_file *file, uint64_t address)
{
	const struct cfi_row *row = cfi_file_row(file, address, NULL);

	return row ? row->cfa.number : -1;
}

static int cfa_in(const struct cfi_parts *parts, uint64_t address)
{
	struct buf bytes = {0};
	struct elf *elf = cfi_elf(&bytes, parts);
	struct cfi_file *file;
	int cfa;

	CHECK(elf);
	file = cfi_file_new(elf, machine_of(UNWIND_X86_64));
	cfa = cfa_at(file, address);
	CHECK(cfa_at(file, address) == cfa);
	cfi_file_free(file);
	elf_close(elf);
	buf_release(&bytes);
	return cfa;
}

/* Functions at 1000, 1040, and behind a gap 1100; CFA is rsp + 16, 32, 48 in their second half. */
static struct buf three_functions(size_t offsets[3])
{
	struct buf frame = {0};
	size_t cie = cfi_add_x86_64_cie(&frame);

	offsets[2] = cfi_add_fde(&frame, cie, CFI_CODE + 0x100, 0x40, STR("\x60\x0e\x30"));
	offsets[0] = cfi_add_fde(&frame, cie, CFI_CODE, 0x40, STR("\x60\x0e\x10"));
	offsets[1] = cfi_add_fde(&frame, cie, CFI_CODE + 0x40, 0x40, STR("\x60\x0e\x20"));
	cfi_number(&frame, 0, 4);
	return frame;
}

/* A table in 4 or 8 bytes an address, relative to itself. */
static struct buf header_of(const size_t offsets[3], unsigned size)
{
	static const uint64_t begins[3] = {CFI_CODE, CFI_CODE + 0x40, CFI_CODE + 0x100};
	struct buf header = {0};

	buf_add(&header, size == 4 ? STR("\x01\x1b\x03\x3b") : STR("\x01\x1b\x03\x3c"));
	cfi_number(&header, CFI_FRAME - CFI_HEADER - 4, 4);
	cfi_number(&header, 3, 4);
	for (size_t i = 0; i < 3; i++) {
		cfi_number(&header, begins[i] - CFI_HEADER, size);
		cfi_number(&header, CFI_FRAME + offsets[i] - CFI_HEADER, size);
	}
	return header;
}

static void check_three(const struct cfi_parts *parts)
{
	struct buf bytes = {0};
	struct elf *elf = cfi_elf(&bytes, parts);
	struct cfi_file *file = cfi_file_new(elf, machine_of(UNWIND_X86_64));

	CHECK(cfa_at(file, CFI_CODE - 1) == -1);
	CHECK(cfa_at(file, CFI_CODE) == 8);
	CHECK(cfa_at(file, CFI_CODE + 0x1f) == 8);
	CHECK(cfa_at(file, CFI_CODE + 0x20) == 16);
	CHECK(cfa_at(file, CFI_CODE + 0x3f) == 16);
	CHECK(cfa_at(file, CFI_CODE + 0x40) == 8);
	CHECK(cfa_at(file, CFI_CODE + 0x7f) == 32);
	CHECK(cfa_at(file, CFI_CODE + 0x80) == -1);
	CHECK(cfa_at(file, CFI_CODE + 0x120) == 48);
	CHECK(cfa_at(file, CFI_CODE + 0x140) == -1);
	CHECK(cfa_at(file, UINT64_MAX) == -1);
	/* Rules that are the same are one row. */
	CHECK(cfi_file_row(file, CFI_CODE, NULL) == cfi_file_row(file, CFI_CODE + 0x100, NULL));
	cfi_file_free(file);
	elf_close(elf);
	buf_release(&bytes);
}

static void tables(void)
{
	size_t offsets[3];
	struct buf frame = three_functions(offsets);
	struct buf narrow = header_of(offsets, 4), wide = header_of(offsets, 8);
	struct cfi_parts parts = {
		.machine = ELF_X86_64, .code = STR("c"), .frame = buf_str(&frame)};

	check_three(&parts);
	parts.header = buf_str(&narrow);
	check_three(&parts);
	parts.without_sections = true;
	check_three(&parts);
	parts.header = buf_str(&wide);
	check_three(&parts);
	parts.without_sections = false;
	check_three(&parts);
	/* Another machine's table is none of ours. */
	parts.machine = ELF_AARCH64;
	CHECK(cfa_in(&parts, CFI_CODE) == -1);
	buf_release(&narrow);
	buf_release(&wide);
	buf_release(&frame);
}

/* Without the linker's table, or with one that cannot be used, the section is gone through. */
static void damaged_headers(void)
{
	size_t offsets[3];
	struct buf frame = three_functions(offsets), header = header_of(offsets, 4);
	struct cfi_parts parts = {
		.machine = ELF_X86_64, .code = STR("c"), .frame = buf_str(&frame)};

	for (size_t n = 1; n < header.n; n++) {
		parts.header = str_head(buf_str(&header), n);
		check_three(&parts);
	}
	parts.header = buf_str(&header);
	header.p[0] = 2;
	check_three(&parts);
	header.p[0] = 1;
	/* DW_EH_PE_omit. */
	header.p[3] = (char)0xff;
	check_three(&parts);
	header.p[3] = 0x3b;
	header.p[2] = (char)0xff;
	check_three(&parts);
	header.p[2] = 3;
	header.p[11] = 0x7f;
	check_three(&parts);
	header.p[11] = 0;
	header.p[8] = 0;
	check_three(&parts);
	/* One that leads to no entry. */
	header.p[8] = 3;
	header.p[16] = 1;
	CHECK(cfa_in(&parts, CFI_CODE) == -1);
	CHECK(cfa_in(&parts, CFI_CODE + 0x40) == 8);
	buf_release(&frame);
	buf_release(&header);
}

/* .debug_frame, in the forms for 32 and 64 bits: its addresses are as they are. */
static struct buf debug_frame(unsigned version, bool is_wide)
{
	struct buf out = {0};
	unsigned size = is_wide ? 8 : 4;
	struct buf cie = {0}, fde = {0};

	cfi_number(&cie, UINT64_MAX, size);
	buf_add_char(&cie, (char)version);
	buf_add_char(&cie, 0);
	if (version >= 4)
		buf_add(&cie, STR("\x08\0"));
	buf_add(&cie, STR("\x01\x78\x10"));
	buf_add(&cie, cfi_x86_64_start);
	cfi_number(&fde, 0, size);
	cfi_number(&fde, CFI_CODE, 8);
	cfi_number(&fde, 0x40, 8);
	buf_add(&fde, STR("\x44\x0e\x10"));
	if (is_wide)
		cfi_number(&out, 0xffffffff, 4);
	cfi_number(&out, cie.n, size);
	buf_add(&out, buf_str(&cie));
	if (is_wide)
		cfi_number(&out, 0xffffffff, 4);
	cfi_number(&out, fde.n, size);
	buf_add(&out, buf_str(&fde));
	buf_release(&cie);
	buf_release(&fde);
	return out;
}

static void debug_frames(void)
{
	static const struct {
		unsigned version;
		bool is_wide, is_good;
	} forms[] = {
		{1, false, true},
		{3, false, true},
		{4, false, true},
		{4, true, true},
		{0, false, false},
		{2, false, false},
		{5, false, false},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct buf debug = debug_frame(forms[i].version, forms[i].is_wide);
		struct cfi_parts parts = {
			.machine = ELF_X86_64, .code = STR("c"), .debug = buf_str(&debug)};

		CHECK(cfa_in(&parts, CFI_CODE + 3) == (forms[i].is_good ? 8 : -1));
		CHECK(cfa_in(&parts, CFI_CODE + 4) == (forms[i].is_good ? 16 : -1));
		CHECK(cfa_in(&parts, CFI_CODE + 0x40) == -1);
		buf_release(&debug);
	}
}

/* What one table does not tell of, the other may. */
static void both_tables(void)
{
	struct buf frame = {0}, debug = debug_frame(4, false);
	size_t cie = cfi_add_x86_64_cie(&frame);
	struct cfi_parts parts = {
		.machine = ELF_X86_64, .code = STR("c"), .debug = buf_str(&debug)};

	cfi_add_fde(&frame, cie, CFI_CODE, 4, STR("\x0e\x40"));
	parts.frame = buf_str(&frame);
	CHECK(cfa_in(&parts, CFI_CODE) == 64);
	CHECK(cfa_in(&parts, CFI_CODE + 4) == 16);
	buf_release(&frame);
	buf_release(&debug);
}

/* A CIE's letters: what each stands for is passed over, and of an unknown one all behind it. */
static void augmentations(void)
{
	static const struct {
		const char *letters;
		struct str data;
		bool is_good, is_signal;
	} forms[] = {
		{"zR", STR_INIT(""), true, false},
		{"zRS", STR_INIT(""), true, true},
		{"zRB", STR_INIT(""), true, false},
		{"zRLP", STR_INIT("\x1b\x9b\x01\x02\x03\x04"), true, false},
		{"zRP", STR_INIT("\0\x01\x02\x03\x04\x05\x06\x07\x08"), true, false},
		{"zRPS", STR_INIT("\x01\x81\x01"), true, true},
		{"zRXS", STR_INIT("\x1b"), true, false},
		{"zRP", STR_INIT("\x03\x01"), false, false},
		{"zRP", STR_INIT("\x50\x01\x01\x01"), false, false},
		{"eh", STR_INIT(""), false, false},
		{"zRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR", STR_INIT(""), false, false},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		struct buf frame = {0};
		struct cfi_section section = {.address = CFI_FRAME, .is_64 = true};
		struct cfi_entry entry;
		size_t cie =
			cfi_add_cie(&frame, forms[i].letters, 16, forms[i].data, cfi_x86_64_start);
		size_t fde = cfi_add_fde(&frame, cie, CFI_CODE, 64, STR(""));

		section.bytes = buf_str(&frame);
		CHECK(cfi_entry_read(&section, fde, &entry) == forms[i].is_good);
		if (forms[i].is_good) {
			CHECK_U64(entry.begin, CFI_CODE);
			CHECK(entry.is_signal == forms[i].is_signal);
			CHECK(binary_left(&entry.common_program) >= cfi_x86_64_start.n);
			CHECK(binary_u8(&entry.common_program) == 0x0c);
		}
		CHECK(!cfi_entry_read(&section, cie, &entry));
		buf_release(&frame);
	}
}

/* Entries that are none, cut anywhere. */
static void damaged_entries(void)
{
	size_t offsets[3];
	struct buf frame = three_functions(offsets);
	struct cfi_section section = {.address = CFI_FRAME, .is_64 = true};
	struct cfi_entry entry;

	for (size_t n = 0; n < frame.n; n++) {
		uint64_t offset = 0;

		section.bytes = str_head(buf_str(&frame), n);
		CHECK(cfi_entry_read(&section, offsets[0], &entry) == (n >= offsets[1]));
		while (cfi_entry_skip(&section, &offset))
			CHECK(offset < n);
		CHECK(offset <= n);
	}
	CHECK(!cfi_entry_read(&section, UINT64_MAX, &entry));
	CHECK(!cfi_entry_read(&section, offsets[0] + 1, &entry));
	/* The CIE that it refers to is itself, or an FDE. */
	section.bytes = buf_str(&frame);
	frame.p[offsets[0] + 4] = 4;
	CHECK(!cfi_entry_read(&section, offsets[0], &entry));
	frame.p[offsets[1] + 4] = (char)(offsets[1] + 4 - offsets[0]);
	CHECK(!cfi_entry_read(&section, offsets[1], &entry));
	buf_release(&frame);
}

/* A common program that is read for each of many functions is not read without end. */
static void work_is_bounded(void)
{
	struct buf frame = {0}, program = {0};
	struct cfi_parts parts = {.machine = ELF_X86_64, .code = STR("c")};
	struct buf bytes = {0};
	struct elf *elf;
	struct cfi_file *file;
	size_t cie, last = 0;

	buf_add(&program, cfi_x86_64_start);
	for (size_t i = 0; i < 100000; i++)
		buf_add_char(&program, 0);
	cie = cfi_add_cie(&frame, "zR", 16, STR(""), buf_str(&program));
	for (size_t i = 0; i < 1000; i++)
		cfi_add_fde(&frame, cie, CFI_CODE + i, 1, STR(""));
	parts.frame = buf_str(&frame);
	elf = cfi_elf(&bytes, &parts);
	file = cfi_file_new(elf, machine_of(UNWIND_X86_64));
	for (size_t i = 0; i < 1000; i++)
		if (cfi_file_row(file, CFI_CODE + i, NULL))
			last = i + 1;
	CHECK(last > 1 && last < 20);
	cfi_file_free(file);
	elf_close(elf);
	buf_release(&bytes);
	buf_release(&frame);
	buf_release(&program);
}

int main(void)
{
	TEST(tables);
	TEST(damaged_headers);
	TEST(debug_frames);
	TEST(both_tables);
	TEST(augmentations);
	TEST(damaged_entries);
	TEST(work_is_bounded);
}
