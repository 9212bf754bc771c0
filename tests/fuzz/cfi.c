/*
 * Call frame information and a stack of any bytes. The input's first byte says what kind of file it
 * is, the next six how long .eh_frame_hdr, .eh_frame and .debug_frame are, which follow; then come
 * the registers, and what is left is the stack. Code is mapped at 0x1000, and a JIT's at 0x20000.
 */
#include <string.h>

#include "collapse/symbols/elf.h"
#include "collapse/symbols/unwind/unwind.h"
#include "tests/fuzz/lib/fuzz.h"

enum { SECTIONS = 4, FRAMES = 64, STACK = 0x7000, REGISTERS = 33 };

static bool image_at(void *context, uint64_t space, uint64_t ip, struct unwind_image *image)
{
	(void)space;
	image->elf = ip < 0x20000 ? context : NULL;
	image->bias = 0;
	return ip >= 0x1000 && ip < 0x30000;
}

static struct str take(struct str *input, size_t n)
{
	struct str taken = str_head(*input, n);

	*input = str_skip(*input, n);
	return taken;
}

static size_t take_size(struct str *input)
{
	struct str bytes = take(input, 2);

	return bytes.n < 2 ? 0 : (unsigned char)bytes.p[0] | (size_t)(unsigned char)bytes.p[1] << 8;
}

struct chain {
	struct unwind_frame frames[FRAMES];
	size_t count;
	enum unwind_end end;
};

static struct chain follow(struct unwinder *unwinder, const struct unwind_sample *sample)
{
	struct chain chain;

	memset(&chain, 0, sizeof(chain));
	chain.count = unwind(unwinder, sample, chain.frames, FRAMES, &chain.end);
	fuzz_expect(chain.count <= FRAMES);
	for (size_t i = 1; i < chain.count; i++)
		fuzz_expect(chain.frames[i].ip >= 0x1000 && chain.frames[i].ip <= 0x30000);
	return chain;
}

/* A shorter copy of the stack gives no other frames, only fewer. */
static void check_cut(
	struct unwinder *unwinder, const struct unwind_sample *sample, const struct chain *whole)
{
	struct unwind_sample cut = *sample;

	for (size_t n = 0; n < 128 && n < sample->stack.n; n += 5) {
		struct chain chain;

		cut.stack.n = n;
		chain = follow(unwinder, &cut);
		fuzz_expect(chain.count <= whole->count);
		for (size_t i = 0; i < chain.count; i++)
			fuzz_expect(chain.frames[i].ip == whole->frames[i].ip);
	}
}

void fuzz(struct str input)
{
	struct str whole = input, kind = take(&input, 1);
	unsigned flags = kind.n ? (unsigned char)kind.p[0] : 0;
	bool is_arm = flags & 1;
	static const char *const names[SECTIONS] = {
		"", ".eh_frame_hdr", ".eh_frame", ".debug_frame"};
	struct elf_section sections[SECTIONS] = {{.name = str_of("")}};
	struct elf elf = {
		.bytes = whole,
		.is_64 = !(flags & 2),
		.is_big = flags & 4,
		.type = ELF_SHARED,
		.machine = is_arm ? ELF_AARCH64 : ELF_X86_64,
		.section_count = SECTIONS,
		.sections = sections,
	};
	uint64_t registers[REGISTERS];
	struct unwind_sample sample = {
		.machine = is_arm ? UNWIND_AARCH64 : UNWIND_X86_64,
		.mask = ((uint64_t)1 << REGISTERS) - 1,
		.registers = (const char *)registers,
	};
	struct unwinder *unwinder = unwinder_new(image_at, &elf);
	struct chain first, second;
	size_t sizes[SECTIONS] = {0};

	for (size_t i = 1; i < SECTIONS; i++)
		sizes[i] = take_size(&input);
	for (size_t i = 1; i < SECTIONS; i++) {
		sections[i].name = str_of(names[i]);
		sections[i].type = 1;
		sections[i].address = 0x1000 * (i + 1);
		sections[i].offset = whole.n - input.n;
		sections[i].size = take(&input, sizes[i]).n;
	}
	/* Two bytes each: addresses of code and of the stack are near enough. */
	for (size_t i = 0; i < REGISTERS; i++)
		registers[i] = take_size(&input);
	registers[is_arm ? 31 : 7] = STACK;
	sample.stack = input;
	first = follow(unwinder, &sample);
	second = follow(unwinder, &sample);
	fuzz_expect(memcmp(&first, &second, sizeof(first)) == 0);
	check_cut(unwinder, &sample, &first);
	unwinder_free(unwinder);
}
