#include "collapse/formats/perf/recording/event-list.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"

bool event_list_add(struct event_list *events, const struct attr *attr)
{
	if (events->count >= EVENTS_MOST)
		return false;
	*ARRAY_PUSH(events->items, events->count, events->capacity) = (struct event){.attr = *attr};
	return true;
}

void event_list_release(struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		buf_release(&events->items[i].name);
	free(events->items);
	free(events->ids);
	*events = (struct event_list){0};
}

/* ---- ids ---- */

static struct event_id *find_slot(const struct event_list *events, uint64_t id)
{
	size_t mask = events->slot_count - 1;
	size_t at = (size_t)hash_mix(id, events->seed) & mask;

	while (events->ids[at].event && events->ids[at].id != id)
		at = (at + 1) & mask;
	return &events->ids[at];
}

static void grow_ids(struct event_list *events)
{
	struct event_id *old = events->ids;
	size_t old_count = events->slot_count;

	events->slot_count = old_count ? old_count * 2 : 64;
	events->ids = memory_new(events->slot_count, sizeof(*events->ids));
	events->seed = hash_seed();
	for (size_t i = 0; i < old_count; i++)
		if (old[i].event)
			*find_slot(events, old[i].id) = old[i];
	free(old);
}

static void add_id(struct event_list *events, uint64_t id, size_t event)
{
	struct event_id *slot;

	if (events->id_count >= events->slot_count / 2)
		grow_ids(events);
	slot = find_slot(events, id);
	if (slot->event)
		return;
	*slot = (struct event_id){id, (uint32_t)event + 1};
	events->id_count++;
}

void event_list_add_ids(struct event_list *events, size_t event, struct str ids)
{
	uint64_t id;

	while (take_u64(&ids, &id))
		add_id(events, id, event);
}

struct event *event_list_find(const struct event_list *events, uint64_t id)
{
	const struct event_id *slot;

	if (events->slot_count == 0)
		return NULL;
	slot = find_slot(events, id);
	return slot->event ? &events->items[slot->event - 1] : NULL;
}

/*
 * Old recordings, and records that perf makes up itself, have the id 0: that is the first event's.
 */
static struct event *event_of(const struct event_list *events, uint64_t id)
{
	struct event *found;

	if (events->count <= 1)
		return events->count ? events->items : NULL;
	found = event_list_find(events, id);
	return found || id != 0 ? found : events->items;
}

/* All events have their id at the same place, or else perf would not know either. */
struct event *event_of_sample(const struct event_list *events, struct str body)
{
	return events->count == 0 ?
		       NULL :
		       event_of(events, attr_field(body, events->items[0].attr.sample_id));
}

struct event *event_of_other(const struct event_list *events, struct str body)
{
	return events->count == 0 ?
		       NULL :
		       event_of(events, attr_field_from_end(body, events->items[0].attr.other_id));
}

/* ---- names ---- */

bool take_text(struct str *left, struct str *text)
{
	uint32_t size;

	if (!take_u32(left, &size) || !take_bytes(left, size, text))
		return false;
	*text = native_text(*text);
	return true;
}

/*
 * u32 count, u32 size of an attr, and for each event its attr, u32 count of its ids, its name, the
 * ids. The ids tell which event it is; an event that has none is the next one.
 */
void event_list_describe(struct event_list *events, struct str left)
{
	uint32_t count, size, id_count;
	struct str attr, name, ids;

	if (!take_u32(&left, &count) || !take_u32(&left, &size))
		return;
	for (size_t i = 0; i < count && i < EVENTS_MOST; i++) {
		struct event *event = i < events->count ? &events->items[i] : NULL;
		struct event *known = NULL;

		if (!take_bytes(&left, size, &attr) || !take_u32(&left, &id_count) ||
			!take_text(&left, &name) || !take_array(&left, id_count, 8, &ids))
			return;
		if (ids.n)
			known = event_list_find(events, native_u64(ids.p));
		if (known)
			event = known;
		if (event && event->name.n == 0)
			buf_set(&event->name, name);
	}
}

static const char *const hardware_names[] = {"cycles", "instructions", "cache-references",
	"cache-misses", "branches", "branch-misses", "bus-cycles", "stalled-cycles-frontend",
	"stalled-cycles-backend", "ref-cycles"};
static const char *const software_names[] = {"cpu-clock", "task-clock", "page-faults",
	"context-switches", "cpu-migrations", "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy", "bpf-output", "cgroup-switches"};

/* PERF_TYPE_HARDWARE and PERF_TYPE_SOFTWARE; what others mean only the recording machine knows. */
static const char *known_name(const struct attr *attr)
{
	if (attr->type == 0 && attr->config < sizeof(hardware_names) / sizeof(*hardware_names))
		return hardware_names[attr->config];
	if (attr->type == 1 && attr->config < sizeof(software_names) / sizeof(*software_names))
		return software_names[attr->config];
	return NULL;
}

void event_list_name_all(struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct event *event = &events->items[i];
		const char *known = known_name(&event->attr);

		if (event->name.n)
			continue;
		if (known)
			buf_set(&event->name, str_of(known));
		else
			buf_addf(&event->name, "event %lu", (unsigned long)i + 1);
	}
}
