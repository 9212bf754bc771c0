/*
 * A batch: addresses are put in order, each source of names answers for all of them in one go, and
 * the answers go back to where they were asked. Files that were opened stay open, by what they were
 * asked as; all else that is kept is what answers point to.
 */
#include "collapse/symbols/symbols.h"

#include <pthread.h>
#include <stdlib.h>

#include "collapse/symbols/batch.h"
#include "collapse/symbols/elf-symbols.h"
#include "collapse/symbols/files.h"
#include "collapse/symbols/jitdump.h"
#include "collapse/symbols/kallsyms.h"
#include "collapse/symbols/kernel.h"
#include "collapse/symbols/perf-map.h"
#include "common/memory.h"

/* The files of an image, opened once. */
struct opened {
	struct files files;
	struct elf *vdso; /* of IMAGE_VDSO; it has no other files */
};

struct symbols {
	struct symbols_options options;
	struct places places;
	pthread_mutex_t lock; /* of all below */
	struct names keys;    /* what images are known by */
	struct opened **opened; /* by key */
	size_t opened_count, opened_capacity;
	struct batch *batches; /* that were answered */
	pthread_mutex_t kernel_lock;
	bool kernel_known;
	struct kernel kernel;
};

struct symbols *symbols_new(const struct symbols_options *options)
{
	struct symbols *symbols = memory_new(1, sizeof(*symbols));

	symbols->options = *options;
	places_init(&symbols->places, &symbols->options);
	pthread_mutex_init(&symbols->lock, NULL);
	pthread_mutex_init(&symbols->kernel_lock, NULL);
	return symbols;
}

void symbols_free(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->opened_count; i++) {
		files_close(&symbols->opened[i]->files);
		elf_close(symbols->opened[i]->vdso);
		free(symbols->opened[i]);
	}
	while (symbols->batches) {
		struct batch *next = symbols->batches->next;

		batch_free(symbols->batches);
		symbols->batches = next;
	}
	free(symbols->opened);
	names_release(&symbols->keys);
	if (symbols->kernel_known)
		kernel_release(&symbols->kernel);
	places_release(&symbols->places);
	pthread_mutex_destroy(&symbols->lock);
	pthread_mutex_destroy(&symbols->kernel_lock);
	free(symbols);
}

/* ---- files ---- */

/*
 * The process matters only where it sees other files than we do: the same library in a hundred
 * processes is one image.
 */
static void make_key(const struct symbols *symbols, const struct image *image, struct buf *key)
{
	struct buf path = {0};
	bool contained = image->kind == IMAGE_FILE &&
		places_container_path(&symbols->places, image->pid, image->path, &path);

	buf_addf(key, "%d %lld ", (int)image->kind, contained ? (long long)image->pid : -1LL);
	buf_add(key, image->build_id);
	buf_add_char(key, ' ');
	buf_add(key, image->path);
	buf_release(&path);
}

static struct opened *open_image(const struct symbols *symbols, const struct image *image)
{
	struct opened *opened = memory_new(1, sizeof(*opened));

	if (image->kind == IMAGE_VDSO) {
		opened->vdso = vdso_open(&symbols->places, image, &opened->files);
		opened->files.symbols = opened->vdso;
	} else {
		files_find(&symbols->places, image, &opened->files);
	}
	return opened;
}

static struct opened *opened_of(struct symbols *symbols, const struct image *image)
{
	struct opened *opened;
	struct buf key = {0};
	uint32_t id;

	make_key(symbols, image, &key);
	pthread_mutex_lock(&symbols->lock);
	id = names_add(&symbols->keys, buf_str(&key));
	if (id == symbols->opened_count)
		*ARRAY_PUSH(symbols->opened, symbols->opened_count, symbols->opened_capacity) =
			open_image(symbols, image);
	opened = symbols->opened[id];
	pthread_mutex_unlock(&symbols->lock);
	buf_release(&key);
	return opened;
}

struct elf *symbols_file(struct symbols *symbols, const struct image *image)
{
	const struct opened *opened;

	if (image->kind != IMAGE_FILE && image->kind != IMAGE_VDSO)
		return NULL;
	opened = opened_of(symbols, image);
	return opened->vdso ? opened->vdso : opened->files.image;
}

static const struct kernel *kernel_of(struct symbols *symbols, const struct image *image)
{
	pthread_mutex_lock(&symbols->kernel_lock);
	if (!symbols->kernel_known)
		kernel_find(&symbols->places, image, &symbols->kernel);
	symbols->kernel_known = true;
	pthread_mutex_unlock(&symbols->kernel_lock);
	return &symbols->kernel;
}

void symbols_prepare_kernel(struct symbols *symbols, const struct image *kernel)
{
	kernel_of(symbols, kernel);
}

/* ---- each kind of image ---- */

static void set_problem(struct image_result *result, struct batch *batch, enum image_state state,
	struct str problem)
{
	result->state = state;
	result->problem = batch_keep(batch, problem);
}

/* The .dwo files that a program's debug information was left in. */
static struct elf *open_split(void *context, const char *path)
{
	const struct symbols *symbols = context;
	struct buf at = {0}, why = {0};
	struct elf *elf = NULL;

	if (places_path(&symbols->places, str_of(path), &at))
		elf = elf_open(at.p, &why);
	buf_release(&at);
	buf_release(&why);
	return elf;
}

/* PROGRAM.dwp, in which they may have been put together. */
static struct elf *open_package(const struct files *files)
{
	struct buf path = {0}, why = {0};
	struct elf *elf;

	buf_add(&path, buf_str(&files->path));
	buf_add(&path, STR(".dwp"));
	buf_terminate(&path);
	elf = elf_open(path.p, &why);
	buf_release(&path);
	buf_release(&why);
	return elf;
}

static void find_inlines(struct symbols *symbols, const struct files *files,
	const struct elf *image, struct batch *batch, struct image_result *result)
{
	struct inlines_files parts = {.debug = files->debug, .alternate = files->alternate,
		.open = open_split, .context = symbols};

	if (!files->debug || !(symbols->options.inlines || symbols->options.lines))
		return;
	parts.package = open_package(files);
	result->debug_trouble = batch_inlines(batch, image, &parts, symbols->options.inlines,
		symbols->options.lines);
	elf_close(parts.package);
}

static void find_in_files(struct symbols *symbols, const struct image *image, struct batch *batch,
	struct image_result *result)
{
	const struct opened *opened = opened_of(symbols, image);
	const struct files *files = &opened->files;
	const struct elf *elf = opened->vdso ? opened->vdso : files->image;
	bool any;

	if (!elf) {
		set_problem(result, batch, files->state, buf_str(&files->problem));
		return;
	}
	result->file = batch_keep(batch, buf_str(&files->path));
	if (!image->build_id.n)
		result->build_id = batch_keep(batch, elf_build_id(elf));
	batch_to_addresses(batch, elf);
	any = elf_symbols_find(
		files->symbols, elf, batch->at, batch->count, &batch->pool, batch->names);
	batch_answer(batch);
	if (!any)
		set_problem(result, batch, IMAGE_STRIPPED, STR("it has no symbols"));
	else if (!opened->vdso && !elf_has_symbols(files->symbols))
		set_problem(result, batch, IMAGE_STRIPPED, STR("it names only what it exports"));
	find_inlines(symbols, files, elf, batch, result);
}

/* What the list of names does not name, vmlinux may, and the other way round: it has no modules. */
static void find_in_kernel(struct symbols *symbols, const struct image *image, struct batch *batch,
	struct image_result *result)
{
	const struct kernel *kernel = kernel_of(symbols, image);

	result->file = batch_keep(batch, buf_str(&kernel->path));
	if (kernel->state != IMAGE_NAMED)
		set_problem(result, batch, kernel->state, buf_str(&kernel->problem));
	if (kernel->vmlinux) {
		batch_sort(batch, kernel->vmlinux_shift);
		elf_symbols_find(kernel->vmlinux, kernel->vmlinux, batch->at, batch->count,
			&batch->pool, batch->names);
		batch_answer(batch);
	}
	if (kernel->kallsyms.n) {
		batch_sort(batch, 0);
		kallsyms_find(buf_str(&kernel->kallsyms), kernel->kallsyms_shift, batch->at,
			batch->count, &batch->pool, batch->names);
		batch_answer(batch);
	}
}

/* Of the process itself, or as a process in a container knows it; false when it cannot be read. */
static bool read_map(const struct symbols *symbols, const struct image *image, struct buf *text,
	struct buf *path, struct buf *why)
{
	struct buf recorded = {0};
	bool read;

	buf_addf(&recorded, "/tmp/perf-%lld.map", (long long)image->pid);
	read = places_unlinked_path(&symbols->places, buf_str(&recorded), path) &&
		perf_map_read(text, path->p, why);
	if (!read && places_container_map(&symbols->places, image->pid, path)) {
		struct buf again = {0};

		read = perf_map_read(text, path->p, &again);
		buf_release(&again);
	}
	buf_release(&recorded);
	return read;
}

static void find_in_dump(struct symbols *symbols, const struct image *image, struct batch *batch,
	struct image_result *result)
{
	struct buf path = {0}, why = {0};
	struct mapping dump = {0};

	if (!places_unlinked_path(&symbols->places, image->path, &path) ||
		!jitdump_open(&dump, path.p, &why)) {
		set_problem(result, batch, IMAGE_MISSING, buf_str(&why));
	} else {
		batch_sort(batch, 0);
		jitdump_find(dump.bytes, batch->at, batch->times, batch->count, &batch->pool,
			batch->names);
		batch_answer(batch);
		mapping_close(&dump);
		result->file = batch_keep(batch, buf_str(&path));
	}
	buf_release(&path);
	buf_release(&why);
}

static void find_in_map(struct symbols *symbols, const struct image *image, struct batch *batch,
	struct image_result *result)
{
	struct buf text = {0}, path = {0}, why = {0};

	if (read_map(symbols, image, &text, &path, &why)) {
		batch_sort(batch, 0);
		perf_map_find(buf_str(&text), batch->at, batch->count, &batch->pool, batch->names);
		batch_answer(batch);
		result->state = IMAGE_NAMED;
		result->file = batch_keep(batch, buf_str(&path));
	} else if (result->file.n == 0) {
		buf_reset(&text);
		buf_addf(&text, "/tmp/perf-%lld.map: ", (long long)image->pid);
		buf_add(&text, buf_str(&why));
		set_problem(result, batch, IMAGE_MISSING, buf_str(&text));
	}
	buf_release(&text);
	buf_release(&path);
	buf_release(&why);
}

struct image_result symbols_find(struct symbols *symbols, const struct image *image,
	const struct symbol_ask *asks, size_t count, struct symbol_answer *answers)
{
	struct batch *batch = batch_new(asks, count, answers);
	struct image_result result = {.state = IMAGE_NAMED, .problem = STR(""), .file = STR(""),
		.debug_trouble = STR("")};

	result.build_id = batch_keep(batch, image->build_id);
	if (count == 0)
		;
	else if (image->kind == IMAGE_KERNEL)
		find_in_kernel(symbols, image, batch, &result);
	else if (image->kind != IMAGE_JIT)
		find_in_files(symbols, image, batch, &result);
	else {
		if (image->path.n)
			find_in_dump(symbols, image, batch, &result);
		find_in_map(symbols, image, batch, &result);
	}
	for (size_t i = 0; i < count; i++)
		result.named += answers[i].name.n > 0;
	batch_finish(batch);
	pthread_mutex_lock(&symbols->lock);
	batch->next = symbols->batches;
	symbols->batches = batch;
	pthread_mutex_unlock(&symbols->lock);
	return result;
}
