#include "collapse/formats/perf/recording/maps.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

/* More than any process has, so that no recording makes inserting slow. */
enum { MAPS_MOST = 1 << 17 };

static void renew(struct maps *maps, struct maps_clock *clock)
{
	maps->generation = ++clock->last;
}

struct maps *maps_new(struct maps_clock *clock)
{
	struct maps *maps = memory_new(1, sizeof(*maps));

	maps->references = 1;
	renew(maps, clock);
	return maps;
}

struct maps *maps_share(struct maps *maps)
{
	if (!maps->frozen)
		maps->references++;
	return maps;
}

void maps_drop(struct maps *maps)
{
	if (!maps || maps->frozen || --maps->references > 0)
		return;
	free(maps->items);
	free(maps);
}

/* Maps that the caller alone has, with the same content. */
static struct maps *own(struct maps *maps, struct maps_clock *clock)
{
	struct maps *copy;

	if (!maps->frozen && maps->references == 1) {
		renew(maps, clock);
		return maps;
	}
	copy = maps_new(clock);
	copy->items = memory_grow(NULL, &copy->capacity, maps->count + 4, sizeof(*copy->items));
	if (maps->count)
		memcpy(copy->items, maps->items, maps->count * sizeof(*copy->items));
	copy->count = maps->count;
	maps_drop(maps);
	return copy;
}

/* The first that ends behind an address; count when there is none. */
static size_t first_behind(const struct maps *maps, uint64_t address)
{
	size_t low = 0, high = maps->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (maps->items[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const struct map *maps_find(const struct maps *maps, uint64_t address)
{
	size_t place = first_behind(maps, address);

	return place < maps->count && maps->items[place].start <= address ? &maps->items[place] :
									    NULL;
}

/* Puts count of pieces where `drop` were from `place` on. */
static void replace(
	struct maps *maps, size_t place, size_t drop, const struct map *pieces, size_t count)
{
	size_t behind = maps->count - place - drop;

	maps->items = memory_grow(
		maps->items, &maps->capacity, maps->count + count, sizeof(*maps->items));
	memmove(maps->items + place + count, maps->items + place + drop,
		behind * sizeof(*maps->items));
	for (size_t i = 0; i < count; i++)
		maps->items[place + i] = pieces[i];
	maps->count = place + count + behind;
}

/* map may be NULL: then the space stays empty. */
static void put(struct maps *maps, uint64_t start, uint64_t end, const struct map *map)
{
	size_t first = first_behind(maps, start), last = first, count = 0;
	struct map pieces[3];

	while (last < maps->count && maps->items[last].start < end)
		last++;
	if (first < last && maps->items[first].start < start) {
		pieces[count] = maps->items[first];
		pieces[count++].end = start;
	}
	if (map)
		pieces[count++] = *map;
	if (first < last && maps->items[last - 1].end > end) {
		pieces[count] = maps->items[last - 1];
		pieces[count].offset += end - pieces[count].start;
		pieces[count++].start = end;
	}
	if (count == 0 && first == last)
		return;
	if (maps->count - (last - first) + count <= MAPS_MOST)
		replace(maps, first, last - first, pieces, count);
}

void maps_insert(struct maps **maps, struct maps_clock *clock, const struct map *map)
{
	if (map->start >= map->end)
		return;
	*maps = own(*maps, clock);
	put(*maps, map->start, map->end, map);
}

void maps_remove(struct maps **maps, struct maps_clock *clock, uint64_t start, uint64_t end)
{
	if (start >= end)
		return;
	*maps = own(*maps, clock);
	put(*maps, start, end, NULL);
}
