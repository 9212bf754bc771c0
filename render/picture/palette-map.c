/*
 * Two pictures may be drawn at once in one directory, so the file is locked while it is replaced.
 * The lock is on the file itself: a process that waited for it may find that it got the lock of a
 * file that was replaced meanwhile, and then starts again with the new one. POSIX drops a lock when
 * any descriptor of the file is closed, so all reading under the lock goes through its own.
 */
#include "render/picture/palette-map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/buf.h"
#include "common/memory.h"
#include "common/messages.h"
#include "common/output.h"

enum { READ_STEP = 1 << 16 };

struct palette_entry {
	struct colour colour;
	bool known; /* false: a name that was only asked for */
	bool saved; /* stands in the file */
};

/* ---- entries ---- */

static struct palette_entry *entry_of(struct palette_map *map, struct str name)
{
	uint32_t known = map->names.count;
	uint32_t id = names_add(&map->names, name);

	if (id == known) {
		map->entries = memory_grow(
			map->entries, &map->capacity, (size_t)id + 1, sizeof(*map->entries));
		map->entries[id] = (struct palette_entry){0};
	}
	return &map->entries[id];
}

bool palette_map_find(struct palette_map *map, struct str name, struct colour *colour)
{
	const struct palette_entry *entry = entry_of(map, name);

	if (entry->known)
		*colour = entry->colour;
	return entry->known;
}

void palette_map_add(struct palette_map *map, struct str name, struct colour colour)
{
	struct palette_entry *entry = entry_of(map, name);

	*entry = (struct palette_entry){.colour = colour, .known = true};
	map->grown = true;
}

void palette_map_release(struct palette_map *map)
{
	names_release(&map->names);
	free(map->entries);
	*map = (struct palette_map){0};
}

/* ---- reading ---- */

static bool parse_channel(struct str text, uint8_t *channel)
{
	uint64_t value;

	if (!str_to_u64(text, &value) || value > 255)
		return false;
	*channel = (uint8_t)value;
	return true;
}

/* "230,170,40)" */
static bool parse_rgb(struct str text, struct colour *colour)
{
	struct str r, g, b, rest;

	if (!str_ends(text, STR(")")) || !str_cut(str_drop_end(text, 1), ',', &r, &rest) ||
		!str_cut(rest, ',', &g, &b))
		return false;
	return parse_channel(r, &colour->r) && parse_channel(g, &colour->g) &&
	       parse_channel(b, &colour->b);
}

/* Names may hold "->rgb(" themselves, so the last one counts. */
static bool parse_entry(struct str line, struct str *name, struct colour *colour)
{
	static const struct str arrow = STR_INIT("->rgb(");
	size_t at = line.n, next = str_find_str(line, arrow);

	while (next < line.n) {
		at = next;
		next = at + 1 + str_find_str(str_skip(line, at + 1), arrow);
	}
	*name = str_head(line, at);
	return at < line.n && parse_rgb(str_trim_end(str_skip(line, at + arrow.n)), colour);
}

/* Takes the entries of a file's text and returns how many lines were none. */
static uint64_t take_entries(struct palette_map *map, struct str text)
{
	uint64_t bad = 0;

	while (text.n > 0) {
		struct str line = str_head(text, str_find(text, '\n'));
		struct str name;
		struct colour colour;

		text = str_skip(text, line.n + 1);
		if (parse_entry(line, &name, &colour))
			*entry_of(map, name) = (struct palette_entry){colour, true, true};
		else if (str_trim(line).n > 0)
			bad++;
	}
	return bad;
}

static void read_all(int fd, const char *path, struct buf *text)
{
	ssize_t got;

	do {
		got = read(fd, buf_reserve(text, READ_STEP), READ_STEP);
		if (got < 0 && errno != EINTR)
			die_errno("%s: cannot read", path);
		if (got > 0)
			text->n += (size_t)got;
	} while (got != 0);
}

static uint64_t take_file(struct palette_map *map, int fd, const char *path)
{
	struct buf text = {0};
	struct stat status;

	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
		die("%s: a palette map must be a regular file", path);
	read_all(fd, path, &text);
	uint64_t bad = take_entries(map, buf_str(&text));

	buf_release(&text);
	return bad;
}

void palette_map_load(struct palette_map *map, const char *path)
{
	/* Without O_NONBLOCK a planted pipe would hold us here for ever. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0 && errno == ENOENT)
		return;
	if (fd < 0)
		die_errno("%s: cannot open", path);
	uint64_t bad = take_file(map, fd, path);

	close(fd);
	if (bad > 0)
		warn("%s: left out %llu line%s, not NAME->rgb(R,G,B)", path,
			(unsigned long long)bad, bad == 1 ? "" : "s");
}

/* ---- writing ---- */

/* Opens path, made if it is missing; takes away a link in its place. */
static int open_for_update(const char *path)
{
	struct stat status;
	int fd;

	for (;;) {
		fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fd;
		int failed = errno;

		if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode) || unlink(path) != 0) {
			errno = failed;
			die_errno("%s: cannot open for writing", path);
		}
	}
}

static void wait_for_lock(int fd, const char *path)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	while (fcntl(fd, F_SETLKW, &whole) != 0)
		if (errno != EINTR)
			die_errno("%s: cannot lock", path);
}

static bool still_at(int fd, const char *path)
{
	struct stat ours, present;

	return fstat(fd, &ours) == 0 && lstat(path, &present) == 0 &&
	       ours.st_dev == present.st_dev && ours.st_ino == present.st_ino;
}

static int open_locked(const char *path)
{
	for (;;) {
		int fd = open_for_update(path);

		wait_for_lock(fd, path);
		if (still_at(fd, path))
			return fd;
		close(fd);
	}
}

static bool has_unsaved(const struct palette_map *map)
{
	for (uint32_t id = 0; id < map->names.count; id++)
		if (map->entries[id].known && !map->entries[id].saved)
			return true;
	return false;
}

static void write_entries(const struct palette_map *map, const char *path)
{
	uint32_t *sorted = names_sorted(&map->names);
	struct output output;

	output_open(&output, path);
	for (uint32_t i = 0; i < map->names.count; i++) {
		const struct palette_entry *entry = &map->entries[sorted[i]];

		if (!entry->known)
			continue;
		buf_add(&output.buf, names_get(&map->names, sorted[i]));
		buf_addf(&output.buf, "->rgb(%d,%d,%d)\n", entry->colour.r, entry->colour.g,
			entry->colour.b);
		output_flush_if_full(&output);
	}
	output_close(&output);
	free(sorted);
}

void palette_map_save(struct palette_map *map, const char *path)
{
	if (!map->grown)
		return;
	int fd = open_locked(path);

	take_file(map, fd, path);
	if (has_unsaved(map))
		write_entries(map, path);
	close(fd);
	map->grown = false;
}
