/*
 * The distinct addresses of a recording, numbered from 0: a place in an image, and whether it is
 * one that a call returns to, since what was called from lies before that.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_ADDRESSES_H
#define COLLAPSE_FORMATS_PERF_RECORDING_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct address {
	/*
	 * In the image; of the kernel's code, of JITs and where no image is known, the address of
	 * the process. perf script prints the same.
	 */
	uint64_t offset;
	uint32_t image;
	bool is_call; /* what is called here is above it in the stack */
};

struct addresses {
	struct address *items;
	uint32_t count;
	size_t capacity;

	/* private */
	uint32_t *slots; /* number + 1, or 0 */
	uint32_t slot_count;
	uint64_t seed;
};

/* A zeroed struct is an empty one. */
uint32_t addresses_add(struct addresses *addresses, const struct address *address);
void addresses_release(struct addresses *addresses);

#endif
