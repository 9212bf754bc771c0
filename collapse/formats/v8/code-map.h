/*
 * Which code is at an address, while code comes, moves and goes, as in a program with a
 * just-in-time compiler: ranges that do not overlap, in a skip list, so that everything takes the
 * logarithm of their number. What is added takes the place of all that it overlaps: that was freed
 * unsaid.
 */
#ifndef COLLAPSE_FORMATS_V8_CODE_MAP_H
#define COLLAPSE_FORMATS_V8_CODE_MAP_H

#include <stdbool.h>
#include <stdint.h>

enum { CODE_MAP_LEVELS = 16 };

struct code {
	uint64_t start, size;
	uint32_t name;
	bool script; /* a function of a script, not a part of the machine that runs it */
	/* private */
	unsigned height;
	struct code *next[];
};

/* A zeroed map is an empty one. */
struct code_map {
	struct code *first[CODE_MAP_LEVELS];
	uint64_t random;
};

void code_map_add(struct code_map *map, const struct code *code);
/* False if no code starts at from, or start. */
bool code_map_move(struct code_map *map, uint64_t from, uint64_t to);
bool code_map_remove(struct code_map *map, uint64_t start);
/* The code that the address is in, or NULL; valid until the map changes. */
const struct code *code_map_find(const struct code_map *map, uint64_t address);
/* Empties it. */
void code_map_release(struct code_map *map);

#endif
