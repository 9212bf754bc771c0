/*
 * What the unwinder must know of a processor: its registers by the numbers that its ABI gives them
 * for DWARF, and by perf's.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_MACHINE_H
#define COLLAPSE_SYMBOLS_UNWIND_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/str.h"

enum unwind_machine { UNWIND_X86_64, UNWIND_AARCH64 };

enum {
	MACHINE_REGISTERS = 33, /* the most that a machine has, here */
	PERF_REGISTERS = 33,
	NO_REGISTER = 0xff,
};

struct machine {
	unsigned elf; /* as ELF files name it, e_machine */
	unsigned count; /* of registers that are followed: all but those for vectors and flags */
	uint8_t sp, fp, ip;
	bool pushes_call; /* a call leaves the return address on the stack, not in a register */
	uint64_t kept; /* a bit for each register that a function leaves to its caller as it was */
	/* Pointer authentication signs addresses of code in the bits from here on; 64: there is
	 * none. */
	unsigned address_bits;
	/* How the saved registers of an interrupted function lie above the signal frame's sp. */
	uint16_t signal_registers; /* bytes from sp to the first of them */
	uint8_t signal_count;
	uint8_t signal_order[MACHINE_REGISTERS]; /* the register in each place of 8 bytes */
	/* What a signal handler returns to, which calls rt_sigreturn. */
	struct str signal_return;
	uint8_t of_perf[PERF_REGISTERS]; /* the DWARF number of each of perf's registers */
};

const struct machine *machine_of(enum unwind_machine machine);

#endif
