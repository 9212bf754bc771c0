#include "collapse/formats/go/pprof-profile.h"

#include <stdlib.h>

#include "common/memory.h"

enum { ENTRY_ID = 1, TYPE_NAME = 1, TYPE_UNIT = 2 }; /* fields of the messages */
enum { ENOUGH_STRINGS = 5, FIELD_MAX = 31 };

uint64_t pprof_number(struct str message, uint32_t field)
{
	struct protobuf reader;
	uint64_t value = 0;

	protobuf_init(&reader, message);
	while (protobuf_next(&reader))
		if (reader.field == field && reader.kind == PROTOBUF_VARINT)
			value = reader.value;
	return value;
}

struct str pprof_string(const struct pprof_profile *profile, uint64_t place)
{
	return place < profile->string_count ? profile->strings[place] : (struct str){0};
}

/* ---- what it is ---- */

/* How a profile's field is written; numbers in a row may come packed. Later versions may have more. */
static bool is_field(uint32_t field, enum protobuf_kind kind)
{
	static const char kinds[] = "?mmmmmsnnnnmnpnn";

	if (field >= sizeof(kinds) - 1)
		return field <= FIELD_MAX;
	switch (kinds[field]) {
	case 'm':
	case 's':
		return kind == PROTOBUF_BYTES;
	case 'n':
		return kind == PROTOBUF_VARINT;
	default:
		return kinds[field] == 'p' && (kind == PROTOBUF_BYTES || kind == PROTOBUF_VARINT);
	}
}

/* Two places in the table of strings, neither of which is the empty one. */
static bool is_type(struct str message)
{
	return message.n >= 4 && message.n <= 22 && pprof_number(message, TYPE_NAME) > 0 &&
	       pprof_number(message, TYPE_UNIT) > 0;
}

/*
 * All fields are of a profile, one of them a type of values; or, where a long table of strings comes
 * before it, so many of them that it is no chance.
 */
bool pprof_is_profile(struct str head)
{
	struct protobuf reader;
	bool has_type = false;
	size_t strings = 0;

	protobuf_init(&reader, head);
	while (protobuf_next(&reader)) {
		if (!is_field(reader.field, reader.kind))
			return false;
		has_type |= reader.field == PPROF_SAMPLE_TYPE && is_type(reader.bytes);
		strings += reader.field == PPROF_STRING;
	}
	return has_type || strings >= ENOUGH_STRINGS;
}

/* ---- tables ---- */

struct pprof_entry *pprof_add(struct pprof_table *table, uint64_t id)
{
	struct pprof_entry *entry = ARRAY_PUSH(table->items, table->count, table->capacity);

	*entry = (struct pprof_entry){.id = id};
	return entry;
}

static void add_entry(struct pprof_table *table, struct str message)
{
	pprof_add(table, pprof_number(message, ENTRY_ID))->message = message;
}

static int by_id(const void *left, const void *right)
{
	const struct pprof_entry *a = left, *b = right;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return 0;
}

bool pprof_sort(struct pprof_table *table)
{
	if (table->count)
		qsort(table->items, table->count, sizeof(*table->items), by_id);
	for (size_t i = 1; i < table->count; i++)
		if (table->items[i].id == table->items[i - 1].id)
			return false;
	return true;
}

struct pprof_entry *pprof_find(const struct pprof_table *table, uint64_t id)
{
	size_t low = 0, high = table->count;

	if (table->count == 0 || id < table->items[0].id)
		return NULL;
	/* Most writers count up. */
	if (id - table->items[0].id < table->count && table->items[id - table->items[0].id].id == id)
		return &table->items[id - table->items[0].id];
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->items[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < table->count && table->items[low].id == id ? &table->items[low] : NULL;
}

/* ---- the whole ---- */

static void take_field(struct pprof_profile *profile, const struct protobuf *reader)
{
	switch (reader->field) {
	case PPROF_SAMPLE_TYPE:
		/* A type's strings may not have come yet. */
		ARRAY_PUSH(profile->types, profile->type_count, profile->type_capacity)->name =
			reader->bytes;
		break;
	case PPROF_MAPPING:
		add_entry(&profile->mappings, reader->bytes);
		break;
	case PPROF_LOCATION:
		add_entry(&profile->locations, reader->bytes);
		break;
	case PPROF_FUNCTION:
		add_entry(&profile->functions, reader->bytes);
		break;
	case PPROF_STRING:
		*ARRAY_PUSH(profile->strings, profile->string_count, profile->string_capacity) =
			reader->bytes;
		break;
	case PPROF_PERIOD_TYPE:
		profile->period_type.name = reader->bytes;
		break;
	case PPROF_PERIOD:
		profile->period = reader->value;
		break;
	default:
		break;
	}
}

/* From its message, for which its name stands so far. */
static void resolve_type(const struct pprof_profile *profile, struct sample_type *type)
{
	struct str message = type->name;

	type->name = pprof_string(profile, pprof_number(message, TYPE_NAME));
	type->unit = pprof_string(profile, pprof_number(message, TYPE_UNIT));
}

static void resolve_strings(struct pprof_profile *profile)
{
	struct str bytes = profile->bytes;

	for (size_t i = 0; i < profile->type_count; i++)
		resolve_type(profile, &profile->types[i]);
	resolve_type(profile, &profile->period_type);
	profile->default_type = pprof_string(profile, pprof_number(bytes, PPROF_DEFAULT_TYPE));
	profile->drop_frames = pprof_string(profile, pprof_number(bytes, PPROF_DROP_FRAMES));
	profile->keep_frames = pprof_string(profile, pprof_number(bytes, PPROF_KEEP_FRAMES));
}

static const char *check(struct pprof_profile *profile)
{
	if (!pprof_sort(&profile->mappings) || !pprof_sort(&profile->locations) ||
		!pprof_sort(&profile->functions))
		return "one profile, with an id of its own for each mapping, location and function";
	if (profile->type_count == 0)
		return "a sample type";
	if (profile->string_count == 0)
		return "a table of strings";
	return NULL;
}

bool pprof_profile_init(struct pprof_profile *profile, struct str bytes)
{
	struct protobuf reader;

	*profile = (struct pprof_profile){.bytes = bytes};
	protobuf_init(&reader, bytes);
	while (protobuf_next(&reader)) {
		if (!is_field(reader.field, reader.kind) && reader.field <= PPROF_DEFAULT_TYPE) {
			profile->expected = "the fields of a profile";
			break;
		}
		take_field(profile, &reader);
	}
	profile->at = reader.at;
	if (!profile->expected)
		profile->expected = reader.expected;
	if (!profile->expected)
		profile->expected = check(profile);
	if (!profile->expected)
		resolve_strings(profile);
	return !profile->expected;
}

void pprof_profile_release(struct pprof_profile *profile)
{
	free(profile->mappings.items);
	free(profile->locations.items);
	free(profile->functions.items);
	free(profile->strings);
	free(profile->types);
}
