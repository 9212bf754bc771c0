/*
 * Compressed sections, as debug information comes in: with SHF_COMPRESSED a header tells how and to
 * what size; in older files the name begins with ".zdebug_" and the bytes with "ZLIB".
 */
#ifndef COLLAPSE_SYMBOLS_ELF_UNPACK_H
#define COLLAPSE_SYMBOLS_ELF_UNPACK_H

#include "collapse/symbols/elf.h"

bool elf_is_packed(const struct elf_section *section);

/*
 * What is in the section, in new memory, to be freed; false when it is damaged or not compressed by zlib.
 */
bool elf_unpack(const struct elf *elf, const struct elf_section *section, struct str packed,
	char **out, size_t *size);

#endif
