/*
 * Where files of an image are looked for: the path that was recorded, perf's cache of files, the
 * folders of separate debug files, and what debuginfod's client fetched before; never the network.
 */
#ifndef COLLAPSE_SYMBOLS_PLACES_H
#define COLLAPSE_SYMBOLS_PLACES_H

#include "collapse/symbols/image.h"
#include "common/buf.h"

struct places {
	const struct symbols_options *options;
	struct buf cache;      /* perf's; empty: none */
	struct buf debuginfod; /* empty: none */
	bool same_host;        /* it was recorded here, by this kernel's release */
};

void places_init(struct places *places, const struct symbols_options *options);
void places_release(struct places *places);

/* Sets `out` to a path of the recording as it is here, below --symfs, NUL-terminated. */
bool places_path(const struct places *places, struct str path, struct buf *out);

/* The same, but a link in the path's place is not followed: for what must not be one. */
bool places_unlinked_path(const struct places *places, struct str path, struct buf *out);

/*
 * A process that still lives in another mount namespace, as that of a container, and has the file
 * mapped: sets `out` to the file's path through it.
 */
bool places_container_path(
	const struct places *places, int64_t pid, struct str path, struct buf *out);

/* The same for the map of code that such a process made, named by the number it has there. */
bool places_container_map(const struct places *places, int64_t pid, struct buf *out);

/* A file of a build-id in perf's cache: "elf", "debug", "kallsyms", "vdso". */
bool places_cached(
	const struct places *places, struct str build_id, const char *name, struct buf *out);
/* The same in the cache of debuginfod's client: "executable", "debuginfo". */
bool places_fetched(
	const struct places *places, struct str build_id, const char *name, struct buf *out);

/* Whether it leads from the root; one with a NUL in it leads nowhere. */
bool places_is_path(struct str path);

#endif
