#include "collapse/symbols/kernel.h"

#include <stdlib.h>
#include <unistd.h>

#include "collapse/symbols/elf-symbols.h"
#include "collapse/symbols/kallsyms.h"
#include "common/mapping.h"

/* The running kernel's build-id is in notes like those of a file. */
static bool running_id(struct buf *id)
{
	struct buf why = {0};
	char notes[4096];
	int fd = open_regular("/sys/kernel/notes", 0, &why);
	ssize_t n = fd < 0 ? 0 : read(fd, notes, sizeof(notes));
	const uint16_t one = 1;
	bool is_big = *(const char *)&one == 0;

	if (fd >= 0)
		close(fd);
	buf_release(&why);
	if (n > 0)
		buf_set(id, elf_note_build_id((struct str){notes, (size_t)n}, is_big));
	return id->n > 0;
}

static void fail(struct kernel *kernel, enum image_state state, struct str problem)
{
	/* What is worse than nothing at all stays said. */
	if (kernel->state != IMAGE_NAMED && state == IMAGE_MISSING)
		return;
	kernel->state = state;
	buf_set(&kernel->problem, problem);
}

/* ---- vmlinux ---- */

static struct str text_name(const struct image *image)
{
	return image->text_name.n ? image->text_name : STR("_text");
}

static void take_vmlinux(
	struct kernel *kernel, struct elf *elf, const char *path, const struct image *image)
{
	uint64_t text;

	kernel->vmlinux = elf;
	buf_set(&kernel->path, str_of(path));
	if (image->text_start && elf_symbol_address(elf, text_name(image), &text))
		kernel->vmlinux_shift = image->text_start - text;
}

static bool try_vmlinux(struct kernel *kernel, const char *path, const struct image *image)
{
	struct files files = {.state = IMAGE_NAMED};
	struct elf *elf = files_open(&files, path, image->build_id);

	if (elf && !elf_has_symbols(elf)) {
		elf_close(elf);
		elf = NULL;
	}
	if (elf)
		take_vmlinux(kernel, elf, path, image);
	else if (files.state == IMAGE_DIFFERS)
		fail(kernel, files.state, buf_str(&files.problem));
	buf_release(&files.problem);
	return elf != NULL;
}

/* Only by its build-id: there is one of each release, and many builds of a release. */
static bool find_vmlinux(
	const struct places *places, const struct image *image, struct kernel *kernel)
{
	static const struct {
		const char *before, *behind;
	} paths[] = {{"/boot/vmlinux-", ""}, {"/usr/lib/debug/boot/vmlinux-", ""},
		{"/lib/modules/", "/build/vmlinux"}, {"/usr/lib/debug/lib/modules/", "/vmlinux"}};
	struct str release = places->options->release;
	struct buf path = {0}, at = {0};
	bool found = false;

	if (image->build_id.n == 0)
		return false;
	found = places_cached(places, image->build_id, "elf", &at) &&
		try_vmlinux(kernel, at.p, image);
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths) && !found && release.n; i++) {
		buf_set(&path, str_of(paths[i].before));
		buf_add(&path, release);
		buf_add(&path, str_of(paths[i].behind));
		found = places_path(places, buf_str(&path), &at) &&
			try_vmlinux(kernel, at.p, image);
	}
	buf_release(&path);
	buf_release(&at);
	return found;
}

/* ---- the list of names ---- */

/* The recorded kernel may have been loaded elsewhere than the one whose list this is. */
static bool try_list(struct kernel *kernel, const char *path, const struct image *image)
{
	struct buf why = {0};
	struct str list;
	uint64_t text;
	bool good = kallsyms_read(&kernel->kallsyms, path, &why);
	enum image_state state = IMAGE_MISSING;

	if (good && kallsyms_is_hidden(buf_str(&kernel->kallsyms))) {
		good = false;
		state = IMAGE_HIDDEN;
		buf_set(&why, STR("its addresses are hidden from this user"));
	}
	if (good) {
		list = buf_str(&kernel->kallsyms);
		if (image->text_start && kallsyms_address(list, text_name(image), &text))
			kernel->kallsyms_shift = image->text_start - text;
		if (!kernel->vmlinux)
			buf_set(&kernel->path, str_of(path));
	} else {
		buf_reset(&kernel->kallsyms);
		fail(kernel, state, buf_str(&why));
	}
	buf_release(&why);
	return good;
}

static bool runs_here(const struct places *places, const struct image *image, struct kernel *kernel)
{
	struct buf id = {0};
	bool same;

	if (places->options->root)
		return false;
	if (image->build_id.n == 0)
		return places->same_host;
	same = running_id(&id) && str_eq(buf_str(&id), image->build_id);
	if (!same)
		fail(kernel, IMAGE_DIFFERS, STR("it is not the kernel that runs here"));
	buf_release(&id);
	return same;
}

static bool find_list(const struct places *places, const struct image *image, struct kernel *kernel)
{
	struct buf path = {0};
	bool found = false;

	if (runs_here(places, image, kernel)) {
		found = try_list(kernel, "/proc/kallsyms", image);
		/* Without a build-id the same release may have been built, or booted, again. */
		if (found && image->build_id.n == 0 && kernel->kallsyms_shift) {
			buf_reset(&kernel->kallsyms);
			kernel->kallsyms_shift = 0;
			found = false;
			fail(kernel, IMAGE_DIFFERS, STR("the machine was started again since"));
		}
	}
	if (!found && places_cached(places, image->build_id, "kallsyms", &path) &&
		access(path.p, F_OK) == 0)
		found = try_list(kernel, path.p, image);
	buf_release(&path);
	return found;
}

void kernel_find(const struct places *places, const struct image *image, struct kernel *kernel)
{
	const struct symbols_options *options = places->options;

	*kernel = (struct kernel){.state = IMAGE_NAMED};
	if (options->vmlinux)
		try_vmlinux(kernel, options->vmlinux, image);
	else if (!options->kallsyms)
		find_vmlinux(places, image, kernel);
	if (options->kallsyms)
		try_list(kernel, options->kallsyms, image);
	else if (!options->vmlinux)
		find_list(places, image, kernel);
	if (kernel->vmlinux || kernel->kallsyms.n) {
		kernel->state = IMAGE_NAMED;
		buf_reset(&kernel->problem);
	} else if (kernel->state == IMAGE_NAMED) {
		fail(kernel, IMAGE_MISSING, STR("no list of its names is here"));
	}
}

void kernel_release(struct kernel *kernel)
{
	elf_close(kernel->vmlinux);
	buf_release(&kernel->kallsyms);
	buf_release(&kernel->path);
	buf_release(&kernel->problem);
}

/* ---- vdso ---- */

/*
 * Our own, which is memory like any other:
 *
 *     7ffd63bd2000-7ffd63bd4000 r-xp 00000000 00:00 0                          [vdso]
 */
static struct str own_vdso(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	struct str bytes = STR(""), line, first, second;
	uint64_t start, end;
	char text[512];
	const char *p;

	while (maps && bytes.n == 0 && fgets(text, sizeof(text), maps)) {
		line = str_trim_end(str_head(str_of(text), str_find(str_of(text), '\n')));
		if (str_ends(line, STR(" [vdso]")) &&
			str_cut(str_take_word(&line), '-', &first, &second) &&
			str_hex_to_u64(first, &start) && str_hex_to_u64(second, &end) &&
			start < end) {
			uintptr_t address = (uintptr_t)start;

			memcpy(&p, &address, sizeof(p));
			bytes = (struct str){p, (size_t)(end - start)};
		}
	}
	if (maps)
		fclose(maps);
	return bytes;
}

struct elf *vdso_open(const struct places *places, const struct image *image, struct files *files)
{
	struct buf at = {0}, why = {0};
	struct elf *elf = NULL;

	if (places_cached(places, image->build_id, "vdso", &at))
		elf = files_open(files, at.p, image->build_id);
	if (!elf && !places->options->root && (image->build_id.n || places->same_host)) {
		struct str bytes = own_vdso();

		if (bytes.n)
			elf = elf_from_bytes(bytes, &why);
		if (elf && image->build_id.n && !str_eq(elf_build_id(elf), image->build_id)) {
			elf_close(elf);
			elf = NULL;
		}
	}
	if (!elf) {
		files->state = IMAGE_MISSING;
		buf_set(&files->problem, STR("it is that of another kernel"));
	}
	buf_release(&at);
	buf_release(&why);
	return elf;
}
