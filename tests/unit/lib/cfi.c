#include "tests/unit/lib/cfi.h"

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

/* An ELF file as it grows: its bytes, and the tables of segments and sections. */
struct layout {
	struct buf *bytes;
	struct buf segments, sections;
	size_t segment_count, section_count;
};

static void add_section(
	struct layout *layout, uint32_t name, uint32_t type, uint64_t address, struct str content)
{
	struct buf *out = &layout->sections;

	cfi_number(out, name, 4);
	cfi_number(out, type, 4);
	cfi_number(out, address ? 2 : 0, 8);
	cfi_number(out, address, 8);
	cfi_number(out, content.n ? layout->bytes->n : 0, 8);
	cfi_number(out, content.n, 8);
	cfi_number(out, 0, 8); /* link and info */
	cfi_number(out, 1, 8);
	cfi_number(out, 0, 8);
	layout->section_count++;
	buf_add(layout->bytes, content);
}

static void add_segment(struct layout *layout, uint32_t type, uint64_t address, size_t size)
{
	struct buf *out = &layout->segments;

	cfi_number(out, type, 4);
	cfi_number(out, 5, 4);
	cfi_number(out, layout->bytes->n, 8);
	cfi_number(out, address, 8);
	cfi_number(out, address, 8);
	cfi_number(out, size, 8);
	cfi_number(out, size, 8);
	cfi_number(out, 1, 8);
	layout->segment_count++;
}

/* A part that is mapped. */
static void add_mapped(struct layout *layout, uint32_t name, uint64_t address, struct str content)
{
	if (content.n == 0)
		return;
	add_segment(layout, 1, address, content.n);
	if (address == CFI_HEADER)
		add_segment(layout, 0x6474e550, address, content.n);
	add_section(layout, name, 1, address, content);
}

enum { ELF_HEADER = 64, SEGMENT = 56, SEGMENTS = 5, SECTION = 64 };

/* At the start, when all is known. */
static void set_header(struct layout *layout, uint16_t machine, size_t sections_at)
{
	struct buf header = {0};

	buf_set(&header, STR("\x7f"
			     "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"));
	cfi_number(&header, 3, 2);
	cfi_number(&header, machine, 2);
	cfi_number(&header, 1, 4);
	cfi_number(&header, 0, 8);
	cfi_number(&header, ELF_HEADER, 8);
	cfi_number(&header, sections_at, 8);
	cfi_number(&header, 0, 4);
	cfi_number(&header, ELF_HEADER, 2);
	cfi_number(&header, SEGMENT, 2);
	cfi_number(&header, layout->segment_count, 2);
	cfi_number(&header, SECTION, 2);
	cfi_number(&header, sections_at ? layout->section_count : 0, 2);
	cfi_number(&header, sections_at ? layout->section_count - 1 : 0, 2);
	memcpy(layout->bytes->p, header.p, header.n);
	memcpy(layout->bytes->p + ELF_HEADER, layout->segments.p, layout->segments.n);
	buf_release(&header);
}

struct elf *cfi_elf(struct buf *bytes, const struct cfi_parts *parts)
{
	struct str names = STR("\0.text\0.eh_frame_hdr\0.eh_frame\0.debug_frame\0.shstrtab\0.plt");
	struct layout layout = {.bytes = bytes};
	struct buf why = {0};
	struct elf *elf;
	size_t sections_at;

	buf_reset(bytes);
	for (size_t i = 0; i < ELF_HEADER + SEGMENTS * SEGMENT; i++)
		buf_add_char(bytes, 0);
	add_section(&layout, 0, 0, 0, (struct str){0});
	add_mapped(&layout, 1, CFI_CODE, parts->code);
	add_mapped(&layout, 54, CFI_PLT, parts->plt);
	add_mapped(&layout, 7, CFI_HEADER, parts->header);
	add_mapped(&layout, 21, CFI_FRAME, parts->frame);
	if (parts->debug.n)
		add_section(&layout, 31, 1, 0, parts->debug);
	add_section(&layout, 44, 3, 0, (struct str){names.p, names.n + 1});
	sections_at = parts->without_sections ? 0 : bytes->n;
	if (sections_at)
		buf_add(bytes, buf_str(&layout.sections));
	set_header(&layout, parts->machine, sections_at);
	elf = elf_from_bytes(buf_str(bytes), &why);
	buf_release(&layout.segments);
	buf_release(&layout.sections);
	buf_release(&why);
	return elf;
}
