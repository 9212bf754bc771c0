/*
 * ELF files with any debug information, of which the file is also what was split off it, and what it
 * shares with others: answers are whole, and the same when they are asked for again.
 */
#include "collapse/symbols/dwarf/inlines.h"

#include "collapse/symbols/elf.h"
#include "tests/fuzz/lib/fuzz.h"

enum { ASKED = 64 };

static struct elf *open_bytes(void *context, const char *path)
{
	struct buf why = {0};
	struct elf *elf = elf_from_bytes(*(struct str *)context, &why);

	(void)path;
	buf_release(&why);
	return elf;
}

/* The code's, evenly spread; without code those of small programs. */
static void choose_addresses(const struct elf *elf, uint64_t addresses[ASKED])
{
	const struct elf_section *text = elf_section_named(elf, ".text");
	uint64_t start = text ? text->address : 0x1000, size = text ? text->size : 0x1000;

	if (size > UINT64_MAX - start)
		size = UINT64_MAX - start;
	for (unsigned i = 0; i < ASKED; i++)
		addresses[i] = start + size / ASKED * i;
}

static void check_answer(const struct inlines_answer *answer)
{
	fuzz_expect(answer->count == 0 || answer->chain);
	for (size_t i = 0; i < answer->count; i++) {
		fuzz_expect(answer->chain[i].name.n > 0);
		fuzz_expect(answer->chain[i].call_file.p);
	}
	fuzz_expect(answer->function.p && answer->file.p);
}

static void check_same(const struct inlines_answer *a, const struct inlines_answer *b)
{
	fuzz_expect(a->count == b->count && a->line == b->line);
	fuzz_expect(str_eq(a->function, b->function) && str_eq(a->file, b->file));
	for (size_t i = 0; i < a->count; i++)
		fuzz_expect(str_eq(a->chain[i].name, b->chain[i].name));
}

void fuzz(struct str input)
{
	struct elf *elf = open_bytes(&input, "");
	struct inlines_answer first[ASKED], second[ASKED];
	uint64_t addresses[ASKED];
	struct inlines *inlines;

	if (!elf)
		return;
	choose_addresses(elf, addresses);
	inlines = inlines_open(&(struct inlines_files){
		.debug = elf,
		.alternate = elf,
		.package = elf,
		.open = open_bytes,
		.context = &input,
	});
	if (inlines) {
		inlines_find(inlines, addresses, ASKED, true, first);
		inlines_find(inlines, addresses, ASKED, true, second);
		for (unsigned i = 0; i < ASKED; i++) {
			check_answer(&first[i]);
			check_same(&first[i], &second[i]);
		}
	}
	inlines_close(inlines);
	elf_close(elf);
}
