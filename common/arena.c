#include "common/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/report.h"

struct arena_block {
	struct arena_block *next;
	size_t size;
	max_align_t data[];
};

static struct arena_block *block_new(size_t size)
{
	struct arena_block *block;

	if (size > SIZE_MAX - sizeof(*block))
		die("out of memory");
	block = memory_resize(NULL, sizeof(*block) + size, 1);
	block->next = NULL;
	block->size = size;
	return block;
}

static void *alloc_aligned(struct arena *arena, size_t size, size_t align)
{
	struct arena_block *block = arena->blocks;
	size_t at = (arena->used + align - 1) / align * align;

	if (block && at <= block->size && size <= block->size - at) {
		arena->used = at + size;
		return (char *)block->data + at;
	}
	if (block && size > ARENA_BLOCK / 4) {
		struct arena_block *own = block_new(size);

		own->next = block->next;
		block->next = own;
		return own->data;
	}
	block = block_new(size > ARENA_BLOCK ? size : ARENA_BLOCK);
	block->next = arena->blocks;
	arena->blocks = block;
	arena->used = size;
	return block->data;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return alloc_aligned(arena, size, _Alignof(max_align_t));
}

struct str arena_copy(struct arena *arena, struct str s)
{
	char *copy = alloc_aligned(arena, s.n + 1, 1);

	if (s.n)
		memcpy(copy, s.p, s.n);
	copy[s.n] = '\0';
	return (struct str){copy, s.n};
}

void arena_release(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
	arena->used = 0;
}
