/*
 * Procedure linkage tables: the small pieces of code through which a program calls a library's
 * functions, and which symbol tables do not name. An entry jumps to where a slot of the global
 * offset table points, and a relocation of that slot has the name.
 *
 *     .plt      jmp *0x2fe2(%rip)   ->  slot 4018  ->  R_X86_64_JUMP_SLOT malloc
 */
#ifndef COLLAPSE_SYMBOLS_PLT_H
#define COLLAPSE_SYMBOLS_PLT_H

#include "collapse/symbols/elf.h"

struct plt_entry {
	size_t at; /* which address is in it */
	uint64_t start;
	struct str name; /* of the function, a slice of the file; empty: the relocation has none */
	uint64_t chooser; /* then the address of what chooses a function for this machine */
};

/*
 * Those of `count` ascending addresses that are in an entry, in their order. *entries becomes a new
 * array, to be freed.
 */
size_t plt_find(
	const struct elf *elf, const uint64_t *at, size_t count, struct plt_entry **entries);

#endif
