#include "collapse/formats/firefox/libraries.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/names.h"

void firefox_libraries_add(
	struct firefox_libraries *libraries, const struct firefox_library *library)
{
	if (library->start < library->end)
		*ARRAY_PUSH(libraries->items, libraries->count, libraries->capacity) = *library;
}

static int compare(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

/* The last point that is not behind the address; there must be one. */
static size_t point_at(const struct firefox_libraries *libraries, uint64_t address)
{
	size_t low = 0, high = libraries->point_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (libraries->points[middle] <= address)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void make_points(struct firefox_libraries *libraries)
{
	size_t count = 0;

	libraries->points = memory_new(2 * libraries->count, sizeof(*libraries->points));
	for (size_t i = 0; i < libraries->count; i++) {
		libraries->points[count++] = libraries->items[i].start;
		libraries->points[count++] = libraries->items[i].end;
	}
	qsort(libraries->points, count, sizeof(*libraries->points), compare);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || libraries->points[i] != libraries->points[i - 1])
			libraries->points[libraries->point_count++] = libraries->points[i];
}

/* The first at or behind this one that has no name: next[i] is i, or nearer to it. */
static size_t next_free(size_t *next, size_t at)
{
	while (next[at] != at) {
		next[at] = next[next[at]];
		at = next[at];
	}
	return at;
}

/* Each library takes what those before it have left, so that all take a step for each point. */
static void make_names(struct firefox_libraries *libraries)
{
	size_t *next = memory_new(libraries->point_count, sizeof(*next));

	libraries->names = memory_new(libraries->point_count, sizeof(*libraries->names));
	for (size_t i = 0; i < libraries->point_count; i++) {
		libraries->names[i] = NAME_NONE;
		next[i] = i;
	}
	for (size_t i = 0; i < libraries->count; i++) {
		const struct firefox_library *library = &libraries->items[i];
		size_t at = next_free(next, point_at(libraries, library->start));

		/* Nothing begins at the last point, so there is one behind each that is taken. */
		for (; libraries->points[at] < library->end; at = next_free(next, at)) {
			libraries->names[at] = library->name;
			next[at] = at + 1;
		}
	}
	free(next);
}

uint32_t firefox_libraries_find(struct firefox_libraries *libraries, uint64_t address)
{
	if (libraries->count == 0)
		return NAME_NONE;
	if (libraries->point_count == 0) {
		make_points(libraries);
		make_names(libraries);
	}
	return address < libraries->points[0] ? NAME_NONE :
						libraries->names[point_at(libraries, address)];
}

void firefox_libraries_release(struct firefox_libraries *libraries)
{
	free(libraries->items);
	free(libraries->points);
	free(libraries->names);
	*libraries = (struct firefox_libraries){0};
}
