/*
 * A profile.proto in memory: where its parts are, by their ids. Nothing is copied; messages are read
 * where they are needed.
 *
 *     Sample  locations (leaf first), values, labels
 *     Location  a mapping and lines: functions inlined into one another, innermost first
 *     Function, Mapping  places in the table of strings
 */
#ifndef COLLAPSE_FORMATS_GO_PPROF_PROFILE_H
#define COLLAPSE_FORMATS_GO_PPROF_PROFILE_H

#include "collapse/formats/go/sample-types.h"
#include "collapse/readers/protobuf.h"

/* The fields of struct Profile that matter here. */
enum {
	PPROF_SAMPLE_TYPE = 1,
	PPROF_SAMPLE = 2,
	PPROF_MAPPING = 3,
	PPROF_LOCATION = 4,
	PPROF_FUNCTION = 5,
	PPROF_STRING = 6,
	PPROF_DROP_FRAMES = 7,
	PPROF_KEEP_FRAMES = 8,
	PPROF_PERIOD_TYPE = 11,
	PPROF_PERIOD = 12,
	PPROF_DEFAULT_TYPE = 14,
};

struct pprof_entry {
	uint64_t id;
	struct str message;
	/* for who reads it: of locations, the frames that were made of it */
	bool done, drops, drops_callees;
	size_t first, count;
};

struct pprof_table { /* in the order of their ids, when sorted */
	struct pprof_entry *items;
	size_t count, capacity;
};

struct pprof_profile {
	struct str bytes;
	struct pprof_table mappings, locations, functions;
	struct str *strings;
	size_t string_count, string_capacity;
	struct sample_type *types;
	size_t type_count, type_capacity;
	struct str default_type, drop_frames, keep_frames;
	struct sample_type period_type; /* of what there is a sample each so many: */
	uint64_t period; /* 0: not told */

	const char *expected; /* what is missing when it cannot be read */
	size_t at;            /* and where */
};

/* Could this be the start of one? Files begin with any field. */
bool pprof_is_profile(struct str head);

/* False when it is damaged; bytes must outlive it. Release it in any case. */
bool pprof_profile_init(struct pprof_profile *profile, struct str bytes);
void pprof_profile_release(struct pprof_profile *profile);

/* Tables, also of what comes as text. The entry added last is valid until the next one. */
struct pprof_entry *pprof_add(struct pprof_table *table, uint64_t id);
/* False when two have the same id. */
bool pprof_sort(struct pprof_table *table);
/* NULL when there is none of that id. */
struct pprof_entry *pprof_find(const struct pprof_table *table, uint64_t id);
/* A string of the table; empty for a place that it does not have. */
struct str pprof_string(const struct pprof_profile *profile, uint64_t place);
/* A number in a message, its last of this field; 0 without one. */
uint64_t pprof_number(struct str message, uint32_t field);

#endif
