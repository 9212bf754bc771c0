#include "tests/unit/lib/make-elf.h"

#include <string.h>

static void add_number(
	const struct elf_maker *maker, struct buf *out, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		buf_add_char(out, (char)(value >> 8 * (maker->is_big ? size - 1 - i : i)));
}

void make_u16(struct elf_maker *maker, struct buf *out, uint16_t value)
{
	add_number(maker, out, value, 2);
}

void make_u32(struct elf_maker *maker, struct buf *out, uint32_t value)
{
	add_number(maker, out, value, 4);
}

void make_word(struct elf_maker *maker, struct buf *out, uint64_t value)
{
	add_number(maker, out, value, maker->is_64 ? 8 : 4);
}

void make_note(struct elf_maker *maker, struct buf *out, struct str build_id)
{
	make_u32(maker, out, 4);
	make_u32(maker, out, (uint32_t)build_id.n);
	make_u32(maker, out, 3);
	buf_add(out, STR("GNU\0"));
	buf_add(out, build_id);
	while (out->n % 4)
		buf_add_char(out, '\0');
}

void make_entry(struct elf_maker *maker, struct buf *symbols, uint32_t name, uint64_t address,
	uint64_t size, unsigned char info, unsigned char visibility, unsigned section)
{
	make_u32(maker, symbols, name);
	if (!maker->is_64) {
		make_u32(maker, symbols, (uint32_t)address);
		make_u32(maker, symbols, (uint32_t)size);
	}
	buf_add_char(symbols, (char)info);
	buf_add_char(symbols, (char)visibility);
	make_u16(maker, symbols, (uint16_t)section);
	if (maker->is_64) {
		make_word(maker, symbols, address);
		make_word(maker, symbols, size);
	}
}

struct elf_maker make_elf(bool is_64, bool is_big, uint16_t machine)
{
	struct elf_maker maker = {.is_64 = is_64, .is_big = is_big, .machine = machine};

	maker.type = ELF_SHARED;
	maker.count = 1;
	maker.sections[0].name = STR("");
	return maker;
}

unsigned make_section(struct elf_maker *maker, const char *name, uint32_t type, uint64_t flags,
	uint64_t address, struct str bytes)
{
	maker->sections[maker->count] = (struct elf_section){.name = str_of(name), .type = type,
		.flags = flags, .address = address, .size = bytes.n};
	buf_add(&maker->bytes[maker->count], bytes);
	return maker->count++;
}

void make_segment(
	struct elf_maker *maker, uint32_t type, uint64_t offset, uint64_t address, uint64_t size)
{
	maker->segments[maker->segment_count++] = (struct elf_segment){.type = type, .flags = 5,
		.offset = offset, .address = address, .file_size = size, .memory_size = size};
}

void make_symbol(struct elf_maker *maker, const char *name, uint64_t address, uint64_t size,
	unsigned char info, unsigned section)
{
	if (!maker->strings.n) {
		buf_add_char(&maker->strings, '\0');
		make_entry(maker, &maker->symbols, 0, 0, 0, 0, 0, 0);
	}
	make_entry(maker, &maker->symbols, (uint32_t)maker->strings.n, address, size, info, 0,
		section);
	buf_add(&maker->strings, str_of(name));
	buf_add_char(&maker->strings, '\0');
}

static void add_symbol_sections(struct elf_maker *maker)
{
	unsigned symbols;

	if (!maker->symbols.n)
		return;
	symbols = make_section(maker, ".symtab", SECTION_SYMBOLS, 0, 0, buf_str(&maker->symbols));
	maker->sections[symbols].entry_size = maker->is_64 ? 24 : 16;
	maker->sections[symbols].link =
		make_section(maker, ".strtab", 3, 0, 0, buf_str(&maker->strings));
}

static unsigned add_names(struct elf_maker *maker, uint32_t *names)
{
	struct buf text = {0};
	unsigned section;

	for (unsigned i = 0; i < maker->count; i++) {
		names[i] = (uint32_t)text.n;
		buf_add(&text, maker->sections[i].name);
		buf_add_char(&text, '\0');
	}
	names[maker->count] = (uint32_t)text.n;
	buf_add(&text, STR(".shstrtab\0"));
	section = make_section(maker, ".shstrtab", 3, 0, 0, buf_str(&text));
	buf_release(&text);
	return section;
}

static void write_header(struct elf_maker *maker, uint64_t sections, unsigned names)
{
	struct buf *out = &maker->file;
	struct buf header = {0};

	buf_add(&header, STR("\x7f" "ELF"));
	buf_add_char(&header, maker->is_64 ? 2 : 1);
	buf_add_char(&header, maker->is_big ? 2 : 1);
	buf_add(&header, STR("\1\0\0\0\0\0\0\0\0\0"));
	make_u16(maker, &header, maker->type);
	make_u16(maker, &header, maker->machine);
	make_u32(maker, &header, 1);
	make_word(maker, &header, 0);
	make_word(maker, &header, maker->segment_count ? (maker->is_64 ? 64 : 52) : 0);
	make_word(maker, &header, sections);
	make_u32(maker, &header, 0);
	make_u16(maker, &header, maker->is_64 ? 64 : 52);
	make_u16(maker, &header, maker->is_64 ? 56 : 32);
	make_u16(maker, &header, (uint16_t)maker->segment_count);
	make_u16(maker, &header, maker->is_64 ? 64 : 40);
	make_u16(maker, &header, (uint16_t)maker->count);
	make_u16(maker, &header, (uint16_t)names);
	memcpy(out->p, header.p, header.n);
	buf_release(&header);
}

static void write_segments(struct elf_maker *maker)
{
	for (unsigned i = 0; i < maker->segment_count; i++) {
		const struct elf_segment *segment = &maker->segments[i];

		make_u32(maker, &maker->file, segment->type);
		if (maker->is_64)
			make_u32(maker, &maker->file, segment->flags);
		make_word(maker, &maker->file, segment->offset);
		make_word(maker, &maker->file, segment->address);
		make_word(maker, &maker->file, segment->address);
		make_word(maker, &maker->file, segment->file_size);
		make_word(maker, &maker->file, segment->memory_size);
		if (!maker->is_64)
			make_u32(maker, &maker->file, segment->flags);
		make_word(maker, &maker->file, 1);
	}
}

static void write_section(struct elf_maker *maker, unsigned i, uint32_t name)
{
	const struct elf_section *section = &maker->sections[i];

	make_u32(maker, &maker->file, name);
	make_u32(maker, &maker->file, section->type);
	make_word(maker, &maker->file, section->flags);
	make_word(maker, &maker->file, section->address);
	make_word(maker, &maker->file, section->offset);
	make_word(maker, &maker->file, section->size);
	make_u32(maker, &maker->file, section->link);
	make_u32(maker, &maker->file, section->info);
	make_word(maker, &maker->file, 1);
	make_word(maker, &maker->file, section->entry_size);
}

struct str make_elf_bytes(struct elf_maker *maker)
{
	uint32_t names[24];
	unsigned names_section;
	uint64_t sections;

	add_symbol_sections(maker);
	names_section = add_names(maker, names);
	for (int i = 0; i < (maker->is_64 ? 64 : 52); i++)
		buf_add_char(&maker->file, '\0');
	write_segments(maker);
	for (unsigned i = 1; i < maker->count; i++) {
		maker->sections[i].offset = maker->file.n;
		if (maker->sections[i].type != SECTION_NO_BYTES)
			buf_add(&maker->file, buf_str(&maker->bytes[i]));
	}
	sections = maker->file.n;
	for (unsigned i = 0; i < maker->count; i++)
		write_section(maker, i, names[i]);
	write_header(maker, sections, names_section);
	return buf_str(&maker->file);
}

void make_release(struct elf_maker *maker)
{
	for (unsigned i = 0; i < maker->count; i++)
		buf_release(&maker->bytes[i]);
	buf_release(&maker->symbols);
	buf_release(&maker->strings);
	buf_release(&maker->file);
}
