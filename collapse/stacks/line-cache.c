/*
 * Open addressing by the hash of the key's bytes. Entries lie one after another in one buffer:
 * lengths, name ids, bytes. What a lookup costs is mostly whether slot and entry are in the
 * processor's cache, so slots are 8 bytes and an entry is a cache line or so.
 *
 * Lines follow each other as callers follow callees, so each entry knows which one came behind it
 * the last time, and that one is looked at before anything is hashed.
 */
#include "collapse/stacks/line-cache.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/memory.h"

struct line_entry {
	uint32_t head, tail; /* how many bytes of the key, behind the names */
	uint32_t count, tag;
	uint32_t next; /* the entry found behind this one, as in struct line_slot; 0: none yet */
	uint32_t names[];
};

struct line_slot {
	uint32_t hash;
	uint32_t entry; /* where in the buffer, in units of ENTRY_UNIT, plus 1; 0: empty */
};

enum { ENTRY_UNIT = sizeof(uint32_t) };

static uint64_t hash_key(const struct line_cache *cache, const struct line_key *key)
{
	uint64_t hash = hash_bytes(key->head.p, key->head.n, cache->seed);

	return key->tail.n ? hash_bytes(key->tail.p, key->tail.n, hash) : hash;
}

static struct line_entry *entry_at(const struct line_cache *cache, uint32_t entry)
{
	size_t at = (size_t)(entry - 1) * ENTRY_UNIT;

	return (struct line_entry *)(void *)(cache->entries.p + at);
}

static bool has_key(const struct line_entry *entry, const struct line_key *key)
{
	const char *bytes = (const char *)(entry->names + entry->count);

	return str_eq((struct str){bytes, entry->head}, key->head) &&
	       str_eq((struct str){bytes + entry->head, entry->tail}, key->tail);
}

/* The entry of a key, 0 without one. */
static uint32_t look_up(const struct line_cache *cache, const struct line_key *key)
{
	size_t mask = cache->slot_count - 1;
	uint64_t hash = hash_key(cache, key);

	for (size_t at = hash & mask; cache->slots[at].entry; at = (at + 1) & mask)
		if (cache->slots[at].hash == hash >> 32 &&
			has_key(entry_at(cache, cache->slots[at].entry), key))
			return cache->slots[at].entry;
	return 0;
}

bool line_cache_find(
	struct line_cache *cache, const struct line_key *key, struct line_meaning *meaning)
{
	const struct line_entry *entry;
	uint32_t *next, found;

	if (cache->slot_count == 0)
		return false;
	next = cache->last ? &entry_at(cache, cache->last)->next : &cache->first;
	found = *next;
	if (!found || !has_key(entry_at(cache, found), key))
		found = look_up(cache, key);
	if (!found)
		return false;
	*next = cache->last = found;
	entry = entry_at(cache, found);
	*meaning = (struct line_meaning){entry->names, entry->count, entry->tag};
	return true;
}

/* Keys are distinct, so the first empty slot will do. */
static void put(struct line_cache *cache, uint64_t hash, uint32_t entry)
{
	size_t mask = cache->slot_count - 1;
	size_t at = hash & mask;

	while (cache->slots[at].entry)
		at = (at + 1) & mask;
	cache->slots[at] = (struct line_slot){(uint32_t)(hash >> 32), entry};
}

static struct line_key key_of(const struct line_entry *entry)
{
	const char *bytes = (const char *)(entry->names + entry->count);

	return (struct line_key){{bytes, entry->head}, {bytes + entry->head, entry->tail}};
}

static void grow_slots(struct line_cache *cache)
{
	struct line_slot *old = cache->slots;
	size_t old_count = cache->slot_count;

	cache->seed = hash_seed();
	cache->slot_count = old_count ? old_count * 2 : 1024;
	cache->slots = memory_new(cache->slot_count, sizeof(*cache->slots));
	for (size_t i = 0; i < old_count; i++) {
		struct line_key key;

		if (!old[i].entry)
			continue;
		key = key_of(entry_at(cache, old[i].entry));
		put(cache, hash_key(cache, &key), old[i].entry);
	}
	free(old);
}

/* The size of an entry, rounded up so that the next one is aligned. */
static size_t entry_size(const struct line_key *key, struct line_meaning meaning)
{
	size_t size = sizeof(struct line_entry) + meaning.count * sizeof(*meaning.names) +
		      key->head.n + key->tail.n;

	return (size + ENTRY_UNIT - 1) / ENTRY_UNIT * ENTRY_UNIT;
}

static void add_entry(struct buf *entries, const struct line_key *key, struct line_meaning meaning)
{
	const struct line_entry entry = {
		(uint32_t)key->head.n, (uint32_t)key->tail.n, meaning.count, meaning.tag, 0};
	size_t names = meaning.count * sizeof(*meaning.names);

	buf_add(entries, (struct str){(const char *)&entry, sizeof(entry)});
	buf_add(entries, (struct str){(const char *)meaning.names, names});
	buf_add(entries, key->head);
	buf_add(entries, key->tail);
	while (entries->n % ENTRY_UNIT)
		buf_add_char(entries, 0);
}

/* Lines so long that a few would fill the cache are rare, and not worth it. */
void line_cache_add(
	struct line_cache *cache, const struct line_key *key, struct line_meaning meaning)
{
	size_t size = entry_size(key, meaning);

	if (size > LINE_CACHE_BYTES / 64)
		return;
	if (cache->entries.n + size > LINE_CACHE_BYTES)
		line_cache_release(cache);
	if (cache->count >= cache->slot_count / 2)
		grow_slots(cache);
	put(cache, hash_key(cache, key), (uint32_t)(cache->entries.n / ENTRY_UNIT + 1));
	add_entry(&cache->entries, key, meaning);
	cache->count++;
}

void line_cache_release(struct line_cache *cache)
{
	buf_release(&cache->entries);
	free(cache->slots);
	*cache = (struct line_cache){0};
}
