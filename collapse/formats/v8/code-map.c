#include "collapse/formats/v8/code-map.h"

#include <stdlib.h>

#include "common/memory.h"

/* On each level the link that leads to the first code at or behind the address. */
static void find_links(struct code_map *map, uint64_t address, struct code **at[CODE_MAP_LEVELS])
{
	struct code **links = map->first;

	for (unsigned level = CODE_MAP_LEVELS; level-- > 0;) {
		while (links[level] && links[level]->start < address)
			links = links[level]->next;
		at[level] = &links[level];
	}
}

/* The last code that starts at the address or before it. */
static const struct code *find_floor(const struct code_map *map, uint64_t address)
{
	struct code *const *links = map->first;
	const struct code *found = NULL;

	for (unsigned level = CODE_MAP_LEVELS; level-- > 0;) {
		while (links[level] && links[level]->start <= address) {
			found = links[level];
			links = found->next;
		}
	}
	return found;
}

static struct code *take_out(struct code_map *map, uint64_t start)
{
	struct code **at[CODE_MAP_LEVELS];
	struct code *code;

	find_links(map, start, at);
	code = *at[0];
	if (!code || code->start != start)
		return NULL;
	for (unsigned level = 0; level < code->height; level++)
		*at[level] = code->next[level];
	return code;
}

static void put_in(struct code_map *map, struct code *code)
{
	struct code **at[CODE_MAP_LEVELS];
	const struct code *other;

	if (code->size > UINT64_MAX - code->start)
		code->size = UINT64_MAX - code->start;
	other = code_map_find(map, code->start);
	if (other)
		code_map_remove(map, other->start);
	find_links(map, code->start, at);
	while (*at[0] &&
		((*at[0])->start < code->start + code->size || (*at[0])->start == code->start))
		free(take_out(map, (*at[0])->start));
	for (unsigned level = 0; level < code->height; level++) {
		code->next[level] = *at[level];
		*at[level] = code;
	}
}

/* A quarter of the codes are on each next level. */
static unsigned random_height(struct code_map *map)
{
	unsigned height = 1;
	uint64_t bits;

	map->random = map->random * 6364136223846793005u + 1442695040888963407u;
	for (bits = map->random >> 32; (bits & 3) == 0 && height < CODE_MAP_LEVELS; bits >>= 2)
		height++;
	return height;
}

void code_map_add(struct code_map *map, const struct code *code)
{
	unsigned height = random_height(map);
	struct code *copy = memory_new(1, sizeof(*copy) + height * sizeof(*copy->next));

	copy->start = code->start;
	copy->size = code->size;
	copy->name = code->name;
	copy->script = code->script;
	copy->height = height;
	put_in(map, copy);
}

bool code_map_move(struct code_map *map, uint64_t from, uint64_t to)
{
	struct code *code = take_out(map, from);

	if (!code)
		return false;
	code->start = to;
	put_in(map, code);
	return true;
}

bool code_map_remove(struct code_map *map, uint64_t start)
{
	struct code *code = take_out(map, start);

	free(code);
	return code != NULL;
}

const struct code *code_map_find(const struct code_map *map, uint64_t address)
{
	const struct code *found = find_floor(map, address);

	return found && address - found->start < found->size ? found : NULL;
}

void code_map_release(struct code_map *map)
{
	while (map->first[0])
		code_map_remove(map, map->first[0]->start);
}
