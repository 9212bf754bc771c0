#include "collapse/formats/perf/recording/stack-copy.h"

#include <stdlib.h>

#include "collapse/formats/perf/recording/image-names.h"
#include "collapse/symbols/elf.h"
#include "common/memory.h"

/* What is added to the file's addresses there; false when it has nothing there. */
static bool find_bias(const struct elf *elf, const struct map *map, uint64_t ip, uint64_t *bias)
{
	uint64_t address;

	if (!elf_to_address(elf, ip - map->start + map->offset, &address))
		return false;
	*bias = ip - address;
	return true;
}

/* The file of an image, which is looked for once. */
static struct elf *file_of(struct stack_copies *copies, uint32_t number)
{
	const struct recording *recording = copies->setting->recording;
	const struct image_info *info = &recording->images.items[number];
	struct image image = image_of(recording, info);
	struct stack_copy_file *file;

	while (copies->file_count <= number)
		*ARRAY_PUSH(copies->files, copies->file_count, copies->file_capacity) =
			(struct stack_copy_file){.known = false};
	file = &copies->files[number];
	if (!file->known && (info->kind == CODE_FILE || info->kind == CODE_VDSO))
		file->elf = symbols_file(copies->setting->symbols, &image);
	file->known = true;
	return file->elf;
}

static bool image_at(void *context, uint64_t space, uint64_t ip, struct unwind_image *found)
{
	struct stack_copies *copies = context;
	const struct map *map = maps_find(copies->maps, ip);
	struct elf *elf;

	(void)space;
	*found = (struct unwind_image){0};
	if (!map)
		return false;
	elf = file_of(copies, map->image);
	if (elf && find_bias(elf, map, ip, &found->bias))
		found->elf = elf;
	return true;
}

/* By the name of the machine that was recorded; without one it is this one. */
static bool find_machine(struct str name, enum unwind_machine *machine)
{
#if defined(__aarch64__)
	*machine = UNWIND_AARCH64;
#else
	*machine = UNWIND_X86_64;
#endif
	if (str_eq(name, STR("x86_64")))
		*machine = UNWIND_X86_64;
	else if (str_eq(name, STR("aarch64")))
		*machine = UNWIND_AARCH64;
	else
		return name.n == 0;
	return true;
}

void stack_copy_unwind(struct stack_copies *copies, const struct maps *maps,
	const struct attr *attr, const struct sample *sample, struct chain *chain)
{
	struct unwind_sample copy = {
		.mask = attr->registers,
		.registers = sample->registers.p,
		.stack = sample->stack,
		.space = maps->generation,
	};
	struct unwind_frame frames[CHAIN_MOST];
	enum unwind_end end = UNWIND_NO_RULE;

	chain->count = 0;
	copies->count++;
	if (sample->registers_abi != ABI_64 ||
		!find_machine(buf_str(&copies->setting->recording->arch), &copy.machine)) {
		copies->foreign++;
		return;
	}
	copies->maps = maps;
	if (!copies->unwinder)
		copies->unwinder = unwinder_new(image_at, copies);
	chain->count = unwind(copies->unwinder, &copy, frames, CHAIN_MOST, &end);
	for (size_t i = 0; i < chain->count; i++)
		chain->entries[i] = (struct chain_entry){
			.ip = frames[i].ip - frames[i].is_call, .mode = MODE_USER};
	copies->ends[end]++;
}

void stack_copies_release(struct stack_copies *copies)
{
	if (copies->unwinder)
		unwinder_free(copies->unwinder);
	copies->unwinder = NULL;
	free(copies->files);
}
