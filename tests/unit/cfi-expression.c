#include "collapse/symbols/unwind/cfi-expression.h"

#include "tests/unit/lib/cfi.h"
#include "tests/unit/test.h"

/* Sixteen bytes of stack from 0x7000 on; rbx is 0x7000, rbp -2, rcx lies above the copy. */
static enum found calculate(struct str code, const uint64_t *cfa, uint64_t *value)
{
	static const uint64_t stack[2] = {0x1122334455667788, 5};
	struct buf bytes = {0};
	struct cfi_section section = {.is_64 = true};
	struct state state = {
		.machine = machine_of(UNWIND_X86_64),
		.low = 0x7000,
		.stack = {(const char *)stack, sizeof(stack)},
	};
	enum found found;

	state_set(&state, 3, 0x7000);
	state_set(&state, 6, (uint64_t)-2);
	state_forget(&state, 2, FOUND_CUT);
	buf_add(&bytes, STR("??"));
	buf_add_char(&bytes, (char)code.n);
	buf_add(&bytes, code);
	section.bytes = buf_str(&bytes);
	found = cfi_expression_value(&section, 2, cfa, &state, value);
	buf_release(&bytes);
	return found;
}

static void check_value(struct str code, uint64_t wanted, int line)
{
	uint64_t value;

	test_check(calculate(code, NULL, &value) == FOUND, __FILE__, line, "has a value");
	test_check_u64(value, wanted, __FILE__, line, "the value");
}

static void check_none(struct str code, enum found wanted, int line)
{
	uint64_t value;

	test_check(calculate(code, NULL, &value) == wanted, __FILE__, line, "has no value");
}

#define GIVES(code, wanted) check_value(STR(code), (uint64_t)(wanted), __LINE__)
#define GIVES_NONE(code, wanted) check_none(STR(code), (wanted), __LINE__)

static void constants(void)
{
	GIVES("\x30", 0);
	GIVES("\x4f", 31);
	GIVES("\x03\x01\x02\x03\x04\x05\x06\x07\x08", 0x0807060504030201);
	GIVES("\x08\xff", 255);
	GIVES("\x09\xff", -1);
	GIVES("\x0a\xfe\xff", 0xfffe);
	GIVES("\x0b\xfe\xff", -2);
	GIVES("\x0c\xfe\xff\xff\xff", 0xfffffffe);
	GIVES("\x0d\xfe\xff\xff\xff", -2);
	GIVES("\x0e\xfe\xff\xff\xff\xff\xff\xff\xff", -2);
	GIVES("\x0f\xfe\xff\xff\xff\xff\xff\xff\xff", -2);
	GIVES("\x10\x80\x01", 128);
	GIVES("\x11\x7f", -1);
	GIVES_NONE("\x08", FOUND_NOT);
	GIVES_NONE("\x0e\x01\x02\x03\x04\x05\x06\x07", FOUND_NOT);
}

static void registers(void)
{
	GIVES("\x73\x08", 0x7008);
	GIVES("\x76\x7e", -4);
	GIVES("\x92\x03\x78", 0x6ff8);
	GIVES_NONE("\x70\0", FOUND_NOT);
	GIVES_NONE("\x72\0", FOUND_CUT);
	GIVES_NONE("\x92\x21\0", FOUND_NOT);
	GIVES_NONE("\x92\xff\xff\xff\xff\x7f\0", FOUND_NOT);
}

static void memory(void)
{
	GIVES("\x73\0\x06", 0x1122334455667788);
	GIVES("\x73\x08\x06", 5);
	GIVES("\x73\x08\x94\x01", 5);
	GIVES_NONE("\x73\x10\x06", FOUND_CUT);
	GIVES_NONE("\x73\x09\x06", FOUND_CUT);
	GIVES_NONE("\x73\x78\x06", FOUND_BELOW);
	GIVES_NONE("\x73\0\x94\x03", FOUND_NOT);
	GIVES_NONE("\x06", FOUND_NOT);
}

static void order(void)
{
	GIVES("\x31\x32\x13", 1);
	GIVES("\x37\x12\x22", 14);
	GIVES("\x31\x32\x14", 1);
	GIVES("\x31\x32\x33\x15\x02", 1);
	GIVES("\x31\x33\x16\x1c", 2);
	/* 1 2 3 becomes 3 1 2: 3 - (1 - 2). */
	GIVES("\x31\x32\x33\x17\x1c\x1c", 4);
	GIVES_NONE("\x31\x13", FOUND_NOT);
	GIVES_NONE("\x31\x14", FOUND_NOT);
	GIVES_NONE("\x31\x15\x01", FOUND_NOT);
	GIVES_NONE("\x31\x16", FOUND_NOT);
}

static void arithmetic(void)
{
	GIVES("\x09\xfb\x19", 5);
	GIVES("\x35\x19", 5);
	GIVES("\x3c\x3a\x1a", 8);
	GIVES("\x09\xf9\x32\x1b", -3);
	GIVES("\x33\x35\x1c", -2);
	GIVES("\x3b\x34\x1d", 3);
	GIVES("\x33\x35\x1e", 15);
	GIVES("\x35\x1f", -5);
	GIVES("\x30\x20", -1);
	GIVES("\x3c\x33\x21", 15);
	GIVES("\x35\x23\x80\x01", 133);
	GIVES("\x31\x34\x24", 16);
	GIVES("\x09\xff\x38\x25", UINT64_MAX >> 8);
	GIVES("\x09\xf0\x32\x26", -4);
	GIVES("\x3c\x3a\x27", 6);
	/* What would have no meaning in C. */
	GIVES("\x31\x08\x40\x24", 0);
	GIVES("\x31\x08\x40\x25", 0);
	GIVES("\x31\x08\x40\x26", 0);
	GIVES("\x09\xff\x08\x40\x26", -1);
	GIVES("\x0f\0\0\0\0\0\0\0\x80\x09\xff\x1b", INT64_MIN);
	GIVES("\x0f\0\0\0\0\0\0\0\x80\x19", INT64_MIN);
	GIVES_NONE("\x31\x30\x1b", FOUND_NOT);
	GIVES_NONE("\x31\x30\x1d", FOUND_NOT);
	GIVES_NONE("\x31\x22", FOUND_NOT);
}

static void comparisons(void)
{
	GIVES("\x09\xff\x31\x29", 0);
	GIVES("\x09\xff\x31\x2a", 0);
	GIVES("\x09\xff\x31\x2b", 0);
	GIVES("\x09\xff\x31\x2c", 1);
	GIVES("\x09\xff\x31\x2d", 1);
	GIVES("\x09\xff\x31\x2e", 1);
	GIVES("\x35\x35\x29", 1);
	GIVES("\x35\x35\x2a", 1);
	GIVES("\x35\x35\x2b", 0);
	GIVES("\x35\x35\x2c", 1);
	GIVES("\x35\x35\x2d", 0);
	GIVES("\x35\x35\x2e", 0);
}

static void jumps(void)
{
	GIVES("\x31\x2f\x01\0\x32\x96", 1);
	GIVES("\x35\x31\x28\x01\0\x1f", 5);
	GIVES("\x35\x30\x28\x01\0\x1f", -5);
	/* A loop: 5 + 4 + 3 + 2 + 1. */
	GIVES("\x30\x35\x12\x17\x22\x16\x31\x1c\x12\x28\xf6\xff\x13", 15);
	/* One without end; to before the start, and behind the end. */
	GIVES_NONE("\x2f\xfd\xff", FOUND_NOT);
	GIVES_NONE("\x31\x2f\xfb\xff", FOUND_NOT);
	GIVES_NONE("\x31\x2f\x01\0", FOUND_NOT);
	GIVES_NONE("\x31\x2f\xff\x7f", FOUND_NOT);
}

static void frame_address(void)
{
	const uint64_t cfa = 0x7010;
	uint64_t value;

	CHECK(calculate(STR("\x38\x1c\x06"), &cfa, &value) == FOUND);
	CHECK_U64(value, 5);
	CHECK(calculate(STR(""), &cfa, &value) == FOUND);
	CHECK_U64(value, cfa);
}

static void limits(void)
{
	char code[200];
	struct cfi_section section = {.bytes = STR("\x05\x31")};
	struct state state = {.machine = machine_of(UNWIND_X86_64)};
	uint64_t value;

	GIVES_NONE("", FOUND_NOT);
	GIVES_NONE("\x50", FOUND_NOT);
	GIVES_NONE("\x97", FOUND_NOT);
	memset(code, 0x31, sizeof(code));
	check_value((struct str){code, 64}, 1, __LINE__);
	check_none((struct str){code, 65}, FOUND_NOT, __LINE__);
	CHECK(cfi_expression_value(&section, 0, NULL, &state, &value) == FOUND_NOT);
	CHECK(cfi_expression_value(&section, 3, NULL, &state, &value) == FOUND_NOT);
	CHECK(cfi_expression_value(&section, UINT64_MAX, NULL, &state, &value) == FOUND_NOT);
}

int main(void)
{
	TEST(constants);
	TEST(registers);
	TEST(memory);
	TEST(order);
	TEST(arithmetic);
	TEST(comparisons);
	TEST(jumps);
	TEST(frame_address);
	TEST(limits);
}
