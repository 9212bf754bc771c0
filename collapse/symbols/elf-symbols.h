/*
 * The names of addresses by an ELF file's symbols: .symtab, .dynsym, and entries of its procedure
 * linkage tables, "malloc@plt". The tables are read through once and not kept.
 */
#ifndef COLLAPSE_SYMBOLS_ELF_SYMBOLS_H
#define COLLAPSE_SYMBOLS_ELF_SYMBOLS_H

#include "collapse/symbols/elf.h"
#include "collapse/symbols/symbol-name.h"

/*
 * Names `count` addresses, in ascending order. `symbols` is the file with the tables, `image` the
 * one that was mapped, which has the linkage tables; they may be the same. The names are kept in
 * pool. False when the files have no symbol of code at all.
 */
bool elf_symbols_find(const struct elf *symbols, const struct elf *image, const uint64_t *at,
	size_t count, struct names *pool, struct symbol_name *names);

/* The address of the symbol of that name in .symtab; false when there is none. */
bool elf_symbol_address(const struct elf *elf, struct str name, uint64_t *address);

bool elf_has_symbols(const struct elf *elf);

#endif
