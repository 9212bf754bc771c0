/*
 * Records are in the order of their times, and so are the addresses taken: an address is looked up
 * when all records up to its time were, among what was put over it last.
 */
#include "collapse/symbols/jitdump.h"

#include <stdlib.h>
#include <unistd.h>

#include "collapse/symbols/cover.h"
#include "collapse/symbols/load.h"
#include "common/memory.h"

enum { HEADER_SIZE = 40, RECORD_SIZE = 16, LOAD_SIZE = 56, MOVE_SIZE = 64 };
enum { RECORD_LOAD = 0, RECORD_MOVE = 1 };

static const uint32_t magic = 0x4a695444, swapped_magic = 0x4454694a;

struct dump {
	struct str bytes;
	bool is_big;
	size_t at;
	struct loaded *loaded; /* by index */
	size_t loaded_count, loaded_capacity;
};

struct record {
	uint32_t kind;
	uint64_t time;
	struct str bytes;
	uint32_t number; /* how many were before */
};

struct loaded {
	uint64_t index;
	uint32_t number;
	struct str name;
};

bool jitdump_open(struct mapping *file, const char *path, struct buf *why)
{
	int fd = open_own(path, why);
	bool mapped = fd >= 0 && mapping_of(file, fd, why);

	if (fd >= 0)
		close(fd);
	return mapped;
}

static bool dump_start(struct dump *dump, struct str bytes)
{
	uint32_t first;

	*dump = (struct dump){.bytes = bytes};
	if (bytes.n < HEADER_SIZE)
		return false;
	first = load_u32(bytes.p, false);
	dump->is_big = first == swapped_magic;
	dump->at = load_u32(bytes.p + 8, dump->is_big);
	return (first == magic || dump->is_big) && dump->at >= HEADER_SIZE && dump->at <= bytes.n;
}

/* The next whole record; a size that leads nowhere ends them. */
static bool next_record(struct dump *dump, struct record *record)
{
	const char *p = dump->bytes.p + dump->at;
	size_t left = dump->bytes.n - dump->at, size;

	if (left < RECORD_SIZE)
		return false;
	size = load_u32(p + 4, dump->is_big);
	if (size < RECORD_SIZE || size > left || record->number == UINT32_MAX)
		return false;
	record->kind = load_u32(p, dump->is_big);
	record->time = load_u64(p + 8, dump->is_big);
	record->bytes = (struct str){p, size};
	record->number++;
	dump->at += size;
	return true;
}

static uint64_t field(const struct dump *dump, const struct record *record, size_t at)
{
	return load_u64(record->bytes.p + at, dump->is_big);
}

static bool is_load(const struct record *record)
{
	return record->kind == RECORD_LOAD && record->bytes.n >= LOAD_SIZE;
}

static bool is_move(const struct record *record)
{
	return record->kind == RECORD_MOVE && record->bytes.n >= MOVE_SIZE;
}

static struct str name_of_loaded(struct str record)
{
	struct str rest = str_skip(record, LOAD_SIZE);

	return str_head(rest, str_find(rest, '\0'));
}

static int by_index(const void *a, const void *b)
{
	const struct loaded *x = a, *y = b;

	if (x->index != y->index)
		return x->index < y->index ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* What was loaded, by its index and in time; only for a file in which something moves. */
static void collect_loaded(struct dump *dump)
{
	struct record record = {0};
	size_t start = dump->at;
	bool moves = false;

	while (!moves && next_record(dump, &record))
		moves = is_move(&record);
	dump->at = start;
	record = (struct record){0};
	while (moves && next_record(dump, &record))
		if (is_load(&record))
			*ARRAY_PUSH(dump->loaded, dump->loaded_count, dump->loaded_capacity) =
				(struct loaded){field(dump, &record, 48), record.number,
					name_of_loaded(record.bytes)};
	dump->at = start;
	if (dump->loaded_count)
		qsort(dump->loaded, dump->loaded_count, sizeof(*dump->loaded), by_index);
}

/* The name of what moves: the last that was loaded with its index before. */
static struct str name_of_moved(const struct dump *dump, const struct record *record)
{
	uint64_t index = field(dump, record, 56);
	size_t low = 0, high = dump->loaded_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct loaded *loaded = &dump->loaded[middle];

		if (loaded->index < index ||
			(loaded->index == index && loaded->number < record->number))
			low = middle + 1;
		else
			high = middle;
	}
	return low && dump->loaded[low - 1].index == index ? dump->loaded[low - 1].name : STR("");
}

/* Where records that cover an address are, by their numbers. */
struct placed {
	struct cover cover;
	struct str *names;
	size_t count, capacity;
};

static void place(struct placed *placed, struct str name, uint64_t start, uint64_t size)
{
	if (name.n == 0 || placed->count == UINT32_MAX)
		return;
	*ARRAY_PUSH(placed->names, placed->count, placed->capacity) = name;
	cover_offer(&placed->cover, start, size, (uint32_t)(placed->count - 1), COVER_FUNCTION);
}

static void apply(struct placed *placed, const struct dump *dump, const struct record *record)
{
	if (is_load(record))
		place(placed, name_of_loaded(record->bytes), field(dump, record, 32),
			field(dump, record, 40));
	else if (is_move(record))
		place(placed, name_of_moved(dump, record), field(dump, record, 40),
			field(dump, record, 48));
}

static void answer(
	const struct placed *placed, size_t i, struct names *pool, struct symbol_name *name)
{
	struct cover_hit hit = cover_now(&placed->cover, i);

	*name = (struct symbol_name){STR(""), hit.start};
	if (hit.found)
		name->name = symbol_name_keep(pool, placed->names[hit.number]);
}

struct moment {
	uint64_t time;
	size_t ask;
};

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->ask < y->ask ? -1 : x->ask > y->ask;
}

static struct moment *moments_of(const uint64_t *times, size_t count)
{
	struct moment *moments = memory_new(count, sizeof(*moments));

	for (size_t i = 0; i < count; i++)
		moments[i] = (struct moment){times[i] ? times[i] : UINT64_MAX, i};
	qsort(moments, count, sizeof(*moments), by_time);
	return moments;
}

void jitdump_find(struct str bytes, const uint64_t *at, const uint64_t *times, size_t count,
	struct names *pool, struct symbol_name *names)
{
	struct dump dump;
	struct moment *moments;
	struct placed placed = {.count = 0};
	struct record record = {0};
	size_t next = 0;

	if (count == 0)
		return;
	moments = moments_of(times, count);
	cover_init_newest(&placed.cover, at, count);
	if (dump_start(&dump, bytes)) {
		collect_loaded(&dump);
		while (next_record(&dump, &record)) {
			for (; next < count && moments[next].time < record.time; next++)
				answer(&placed, moments[next].ask, pool, &names[moments[next].ask]);
			apply(&placed, &dump, &record);
		}
	}
	for (; next < count; next++)
		answer(&placed, moments[next].ask, pool, &names[moments[next].ask]);
	cover_release(&placed.cover);
	free(placed.names);
	free(dump.loaded);
	free(moments);
}
