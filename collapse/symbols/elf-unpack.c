#include "collapse/symbols/elf-unpack.h"

#include <stdlib.h>

#include "collapse/readers/inflate.h"

enum { COMPRESSED_ZLIB = 1 };

bool elf_is_packed(const struct elf_section *section)
{
	return (section->flags & SECTION_COMPRESSED) || str_starts(section->name, STR(".zdebug_"));
}

/* "ZLIB" and the size, in big endian; then the stream. */
static bool read_old_header(struct str *packed, uint64_t *size)
{
	if (!str_starts(*packed, STR("ZLIB")) || packed->n < 12)
		return false;
	*size = load_u64(packed->p + 4, true);
	*packed = str_skip(*packed, 12);
	return true;
}

/* How (and in 64 bits four bytes of nothing), the size, its alignment; then the stream. */
static bool read_header(const struct elf *elf, struct str *packed, uint64_t *size)
{
	size_t length = elf->is_64 ? 24 : 12;

	if (packed->n < length || elf_u32(elf, packed->p) != COMPRESSED_ZLIB)
		return false;
	*size = elf_word(elf, packed->p + (elf->is_64 ? 8 : 4));
	*packed = str_skip(*packed, length);
	return true;
}

bool elf_unpack(const struct elf *elf, const struct elf_section *section, struct str packed,
	char **out, size_t *size)
{
	struct inflated result;
	uint64_t wanted;

	if (section->flags & SECTION_COMPRESSED ? !read_header(elf, &packed, &wanted) :
						  !read_old_header(&packed, &wanted))
		return false;
	/* A size that the stream cannot have costs no memory. */
	if (wanted == 0 || wanted / INFLATE_MOST_RATIO > packed.n || wanted > SIZE_MAX / 2)
		return false;
	*out = malloc((size_t)wanted); /* one that is too much is the section's, not the program's end */
	if (!*out)
		return false;
	*size = (size_t)wanted;
	if (inflate_zlib(packed, *out, *size, &result) && result.n == *size)
		return true;
	free(*out);
	*size = 0;
	return false;
}
