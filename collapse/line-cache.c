/*
 * Open addressing by the hash of the key's bytes. An entry is one piece of the arena: the meaning,
 * the name ids, the bytes.
 */
#include "collapse/line-cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/memory.h"

struct line_entry {
	struct line_meaning meaning;
	struct line_key key;
	uint32_t names[];
};

struct line_slot {
	uint64_t hash;
	struct line_entry *entry; /* NULL: empty */
};

static uint64_t hash_key(const struct line_cache *cache, struct line_key key)
{
	uint64_t hash = hash_bytes(key.head.p, key.head.n, cache->seed);

	return key.tail.n ? hash_bytes(key.tail.p, key.tail.n, hash) : hash;
}

static struct line_slot *find_slot(
	const struct line_cache *cache, struct line_key key, uint64_t hash)
{
	size_t mask = cache->slot_count - 1;
	size_t at = hash & mask;

	for (;;) {
		struct line_slot *slot = &cache->slots[at];

		if (!slot->entry)
			return slot;
		if (slot->hash == hash && str_eq(slot->entry->key.head, key.head) &&
			str_eq(slot->entry->key.tail, key.tail))
			return slot;
		at = (at + 1) & mask;
	}
}

const struct line_meaning *line_cache_find(const struct line_cache *cache, struct line_key key)
{
	struct line_slot *slot;

	if (cache->slot_count == 0)
		return NULL;
	slot = find_slot(cache, key, hash_key(cache, key));
	return slot->entry ? &slot->entry->meaning : NULL;
}

static void grow_slots(struct line_cache *cache)
{
	struct line_slot *old = cache->slots;
	size_t old_count = cache->slot_count;

	cache->seed = hash_seed();
	cache->slot_count = old_count ? old_count * 2 : 1024;
	cache->slots = memory_new(cache->slot_count, sizeof(*cache->slots));
	for (size_t i = 0; i < old_count; i++)
		if (old[i].entry)
			*find_slot(cache, old[i].entry->key, old[i].hash) = old[i];
	free(old);
}

static struct str copy(char *to, struct str from)
{
	if (from.n)
		memcpy(to, from.p, from.n);
	return (struct str){to, from.n};
}

static size_t entry_size(struct line_key key, struct line_meaning meaning)
{
	return sizeof(struct line_entry) + meaning.count * sizeof(*meaning.names) + key.head.n +
		key.tail.n;
}

static struct line_entry *new_entry(
	struct line_cache *cache, struct line_key key, struct line_meaning meaning)
{
	struct line_entry *entry = arena_alloc(&cache->arena, entry_size(key, meaning));
	char *bytes = (char *)(entry->names + meaning.count);

	if (meaning.count)
		memcpy(entry->names, meaning.names, meaning.count * sizeof(*meaning.names));
	entry->key.head = copy(bytes, key.head);
	entry->key.tail = copy(bytes + key.head.n, key.tail);
	entry->meaning = (struct line_meaning){entry->names, meaning.count, meaning.tag};
	return entry;
}

/* Lines so long that a few would fill the cache are rare, and not worth it. */
void line_cache_add(struct line_cache *cache, struct line_key key, struct line_meaning meaning)
{
	size_t size = entry_size(key, meaning);
	uint64_t hash;

	if (size > LINE_CACHE_BYTES / 64)
		return;
	if (cache->bytes + size > LINE_CACHE_BYTES)
		line_cache_release(cache);
	if (cache->count >= cache->slot_count / 2)
		grow_slots(cache);
	hash = hash_key(cache, key);
	*find_slot(cache, key, hash) = (struct line_slot){hash, new_entry(cache, key, meaning)};
	cache->count++;
	cache->bytes += size;
}

void line_cache_release(struct line_cache *cache)
{
	arena_release(&cache->arena);
	free(cache->slots);
	*cache = (struct line_cache){0};
}
