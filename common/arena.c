#include "common/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"

struct arena_block {
	struct arena_block *next;
	size_t size;
	char data[];
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

static char *take_bytes(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;

	if (block && size <= block->size - arena->used) {
		arena->used += size;
		return block->data + arena->used - size;
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

struct str arena_copy(struct arena *arena, struct str s)
{
	char *copy = take_bytes(arena, s.n + 1);

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
