#include "tests/unit/lib/cfi.h"

#include "tests/unit/lib/make-elf.h"

const struct str cfi_x86_64_start = STR_INIT("\x0c\x07\x08\x90\x01");

void cfi_number(struct buf *out, uint64_t number, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		buf_add_char(out, (char)(number >> 8 * i));
}

/* The length in front of an entry that began at `at`. */
static void end_entry(struct buf *frame, size_t at)
{
	uint32_t length;

	while (frame->n % 4)
		buf_add_char(frame, 0);
	length = (uint32_t)(frame->n - at - 4);
	for (unsigned i = 0; i < 4; i++)
		frame->p[at + i] = (char)(length >> 8 * i);
}

size_t cfi_add_cie(struct buf *frame, const char *letters, unsigned return_register,
	struct str data, struct str program)
{
	size_t at = frame->n;

	cfi_number(frame, 0, 8);
	buf_add_char(frame, 1); /* version */
	buf_add(frame, str_of(letters));
	buf_add_char(frame, 0);
	buf_add_char(frame, 1); /* code unit */
	buf_add_char(frame, 0x78); /* data unit: -8 */
	buf_add_char(frame, (char)return_register);
	if (letters[0] == 'z') {
		bool is_relative = str_contains(str_of(letters), STR("R"));

		buf_add_char(frame, (char)(data.n + is_relative));
		if (is_relative)
			buf_add_char(frame, 0x1b);
		buf_add(frame, data);
	}
	buf_add(frame, program);
	end_entry(frame, at);
	return at;
}

size_t cfi_add_x86_64_cie(struct buf *frame)
{
	return cfi_add_cie(frame, "zR", 16, STR(""), cfi_x86_64_start);
}

size_t cfi_add_fde(struct buf *frame, size_t cie, uint64_t begin, uint32_t size, struct str program)
{
	size_t at = frame->n;

	cfi_number(frame, 0, 4);
	cfi_number(frame, at + 4 - cie, 4);
	cfi_number(frame, begin - (CFI_FRAME + frame->n), 4);
	cfi_number(frame, size, 4);
	buf_add_char(frame, 0); /* no data for augmentations */
	buf_add(frame, program);
	end_entry(frame, at);
	return at;
}

enum { ELF_HEADER = 64, SEGMENT = 56, PARTS = 5, EH_FRAME_HEADER = 0x6474e550 };

struct part {
	const char *name;
	uint64_t address;
	struct str content;
};

/* Those that are mapped lie one behind the other, behind the header and the table of segments. */
static void add_segments(struct elf_maker *maker, const struct part *parts)
{
	unsigned count = 0;
	uint64_t offset;

	for (size_t i = 0; i < PARTS; i++)
		if (parts[i].content.n)
			count += parts[i].address == CFI_HEADER ? 2u : parts[i].address != 0;
	offset = ELF_HEADER + SEGMENT * count;
	for (size_t i = 0; i < PARTS; i++) {
		const struct part *part = &parts[i];

		if (part->content.n && part->address)
			make_segment(maker, SEGMENT_LOAD, offset, part->address, part->content.n);
		if (part->content.n && part->address == CFI_HEADER)
			make_segment(
				maker, EH_FRAME_HEADER, offset, part->address, part->content.n);
		offset += part->content.n;
	}
}

struct elf *cfi_elf(struct buf *bytes, const struct cfi_parts *parts)
{
	const struct part all[PARTS] = {
		{".text", CFI_CODE, parts->code},
		{".plt", CFI_PLT, parts->plt},
		{".eh_frame_hdr", CFI_HEADER, parts->header},
		{".eh_frame", CFI_FRAME, parts->frame},
		{".debug_frame", 0, parts->debug},
	};
	struct elf_maker maker = make_elf(true, false, parts->machine);
	struct buf why = {0};
	struct elf *elf;

	add_segments(&maker, all);
	for (size_t i = 0; i < PARTS; i++)
		if (all[i].content.n)
			make_section(&maker, all[i].name, 1, all[i].address ? SECTION_ALLOCATED : 0,
				all[i].address, all[i].content);
	buf_set(bytes, make_elf_bytes(&maker));
	make_release(&maker);
	if (parts->without_sections) {
		memset(bytes->p + 40, 0, 8); /* where their table is, how many, the names */
		memset(bytes->p + 60, 0, 4);
	}
	elf = elf_from_bytes(buf_str(bytes), &why);
	buf_release(&why);
	return elf;
}
