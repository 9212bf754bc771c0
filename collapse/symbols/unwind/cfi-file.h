/*
 * The call frame information of one ELF file: for an address, how to get from there to the caller.
 *
 * An entry's program is run when an address of it is first asked for. It leaves a list of places
 * where the rules change; the rules themselves, of which a program has few different ones, are kept
 * once each and stay where they are until the file is freed.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_CFI_FILE_H
#define COLLAPSE_SYMBOLS_UNWIND_CFI_FILE_H

#include "collapse/symbols/elf.h"
#include "collapse/symbols/unwind/cfi-program.h"

/* Two rows are the same when their bytes are: there is no room between the fields. */
struct cfi_row {
	const struct cfi_section *section; /* where expressions are */
	uint32_t count;
	uint16_t is_signal, is_signed;
	struct cfi_rule cfa;
	struct cfi_rule caller; /* for the return address */
	struct cfi_rule saved[]; /* for the other registers that the caller has not as they are */
};

struct cfi_file;

/* The ELF file must live longer. What it has is looked for when it is first asked. */
struct cfi_file *cfi_file_new(const struct elf *elf, const struct machine *machine);
void cfi_file_free(struct cfi_file *file);

/*
 * The row for an address of the file, and in *end, unless that is NULL, where the function's entry
 * ends; NULL when nothing says how to go on from there.
 */
const struct cfi_row *cfi_file_row(struct cfi_file *file, uint64_t address, uint64_t *end);

#endif
