#include "collapse/symbols/unwind/cfi-program.h"

#include <inttypes.h>

#include "tests/unit/lib/cfi.h"
#include "tests/unit/test.h"

struct rows {
	struct buf frame, text;
	struct cfi_section section;
};

/* "c-8" lies at CFA - 8, "v-8" is that, "r3" is in register 3; of expressions their length. */
static void add_rule(struct rows *rows, const struct cfi_rule *rule)
{
	struct buf *text = &rows->text;

	switch ((enum cfi_kind)rule->kind) {
	case CFI_SAME:
		buf_addf(text, "s");
		break;
	case CFI_UNDEFINED:
		buf_addf(text, "u");
		break;
	case CFI_AT:
		buf_addf(text, "c%+" PRId32, rule->number);
		break;
	case CFI_IS:
		buf_addf(text, "v%+" PRId32, rule->number);
		break;
	case CFI_REGISTER:
		buf_addf(text, "r%u", rule->from);
		break;
	case CFI_EXPRESSION_AT:
		buf_addf(text, "exp(%d)", rows->section.bytes.p[rule->number]);
		break;
	case CFI_EXPRESSION_IS:
		buf_addf(text, "vexp(%d)", rows->section.bytes.p[rule->number]);
		break;
	case CFI_NO_RULE:
		buf_addf(text, "?");
	}
}

static void add_row(void *context, uint64_t from, const struct cfi_state *state)
{
	struct rows *rows = context;

	buf_addf(&rows->text, "%s%" PRIx64, rows->text.n ? ", " : "", from);
	if (!state) {
		buf_addf(&rows->text, " none");
		return;
	}
	if (state->cfa.kind == CFI_IS) {
		buf_addf(&rows->text, " r%u%+" PRId32, state->cfa.from, state->cfa.number);
	} else {
		buf_add_char(&rows->text, ' ');
		add_rule(rows, &state->cfa);
	}
	for (unsigned reg = 0; reg < MACHINE_REGISTERS; reg++) {
		if (state->rules[reg].kind == CFI_SAME)
			continue;
		buf_addf(&rows->text, " %u=", reg);
		add_rule(rows, &state->rules[reg]);
	}
	if (state->is_signed)
		buf_addf(&rows->text, " signed");
}

/* The rows of a function of 64 bytes at CFI_CODE. */
static void check_rows(enum unwind_machine machine, struct str start, struct str program,
	const char *wanted, int line)
{
	struct rows rows = {0};
	size_t cie =
		cfi_add_cie(&rows.frame, "zR", machine == UNWIND_AARCH64 ? 30 : 16, STR(""), start);
	size_t fde = cfi_add_fde(&rows.frame, cie, CFI_CODE, 64, program);
	struct cfi_entry entry;

	rows.section = (struct cfi_section){
		.bytes = buf_str(&rows.frame), .address = CFI_FRAME, .is_64 = true};
	CHECK(cfi_entry_read(&rows.section, fde, &entry));
	cfi_run(&rows.section, &entry, machine_of(machine), add_row, &rows);
	test_check_str(buf_str(&rows.text), str_of(wanted), __FILE__, line, "rows");
	buf_release(&rows.frame);
	buf_release(&rows.text);
}

#define ROWS(program, wanted) \
	check_rows(UNWIND_X86_64, cfi_x86_64_start, STR(program), (wanted), __LINE__)
#define ARM_ROWS(program, wanted) \
	check_rows(UNWIND_AARCH64, STR("\x0c\x1f\0"), STR(program), (wanted), __LINE__)

/* push %rbp; mov %rsp, %rbp; …; leave; ret; and code behind the return. */
static void prologue_and_epilogue(void)
{
	ROWS("", "1000 r7+8 16=c-8");
	ROWS("\x41\x0e\x10\x86\x02\x43\x0d\x06\x50\x0a\x0c\x07\x08\x41\x0b",
		"1000 r7+8 16=c-8, 1001 r7+16 6=c-16 16=c-8, 1004 r6+16 6=c-16 16=c-8, "
		"1014 r7+8 6=c-16 16=c-8, 1015 r6+16 6=c-16 16=c-8");
}

static void places(void)
{
	ROWS("\x7f\x0e\x10", "1000 r7+8 16=c-8, 103f r7+16 16=c-8");
	ROWS("\x02\x20\x0e\x10", "1000 r7+8 16=c-8, 1020 r7+16 16=c-8");
	ROWS("\x03\x20\0\x0e\x10", "1000 r7+8 16=c-8, 1020 r7+16 16=c-8");
	ROWS("\x04\x20\0\0\0\x0e\x10", "1000 r7+8 16=c-8, 1020 r7+16 16=c-8");
	ROWS("\x1d\x20\0\0\0\0\0\0\0\x0e\x10", "1000 r7+8 16=c-8, 1020 r7+16 16=c-8");
	/* Where the function ends, the program does. */
	ROWS("\x02\x40\x0e\x10", "1000 r7+8 16=c-8");
	ROWS("\x1d\xff\xff\xff\xff\xff\xff\xff\xff\x0e\x10", "1000 r7+8 16=c-8");
	/* No step is no row. */
	ROWS("\x40\x0e\x10\x02\0\x0e\x18", "1000 r7+24 16=c-8");
}

/* DW_CFA_set_loc has an address as the entry's are: here relative to itself. */
static void set_location(void)
{
	struct buf program = {0};
	/* Behind the CIE of 24 bytes and the head of the entry. */
	uint64_t at = CFI_FRAME + 24 + 17 + 1;

	buf_add_char(&program, 1);
	cfi_number(&program, CFI_CODE + 4 - at, 4);
	buf_add(&program, STR("\x0e\x10"));
	check_rows(UNWIND_X86_64, cfi_x86_64_start, buf_str(&program),
		"1000 r7+8 16=c-8, 1004 r7+16 16=c-8", __LINE__);
	/* Programs go forward only. */
	buf_reset(&program);
	buf_add_char(&program, 1);
	cfi_number(&program, CFI_CODE - 1 - at, 4);
	check_rows(UNWIND_X86_64, cfi_x86_64_start, buf_str(&program), "1000 none", __LINE__);
	buf_release(&program);
}

static void frames(void)
{
	ROWS("\x0c\x06\x10", "1000 r6+16 16=c-8");
	ROWS("\x0d\x03", "1000 r3+8 16=c-8");
	ROWS("\x0e\x80\x01", "1000 r7+128 16=c-8");
	ROWS("\x12\x06\x7e", "1000 r6+16 16=c-8");
	ROWS("\x13\x7d", "1000 r7+24 16=c-8");
	ROWS("\x13\x01", "1000 r7-8 16=c-8");
	ROWS("\x0f\x03\x76\x78\x06", "1000 vexp(3) 16=c-8");
	/* An offset alone, or a register, is no frame. */
	ROWS("\x0f\x02\x76\x78\x0e\x10", "1000 ? 16=c-8");
	ROWS("\x0f\x02\x76\x78\x0d\x06", "1000 ? 16=c-8");
	/* A register that is not followed: the return address's is the last of x86-64, 17 is xmm0.
	 */
	ROWS("\x0c\x11\x10", "1000 ? 16=c-8");
	ROWS("\x0c\xff\xff\xff\xff\x0f\x10", "1000 ? 16=c-8");
	/* An offset of 2^31, and one of 2^64 - 1. */
	ROWS("\x0e\x80\x80\x80\x80\x08", "1000 ? 16=c-8");
	ROWS("\x0e\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "1000 ? 16=c-8");
}

static void registers(void)
{
	ROWS("\x83\x03", "1000 r7+8 3=c-24 16=c-8");
	ROWS("\x05\x03\x03", "1000 r7+8 3=c-24 16=c-8");
	ROWS("\x11\x03\x7d", "1000 r7+8 3=c+24 16=c-8");
	ROWS("\x2f\x03\x03", "1000 r7+8 3=c+24 16=c-8");
	ROWS("\x14\x03\x03", "1000 r7+8 3=v-24 16=c-8");
	ROWS("\x15\x03\x7d", "1000 r7+8 3=v+24 16=c-8");
	ROWS("\x07\x10", "1000 r7+8 16=u");
	ROWS("\x08\x10", "1000 r7+8");
	ROWS("\x09\x10\x02", "1000 r7+8 16=r2");
	ROWS("\x10\x06\x02\x76\0", "1000 r7+8 6=exp(2) 16=c-8");
	ROWS("\x16\x06\x02\x76\0", "1000 r7+8 6=vexp(2) 16=c-8");
	/* Those that are not followed are passed over. */
	ROWS("\x91\x03\x05\x20\x03\x07\x21\x83\x02", "1000 r7+8 3=c-16 16=c-8");
	ROWS("\x09\x03\x63", "1000 r7+8 3=? 16=c-8");
	ROWS("\x05\x03\xff\xff\xff\xff\x7f", "1000 r7+8 3=? 16=c-8");
	ROWS("\0\x2e\x10\0\x83\x02\0", "1000 r7+8 3=c-16 16=c-8");
}

static void restoring(void)
{
	ROWS("\x90\x05\x83\x02\x44\xd0\xc3", "1000 r7+8 3=c-16 16=c-40, 1004 r7+8 16=c-8");
	ROWS("\x90\x05\x83\x02\x44\x06\x10\x06\x03", "1000 r7+8 3=c-16 16=c-40, 1004 r7+8 16=c-8");
	ROWS("\x0a\x0a\x0e\x10\x44\x0b\x44\x0e\x20\x44\x0b",
		"1000 r7+16 16=c-8, 1004 r7+8 16=c-8, 1008 r7+32 16=c-8, 100c r7+8 16=c-8");
	/* Nothing was remembered. */
	ROWS("\x44\x0b", "1000 r7+8 16=c-8, 1004 none");
	/* Sixteen states may be, not seventeen. */
	ROWS("\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a",
		"1000 r7+8 16=c-8");
	ROWS("\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a\x0a", "1000 none");
}

static void signed_addresses(void)
{
	ARM_ROWS("\x44\x2d\x44\x0e\x10\x9e\x01\x44\x2d",
		"1000 r31+0, 1004 r31+0 signed, 1008 r31+16 30=c-8 signed, 100c r31+16 30=c-8");
	ARM_ROWS("\x2c\x44\x0a\x2c\x44\x0b", "1000 r31+0 signed, 1004 r31+0, 1008 r31+0 signed");
	ARM_ROWS("\x2b\x02\x7f\x44\x2b\0\0", "1000 r31+0 signed, 1004 r31+0");
	/* The same byte says something else to other processors. */
	ROWS("\x44\x2d", "1000 r7+8 16=c-8, 1004 none");
}

/* What cannot be read leaves the rows before it. */
static void damaged(void)
{
	ROWS("\x44\x3f", "1000 r7+8 16=c-8, 1004 none");
	ROWS("\x44\x17", "1000 r7+8 16=c-8, 1004 none");
	ROWS("\x44\x10\x06\x05\x76", "1000 r7+8 16=c-8, 1004 none");
	ROWS("\x44\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "1000 r7+8 16=c-8, 1004 none");
	ROWS("\x44\x0e\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "1000 r7+8 16=c-8, 1004 none");
	ROWS("\x44\x04\x01", "1000 r7+8 16=c-8, 1004 none");
	check_rows(UNWIND_X86_64, STR("\x3f"), STR("\x0e\x10"), "1000 none", __LINE__);
	check_rows(UNWIND_X86_64, STR(""), STR("\x83\x02"), "1000 ? 3=c-16", __LINE__);
}

int main(void)
{
	TEST(prologue_and_epilogue);
	TEST(places);
	TEST(set_location);
	TEST(frames);
	TEST(registers);
	TEST(restoring);
	TEST(signed_addresses);
	TEST(damaged);
}
