/*
 * The programs of call frame information (DWARF 5, section 6.4.2). Run, they give a row for each
 * part of a function: how its caller's registers are found from those that it has there.
 *
 *        LOC           CFA      rbp   ra
 *     0000000000001020 rsp+8    u     c-8      before push %rbp
 *     0000000000001021 rsp+16   c-16  c-8
 *     0000000000001024 rbp+16   c-16  c-8
 *
 * CFA, the canonical frame address, is the value of the stack pointer before the call.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CFI_PROGRAM_H
#define COLLAPSE_SYMBOLS_UNWIND_CFI_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "collapse/symbols/unwind/cfi-entry.h"
#include "collapse/symbols/unwind/machine.h"

enum cfi_kind {
	CFI_SAME, /* the register has its caller's value */
	CFI_UNDEFINED,
	CFI_AT, /* the value lies in the stack at CFA + number */
	CFI_IS, /* it is CFA + number; of a CFA: register + number */
	CFI_REGISTER, /* it is in another register */
	CFI_EXPRESSION_AT, /* an expression gives the address where it lies */
	CFI_EXPRESSION_IS, /* an expression gives it */
	CFI_NO_RULE, /* what was said cannot be followed */
};

struct cfi_rule {
	uint8_t kind; /* enum cfi_kind */
	uint8_t from; /* the other register */
	uint16_t reg; /* whose caller's value it is; 0 of a CFA */
	int32_t number; /* or, of an expression, where it begins in the section, with its length */
};

struct cfi_state {
	struct cfi_rule cfa;
	struct cfi_rule rules[MACHINE_REGISTERS]; /* by register */
	bool is_signed; /* the return address has a signature, as it lies or is in its register */
};

/*
 * What a row is given to: the rules that hold from address `from` on. NULL: nothing is known from
 * there on.
 */
typedef void cfi_emit(void *context, uint64_t from, const struct cfi_state *state);

/*
 * Calls emit(context, …) for each row of an entry, in the order of their addresses, the first for
 * the entry's begin. Registers that the machine's table does not follow are left out.
 */
void cfi_run(const struct cfi_section *section, const struct cfi_entry *entry,
	const struct machine *machine, cfi_emit *emit, void *context);

#endif
