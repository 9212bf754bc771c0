/*
 * Which library of a process is at an address, as Gecko tells where they lie in its memory. There
 * may be hundreds of libraries and millions of addresses.
 */
#ifndef COLLAPSE_FORMATS_FIREFOX_LIBRARIES_H
#define COLLAPSE_FORMATS_FIREFOX_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed, there are none. */
struct firefox_libraries {
	struct firefox_library {
		uint64_t start, end;
		uint32_t name;
	} *items;
	size_t count, capacity;

	/* private, made by the first search: where libraries start or end, and which is there */
	uint64_t *points;
	uint32_t *names;
	size_t point_count;
};

/* All are added before the first search. What is empty is left out. */
void firefox_libraries_add(
	struct firefox_libraries *libraries, const struct firefox_library *library);
/* The name of the first that was added and has the address, or NAME_NONE. */
uint32_t firefox_libraries_find(struct firefox_libraries *libraries, uint64_t address);
void firefox_libraries_release(struct firefox_libraries *libraries);

#endif
