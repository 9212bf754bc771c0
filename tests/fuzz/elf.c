/*
 * Any bytes as an ELF file: what its symbols and linkage tables name. Slices that point out of the
 * file are found by the sanitizer, as the names are copied.
 */
#include "collapse/symbols/build-id.h"
#include "collapse/symbols/elf-symbols.h"

#include "tests/fuzz/lib/fuzz.h"

/* Addresses where something is: sections' and symbols' starts are among them, and what is near. */
static size_t addresses(const struct elf *elf, uint64_t at[64])
{
	uint64_t next = 0;
	size_t count = 0;

	for (size_t i = 0; i < elf->section_count && count < 40; i++) {
		const struct elf_section *section = &elf->sections[i];

		at[count++] = section->address;
		at[count++] = section->address + section->size / 2;
	}
	for (size_t i = 0; i < elf->segment_count && count < 60; i++)
		at[count++] = elf->segments[i].address + 16;
	at[count++] = 0x1004;
	at[count++] = UINT64_MAX;
	for (size_t i = 1; i < count; i++)
		for (size_t j = i; j && at[j - 1] > at[j]; j--) {
			next = at[j];
			at[j] = at[j - 1];
			at[j - 1] = next;
		}
	return count;
}

static void look_at_all(const struct elf *elf)
{
	struct str name, id = elf_build_id(elf), bytes;
	uint64_t place, back;
	uint32_t crc;

	fuzz_expect(
		id.n == 0 || (id.p > elf->bytes.p && id.p + id.n <= elf->bytes.p + elf->bytes.n));
	elf_debug_link(elf, &name, &crc);
	elf_alternate_link(elf, &name, &id);
	for (size_t i = 0; i < elf->section_count && i < 100; i++)
		if (elf_section_bytes(elf, &elf->sections[i], &bytes))
			fuzz_expect(debug_link_crc(bytes) != 1 || bytes.n); /* reads all of them */
	for (size_t i = 0; i < elf->segment_count && i < 100; i++)
		if (elf_to_address(elf, elf->segments[i].offset, &place))
			elf_to_offset(elf, place, &back);
}

void fuzz(struct str input)
{
	struct buf why = {0};
	struct names pool = {0};
	struct symbol_name found[64];
	uint64_t at[64];
	struct elf *elf = elf_from_bytes(input, &why);

	if (elf) {
		size_t count = addresses(elf, at);

		look_at_all(elf);
		elf_symbols_find(elf, elf, at, count, &pool, found);
		for (size_t i = 0; i < count; i++)
			fuzz_expect(found[i].name.n == 0 || found[i].start <= at[i]);
		elf_symbol_address(elf, STR("_text"), &at[0]);
	}
	elf_close(elf);
	names_release(&pool);
	buf_release(&why);
}
