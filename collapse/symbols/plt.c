/*
 * An entry is found by its instructions where these are known, whatever linker wrote them and in
 * which section they are: .plt, .plt.sec (where entries begin with a mark for indirect jumps),
 * .plt.got (of functions whose address is taken, too). Elsewhere entries of .plt are taken to be in
 * the order of the relocations in .rela.plt.
 *
 * Relocations are read through once, for all slots that are asked for.
 */
#include "collapse/symbols/plt.h"

#include <stdlib.h>

#include "common/memory.h"

enum { IRELATIVE_386 = 42, IRELATIVE_X86_64 = 37, IRELATIVE_AARCH64 = 1032 };
enum { MACHINE_S390 = 22 };

/* An address in an entry; what identifies its relocation. */
struct wanted {
	size_t at;
	uint64_t start;
	uint64_t slot;
	uint64_t index; /* by order; NO_INDEX: by slot */
	bool done; /* its relocation was seen */
	bool found;
	struct str name;
	uint64_t chooser;
};

/* Sections may overlap in a file that somebody made: then they are not read again and again. */
enum { MOST_TABLES = 16 };

#define NO_INDEX UINT64_MAX

struct plt {
	const struct elf *elf;
	uint64_t offsets; /* where the global offset table is: code may be relative to it */
	struct wanted *wanted;
	size_t count, capacity;
};

/* ---- from an address to a slot ---- */

/*
 * The jump of an x86 entry, within its first bytes:
 *
 *     ff 25 e2 2f 00 00            jmp *0x2fe2(%rip), and in 32 bits jmp *0x2fe2
 *     f3 0f 1e fa f2 ff 25 ...     endbr64; bnd jmp *...
 *     ff a3 0c 00 00 00            jmp *0xc(%ebx), which is the global offset table
 *
 * One that only pushes its relocation's number (endbr64; push $2; bnd jmp) is known by that.
 */
static bool decode_x86(
	const struct plt *plt, uint64_t start, struct str code, struct wanted *wanted)
{
	const struct elf *elf = plt->elf;
	size_t at = str_starts(code, STR("\xf3\x0f\x1e")) ? 4 : 0;

	if (code.n > at && code.p[at] == '\xf2')
		at++;
	if (code.n < at + 6)
		return false;
	wanted->index = NO_INDEX;
	if (code.p[at] == '\x68') {
		wanted->index = elf_u32(elf, code.p + at + 1);
		if (!elf->is_64)
			wanted->index /= 8; /* bytes of the table */
		return true;
	}
	if (code.p[at] != '\xff')
		return false;
	wanted->slot = elf_u32(elf, code.p + at + 2);
	if (code.p[at + 1] == '\xa3' && !elf->is_64)
		wanted->slot = (uint32_t)(wanted->slot + plt->offsets);
	else if (code.p[at + 1] != '\x25')
		return false;
	else if (elf->is_64)
		wanted->slot = start + at + 6 + (uint64_t)(int64_t)(int32_t)(uint32_t)wanted->slot;
	return true;
}

static bool find_x86(struct plt *plt, const struct elf_section *section, struct str bytes,
	uint64_t address, struct wanted *wanted)
{
	uint64_t size = section->entry_size == 8 ? 8 : 16;
	uint64_t offset = (address - section->address) / size * size;
	struct str code = str_head(str_skip(bytes, (size_t)offset), (size_t)size);

	wanted->start = section->address + offset;
	return decode_x86(plt, wanted->start, code, wanted);
}

/*
 *     90000010  adrp x16, page      before it perhaps d503245f, bti c
 *     f9400a11  ldr  x17, [x16, #16]
 *
 * Instructions are little endian whatever data are; an entry has up to six.
 */
static uint32_t instruction(struct str bytes, uint64_t offset)
{
	const unsigned char *p = (const unsigned char *)bytes.p + offset;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool find_aarch64(const struct elf_section *section, struct str bytes, uint64_t address,
	struct wanted *wanted)
{
	const uint32_t bti = 0xd503245f;
	uint64_t offset = (address - section->address) & ~(uint64_t)3, least;
	uint32_t page, load;
	uint64_t distance;

	if (offset + 4 > bytes.n)
		return false;
	if (instruction(bytes, offset) == bti)
		offset += 4;
	least = offset > 20 ? offset - 20 : 0;
	while (offset > least && (instruction(bytes, offset) & 0x9f00001f) != 0x90000010)
		offset -= 4;
	if (bytes.n < 8 || offset > bytes.n - 8)
		return false;
	page = instruction(bytes, offset);
	load = instruction(bytes, offset + 4);
	if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
		return false;
	/* 21 bits with a sign, of pages. */
	distance = ((page >> 29 & 3) | (page >> 3 & 0x1ffffc)) ^ 0x100000;
	distance = (distance - 0x100000) << 12;
	wanted->slot = ((section->address + offset) & ~(uint64_t)0xfff) + distance +
		(load >> 10 & 0xfff) * 8;
	wanted->index = NO_INDEX;
	if (offset >= 4 && instruction(bytes, offset - 4) == bti)
		offset -= 4;
	wanted->start = section->address + offset;
	return true;
}

/* The sizes of what is before the entries, and of each. */
static bool find_in_order(const struct elf *elf, const struct elf_section *section,
	uint64_t address, struct wanted *wanted)
{
	uint64_t offset = address - section->address, head, size;

	if (elf->machine == ELF_ARM)
		head = 20, size = 12;
	else if (elf->machine == ELF_RISCV)
		head = 32, size = 16;
	else if (elf->machine == MACHINE_S390)
		head = size = 32;
	else
		head = size = section->entry_size;
	if (size == 0 || offset < head || !str_eq(section->name, STR(".plt")))
		return false;
	wanted->index = (offset - head) / size;
	wanted->start = section->address + head + wanted->index * size;
	return true;
}

static bool find_entry(struct plt *plt, const struct elf_section *section, struct str bytes,
	uint64_t address, struct wanted *wanted)
{
	if (plt->elf->machine == ELF_X86_64 || plt->elf->machine == ELF_386)
		return find_x86(plt, section, bytes, address, wanted);
	if (plt->elf->machine == ELF_AARCH64)
		return find_aarch64(section, bytes, address, wanted);
	return find_in_order(plt->elf, section, address, wanted);
}

static size_t first_not_below(const uint64_t *at, size_t count, uint64_t address)
{
	size_t low = 0;

	while (low < count) {
		size_t middle = low + (count - low) / 2;

		if (at[middle] < address)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* False when this is no linkage table. */
static bool want_section(
	struct plt *plt, const struct elf_section *section, const uint64_t *at, size_t count)
{
	struct str bytes;

	if (!str_starts(section->name, STR(".plt")) && !str_eq(section->name, STR(".iplt")))
		return false;
	if (!elf_section_bytes(plt->elf, section, &bytes))
		return false;
	for (size_t i = first_not_below(at, count, section->address);
		i < count && at[i] - section->address < bytes.n; i++) {
		struct wanted wanted = {.at = i};

		if (find_entry(plt, section, bytes, at[i], &wanted))
			*ARRAY_PUSH(plt->wanted, plt->count, plt->capacity) = wanted;
	}
	return true;
}

/* ---- from a slot to a name ---- */

struct relocations {
	struct str entries;
	size_t entry_size;
	bool has_addend;
	bool of_plt;
	struct str symbols, strings;
	size_t symbol_size;
};

static bool open_relocations(
	const struct elf *elf, const struct elf_section *section, struct relocations *relocations)
{
	const struct elf_section *symbols, *strings;
	size_t word = elf->is_64 ? 8 : 4;

	*relocations = (struct relocations){.entry_size = (size_t)section->entry_size};
	relocations->has_addend = section->type == SECTION_RELA;
	relocations->of_plt = str_ends(section->name, STR(".plt"));
	if ((section->type != SECTION_RELA && section->type != SECTION_REL) ||
		!(section->flags & SECTION_ALLOCATED) ||
		section->entry_size < (relocations->has_addend ? 3 : 2) * word ||
		section->entry_size > 64 || !elf_section_bytes(elf, section, &relocations->entries))
		return false;
	symbols = elf_section(elf, section->link);
	strings = symbols ? elf_section(elf, symbols->link) : NULL;
	if (!strings || symbols->entry_size < 16 || symbols->entry_size > 64 ||
		!elf_section_bytes(elf, symbols, &relocations->symbols) ||
		!elf_section_bytes(elf, strings, &relocations->strings)) {
		relocations->symbols = relocations->strings = STR("");
		return true;
	}
	relocations->symbol_size = (size_t)symbols->entry_size;
	return true;
}

static bool is_chosen(const struct elf *elf, uint64_t type)
{
	return (elf->machine == ELF_X86_64 && type == IRELATIVE_X86_64) ||
		(elf->machine == ELF_AARCH64 && type == IRELATIVE_AARCH64) ||
		(elf->machine == ELF_386 && type == IRELATIVE_386);
}

static void take(const struct elf *elf, const struct relocations *from, const char *entry,
	struct wanted *wanted)
{
	size_t word = elf->is_64 ? 8 : 4;
	uint64_t info = elf_word(elf, entry + word);
	uint64_t symbol = elf->is_64 ? info >> 32 : info >> 8;
	uint64_t type = elf->is_64 ? (uint32_t)info : info & 0xff;

	if (symbol && from->symbol_size && symbol < from->symbols.n / from->symbol_size) {
		const char *p = from->symbols.p + symbol * from->symbol_size;

		wanted->name = elf_string(from->strings, elf_u32(elf, p));
		wanted->found = wanted->name.n > 0;
	} else if (is_chosen(elf, type) && from->has_addend) {
		wanted->chooser = elf_word(elf, entry + 2 * word);
		wanted->found = true;
	}
}

static int by_slot(const void *a, const void *b)
{
	const struct wanted *x = *(const struct wanted *const *)a;
	const struct wanted *y = *(const struct wanted *const *)b;

	return x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* For the entry of a relocation's slot; several addresses may be in it. */
static void take_by_slot(const struct plt *plt, struct wanted **sorted,
	const struct relocations *from, const char *entry)
{
	uint64_t slot = elf_word(plt->elf, entry);
	size_t low = 0, high = plt->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted[middle]->slot < slot)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < plt->count && sorted[low]->slot == slot && !sorted[low]->done; low++) {
		sorted[low]->done = true;
		take(plt->elf, from, entry, sorted[low]);
	}
}

/* False when the section has none. */
static bool read_relocations(
	struct plt *plt, const struct elf_section *section, struct wanted **sorted)
{
	struct relocations from;

	if (!open_relocations(plt->elf, section, &from))
		return false;
	for (size_t at = 0; from.entries.n - at >= from.entry_size; at += from.entry_size)
		take_by_slot(plt, sorted, &from, from.entries.p + at);
	for (size_t i = 0; i < plt->count; i++) {
		struct wanted *wanted = &plt->wanted[i];

		if (from.of_plt && wanted->index < from.entries.n / from.entry_size)
			take(plt->elf, &from, from.entries.p + wanted->index * from.entry_size,
				wanted);
	}
	return true;
}

/* ---- public ---- */

size_t plt_find(const struct elf *elf, const uint64_t *at, size_t count, struct plt_entry **entries)
{
	const struct elf_section *offsets = elf_section_named(elf, ".got.plt");
	struct plt plt = {.elf = elf};
	struct wanted **sorted;
	size_t found = 0, tables = 0;

	if (!offsets)
		offsets = elf_section_named(elf, ".got");
	if (offsets)
		plt.offsets = offsets->address;
	for (size_t i = 0; i < elf->section_count && tables < MOST_TABLES; i++)
		tables += want_section(&plt, &elf->sections[i], at, count);
	*entries = memory_new(plt.count, sizeof(**entries));
	sorted = memory_new(plt.count, sizeof(*sorted));
	for (size_t i = 0; i < plt.count; i++)
		sorted[i] = &plt.wanted[i];
	if (plt.count)
		qsort(sorted, plt.count, sizeof(*sorted), by_slot);
	tables = 0;
	for (size_t i = 0; i < elf->section_count && plt.count && tables < MOST_TABLES; i++)
		tables += read_relocations(&plt, &elf->sections[i], sorted);
	for (size_t i = 0; i < plt.count; i++)
		if (plt.wanted[i].found)
			(*entries)[found++] = (struct plt_entry){plt.wanted[i].at,
				plt.wanted[i].start, plt.wanted[i].name, plt.wanted[i].chooser};
	free(sorted);
	free(plt.wanted);
	return found;
}
