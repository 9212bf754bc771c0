/*
 * Compressed sections of ELF files, as debug information comes in: with SHF_COMPRESSED a header
 * tells how, and to what size; in older files the name begins with ".zdebug_" and the bytes with
 * "ZLIB".
 */
#ifndef COLLAPSE_SYMBOLS_ELF_UNPACK_H
#define COLLAPSE_SYMBOLS_ELF_UNPACK_H

#include <stdbool.h>

#include "common/str.h"

/* What a section of zlib is packed to: the stream, and how many bytes come out of it. */
struct packed {
	struct str stream;
	uint64_t size;
};

/* False when the bytes do not begin so, or are compressed otherwise. */
bool elf_packed_old(struct str bytes, struct packed *packed);
bool elf_packed(struct str bytes, bool is_64, bool is_big, struct packed *packed);

/* What was packed, in new memory, to be freed; NULL when it is damaged or too much. */
char *elf_unpack(const struct packed *packed);

#endif
