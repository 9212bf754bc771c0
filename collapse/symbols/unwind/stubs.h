/*
 * Procedure linkage tables: stubs of a few instructions by which code calls functions of other
 * files. GNU ld gives them call frame information; lld does not.
 */
#ifndef COLLAPSE_SYMBOLS_UNWIND_STUBS_H
#define COLLAPSE_SYMBOLS_UNWIND_STUBS_H

#include "collapse/symbols/unwind/cfi-file.h"

enum { STUB_TABLES = 4 };

/* The tables of a file: .plt, .plt.sec, .plt.got, .iplt. */
struct stubs {
	size_t count;
	struct stub_table {
		uint64_t begin, end;
		bool is_lazy; /* .plt: each stub can ask for what it calls to be found */
	} tables[STUB_TABLES];
};

/* None of a file for another machine. */
void stubs_find(struct stubs *stubs, const struct elf *elf, const struct machine *machine);

/*
 * The row for an address that is in such a table and is being executed; NULL when it is in none.
 */
const struct cfi_row *stubs_row(
	const struct stubs *stubs, const struct machine *machine, uint64_t address);

#endif
