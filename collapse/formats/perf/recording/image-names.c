#include "collapse/formats/perf/recording/image-names.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/threads.h"

struct finding {
	struct symbols *symbols;
	const struct recording *recording;
	const struct addresses *addresses;
	struct image_names *images;
};

/* Modules are in the kernel's list of names, with the kernel. */
static enum image_kind kind_of_code(enum code_kind kind)
{
	switch (kind) {
	case CODE_KERNEL:
	case CODE_MODULE:
		return IMAGE_KERNEL;
	case CODE_VDSO:
		return IMAGE_VDSO;
	case CODE_JIT:
		return IMAGE_JIT;
	default:
		return IMAGE_FILE;
	}
}

static bool has_symbols(enum code_kind kind)
{
	return kind != CODE_NONE && kind != CODE_KERNEL_SYMBOL && kind != CODE_MEMORY;
}

struct image image_of(const struct recording *recording, const struct image_info *info)
{
	enum image_kind kind = kind_of_code(info->kind);

	if (kind == IMAGE_KERNEL)
		info = &recording->images.items[KERNEL_IMAGE];
	return (struct image){
		.kind = kind,
		.path = kind == IMAGE_JIT ? info->dump : info->path,
		.build_id = info->build_id,
		.pid = info->kind == CODE_KERNEL ? -1 : (int64_t)info->pid,
		.text_start = kind == IMAGE_KERNEL ? recording->images.kernel_start : 0,
	};
}

static void find_names(void *context, size_t place)
{
	const struct finding *finding = context;
	const struct image_info *info = &finding->recording->images.items[place];
	struct image_names *names = &finding->images[place];
	const struct image image = image_of(finding->recording, info);
	struct symbol_ask *asks;

	if (names->count == 0 || !has_symbols(info->kind))
		return;
	asks = memory_new(names->count, sizeof(*asks));
	names->answers = memory_new(names->count, sizeof(*names->answers));
	for (size_t i = 0; i < names->count; i++) {
		const struct address *address = &finding->addresses->items[names->addresses[i]];

		asks[i] = (struct symbol_ask){.at = address->offset, .is_call = address->is_call};
	}
	names->was_asked = true;
	names->result =
		symbols_find(finding->symbols, &image, asks, names->count, names->answers);
	free(asks);
}

/* The addresses by image, in the order of their numbers. */
static void sort_addresses(struct image_names *images, const struct addresses *addresses)
{
	for (uint32_t i = 0; i < addresses->count; i++)
		images[addresses->items[i].image].count++;
	for (uint32_t i = 0; i < addresses->count; i++) {
		struct image_names *image = &images[addresses->items[i].image];

		if (!image->addresses) {
			image->addresses = memory_new(image->count, sizeof(*image->addresses));
			image->count = 0;
		}
		image->addresses[image->count++] = i;
	}
}

struct image_names *image_names_find(struct symbols *symbols, const struct recording *recording,
	const struct addresses *addresses, size_t most_threads)
{
	struct finding finding = {
		.symbols = symbols,
		.recording = recording,
		.addresses = addresses,
		.images = memory_new(recording->images.count, sizeof(*finding.images)),
	};

	sort_addresses(finding.images, addresses);
	threads_each(most_threads, recording->images.count, find_names, &finding);
	return finding.images;
}

void image_names_release(struct image_names *names)
{
	free(names->addresses);
	free(names->answers);
	names->addresses = NULL;
	names->answers = NULL;
}

void image_names_free(struct image_names *images, size_t count)
{
	for (size_t i = 0; i < count; i++)
		image_names_release(&images[i]);
	free(images);
}
