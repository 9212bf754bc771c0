#include "collapse/symbols/unwind/cfi-file.h"

#include <stdlib.h>

#include "collapse/symbols/unwind/cfi-index.h"
#include "common/hash.h"
#include "common/memory.h"

#define NO_ROW UINT32_MAX

/* So that changes, of which each takes a byte of a program, can be counted in 32 bits. */
enum { BUDGET_MOST = 1 << 30 };

/* From `from` bytes behind a function's begin on. */
struct change {
	uint32_t from;
	uint32_t row; /* its number, or NO_ROW */
};

struct function {
	uint64_t begin;
	uint64_t end;
	uint32_t first, count; /* of its changes */
};

/* .eh_frame or .debug_frame. */
struct table {
	struct cfi_index index;
	uint32_t *functions; /* for each entry of the index: 0, or the number of its function + 1 */
};

struct cfi_file {
	const struct machine *machine;
	struct table tables[2];
	uint64_t budget; /* how many bytes of programs may still be run */

	struct function *functions;
	size_t function_count, function_capacity;
	struct change *changes;
	size_t change_count, change_capacity;
	struct cfi_row **rows;
	size_t row_count, row_capacity;
	uint32_t *slots; /* a hash table of the rows: 0, or a row's number + 1 */
	size_t slot_count;
	struct cfi_row *spare; /* has room for any row; one is made there before it is looked for */
};

/* ---- Where it is in the file ---- */

enum { SEGMENT_EH_FRAME_HEADER = 0x6474e550 };

static bool find_section(
	const struct elf *elf, const char *name, struct str *bytes, uint64_t *address)
{
	const struct elf_section *section = elf_section_named(elf, name);

	*bytes = (struct str){0};
	*address = 0;
	if (!section || !elf_section_bytes(elf, section, bytes))
		return false;
	*address = section->address;
	return bytes->n > 0;
}

/* What a segment has in the file from an address on. */
static struct str rest_of_segment(const struct elf *elf, uint64_t address)
{
	struct str bytes = {0};

	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];
		uint64_t into = address - segment->address;

		if (segment->type == SEGMENT_LOAD && address >= segment->address &&
			into < segment->file_size &&
			elf_bytes(elf, segment->offset + into, segment->file_size - into, &bytes))
			return bytes;
	}
	return bytes;
}

/* Of a file whose table of sections was taken away. The end mark tells where .eh_frame ends. */
static void find_by_segments(const struct elf *elf, struct cfi_section *frame, struct str *header,
	uint64_t *header_address)
{
	for (size_t i = 0; i < elf->segment_count; i++) {
		const struct elf_segment *segment = &elf->segments[i];

		if (segment->type != SEGMENT_EH_FRAME_HEADER ||
			!elf_bytes(elf, segment->offset, segment->file_size, header) ||
			!cfi_header_frame(*header, segment->address, elf->is_64, elf->is_big,
				&frame->address))
			continue;
		*header_address = segment->address;
		frame->bytes = rest_of_segment(elf, frame->address);
	}
}

static void find_tables(struct cfi_file *file, const struct elf *elf)
{
	struct cfi_section frame = {.is_64 = elf->is_64, .is_big = elf->is_big};
	struct cfi_section debug = {.is_64 = elf->is_64, .is_big = elf->is_big, .is_debug = true};
	struct str header;
	uint64_t header_address;

	find_section(elf, ".eh_frame_hdr", &header, &header_address);
	if (!find_section(elf, ".eh_frame", &frame.bytes, &frame.address))
		find_by_segments(elf, &frame, &header, &header_address);
	find_section(elf, ".debug_frame", &debug.bytes, &debug.address);
	/* There, places are told from the section's start. */
	debug.address = 0;
	cfi_index_init(&file->tables[0].index, &frame, header, header_address);
	cfi_index_init(&file->tables[1].index, &debug, (struct str){0}, 0);
	/*
	 * Each entry is run once; what may be read often is a common entry's program, which is of a
	 * few bytes.
	 */
	file->budget = 8 * ((uint64_t)frame.bytes.n + debug.bytes.n) + 65536;
	if (file->budget > BUDGET_MOST)
		file->budget = BUDGET_MOST;
}

struct cfi_file *cfi_file_new(const struct elf *elf, const struct machine *machine)
{
	struct cfi_file *file = memory_new(1, sizeof(*file));

	file->machine = machine;
	file->spare = memory_new(
		1, sizeof(*file->spare) + MACHINE_REGISTERS * sizeof(*file->spare->saved));
	if (elf->machine == machine->elf)
		find_tables(file, elf);
	return file;
}

void cfi_file_free(struct cfi_file *file)
{
	for (size_t i = 0; i < file->row_count; i++)
		free(file->rows[i]);
	for (size_t i = 0; i < 2; i++) {
		cfi_index_release(&file->tables[i].index);
		free(file->tables[i].functions);
	}
	free(file->functions);
	free(file->changes);
	free(file->rows);
	free(file->slots);
	free(file->spare);
	free(file);
}

/* ---- Rows, each once ---- */

static size_t row_size(const struct cfi_row *row)
{
	return sizeof(*row) + row->count * sizeof(*row->saved);
}

static uint32_t *row_slot(const struct cfi_file *file, const struct cfi_row *row)
{
	size_t size = row_size(row);
	size_t at = (size_t)hash_bytes((const char *)row, size, hash_seed());

	for (;; at++) {
		uint32_t *slot = &file->slots[at & (file->slot_count - 1)];

		if (*slot == 0 || (file->rows[*slot - 1]->count == row->count &&
					  memcmp(file->rows[*slot - 1], row, size) == 0))
			return slot;
	}
}

static void grow_slots(struct cfi_file *file)
{
	file->slot_count = file->slot_count ? 2 * file->slot_count : 64;
	free(file->slots);
	file->slots = memory_new(file->slot_count, sizeof(*file->slots));
	for (size_t i = 0; i < file->row_count; i++)
		*row_slot(file, file->rows[i]) = (uint32_t)i + 1;
}

static uint32_t add_row(struct cfi_file *file, const struct cfi_row *row)
{
	uint32_t *slot;
	size_t size = row_size(row);
	struct cfi_row *kept;

	if (2 * file->row_count >= file->slot_count)
		grow_slots(file);
	slot = row_slot(file, row);
	if (*slot == 0) {
		kept = memory_new(1, size);
		memcpy(kept, row, size);
		*ARRAY_PUSH(file->rows, file->row_count, file->row_capacity) = kept;
		*slot = (uint32_t)file->row_count;
	}
	return *slot - 1;
}

/* ---- Functions, each run once ---- */

struct run {
	struct cfi_file *file;
	const struct cfi_section *section;
	const struct cfi_entry *entry;
};

/* Only rules that say more than that the caller has what is there. */
static uint32_t row_of(const struct run *run, const struct cfi_state *state)
{
	struct cfi_row *row = run->file->spare;
	uint64_t caller = run->entry->return_register;

	if (state->cfa.kind == CFI_NO_RULE || caller >= run->file->machine->count)
		return NO_ROW;
	row->section = run->section;
	row->count = 0;
	row->is_signal = run->entry->is_signal;
	row->is_signed = state->is_signed;
	row->cfa = state->cfa;
	row->caller = state->rules[caller];
	row->caller.reg = (uint16_t)caller;
	for (unsigned reg = 0; reg < run->file->machine->count; reg++)
		if (reg != caller && state->rules[reg].kind != CFI_SAME)
			row->saved[row->count++] = state->rules[reg];
	return add_row(run->file, row);
}

static void add_change(void *context, uint64_t from, const struct cfi_state *state)
{
	struct run *run = context;
	struct cfi_file *file = run->file;
	struct function *function = &file->functions[file->function_count - 1];
	uint32_t row = state ? row_of(run, state) : NO_ROW;

	if (function->count && file->changes[file->change_count - 1].row == row)
		return;
	*ARRAY_PUSH(file->changes, file->change_count, file->change_capacity) =
		(struct change){(uint32_t)(from - run->entry->begin), row};
	function->count++;
}

/* An entry that cannot be read becomes a function of no code. */
static void run_entry(struct cfi_file *file, const struct cfi_section *section, uint64_t offset)
{
	struct cfi_entry entry;
	struct run run = {file, section, &entry};
	bool good =
		cfi_entry_read(section, offset, &entry) && entry.end - entry.begin <= UINT32_MAX;
	uint64_t length =
		good ? binary_left(&entry.common_program) + binary_left(&entry.program) : 0;
	struct function *function =
		ARRAY_PUSH(file->functions, file->function_count, file->function_capacity);

	*function = (struct function){0};
	if (!good || length > file->budget)
		return;
	file->budget -= length;
	function->begin = entry.begin;
	function->end = entry.end;
	function->first = (uint32_t)file->change_count;
	cfi_run(section, &entry, file->machine, add_change, &run);
}

static const struct function *find_function(
	struct cfi_file *file, struct table *table, uint64_t address)
{
	struct cfi_place place;
	const struct function *function;
	size_t number;

	if (!cfi_index_find(&table->index, address, &number, &place))
		return NULL;
	if (!table->functions)
		table->functions = memory_new(table->index.count, sizeof(*table->functions));
	if (table->functions[number] == 0) {
		run_entry(file, &table->index.section, place.offset);
		table->functions[number] = (uint32_t)file->function_count;
	}
	function = &file->functions[table->functions[number] - 1];
	return address >= function->begin && address < function->end ? function : NULL;
}

/* The last change at or before an address; the first is at the function's begin. */
static uint32_t row_at(
	const struct cfi_file *file, const struct function *function, uint64_t address)
{
	const struct change *changes = &file->changes[function->first];
	uint32_t low = 0, high = function->count;

	while (low + 1 < high) {
		uint32_t middle = low + (high - low) / 2;

		if (changes[middle].from <= address - function->begin)
			low = middle;
		else
			high = middle;
	}
	return high ? changes[low].row : NO_ROW;
}

const struct cfi_row *cfi_file_row(struct cfi_file *file, uint64_t address, uint64_t *end)
{
	for (size_t i = 0; i < 2; i++) {
		const struct function *function = find_function(file, &file->tables[i], address);
		uint32_t row = function ? row_at(file, function, address) : NO_ROW;

		if (row == NO_ROW)
			continue;
		if (end)
			*end = function->end;
		return file->rows[row];
	}
	return NULL;
}
