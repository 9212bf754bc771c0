/*
 * Open addressing by the hash of the key's bytes. An entry is one piece of the arena, a cache line or
 * so: lengths, name ids, bytes. Keys are some KiB of distinct text in a profile of many MiB, so what
 * a lookup costs is mostly whether the entry is in the processor's cache.
 */
#include "collapse/line-cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/memory.h"

struct line_entry {
	uint32_t head, tail; /* how many bytes of the key, behind the names */
	uint32_t count, tag;
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

static bool has_key(const struct line_entry *entry, struct line_key key)
{
	const char *bytes = (const char *)(entry->names + entry->count);

	return entry->head == key.head.n && entry->tail == key.tail.n &&
		(key.head.n == 0 || memcmp(bytes, key.head.p, key.head.n) == 0) &&
		(key.tail.n == 0 || memcmp(bytes + key.head.n, key.tail.p, key.tail.n) == 0);
}

/* The slot of that key, or the empty one where it belongs. */
static struct line_slot *find_slot(
	const struct line_cache *cache, struct line_key key, uint64_t hash)
{
	size_t mask = cache->slot_count - 1;
	size_t at = hash & mask;

	for (;;) {
		struct line_slot *slot = &cache->slots[at];

		if (!slot->entry || (slot->hash == hash && has_key(slot->entry, key)))
			return slot;
		at = (at + 1) & mask;
	}
}

bool line_cache_find(
	const struct line_cache *cache, struct line_key key, struct line_meaning *meaning)
{
	const struct line_entry *entry;

	if (cache->slot_count == 0)
		return false;
	entry = find_slot(cache, key, hash_key(cache, key))->entry;
	if (entry)
		*meaning = (struct line_meaning){entry->names, entry->count, entry->tag};
	return entry;
}

/* Keys are distinct, so the first empty slot will do. */
static void put(struct line_cache *cache, struct line_slot slot)
{
	size_t mask = cache->slot_count - 1;
	size_t at = slot.hash & mask;

	while (cache->slots[at].entry)
		at = (at + 1) & mask;
	cache->slots[at] = slot;
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
			put(cache, old[i]);
	free(old);
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

	*entry = (struct line_entry){(uint32_t)key.head.n, (uint32_t)key.tail.n, meaning.count,
		meaning.tag};
	if (meaning.count)
		memcpy(entry->names, meaning.names, meaning.count * sizeof(*meaning.names));
	if (key.head.n)
		memcpy(bytes, key.head.p, key.head.n);
	if (key.tail.n)
		memcpy(bytes + key.head.n, key.tail.p, key.tail.n);
	return entry;
}

/* Lines so long that a few would fill the cache are rare, and not worth it. */
void line_cache_add(struct line_cache *cache, struct line_key key, struct line_meaning meaning)
{
	size_t size = entry_size(key, meaning);

	if (size > LINE_CACHE_BYTES / 64)
		return;
	if (cache->bytes + size > LINE_CACHE_BYTES)
		line_cache_release(cache);
	if (cache->count >= cache->slot_count / 2)
		grow_slots(cache);
	put(cache, (struct line_slot){hash_key(cache, key), new_entry(cache, key, meaning)});
	cache->count++;
	cache->bytes += size;
}

void line_cache_release(struct line_cache *cache)
{
	arena_release(&cache->arena);
	free(cache->slots);
	*cache = (struct line_cache){0};
}
