/*
 * The colours that frames had in earlier pictures, kept in a file (--cp) so that a series of
 * pictures keeps them whatever its palettes. One frame a line, sorted by name:
 *
 *     operator->->rgb(230,170,40)
 *
 * A name is any bytes but a newline; the last "->rgb(" of a line ends it.
 */
#ifndef RENDER_PICTURE_PALETTE_MAP_H
#define RENDER_PICTURE_PALETTE_MAP_H

#include "common/names.h"
#include "render/picture/colour.h"

struct palette_map {
	/* private */
	struct names names;
	struct palette_entry *entries; /* by name id */
	size_t capacity;
	bool grown; /* has entries that the file lacked */
};

/*
 * Reads the file at path into a zeroed map; no file is an empty map. Lines that hold no colour are
 * left out, with one warning that counts them. Anything but a regular file, or one that cannot be
 * read, ends the program.
 */
void palette_map_load(struct palette_map *map, const char *path);

/* False, and nothing stored, when the map has no colour for that name. */
bool palette_map_find(struct palette_map *map, struct str name, struct colour *colour);
/* Replaces the colour that the name had. */
void palette_map_add(struct palette_map *map, struct str name, struct colour colour);

/*
 * Writes the map if it has grown, whole or not at all, and ends the program when it cannot. The
 * file is locked and read again first: what other processes added since stays, and theirs is the
 * colour of a name that they added too. A symbolic link is replaced, its target left alone. No
 * other struct output may be open meanwhile.
 */
void palette_map_save(struct palette_map *map, const char *path);

void palette_map_release(struct palette_map *map);

#endif
