/*
 * Follows the stacks that victim.c has written: follow VICTIM < RECORDS. Of each, the functions
 * that the program knew to be active must be found, in their order, and the stack must lead to
 * _start.
 */
#include <inttypes.h>

#include "collapse/symbols/elf.h"
#include "collapse/symbols/unwind/unwind.h"
#include "common/messages.h"

enum { REGISTERS = 33, ACTIVE_MOST = 64, STACK_MOST = 1 << 16, FRAMES_MOST = 127 };

static uint64_t registers[REGISTERS], active[ACTIVE_MOST], stack[STACK_MOST];

static bool image_at(void *context, uint64_t space, uint64_t ip, struct unwind_image *image)
{
	uint64_t offset;

	(void)space;
	*image = (struct unwind_image){context, 0};
	return elf_to_offset(context, ip, &offset);
}

/* The function that an address is in: its address; 0 when there is none. */
static uint64_t function_at(const struct elf *elf, uint64_t address)
{
	const struct elf_section *section = elf_section_named(elf, ".symtab");
	struct str symbols;

	if (!section || !elf_section_bytes(elf, section, &symbols))
		die("there are no symbols");
	for (size_t at = 0; at + 24 <= symbols.n; at += 24) {
		const char *symbol = symbols.p + at;
		uint64_t begin = elf_u64(elf, symbol + 8), size = elf_u64(elf, symbol + 16);

		if ((symbol[4] & 0xf) == 2 && address >= begin && address - begin < size)
			return begin;
	}
	return 0;
}

static bool read_words(uint64_t *words, uint64_t count)
{
	return fread(words, sizeof(*words), count, stdin) == count;
}

static uint64_t read_count(uint64_t most)
{
	uint64_t count;

	if (!read_words(&count, 1) || count > most)
		die("the records are damaged");
	return count;
}

static bool is_active(uint64_t function, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (active[i] == function)
			return true;
	return false;
}

/* Functions that the program does not list, as the one that wrote the record, are passed over. */
static bool follow(struct unwinder *unwinder, const struct elf *elf, uint64_t count, uint64_t words)
{
	struct unwind_frame frames[FRAMES_MOST];
	enum unwind_end end;
	struct unwind_sample sample = {
		.machine = elf->machine == ELF_AARCH64 ? UNWIND_AARCH64 : UNWIND_X86_64,
		.mask = ((uint64_t)1 << REGISTERS) - 1,
		.registers = (const char *)registers,
		.stack = {(const char *)stack, words * sizeof(*stack)},
	};
	size_t found = unwind(unwinder, &sample, frames, FRAMES_MOST, &end);
	uint64_t next = 0;
	bool good = end == UNWIND_OUTERMOST;

	for (size_t i = 0; i < found; i++) {
		uint64_t function = function_at(elf, frames[i].ip - frames[i].is_call);

		if (is_active(function, count))
			good = next < count && active[next++] == function && good;
	}
	good = good && next == count;
	if (good)
		return true;
	printf("expected");
	for (uint64_t i = 0; i < count; i++)
		printf(" %" PRIx64, active[i]);
	printf("\ngot     ");
	for (size_t i = 0; i < found; i++)
		printf(" %" PRIx64, function_at(elf, frames[i].ip - frames[i].is_call));
	printf(" end %d\n", end);
	return false;
}

int main(int argc, char **argv)
{
	struct buf why = {0};
	struct elf *elf = argc == 2 ? elf_open(argv[1], &why) : NULL;
	struct unwinder *unwinder;
	unsigned stacks = 0, wrong = 0;

	if (!elf)
		die("cannot read the program: %.*s", STR_ARG(buf_str(&why)));
	unwinder = unwinder_new(image_at, elf);
	while (read_words(registers, REGISTERS)) {
		uint64_t count = read_count(ACTIVE_MOST), words;

		if (!read_words(active, count))
			die("the records are damaged");
		words = read_count(STACK_MOST);
		if (!read_words(stack, words))
			die("the records are damaged");
		stacks++;
		wrong += !follow(unwinder, elf, count, words);
	}
	printf("%u stacks, %u of them wrong\n", stacks, wrong);
	unwinder_free(unwinder);
	elf_close(elf);
	buf_release(&why);
	return stacks == 0 || wrong > 0;
}
