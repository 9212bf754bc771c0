/*
 * The events of a recording: what each was asked to record, its name, and the ids by which records
 * tell of which event they are. With one event they need not tell.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_EVENT_LIST_H
#define COLLAPSE_FORMATS_PERF_RECORDING_EVENT_LIST_H

#include "collapse/formats/perf/recording/attr.h"
#include "common/buf.h"

enum { EVENTS_MOST = 1024 };

struct event {
	struct attr attr;
	struct buf name; /* "cycles:ppp"; empty when nothing tells */
	uint64_t samples;
	uint64_t first_time; /* of the first one in time, if there are any */
	bool kept; /* its samples are wanted */
};

struct event_list {
	struct event *items;
	size_t count, capacity;

	/* private: the ids, in a table of a power of two of slots */
	struct event_id {
		uint64_t id;
		uint32_t event; /* its index + 1; 0: an empty slot */
	} *ids;
	size_t id_count, slot_count;
	uint64_t seed;
};

/* A zeroed list is an empty one. False when there are more than EVENTS_MOST. */
bool event_list_add(struct event_list *events, const struct attr *attr);
/* ids: 8 bytes each. The first event that has an id keeps it. */
void event_list_add_ids(struct event_list *events, size_t event, struct str ids);
/* NULL when no event has it. */
struct event *event_list_find(const struct event_list *events, uint64_t id);
void event_list_release(struct event_list *events);

/* Of which event a sample, or another record, is; NULL when it is of none. */
struct event *event_of_sample(const struct event_list *events, struct str body);
struct event *event_of_other(const struct event_list *events, struct str body);

/* Events without a name get the one that perf would give them, or "event 1". */
void event_list_name_all(struct event_list *events);

/*
 * Two shapes that both a file's features and a pipe's records hold: a text (u32 size, and a NUL
 * within), and the descriptions of all events, EVENT_DESC, which name them.
 */
bool take_text(struct str *left, struct str *text);
void event_list_describe(struct event_list *events, struct str description);

#endif
