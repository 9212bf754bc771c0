#include "collapse/symbols/dwarf/files.h"

#include "collapse/symbols/dwarf/abbreviations.h"
#include "collapse/symbols/dwarf/constants.h"
#include "collapse/symbols/dwarf/names.h"
#include "collapse/symbols/dwarf/package.h"
#include "collapse/symbols/dwarf/root.h"
#include "collapse/symbols/elf.h"

/* The largest programs have some ten thousand; a file could name a million. */
enum { MOST_FILES = 1 << 15 };

static void open_file(
	struct dwarf_files *files, struct dwarf_file *file, struct elf *elf, bool is_split)
{
	dwarf_file_init(file, elf, is_split);
	file->serial = files->next_serial++;
}

void dwarf_files_init(struct dwarf_files *files, const struct inlines_files *elves)
{
	*files = (struct dwarf_files){.elves = *elves};
	open_file(files, &files->debug, elves->debug, false);
	if (elves->alternate) {
		open_file(files, &files->alternate, elves->alternate, false);
		files->debug.alternate = &files->alternate;
		files->has_alternate = true;
	}
	if (elves->package) {
		open_file(files, &files->package, elves->package, true);
		files->package.skeleton = &files->debug;
		files->has_package = true;
	}
}

static void forget_units(struct dwarf_file *file)
{
	for (size_t i = 0; i < file->unit_count; i++) {
		dwarf_scopes_free(&file->units[i]);
		dwarf_root_free(&file->units[i]);
	}
}

static void close_file(struct dwarf_file *file)
{
	forget_units(file);
	dwarf_abbreviations_free(file);
	dwarf_file_release(file);
}

static void close_split(struct dwarf_files *files)
{
	if (!files->has_split)
		return;
	close_file(&files->split);
	elf_close(files->split.elf);
	files->has_split = false;
}

void dwarf_files_release(struct dwarf_files *files)
{
	close_split(files);
	close_file(&files->debug);
	if (files->has_alternate)
		close_file(&files->alternate);
	if (files->has_package)
		close_file(&files->package);
	buf_release(&files->path);
}

void dwarf_files_forget(struct dwarf_files *files)
{
	close_split(files);
	forget_units(&files->debug);
	if (files->has_alternate)
		forget_units(&files->alternate);
	if (files->has_package)
		forget_units(&files->package);
}

/*
 * A good file is read about twice, and its lists of ranges as often. An address is in some dozen
 * functions, the name of each takes some entries, and most have been met before.
 */
static void allow(struct dwarf_file *file, size_t addresses)
{
	const uint64_t for_address = 4000, for_byte = 8;
	uint64_t bytes = (uint64_t)dwarf_section(file, DWARF_INFO).n +
			 dwarf_section(file, DWARF_RANGES).n +
			 dwarf_section(file, DWARF_RNGLISTS).n + dwarf_section(file, DWARF_LINE).n;

	file->work = addresses * for_address + bytes * for_byte;
}

void dwarf_files_allow(struct dwarf_files *files, size_t addresses)
{
	allow(&files->debug, addresses);
	if (files->has_alternate)
		allow(&files->alternate, addresses);
	if (files->has_package)
		allow(&files->package, addresses);
}

/* ---- units that were split off ---- */

bool dwarf_is_skeleton(const struct dwarf_unit *unit)
{
	return unit->kind == DW_UT_skeleton ||
	       (unit->version < 5 && unit->root->entry.values[DWARF_SPLIT_NAME].form);
}

/* Of version 5 it is in the header, before that an attribute. */
static bool identity(const struct dwarf_unit *unit, uint64_t *id)
{
	*id = unit->id;
	return unit->version >= 5 || dwarf_number_of(unit->root->entry.values[DWARF_SPLIT_ID], id);
}

static bool path_of(struct dwarf_files *files, struct dwarf_unit *skeleton)
{
	struct str name, directory = dwarf_directory(skeleton);

	buf_reset(&files->path);
	if (!dwarf_text_of(skeleton, skeleton->root->entry.values[DWARF_SPLIT_NAME], &name) ||
		!name.n)
		return false;
	if (!str_starts(name, STR("/")) && directory.n) {
		buf_add(&files->path, directory);
		buf_add_char(&files->path, '/');
	}
	buf_add(&files->path, name);
	return true;
}

static struct dwarf_unit *open_half(
	struct dwarf_unit *unit, struct dwarf_unit *skeleton, uint64_t id)
{
	uint64_t own;

	if (unit->version != skeleton->version || unit->address_size != skeleton->address_size ||
		!dwarf_open_split_unit(unit, skeleton))
		return NULL;
	return identity(unit, &own) && own == id ? unit : NULL;
}

static struct dwarf_unit *find_in_split(
	struct dwarf_files *files, struct dwarf_unit *skeleton, uint64_t id)
{
	struct dwarf_file *file = &files->split;

	dwarf_read_units(file);
	for (size_t i = 0; i < file->info_count; i++) {
		struct dwarf_unit *unit = &file->units[i];
		bool is_half = unit->kind == DW_UT_split_compile || unit->kind == DW_UT_compile;

		if (is_half && (unit->version < 5 || unit->id == id))
			return open_half(unit, skeleton, id);
	}
	return NULL;
}

struct dwarf_unit *dwarf_split_unit(struct dwarf_files *files, struct dwarf_unit *skeleton)
{
	struct dwarf_unit *unit;
	struct elf *elf;
	uint64_t id;

	close_split(files);
	if (!path_of(files, skeleton) || !identity(skeleton, &id))
		return NULL;
	unit = files->has_package ? dwarf_package_unit(&files->package, id) : NULL;
	if (unit && open_half(unit, skeleton, id))
		return unit;
	buf_add_char(&files->path, '\0');
	files->path.n--;
	if (files->next_serial >= MOST_FILES)
		return NULL;
	elf = files->elves.open ? files->elves.open(files->elves.context, files->path.p) : NULL;
	if (!elf)
		return NULL;
	open_file(files, &files->split, elf, true);
	files->split.skeleton = &files->debug;
	files->split.alternate = files->debug.alternate;
	files->has_split = true;
	allow(&files->split, 0);
	files->split.work += files->debug.work;
	return find_in_split(files, skeleton, id);
}
