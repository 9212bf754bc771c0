#include "collapse/formats/perf/events.h"

#include <stdlib.h>

#include "common/memory.h"

enum { EVENTS_SHOWN = 5 };

/* ---- families ---- */

/* What may follow a name's last ':' or a PMU's last '/': user, kernel, precise, … */
static bool is_modifiers(struct str text)
{
	const struct str letters = STR("ukhGHIpPSDWebR");

	for (size_t i = 0; i < text.n; i++)
		if (str_find(letters, text.p[i]) == letters.n)
			return false;
	return true;
}

/* "cycles:ppp" as "cycles", "cpu_core/cycles/P" as "cpu_core/cycles/". */
static struct str drop_modifiers(struct str name)
{
	struct str before, modifiers;

	if (str_rcut(name, ':', &before, &modifiers) && before.n && is_modifiers(modifiers))
		return before;
	if (str_rcut(name, '/', &before, &modifiers) && is_modifiers(modifiers))
		return str_drop_end(name, modifiers.n);
	return name;
}

/* "cpu_core/cycles/P" gives "cycles"; other PMUs than a processor's are something else. */
struct str perf_event_family(struct str name)
{
	struct str bare = drop_modifiers(name);
	struct str pmu, event;

	if (!str_ends(bare, STR("/")) || !str_cut(str_drop_end(bare, 1), '/', &pmu, &event))
		return bare;
	return str_eq(pmu, STR("cpu")) || str_starts(pmu, STR("cpu_")) ? event : bare;
}

/* ---- what weights count ---- */

/* What a period of these is, the kernel counts in nanoseconds: sched_stat_runtime, _sleep, … */
static bool is_time(struct str family)
{
	return str_eq(family, STR("cpu-clock")) || str_eq(family, STR("task-clock")) ||
	       str_eq(family, STR("offcpu-time")) || str_starts(family, STR("sched:sched_stat_"));
}

/* "cycles" and "page-faults" are nouns; of "r01c2" and "kmem:kmalloc" there are so many events. */
static bool is_plural(struct str family)
{
	for (size_t i = 0; i < family.n; i++)
		if (!byte_is_alpha(family.p[i]) && !byte_is_digit(family.p[i]) &&
			family.p[i] != '-')
			return false;
	return str_ends(family, STR("s")) && !str_ends(family, STR("ss"));
}

static struct str unit_of(struct str family)
{
	if (is_time(family))
		return STR("ns");
	return is_plural(family) ? family : STR("events");
}

void perf_event_weigh(struct perf_event *event, uint64_t period)
{
	if (event->weighed++ == 0)
		event->period = period;
	else if (event->period != period)
		event->period = 0;
}

void perf_event_weigh_many(struct perf_event *event, uint64_t samples, uint64_t period)
{
	if (samples == 0)
		return;
	perf_event_weigh(event, period);
	event->weighed += samples - 1;
}

/* Of all samples that were added, what they agree in; empty and 0 where they do not. */
struct agreement {
	bool any;
	struct str family, unit;
	uint64_t period;
};

static void agree(struct agreement *all, struct str family, struct str unit, uint64_t period)
{
	if (!all->any) {
		*all = (struct agreement){true, family, unit, period};
		return;
	}
	if (!str_eq(family, all->family))
		all->family.n = 0;
	if (!str_eq(unit, all->unit))
		all->unit.n = 0;
	if (period != all->period)
		all->period = 0;
}

static struct agreement agreement(const struct perf_events *events)
{
	struct agreement all = {0};

	for (uint32_t i = 0; i < events->count; i++) {
		const struct perf_event *event = &events->items[i];
		struct str family = perf_event_family(names_get(&events->names, i));

		if (event->weighed)
			agree(&all, family, unit_of(family), event->period);
		if (event->counted)
			agree(&all, family, STR("samples"), 0);
	}
	return all;
}

struct str perf_events_added(const struct perf_events *events)
{
	return agreement(events).family;
}

void perf_events_tell(const struct perf_events *events, struct stacks *stacks, bool at_end)
{
	struct agreement all = agreement(events);

	stacks_tell(stacks, HEADER_EVENT, all.family);
	stacks_tell(stacks, HEADER_UNIT, all.unit);
	if (at_end && all.unit.n)
		stacks_tell_number(stacks, HEADER_PERIOD, all.period);
}

/* ---- the filter ---- */

static bool is_wanted(const struct perf_events *events, struct str name)
{
	const struct text_list *wanted = &events->options->event_filter;
	struct str family = perf_event_family(name), first;

	if (events->options->all_events || events->options->list_events)
		return true;
	for (size_t i = 0; i < wanted->count; i++) {
		struct str filter = str_of(wanted->items[i]);

		if (str_eq(filter, name) || str_eq(filter, drop_modifiers(name)) ||
			str_eq(filter, family))
			return true;
	}
	if (wanted->count || events->count == 0)
		return wanted->count == 0;
	first = names_get(&events->names, 0);
	return str_eq(family, perf_event_family(first));
}

void perf_events_init(struct perf_events *events, const struct perf_options *options)
{
	*events = (struct perf_events){.options = options};
}

void perf_events_release(struct perf_events *events)
{
	names_release(&events->names);
	free(events->items);
}

static void add_event(struct perf_events *events, struct str name)
{
	bool kept = is_wanted(events, name);

	*ARRAY_PUSH(events->items, events->count, events->capacity) =
		(struct perf_event){.kept = kept};
}

struct perf_event *perf_events_count(struct perf_events *events, struct str name)
{
	uint32_t id = events->last;

	if (events->count == 0 || !str_eq(names_get(&events->names, id), name))
		id = names_add(&events->names, name);
	if (id == events->count)
		add_event(events, names_get(&events->names, id));
	events->last = id;
	events->items[id].samples++;
	return &events->items[id];
}

struct perf_event *perf_events_find(struct perf_events *events, struct str name)
{
	return &events->items[names_find(&events->names, name)];
}

struct perf_event *perf_events_add(struct perf_events *events, struct str name, uint64_t samples)
{
	struct perf_event *event = perf_events_count(events, name);

	event->samples += samples - 1;
	return event;
}

/* ---- what to tell ---- */

static void add_sample_count(struct buf *text, uint64_t samples)
{
	buf_addf(text, " (%llu sample%s)", (unsigned long long)samples, samples == 1 ? "" : "s");
}

/* One message is to be readable: --list-events writes all of them. */
static void add_events(struct buf *text, const struct perf_events *events, bool kept)
{
	char shown[STR_SHOW];
	uint64_t count = 0, other_samples = 0;

	for (uint32_t i = 0; i < events->count; i++) {
		struct str name = names_get(&events->names, i);

		if (events->items[i].kept != kept)
			continue;
		if (count++ >= EVENTS_SHOWN) {
			other_samples += events->items[i].samples;
			continue;
		}
		buf_addf(text, "%s%s", count > 1 ? ", " : " ",
			name.n ? str_show(name, shown) : "(no name)");
		add_sample_count(text, events->items[i].samples);
	}
	if (count > EVENTS_SHOWN) {
		count -= EVENTS_SHOWN;
		buf_addf(text, " and %llu other%s", (unsigned long long)count, count > 1 ? "s" : "");
		add_sample_count(text, other_samples);
	}
	buf_add_char(text, '\0');
}

static size_t kept_events(const struct perf_events *events)
{
	size_t kept = 0;

	for (size_t i = 0; i < events->count; i++)
		kept += events->items[i].kept;
	return kept;
}

/* Then what was recorded may be meant for another program. */
static const char *advice(const struct perf_events *events)
{
	for (uint32_t i = 0; i < events->count; i++)
		if (str_eq(names_get(&events->names, i), STR("sched:sched_switch")))
			return "; collapse-perf-sched adds up how long threads slept";
	return "";
}

void perf_events_report(const struct perf_events *events, struct stacks *stacks)
{
	size_t kept = kept_events(events);
	struct buf in = {0}, out = {0};

	add_events(&in, events, true);
	add_events(&out, events, false);
	if (kept == 0 && events->count > 0)
		stacks_explain(stacks, "no event matches the filter; there are%s", out.p);
	else if (kept < events->count && events->options->event_filter.count == 0)
		stacks_note(stacks,
			"kept event%s; left out%s (--all-events or --event-filter keeps others%s)",
			in.p, out.p, advice(events));
	buf_release(&in);
	buf_release(&out);
}
