#include "collapse/symbols/unwind/stubs.h"

/*
 * On x86-64 a stub has 16 bytes. In .plt the first is another, where the others jump to:
 *
 *     0: jmp *slot        0: endbr64          0: push link_map
 *     6: push $number     4: push $number     6: jmp *resolver
 *    11: jmp first        9: jmp first
 */
enum { STUB = 16, PUSHED = 9, FIRST_PUSHED = 6 };

static const struct cfi_row called = {
	.cfa = {.kind = CFI_IS, .from = 7, .number = 8},
	.caller = {.kind = CFI_AT, .reg = 16, .number = -8},
};

static const struct cfi_row pushed = {
	.cfa = {.kind = CFI_IS, .from = 7, .number = 16},
	.caller = {.kind = CFI_AT, .reg = 16, .number = -8},
};

static const struct cfi_row pushed_twice = {
	.cfa = {.kind = CFI_IS, .from = 7, .number = 24},
	.caller = {.kind = CFI_AT, .reg = 16, .number = -8},
};

/* By how many words lie on the return address. */
static const struct cfi_row *const x86_64_rows[] = {&called, &pushed, &pushed_twice};

static unsigned pushed_words(const struct stub_table *table, uint64_t address)
{
	uint64_t into = address - table->begin;

	if (!table->is_lazy)
		return 0;
	if (into < STUB)
		return into < FIRST_PUSHED ? 1 : 2;
	return into % STUB >= PUSHED;
}

/* Elsewhere the return address stays in its register. */
static const struct cfi_row aarch64_row = {
	.cfa = {.kind = CFI_IS, .from = 31},
	.caller = {.kind = CFI_SAME, .reg = 30},
};

void stubs_find(struct stubs *stubs, const struct elf *elf, const struct machine *machine)
{
	static const char *const names[STUB_TABLES] = {".plt", ".plt.sec", ".plt.got", ".iplt"};

	stubs->count = 0;
	for (size_t i = 0; elf->machine == machine->elf && i < STUB_TABLES; i++) {
		const struct elf_section *section = elf_section_named(elf, names[i]);

		if (section)
			stubs->tables[stubs->count++] = (struct stub_table){
				section->address, section->address + section->size, i == 0};
	}
}

const struct cfi_row *stubs_row(
	const struct stubs *stubs, const struct machine *machine, uint64_t address)
{
	for (size_t i = 0; i < stubs->count; i++) {
		const struct stub_table *table = &stubs->tables[i];

		if (address < table->begin || address >= table->end)
			continue;
		if (!machine->pushes_call)
			return &aarch64_row;
		return x86_64_rows[pushed_words(table, address)];
	}
	return NULL;
}
