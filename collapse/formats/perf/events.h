/*
 * The events of a recording: which are kept, and how many samples each has.
 *
 *     cycles:ppp  cycles:u  cpu_core/cycles/P  cpu_atom/cycles/       one family, "cycles"
 *     sched:sched_switch                                              a family of its own
 *
 * Without a filter the family of the first sample is kept: adding up cycles and page faults would
 * mean nothing, but a processor with two kinds of cores counts one thing under two names.
 */
#ifndef COLLAPSE_FORMATS_PERF_EVENTS_H
#define COLLAPSE_FORMATS_PERF_EVENTS_H

#include "collapse/formats/perf/options.h"
#include "collapse/stacks/stacks.h"

struct perf_event {
	bool kept;
	uint64_t samples;
	/* of those that were added, for the user to count: with a period, with 1 instead */
	uint64_t weighed, counted;
	uint64_t period; /* of all so far that were weighed; 0: they differ */
};

struct perf_events {
	const struct perf_options *options;
	struct names names; /* of events; an event's id is its index */
	struct perf_event *items;
	size_t count, capacity;
	uint32_t last; /* the one looked up last: mostly it is the next one too */
};

void perf_events_init(struct perf_events *events, const struct perf_options *options);
void perf_events_release(struct perf_events *events);

/* Counts a sample; the event, valid until the next one is counted. */
struct perf_event *perf_events_count(struct perf_events *events, struct str name);

/* One that was counted. */
struct perf_event *perf_events_find(struct perf_events *events, struct str name);
/* Counts so many at once; the event, as above. */
struct perf_event *perf_events_add(struct perf_events *events, struct str name, uint64_t samples);

struct str perf_event_family(struct str name);

/* A sample of it is added. */
void perf_event_weigh(struct perf_event *event, uint64_t period);
static inline void perf_event_count(struct perf_event *event)
{
	event->counted++;
}

/* So many samples of it are added, whose periods are all this one, or 0: they differ. */
void perf_event_weigh_many(struct perf_event *event, uint64_t samples, uint64_t period);

/* The family of all that were added; empty if there are several. */
struct str perf_events_added(const struct perf_events *events);
/* Tells what is known of the weights that were added: event and unit; at the end the period. */
void perf_events_tell(const struct perf_events *events, struct stacks *stacks, bool at_end);

/* Says what was left out, or lists the events when none matched the filter. */
void perf_events_report(const struct perf_events *events, struct stacks *stacks);

#endif
