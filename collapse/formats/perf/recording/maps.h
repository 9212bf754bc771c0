/*
 * What is mapped where in a process: pieces of images, sorted by address, that do not overlap. A
 * forked process has its parent's maps until either changes, so they are shared and counted; who
 * changes shared ones gets a copy.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_MAPS_H
#define COLLAPSE_FORMATS_PERF_RECORDING_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map {
	uint64_t start, end; /* addresses, the end not included */
	uint64_t offset; /* of the start, in the image */
	uint32_t image;
};

struct maps {
	struct map *items;
	size_t count, capacity;
	uint32_t references;
	uint32_t generation; /* another one for each content: what was found in one stays true in it */
	bool frozen; /* threads share them: nobody changes or frees them, or counts references */
};

/* Counts up for generations; one for all maps that are looked at together. */
struct maps_clock {
	uint32_t last;
};

struct maps *maps_new(struct maps_clock *clock);
struct maps *maps_share(struct maps *maps);
void maps_drop(struct maps *maps); /* NULL: nothing happens */

/* Maps a piece over what was there, of which only what sticks out remains. No bytes: nothing. */
void maps_insert(struct maps **maps, struct maps_clock *clock, const struct map *map);
/* What lies between the addresses is mapped no more. */
void maps_remove(struct maps **maps, struct maps_clock *clock, uint64_t start, uint64_t end);

/* NULL when nothing is mapped there. */
const struct map *maps_find(const struct maps *maps, uint64_t address);

#endif
