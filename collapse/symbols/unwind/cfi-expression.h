/*
 * Expressions of call frame information (DWARF 5, sections 2.5 and 6.4.2), by a machine with a
 * stack of numbers. They occur where code has no fixed frame: entries of procedure linkage tables,
 * functions that align their stack, signal frames.
 *
 *     DW_OP_breg7 (rsp): 8; DW_OP_breg16 (rip): 0; DW_OP_lit15; DW_OP_and; DW_OP_lit11; DW_OP_ge;
 *     DW_OP_lit3; DW_OP_shl; DW_OP_plus
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CFI_EXPRESSION_H
#define COLLAPSE_SYMBOLS_UNWIND_CFI_EXPRESSION_H

#include "collapse/symbols/unwind/cfi-entry.h"
#include "collapse/symbols/unwind/state.h"

/*
 * The value of the expression that begins in the section at `at`, with its length. The stack of
 * numbers has *cfa on it, or nothing when cfa is NULL. Ends however it is made: a loop is given up.
 */
enum found cfi_expression_value(const struct cfi_section *section, uint64_t at, const uint64_t *cfa,
	const struct state *state, uint64_t *value);

#endif
