/*
 * The files of an image: what was mapped, and what tells of it.
 */
#ifndef COLLAPSE_SYMBOLS_FILES_H
#define COLLAPSE_SYMBOLS_FILES_H

#include "collapse/symbols/elf.h"
#include "collapse/symbols/places.h"

struct files {
	struct elf *image;     /* what was mapped; NULL: not here */
	struct elf *symbols;   /* with the symbol table: image, or debug */
	struct elf *debug;     /* with .debug_info: image, or its debug file; NULL: none */
	struct elf *separate;  /* the debug file, if it is not image; NULL */
	struct elf *alternate; /* what dwz left out of debug; NULL */
	struct buf path;       /* of symbols */
	enum image_state state;
	struct buf problem;
};

/* Opens what is there. */
void files_find(const struct places *places, const struct image *image, struct files *files);
void files_close(struct files *files);

/* A file that must have the build-id, unless that is empty; NULL, and `files` tells why. */
struct elf *files_open(struct files *files, const char *path, struct str build_id);

#endif
