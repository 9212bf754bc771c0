/*
 * Files are tried in an order, and the first that is the right one is taken. Right is what has the
 * build-id that was recorded. When none was recorded, the file at the recorded path is taken to be
 * what ran, and its debug file must have its build-id, or the CRC that it tells.
 */
#include "collapse/symbols/files.h"

#include <unistd.h>

#include "collapse/symbols/build-id.h"
#include "collapse/symbols/elf-symbols.h"

static const char default_debug_dir[] = "/usr/lib/debug";

/* ---- opening ---- */

/* What is worse is told: that a file is there, but another. */
static void tell(struct files *files, enum image_state state, struct str problem)
{
	if (files->state == IMAGE_DIFFERS ||
		(files->state == IMAGE_UNREADABLE && state == IMAGE_MISSING))
		return;
	files->state = state;
	buf_set(&files->problem, problem);
}

static void tell_difference(struct files *files, struct str is, struct str wanted)
{
	struct buf text = {0};

	if (is.n) {
		buf_add(&text, STR("its build-id is "));
		build_id_add_hex(&text, is);
	} else {
		buf_add(&text, STR("it has no build-id"));
	}
	buf_add(&text, STR(", that of what ran is "));
	build_id_add_hex(&text, wanted);
	tell(files, IMAGE_DIFFERS, buf_str(&text));
	buf_release(&text);
}

struct elf *files_open(struct files *files, const char *path, struct str build_id)
{
	struct buf why = {0};
	struct elf *elf = elf_open(path, &why);

	if (!elf)
		tell(files, access(path, F_OK) == 0 ? IMAGE_UNREADABLE : IMAGE_MISSING,
			buf_str(&why));
	buf_release(&why);
	if (!elf || build_id.n == 0 || str_eq(elf_build_id(elf), build_id))
		return elf;
	tell_difference(files, elf_build_id(elf), build_id);
	elf_close(elf);
	return NULL;
}

static bool take_image(struct files *files, struct buf *path, struct str build_id)
{
	files->image = files_open(files, path->p, build_id);
	if (files->image)
		buf_set(&files->path, buf_str(path));
	return files->image != NULL;
}

/* What is at the path of a file that was taken away is another, unless its id proves it. */
static struct str without_deleted(struct str path)
{
	return str_ends(path, STR(" (deleted)")) ? str_drop_end(path, 10) : path;
}

static void find_image(const struct places *places, const struct image *image, struct files *files)
{
	struct str path = without_deleted(image->path), id = image->build_id;
	struct buf at = {0};
	bool deleted = path.n < image->path.n;

	tell(files, IMAGE_MISSING, deleted ? STR("it was deleted") : STR("it is no file"));
	if (!deleted || id.n) {
		if (!(places_container_path(places, image->pid, path, &at) &&
				take_image(files, &at, id)) &&
			places_path(places, path, &at))
			take_image(files, &at, id);
	}
	if (!files->image && places_cached(places, id, "elf", &at))
		take_image(files, &at, id);
	if (!files->image && places_fetched(places, id, "executable", &at))
		take_image(files, &at, id);
	buf_release(&at);
}

/* ---- debug files ---- */

struct search {
	const struct places *places;
	struct files *files;
	struct str path;  /* the image's, as recorded */
	struct str id;    /* the image's; empty: the CRC decides */
	struct str link;  /* the name that it tells; or empty */
	uint32_t crc;
	struct buf at;
};

static bool has_debug_information(const struct elf *elf)
{
	const struct elf_section *section = elf_section_named(elf, ".debug_info");

	return section && section->type != SECTION_NO_BYTES;
}

/* Whether the file at search->at is the image's debug file; it is taken then. */
static bool try_debug(struct search *search)
{
	struct buf why = {0};
	struct elf *elf, *image = search->files->image;
	bool good;

	buf_terminate(&search->at);
	elf = elf_open(search->at.p, &why);
	buf_release(&why);
	if (!elf)
		return false;
	good = elf->device != image->device || elf->inode != image->inode;
	if (search->id.n)
		good = good && str_eq(elf_build_id(elf), search->id);
	else
		good = good && search->link.n && debug_link_crc(elf->bytes) == search->crc;
	if (good && (elf_has_symbols(elf) || has_debug_information(elf))) {
		search->files->separate = elf;
		return true;
	}
	elf_close(elf);
	return false;
}

/* folder + middle + name, below --symfs if the folder is of the recording's machine. */
static bool try_at(struct search *search, bool recorded, struct str folder, const char *middle,
	struct str name)
{
	struct buf path = {0};
	bool good = true;

	buf_add(&path, folder);
	buf_add(&path, str_of(middle));
	buf_add(&path, name);
	if (recorded) {
		good = places_path(search->places, buf_str(&path), &search->at);
	} else {
		buf_set(&search->at, buf_str(&path));
	}
	buf_release(&path);
	return good && try_debug(search);
}

static bool try_by_id(struct search *search, bool recorded, struct str folder)
{
	struct buf name = {0};
	bool found;

	if (search->id.n < 2)
		return false;
	build_id_add_path(&name, search->id);
	buf_add(&name, STR(".debug"));
	found = try_at(search, recorded, folder, "", buf_str(&name));
	buf_release(&name);
	return found;
}

/* A tree of debug files: by the debug link, by the image's path, by the build-id. */
static bool try_tree(struct search *search, bool recorded, struct str tree)
{
	struct str folder = str_head(search->path, str_rfind(search->path, '/'));
	struct buf below = {0};
	bool found = false;

	buf_add(&below, tree);
	buf_add(&below, folder);
	if (search->link.n)
		found = try_at(search, recorded, buf_str(&below), "/", search->link);
	buf_set(&below, tree);
	buf_add(&below, search->path);
	found = found || try_at(search, recorded, buf_str(&below), ".debug", STR("")) ||
		try_at(search, recorded, buf_str(&below), "", STR("")) ||
		try_by_id(search, recorded, tree);
	buf_release(&below);
	return found;
}

static bool find_debug(struct search *search)
{
	const struct places *places = search->places;
	struct str folder = str_head(search->path, str_rfind(search->path, '/'));

	if (search->link.n && (try_at(search, true, folder, "/", search->link) ||
		try_at(search, true, folder, "/.debug/", search->link)))
		return true;
	if (places_cached(places, search->id, "debug", &search->at) && try_debug(search))
		return true;
	if (places->options->debug_dir &&
		try_tree(search, false, str_of(places->options->debug_dir)))
		return true;
	if (try_tree(search, true, STR(default_debug_dir)))
		return true;
	/* By the id only: what is at a path here is not what is at that path there. */
	if (places->options->root && try_by_id(search, false, STR(default_debug_dir)))
		return true;
	return places_fetched(places, search->id, "debuginfo", &search->at) && try_debug(search);
}

/*
 * What dwz moved out of several debug files: its name is a path, usually relative to the debug
 * file's folder, and its build-id is told with it.
 */
static void find_alternate(struct search *search)
{
	struct files *files = search->files;
	struct files ignored = {.state = IMAGE_NAMED};
	struct str name, id, folder = buf_str(&search->at);
	struct buf path = {0};

	if (!files->debug || !elf_alternate_link(files->debug, &name, &id))
		return;
	if (files->debug == files->image)
		folder = buf_str(&files->path);
	if (name.p[0] != '/') {
		buf_add(&path, str_head(folder, str_rfind(folder, '/')));
		buf_add_char(&path, '/');
	}
	buf_add(&path, name);
	buf_terminate(&path);
	if (name.p[0] != '/' || places_path(search->places, name, &path))
		files->alternate = files_open(&ignored, path.p, id);
	if (!files->alternate && id.n >= 2) {
		buf_set(&path, STR(default_debug_dir));
		build_id_add_path(&path, id);
		buf_add(&path, STR(".debug"));
		buf_terminate(&path);
		files->alternate = files_open(&ignored, path.p, id);
	}
	buf_release(&path);
	buf_release(&ignored.problem);
}

/* ---- public ---- */

static void find_separate(
	const struct places *places, const struct image *image, struct files *files)
{
	struct search search = {.places = places,
		.files = files,
		.path = without_deleted(image->path),
		.id = elf_build_id(files->image),
		.link = STR("")};
	bool wanted = places->options->inlines || places->options->lines;
	bool debug = wanted && has_debug_information(files->image);

	elf_debug_link(files->image, &search.link, &search.crc);
	/* Only a name: what leads elsewhere was not written by a linker. */
	if (str_find(search.link, '/') < search.link.n)
		search.link = STR("");
	if ((!elf_has_symbols(files->image) || (wanted && !debug)) && places_is_path(search.path) &&
		find_debug(&search)) {
		if (elf_has_symbols(files->separate)) {
			files->symbols = files->separate;
			buf_set(&files->path, buf_str(&search.at));
		}
		if (wanted && !debug && has_debug_information(files->separate))
			files->debug = files->separate;
	}
	if (debug)
		files->debug = files->image;
	find_alternate(&search);
	buf_release(&search.at);
}

void files_find(const struct places *places, const struct image *image, struct files *files)
{
	*files = (struct files){.state = IMAGE_NAMED};
	find_image(places, image, files);
	if (!files->image)
		return;
	files->state = IMAGE_NAMED;
	buf_reset(&files->problem);
	files->symbols = files->image;
	find_separate(places, image, files);
}

void files_close(struct files *files)
{
	elf_close(files->image);
	elf_close(files->separate);
	elf_close(files->alternate);
	buf_release(&files->path);
	buf_release(&files->problem);
}
