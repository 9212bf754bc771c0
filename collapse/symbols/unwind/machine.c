#include "collapse/symbols/unwind/machine.h"

#define BIT(n) ((uint64_t)1 << (n))

/*
 * System V ABI, AMD64: rax rdx rcx rbx rsi rdi rbp rsp r8 … r15, and the return address as 16. A
 * function keeps rbx, rbp and r12 to r15. When a signal handler has returned, rsp is at the
 * ucontext, whose registers begin behind flags, link and stack.
 */
static const struct machine x86_64 = {
	.elf = 62,
	.count = 17,
	.sp = 7,
	.fp = 6,
	.ip = 16,
	.pushes_call = true,
	.kept = BIT(3) | BIT(6) | BIT(12) | BIT(13) | BIT(14) | BIT(15),
	.address_bits = 64,
	.signal_registers = 40,
	.signal_count = 17,
	.signal_order = {8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16},
	/* mov $15, %rax; syscall */
	.signal_return = STR_INIT("\x48\xc7\xc0\x0f\x00\x00\x00\x0f\x05"),
	.of_perf = {0, 3, 2, 1, 4, 5, 6, 7, 16, NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER,
		NO_REGISTER, NO_REGISTER, NO_REGISTER, 8, 9, 10, 11, 12, 13, 14, 15, NO_REGISTER,
		NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER,
		NO_REGISTER, NO_REGISTER},
};

/*
 * Arm's ABI: x0 … x30, sp, pc, for perf as for DWARF; x29 is the frame pointer, and x30 the link
 * register, which a call overwrites. At a signal frame's sp lie 128 bytes of siginfo, then a
 * ucontext of 176 bytes without its machine's part, and in that one address before the registers.
 * Addresses of programs have 48 bits unless they ask for more.
 */
static const struct machine aarch64 = {
	.elf = 183,
	.count = 33,
	.sp = 31,
	.fp = 29,
	.ip = 32,
	.kept = BIT(19) | BIT(20) | BIT(21) | BIT(22) | BIT(23) | BIT(24) | BIT(25) | BIT(26) |
		BIT(27) | BIT(28) | BIT(29),
	.address_bits = 48,
	.signal_registers = 128 + 176 + 8,
	.signal_count = 33,
	.signal_order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
		21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
	/* mov x8, #139; svc #0 */
	.signal_return = STR_INIT("\x68\x11\x80\xd2\x01\x00\x00\xd4"),
	.of_perf = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
		22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
};

const struct machine *machine_of(enum unwind_machine machine)
{
	return machine == UNWIND_AARCH64 ? &aarch64 : &x86_64;
}
