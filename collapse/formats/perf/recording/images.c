#include "collapse/formats/perf/recording/images.h"

#include <stdlib.h>

#include "common/memory.h"

/* Bytes of the records, before the name. */
enum { MMAP_FIXED = 32, MMAP2_FIXED = 64, KSYMBOL_FIXED = 16 };
enum { PROT_EXECUTE = 4, MAP_HUGE_PAGES = 0x40000, BUILD_ID_MOST = 20 };
enum { KSYMBOL_UNREGISTERED = 1 };

void images_init(struct images *images)
{
	*images = (struct images){0};
	*ARRAY_PUSH(images->items, images->count, images->capacity) =
		(struct image_info){.kind = CODE_NONE};
	*ARRAY_PUSH(images->items, images->count, images->capacity) =
		(struct image_info){.kind = CODE_KERNEL, .path = STR("[kernel.kallsyms]")};
	names_add(&images->comms, STR("swapper"));
	names_add(&images->keys, STR("none"));
	names_add(&images->keys, STR("kernel"));
}

void images_release(struct images *images)
{
	free(images->items);
	free(images->build_ids);
	names_release(&images->comms);
	names_release(&images->keys);
	buf_release(&images->key);
	arena_release(&images->texts);
}

/* ---- records ---- */

static bool is_kernel_mode(uint16_t misc)
{
	return (misc & MISC_MODE) == MODE_KERNEL;
}

static bool parse_mmap(const struct record *record, struct map_record *map)
{
	struct str body = record->body;

	if (body.n < MMAP_FIXED)
		return false;
	map->runs = !(record->misc & MISC_MAP_DATA);
	map->path = native_text(str_skip(body, MMAP_FIXED));
	return true;
}

/* u8 size, 3 bytes, 20 of build-id; or device, inode and generation, which say nothing here. */
static bool parse_mmap2(const struct record *record, struct map_record *map)
{
	struct str body = record->body, id = str_skip(body, 32);

	if (body.n < MMAP2_FIXED)
		return false;
	if (record->misc & MISC_MAP_BUILD_ID && (unsigned char)id.p[0] <= BUILD_ID_MOST)
		map->build_id = str_head(str_skip(id, 4), (unsigned char)id.p[0]);
	map->runs = native_u32(body.p + 56) & PROT_EXECUTE;
	map->is_huge = native_u32(body.p + 60) & MAP_HUGE_PAGES;
	map->path = native_text(str_skip(body, MMAP2_FIXED));
	return true;
}

static bool parse_ksymbol(const struct record *record, struct map_record *map)
{
	struct str body = record->body;

	if (body.n < KSYMBOL_FIXED)
		return false;
	*map = (struct map_record){
		.start = native_u64(body.p),
		.size = native_u32(body.p + 8),
		.is_kernel = true,
		.runs = true,
		.is_symbol = true,
		.is_gone = native_u16(body.p + 14) & KSYMBOL_UNREGISTERED,
		.path = native_text(str_skip(body, KSYMBOL_FIXED)),
	};
	map->offset = map->start;
	return true;
}

bool map_parse(const struct record *record, struct map_record *map)
{
	struct str body = record->body;

	if (record->type == RECORD_KSYMBOL)
		return parse_ksymbol(record, map);
	if (body.n < MMAP_FIXED)
		return false;
	*map = (struct map_record){
		.pid = native_u32(body.p),
		.start = native_u64(body.p + 8),
		.size = native_u64(body.p + 16),
		.offset = native_u64(body.p + 24),
		.is_kernel = is_kernel_mode(record->misc),
	};
	return record->type == RECORD_MMAP ? parse_mmap(record, map) : parse_mmap2(record, map);
}

/* ---- images ---- */

static bool is_anonymous(const struct map_record *map)
{
	return str_starts(map->path, STR("//anon")) || str_starts(map->path, STR("/dev/zero")) ||
	       str_starts(map->path, STR("/anon_hugepage")) || map->is_huge;
}

static bool is_memory(const struct map_record *map)
{
	return str_starts(map->path, STR("[stack")) || str_starts(map->path, STR("/SYSV")) ||
	       str_starts(map->path, STR("[heap]"));
}

static enum code_kind kernel_kind(const struct map_record *map)
{
	if (map->is_symbol)
		return CODE_KERNEL_SYMBOL;
	return str_starts(map->path, STR("[kernel.")) || str_starts(map->path, STR("[guest.kernel.")) ?
		       CODE_KERNEL :
		       CODE_MODULE;
}

static enum code_kind user_kind(const struct map_record *map)
{
	if (is_anonymous(map) || is_memory(map))
		return map->runs ? CODE_JIT : CODE_MEMORY;
	return str_starts(map->path, STR("[vdso")) ? CODE_VDSO : CODE_FILE;
}

/* What tells images apart, as bytes; a file that is mapped by many processes is one. */
static struct str key_of(struct images *images, enum code_kind kind, const struct map_record *map)
{
	struct buf *key = &images->key;

	buf_reset(key);
	buf_add_char(key, (char)('0' + kind));
	if (kind == CODE_JIT)
		buf_add_u64(key, map->pid);
	else
		buf_add(key, map->path);
	buf_add_char(key, '\0');
	buf_add(key, map->build_id);
	return buf_str(key);
}

static struct str path_of(struct images *images, enum code_kind kind, const struct map_record *map)
{
	if (kind != CODE_JIT)
		return arena_copy(&images->texts, map->path);
	buf_reset(&images->key);
	buf_addf(&images->key, "/tmp/perf-%lu.map", (unsigned long)map->pid);
	return arena_copy(&images->texts, buf_str(&images->key));
}

/*
 * "[kernel.kallsyms]_text" has the address of that symbol where a file has its offset, unless the
 * kernel hid it: addresses of another boot differ by it.
 */
static uint32_t note_kernel(struct images *images, const struct map_record *map)
{
	if (str_ends(map->path, STR("_text")) && images->kernel_start == 0)
		images->kernel_start = map->offset;
	return KERNEL_IMAGE;
}

uint32_t images_add(struct images *images, const struct map_record *map)
{
	enum code_kind kind = map->is_kernel ? kernel_kind(map) : user_kind(map);
	struct image_info info = {.kind = kind, .pid = map->pid};
	uint32_t id;

	if (kind == CODE_KERNEL)
		return note_kernel(images, map);
	id = names_add(&images->keys, key_of(images, kind, map));
	if (id < images->count)
		return id;
	info.path = path_of(images, kind, map);
	info.build_id = arena_copy(&images->texts, map->build_id);
	*ARRAY_PUSH(images->items, images->count, images->capacity) = info;
	return id;
}

/* ---- build-ids ---- */

/*
 * s32 pid, 24 bytes with the id and, where misc says so, its size behind 20 of them, and the name.
 */
void images_add_build_id(struct images *images, uint16_t misc, struct str body)
{
	enum { ID_AT = 4, SIZE_AT = 24, NAME_AT = 28 };
	size_t size = BUILD_ID_MOST;
	struct str path;

	if (body.n < NAME_AT)
		return;
	if (misc & MISC_BUILD_ID_SIZE && (unsigned char)body.p[SIZE_AT] <= BUILD_ID_MOST)
		size = (unsigned char)body.p[SIZE_AT];
	path = native_text(str_skip(body, NAME_AT));
	if (path.n == 0 || size == 0)
		return;
	*ARRAY_PUSH(images->build_ids, images->build_id_count, images->build_id_capacity) =
		(struct image_build_id){arena_copy(&images->texts, path),
			arena_copy(&images->texts, str_head(str_skip(body, ID_AT), size))};
}

static int compare_entries(const void *a, const void *b)
{
	const struct image_build_id *x = a, *y = b;

	return str_compare(x->path, y->path);
}

static void apply_build_ids(struct images *images)
{
	size_t count = images->build_id_count;

	if (count == 0)
		return;
	qsort(images->build_ids, count, sizeof(*images->build_ids), compare_entries);
	for (size_t i = 0; i < images->count; i++) {
		struct image_info *image = &images->items[i];
		const struct image_build_id key = {.path = image->path};
		const struct image_build_id *found;

		if (image->build_id.n || image->kind == CODE_NONE)
			continue;
		found = bsearch(&key, images->build_ids, count, sizeof(key), compare_entries);
		if (found)
			image->build_id = found->build_id;
	}
}

/* "/tmp/jit-123.dump": a process maps it so that recordings tell of it. */
static bool is_dump(const struct image_info *image)
{
	struct str name = str_base_name(image->path);

	return image->kind == CODE_FILE && str_starts(name, STR("jit-")) &&
	       str_ends(name, STR(".dump"));
}

static void apply_dumps(struct images *images)
{
	for (size_t i = 0; i < images->count; i++)
		for (size_t k = 0; is_dump(&images->items[i]) && k < images->count; k++)
			if (images->items[k].kind == CODE_JIT &&
				images->items[k].pid == images->items[i].pid)
				images->items[k].dump = images->items[i].path;
}

void images_finish(struct images *images)
{
	apply_build_ids(images);
	apply_dumps(images);
}
