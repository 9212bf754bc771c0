#include "collapse/symbols/unwind/unwind.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tests/unit/lib/cfi.h"
#include "tests/unit/test.h"

enum { WORDS = 256 };

/* Where the copy of the stack begins, and what is mapped: a file at CFI_CODE, and code of a JIT. */
#define STACK UINT64_C(0x7fff0000)
#define BIAS UINT64_C(0x500000)
#define CODE (CFI_CODE + BIAS)
#define PLT (CFI_PLT + BIAS)
#define JIT UINT64_C(0x900000)
enum { CODE_SIZE = 0x400, JIT_SIZE = 0x1000 };

/* A process that was sampled. */
struct process {
	enum unwind_machine machine;
	uint64_t registers[33]; /* by perf's numbers */
	uint64_t stack[WORDS];
	size_t stack_bytes;
	char code[CODE_SIZE], plt[64];
	struct buf frame, file;
	size_t cie;
	struct elf *elf;
	size_t most;
};

enum { AX, BX, CX, DX, SI, DI, BP, SP, IP, R8 = 16, R9, R10, R11, R12, R13, R14, R15 };
enum { FP = 29, LR = 30, ARM_SP = 31, PC = 32 };

static struct process *process_new(enum unwind_machine machine)
{
	struct process *process = calloc(1, sizeof(*process));

	process->machine = machine;
	process->stack_bytes = sizeof(process->stack);
	process->most = 127;
	process->registers[machine == UNWIND_X86_64 ? SP : ARM_SP] = STACK;
	process->cie = machine == UNWIND_X86_64
			       ? cfi_add_x86_64_cie(&process->frame)
			       : cfi_add_cie(&process->frame, "zR", 30, STR(""), STR("\x0c\x1f\0"));
	return process;
}

static void process_free(struct process *process)
{
	elf_close(process->elf);
	buf_release(&process->frame);
	buf_release(&process->file);
	free(process);
}

static void make_elf(struct process *process)
{
	struct cfi_parts parts = {
		.machine = process->machine == UNWIND_X86_64 ? ELF_X86_64 : ELF_AARCH64,
		.code = {process->code, CODE_SIZE},
		.plt = {process->plt, sizeof(process->plt)},
		.frame = buf_str(&process->frame),
	};

	elf_close(process->elf);
	process->elf = cfi_elf(&process->file, &parts);
	CHECK(process->elf);
}

/* A function of 64 bytes, the n-th of the file. */
static void add_function(struct process *process, unsigned n, struct str program)
{
	cfi_add_fde(&process->frame, process->cie, CFI_CODE + 0x40 * n, 0x40, program);
}

#define FUNCTION(process, n, program) add_function((process), (n), STR(program))

/* The address of a byte of the n-th function, where it is mapped. */
static uint64_t in(unsigned n, unsigned byte)
{
	return CODE + 0x40 * n + byte;
}

static bool image_at(void *context, uint64_t space, uint64_t ip, struct unwind_image *image)
{
	struct process *process = context;

	(void)space;
	if (ip >= JIT && ip - JIT < JIT_SIZE) {
		*image = (struct unwind_image){0};
		return true;
	}
	*image = (struct unwind_image){process->elf, BIAS};
	return (ip >= CODE && ip - CODE < CODE_SIZE) || (ip >= PLT && ip - PLT < 64);
}

static const char *const ends[] = {
	[UNWIND_OUTERMOST] = "outermost",
	[UNWIND_CUT] = "cut",
	[UNWIND_NO_MAP] = "no map",
	[UNWIND_NO_RULE] = "no rule",
	[UNWIND_LIMIT] = "limit",
};

/* "1.8" is byte 8 of function 1, ">" is before addresses that a call returns to. */
static void add_frame(struct buf *text, const struct unwind_frame *frame)
{
	if (frame->is_call)
		buf_add_char(text, '>');
	if (frame->ip >= CODE && frame->ip - CODE < CODE_SIZE)
		buf_addf(text, "%u.%u ", (unsigned)(frame->ip - CODE) / 0x40,
			(unsigned)(frame->ip - CODE) % 0x40);
	else
		buf_addf(text, "%" PRIx64 " ", frame->ip);
}

static struct buf chain(struct process *process)
{
	struct buf text = {0};
	struct unwind_frame frames[128];
	enum unwind_end end;
	struct unwinder *unwinder = unwinder_new(image_at, process);
	struct unwind_sample sample = {
		.machine = process->machine,
		.mask = ((uint64_t)1 << 33) - 1,
		.registers = (const char *)process->registers,
		.stack = {(const char *)process->stack, process->stack_bytes},
	};
	size_t count;

	if (!process->elf)
		make_elf(process);
	/* The second time from what is remembered. */
	for (int turn = 0; turn < 2; turn++) {
		buf_reset(&text);
		count = unwind(unwinder, &sample, frames, process->most, &end);
		for (size_t i = 0; i < count; i++)
			add_frame(&text, &frames[i]);
		buf_addf(&text, "%s", ends[end]);
	}
	unwinder_free(unwinder);
	return text;
}

static void check_chain(struct process *process, const char *wanted, int line)
{
	struct buf text = chain(process);

	test_check_str(buf_str(&text), str_of(wanted), __FILE__, line, "the stack");
	buf_release(&text);
}

#define CHAIN(process, wanted) check_chain((process), (wanted), __LINE__)

/* _start, which has no caller, as function 0; what it calls returns to byte 8. */
static struct process *program(void)
{
	struct process *process = process_new(UNWIND_X86_64);

	FUNCTION(process, 0, "\x07\x10");
	return process;
}

/* push %rbp; mov %rsp, %rbp; …; pop %rbp; ret. The table has rbp at CFA - 16 to the end. */
#define WITH_RBP "\x41\x0e\x10\x86\x02\x43\x0d\x06\x70\x0c\x07\x08"

static void prologue_and_epilogue(void)
{
	struct process *process = program();

	FUNCTION(process, 1, WITH_RBP);
	FUNCTION(process, 2, WITH_RBP);
	/* Function 2 has pushed what it needs, function 1 calls it. */
	process->stack[4] = 0xdead;
	process->stack[5] = in(0, 8);
	process->registers[BP] = STACK + 32;
	process->stack[0] = in(1, 20);
	process->registers[IP] = in(2, 0);
	CHAIN(process, "2.0 >1.20 >0.8 outermost");
	process->stack[0] = STACK + 32;
	process->stack[1] = in(1, 20);
	process->registers[IP] = in(2, 1);
	CHAIN(process, "2.1 >1.20 >0.8 outermost");
	process->registers[BP] = STACK;
	process->registers[IP] = in(2, 4);
	CHAIN(process, "2.4 >1.20 >0.8 outermost");
	/* Popped: the slot is below the stack, and the register has its value again. */
	process->registers[BP] = STACK + 32;
	process->stack[0] = in(1, 20);
	process->registers[IP] = in(2, 0x34);
	CHAIN(process, "2.52 >1.20 >0.8 outermost");
	process_free(process);
}

/* A frame that is aligned: it is found by r10, and later by what was saved of it. */
static void aligned_stack(void)
{
	struct process *process = program();

	FUNCTION(process, 1,
		"\x45\x0c\x0a\0\x49\x10\x06\x02\x76\0\x44\x0f\x03\x76\x78\x06\x68\x0c\x0a\0");
	FUNCTION(process, 2, "\x0e\x10");
	FUNCTION(process, 3, WITH_RBP);
	process->stack[7] = in(0, 8);
	process->registers[R10] = STACK + 64;
	process->registers[IP] = in(1, 5);
	CHAIN(process, "1.5 >0.8 outermost");
	process->registers[R10] = 0;
	process->registers[BP] = STACK + 32;
	process->stack[3] = STACK + 64;
	process->registers[IP] = in(1, 20);
	CHAIN(process, "1.20 >0.8 outermost");
	/* As the caller of another. */
	process->stack[1] = in(1, 20);
	process->registers[IP] = in(2, 0);
	CHAIN(process, "2.0 >1.20 >0.8 outermost");
	/* Popped, but the table has it where rbp points: the caller's frame, which is found by it.
	 */
	process->registers[R10] = STACK + 8;
	process->registers[BP] = STACK + 32;
	process->registers[IP] = in(1, 16);
	process->stack[0] = in(3, 20);
	process->stack[4] = 0xdead;
	process->stack[5] = in(0, 8);
	CHAIN(process, "1.16 >3.20 >0.8 outermost");
	process->registers[IP] = in(2, 0);
	/* r10 is not the same after a call. */
	process->registers[R10] = STACK + 64;
	process->stack[1] = in(1, 8);
	CHAIN(process, "2.0 >1.8 no rule");
	process_free(process);
}

/* An entry of a linkage table has pushed a number, or not, by where in 16 bytes it is. */
static void linkage_table(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "\x0f\x0b\x77\x08\x80\0\x3f\x1a\x3b\x2a\x33\x24\x22");
	process->stack[0] = in(0, 8);
	process->stack[1] = in(0, 9);
	process->registers[IP] = in(1, 16 + 10);
	CHAIN(process, "1.26 >0.8 outermost");
	process->registers[IP] = in(1, 16 + 11);
	CHAIN(process, "1.27 >0.9 outermost");
	process_free(process);
}

/* One without call frame information. */
static void bare_linkage_table(void)
{
	struct process *process = program();

	process->stack[0] = in(0, 8);
	process->stack[1] = in(0, 9);
	process->registers[IP] = PLT + 16;
	CHAIN(process, "501810 >0.8 outermost");
	process->registers[IP] = PLT + 32 + 6;
	CHAIN(process, "501826 >0.8 outermost");
	process->registers[IP] = PLT + 32 + 11;
	CHAIN(process, "50182b >0.9 outermost");
	/* The first is where the others jump to. */
	process->registers[IP] = PLT;
	CHAIN(process, "501800 >0.9 outermost");
	process->stack[2] = in(0, 10);
	process->registers[IP] = PLT + 6;
	CHAIN(process, "501806 >0.10 outermost");
	process_free(process);
}

/* What was saved leads on: the caller's frame is found by r12, which its callee pushed. */
static void saved_registers(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "\x0c\x0c\x10");
	FUNCTION(process, 2, "\x0e\x10\x8c\x02");
	FUNCTION(process, 3, "\x0e\x10\x10\x0c\x02\x73\x08");
	process->stack[0] = STACK + 32;
	process->stack[1] = in(1, 8);
	process->stack[5] = in(0, 8);
	process->registers[IP] = in(2, 8);
	CHAIN(process, "2.8 >1.8 >0.8 outermost");
	/* It was not saved, and is the same. */
	process->registers[R12] = STACK + 32;
	process->stack[0] = 0;
	FUNCTION(process, 4, "\x0e\x10");
	process->registers[IP] = in(4, 8);
	make_elf(process);
	CHAIN(process, "4.8 >1.8 >0.8 outermost");
	/* An expression tells where it is. */
	process->registers[R12] = 0;
	process->registers[BX] = STACK - 8;
	process->stack[0] = STACK + 32;
	process->registers[IP] = in(3, 8);
	CHAIN(process, "3.8 >1.8 >0.8 outermost");
	process_free(process);
}

/* What perf copied ends anywhere: fewer frames, none that is wrong, and it is said. */
static void cut_stacks(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "\x0e\x20");
	process->stack[3] = in(1, 4);
	process->stack[7] = in(1, 5);
	process->stack[11] = in(0, 8);
	process->registers[IP] = in(1, 3);
	for (size_t bytes = 0; bytes <= 128; bytes++) {
		process->stack_bytes = bytes;
		CHAIN(process, bytes < 32   ? "1.3 cut"
			       : bytes < 64 ? "1.3 >1.4 cut"
			       : bytes < 96 ? "1.3 >1.4 >1.5 cut"
					    : "1.3 >1.4 >1.5 >0.8 outermost");
	}
	process_free(process);
}

/* A register that lies above the copy is not known either. */
static void cut_register(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "\x0c\x03\x10");
	FUNCTION(process, 2, "\x0e\x10\x11\x03\x7e");
	process->stack[1] = in(1, 8);
	process->stack_bytes = 16;
	process->registers[IP] = in(2, 8);
	CHAIN(process, "2.8 >1.8 cut");
	process_free(process);
}

static void ends_of_stacks(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "");
	FUNCTION(process, 2, "\x0e\0");
	FUNCTION(process, 3, "\x0e\x70");
	FUNCTION(process, 4, "\x08\x10");
	FUNCTION(process, 5, "\x44\x3f");
	process->registers[IP] = in(0, 8);
	CHAIN(process, "0.8 outermost");
	process->registers[IP] = in(1, 0);
	CHAIN(process, "1.0 outermost");
	process->stack[0] = 0x1234;
	CHAIN(process, "1.0 no map");
	process->registers[IP] = 0x1234;
	CHAIN(process, "1234 no map");
	/* The return address would be below the stack; a stack that does not go up. */
	process->registers[IP] = in(2, 0);
	CHAIN(process, "2.0 no rule");
	process->stack[0] = in(2, 4);
	process->registers[IP] = in(1, 0);
	CHAIN(process, "1.0 >2.4 no rule");
	/* Its own address, and no rules. */
	process->registers[IP] = in(4, 0);
	CHAIN(process, "4.0 no rule");
	process->registers[IP] = in(5, 8);
	process->registers[BP] = 3;
	CHAIN(process, "5.8 no rule");
	process_free(process);
}

static void limits(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "");
	for (size_t i = 0; i < WORDS; i++)
		process->stack[i] = in(1, 4);
	process->registers[IP] = in(1, 4);
	process->most = 3;
	CHAIN(process, "1.4 >1.4 >1.4 limit");
	process->most = 0;
	CHAIN(process, "limit");
	/* As many as there are is no limit that was met. */
	process->stack[1] = in(0, 8);
	process->most = 3;
	CHAIN(process, "1.4 >1.4 >0.8 outermost");
	process_free(process);
}

static void missing_registers(void)
{
	struct process *process = program();
	struct unwinder *unwinder = unwinder_new(image_at, process);
	struct unwind_frame frame;
	enum unwind_end end;
	uint64_t values[2] = {STACK, in(0, 8)};
	struct unwind_sample sample = {.registers = (const char *)values};

	make_elf(process);
	CHECK_U64(unwind(unwinder, &sample, &frame, 1, &end), 0);
	CHECK(end == UNWIND_NO_RULE);
	sample.mask = 1 << IP;
	CHECK_U64(unwind(unwinder, &sample, &frame, 1, &end), 0);
	sample.mask = 1 << SP | 1 << IP;
	CHECK_U64(unwind(unwinder, &sample, &frame, 1, &end), 1);
	CHECK_U64(frame.ip, in(0, 8));
	CHECK(end == UNWIND_OUTERMOST);
	unwinder_free(unwinder);
	process_free(process);
}

/* What the C library's table says: every register lies in the ucontext, at an offset from rsp. */
static void signal_frame_by_table(void)
{
	struct process *process = program();
	size_t cie = cfi_add_cie(&process->frame, "zRS", 16, STR(""), STR(""));

	FUNCTION(process, 1, "");
	FUNCTION(process, 2, "");
	cfi_add_fde(&process->frame, cie, CFI_CODE + 0x40 * 3 - 1, 0x40,
		STR("\x0f\x04\x77\xa0\x01\x06\x10\x07\x03\x77\xa0\x01\x10\x06\x02\x77\x78"
		    "\x10\x10\x03\x77\xa8\x01"));
	/* A handler, which returns to the trampoline's first byte; then the ucontext. */
	process->stack[0] = in(3, 0);
	process->stack[21] = STACK + 0x200;
	process->stack[22] = in(2, 0);
	process->stack[0x40] = in(0, 8);
	process->registers[IP] = in(1, 0);
	CHAIN(process, "1.0 3.0 2.0 >0.8 outermost");
	/* The interrupted function is on another stack, below or above this one. */
	process->stack[21] = STACK - 0x2000;
	CHAIN(process, "1.0 3.0 2.0 cut");
	process->stack[21] = STACK + 0x20000;
	CHAIN(process, "1.0 3.0 2.0 cut");
	process_free(process);
}

/* A C library without such a table: the code is known by its bytes. */
static void signal_frame_by_code(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "");
	FUNCTION(process, 2, "\x0c\x0c\x10");
	memcpy(process->code + 0x40 * 4, "\x48\xc7\xc0\x0f\0\0\0\x0f\x05", 9);
	process->stack[0] = in(4, 0);
	process->stack[1 + 5 + 4] = STACK + 0x300; /* r12 */
	process->stack[1 + 5 + 15] = STACK + 0x200; /* rsp */
	process->stack[1 + 5 + 16] = in(2, 0);
	process->stack[0x61] = in(0, 8);
	process->registers[IP] = in(1, 0);
	CHAIN(process, "1.0 4.0 2.0 >0.8 outermost");
	/* A function with a table ends in front of it. */
	FUNCTION(process, 3, "\x0e\x10");
	make_elf(process);
	CHAIN(process, "1.0 4.0 2.0 >0.8 outermost");
	/* In it, and behind its last instruction, rsp is at the ucontext. */
	process->registers[SP] = STACK;
	memmove(process->stack, process->stack + 1, sizeof(process->stack) - 8);
	process->stack[0x61] = in(0, 8);
	process->registers[IP] = in(4, 7);
	CHAIN(process, "4.7 2.0 >0.8 outermost");
	process->registers[IP] = in(4, 9);
	CHAIN(process, "4.9 2.0 >0.8 outermost");
	process->stack_bytes = 8 * 21;
	CHAIN(process, "4.9 cut");
	process_free(process);
}

/* Code of a JIT has no tables; frame pointers lead through it. */
static void frame_pointers(void)
{
	struct process *process = program();

	memcpy(process->code + 3, "\xe8\0\0\0\0", 5); /* a call, up to byte 8 */
	process->registers[IP] = JIT + 4;
	process->registers[BP] = STACK + 16;
	process->stack[2] = STACK + 64;
	process->stack[3] = JIT + 0x100;
	process->stack[8] = 0x77;
	process->stack[9] = in(0, 8);
	CHAIN(process, "900004 >900100 >0.8 outermost");
	/* What is no call's is not believed of a file. */
	process->stack[9] = in(0, 9);
	CHAIN(process, "900004 >900100 no rule");
	process->stack[9] = 0x1234;
	CHAIN(process, "900004 >900100 no map");
	process->stack[9] = 0;
	CHAIN(process, "900004 >900100 outermost");
	process->stack[2] = 0;
	CHAIN(process, "900004 >900100 outermost");
	/* No chain: not aligned, not up, far away; and one that goes on above the copy. */
	process->stack[2] = STACK + 65;
	CHAIN(process, "900004 >900100 no rule");
	process->stack[2] = STACK + 16;
	CHAIN(process, "900004 >900100 no rule");
	process->stack[2] = STACK + 0x10000000;
	CHAIN(process, "900004 >900100 no rule");
	process->stack[2] = STACK + 0x10000;
	CHAIN(process, "900004 >900100 cut");
	process_free(process);
}

/* Behind it, tables are used again, as far as they need what is known. */
static void tables_behind_frame_pointers(void)
{
	struct process *process = program();

	FUNCTION(process, 1, "\x0e\x10");
	FUNCTION(process, 2, "\x0c\x03\x10");
	memcpy(process->code + 3, "\xe8\0\0\0\0", 5);
	memcpy(process->code + 0x40 + 6, "\xff\xd0", 2);
	memcpy(process->code + 0x80 + 5, "\xff\x50\x10", 3);
	process->registers[IP] = JIT + 4;
	process->registers[BP] = STACK + 16;
	process->registers[BX] = STACK + 32;
	process->stack[2] = STACK + 64;
	process->stack[3] = in(1, 8);
	process->stack[5] = in(0, 8);
	CHAIN(process, "900004 >1.8 >0.8 outermost");
	/* rbx is not known, so it is the frame pointer again. */
	process->stack[3] = in(2, 8);
	process->stack[9] = in(0, 8);
	CHAIN(process, "900004 >2.8 >0.8 outermost");
	process_free(process);
}

/* Processes with other files at the same addresses. */
static bool image_by_space(void *context, uint64_t space, uint64_t ip, struct unwind_image *image)
{
	(void)ip;
	*image = (struct unwind_image){space == 1 ? context : NULL, BIAS};
	return space < 3;
}

static void address_spaces(void)
{
	struct process *process = program();
	struct unwinder *unwinder;
	struct unwind_frame frames[4];
	enum unwind_end end;
	uint64_t values[3] = {1, STACK, in(0, 8)};
	struct unwind_sample sample = {
		.mask = 1 << BP | 1 << SP | 1 << IP, .registers = (const char *)values};

	make_elf(process);
	unwinder = unwinder_new(image_by_space, process->elf);
	for (int turn = 0; turn < 2; turn++) {
		sample.space = 1;
		CHECK_U64(unwind(unwinder, &sample, frames, 4, &end), 1);
		CHECK(end == UNWIND_OUTERMOST);
		sample.space = 2;
		CHECK_U64(unwind(unwinder, &sample, frames, 4, &end), 1);
		CHECK(end == UNWIND_NO_RULE);
		sample.space = 3;
		CHECK_U64(unwind(unwinder, &sample, frames, 4, &end), 1);
		CHECK(end == UNWIND_NO_MAP);
	}
	unwinder_free(unwinder);
	process_free(process);
}

/* ---- AArch64 ---- */

static struct process *arm_program(void)
{
	struct process *process = process_new(UNWIND_AARCH64);

	FUNCTION(process, 0, "\x07\x1e");
	return process;
}

/* A leaf returns by x30; its caller has pushed x29 and x30. */
static void link_register(void)
{
	struct process *process = arm_program();

	FUNCTION(process, 1, "");
	FUNCTION(process, 2, "\x44\x0e\x20\x9d\x04\x9e\x03\x78\xde\xdd\x0e\0");
	process->registers[PC] = in(1, 4);
	process->registers[LR] = in(2, 8);
	process->stack[1] = in(0, 8);
	CHAIN(process, "1.4 >2.8 >0.8 outermost");
	process->registers[LR] = in(0, 8);
	process->registers[PC] = in(2, 0);
	CHAIN(process, "2.0 >0.8 outermost");
	process->registers[PC] = in(2, 0x3c);
	CHAIN(process, "2.60 >0.8 outermost");
	process->registers[PC] = PLT + 24;
	CHAIN(process, "501818 >0.8 outermost");
	/* In the middle of a call x30 is not what it was. */
	process->registers[PC] = in(1, 4);
	process->registers[LR] = in(1, 8);
	CHAIN(process, "1.4 >1.8 no rule");
	process_free(process);
}

static void signed_addresses(void)
{
	struct process *process = arm_program();

	FUNCTION(process, 1, "\x44\x2d\x44\x0e\x20\x9d\x04\x9e\x03");
	process->registers[PC] = in(1, 4);
	process->registers[LR] = UINT64_C(0x7e12000000000000) | in(0, 8);
	CHAIN(process, "1.4 >0.8 outermost");
	process->registers[PC] = in(1, 8);
	process->stack[1] = UINT64_C(0x55aa000000000000) | in(0, 8);
	CHAIN(process, "1.8 >0.8 outermost");
	/* Nothing says that it is signed. */
	process->registers[PC] = in(1, 0);
	CHAIN(process, "1.0 no map");
	process_free(process);
}

/* The pair may lie anywhere in a frame, so the caller's sp is not known, and the chain goes on. */
static void arm_frame_pointers(void)
{
	struct process *process = arm_program();

	FUNCTION(process, 1, "\x0e\x20\x9d\x04\x9e\x03");
	memcpy(process->code + 4, "\x10\0\0\x94", 4); /* bl */
	memcpy(process->code + 0x40 + 4, "\0\0\x3f\xd6", 4); /* blr x0 */
	process->registers[PC] = JIT;
	process->registers[FP] = STACK;
	process->stack[0] = STACK + 48;
	process->stack[1] = UINT64_C(0x12000000000000) | in(1, 8);
	process->stack[6] = 0;
	process->stack[7] = in(0, 8);
	CHAIN(process, "900000 >1.8 >0.8 outermost");
	process->stack[7] = in(0, 12);
	CHAIN(process, "900000 >1.8 no rule");
	process_free(process);
}

static void arm_signal_frame(void)
{
	struct process *process = arm_program();
	size_t cie = cfi_add_cie(&process->frame, "zRS", 30, STR(""), STR("\x0c\x1d\0\x9d\0"));

	FUNCTION(process, 1, "");
	/* It has a table, which does not tell of sp. */
	cfi_add_fde(&process->frame, cie, CFI_CODE + 0x40 * 2 - 4, 0x40, STR(""));
	memcpy(process->code + 0x80, "\x68\x11\x80\xd2\x01\0\0\xd4", 8);
	process->registers[PC] = in(1, 0);
	process->registers[LR] = in(2, 0);
	process->stack[39 + 30] = in(0, 8);
	process->stack[39 + 31] = STACK + 0x400;
	process->stack[39 + 32] = in(1, 12);
	CHAIN(process, "1.0 2.0 1.12 >0.8 outermost");
	process_free(process);
}

int main(void)
{
	TEST(prologue_and_epilogue);
	TEST(aligned_stack);
	TEST(linkage_table);
	TEST(bare_linkage_table);
	TEST(saved_registers);
	TEST(cut_stacks);
	TEST(cut_register);
	TEST(ends_of_stacks);
	TEST(limits);
	TEST(missing_registers);
	TEST(signal_frame_by_table);
	TEST(signal_frame_by_code);
	TEST(frame_pointers);
	TEST(tables_behind_frame_pointers);
	TEST(address_spaces);
	TEST(link_register);
	TEST(signed_addresses);
	TEST(arm_frame_pointers);
	TEST(arm_signal_frame);
}
