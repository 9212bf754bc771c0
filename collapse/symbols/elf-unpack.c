#include "collapse/symbols/elf-unpack.h"

#include <stdlib.h>

#include "collapse/readers/inflate.h"
#include "collapse/symbols/load.h"

enum { COMPRESSED_ZLIB = 1 };

/* "ZLIB" and the size, in big endian; then the stream. */
bool elf_packed_old(struct str bytes, struct packed *packed)
{
	if (!str_starts(bytes, STR("ZLIB")) || bytes.n < 12)
		return false;
	*packed = (struct packed){str_skip(bytes, 12), load_u64(bytes.p + 4, true)};
	return true;
}

/* How (and in 64 bits four bytes of nothing), the size, its alignment; then the stream. */
bool elf_packed(struct str bytes, bool is_64, bool is_big, struct packed *packed)
{
	size_t header = is_64 ? 24 : 12;

	if (bytes.n < header || load_u32(bytes.p, is_big) != COMPRESSED_ZLIB)
		return false;
	packed->stream = str_skip(bytes, header);
	packed->size = is_64 ? load_u64(bytes.p + 8, is_big) : load_u32(bytes.p + 4, is_big);
	return true;
}

/* A size that the stream cannot have costs no memory; what is too much only this section. */
char *elf_unpack(const struct packed *packed)
{
	struct inflated result;
	char *out = NULL;

	if (packed->size && packed->size / INFLATE_MOST_RATIO <= packed->stream.n &&
		packed->size <= SIZE_MAX / 2)
		out = malloc((size_t)packed->size);
	if (out && inflate_zlib(packed->stream, out, (size_t)packed->size, &result) &&
		result.n == packed->size)
		return out;
	free(out);
	return NULL;
}
