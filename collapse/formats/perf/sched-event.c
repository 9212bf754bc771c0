#include "collapse/formats/perf/sched-event.h"

static struct str digits_of(struct str text)
{
	return str_head(text, str_digits(text));
}

/* What stands behind " pid=": names may hold anything, but come first. */
static struct str field(struct str text, struct str name)
{
	size_t at = str_find_str(text, name);

	return at < text.n ? str_skip(text, at + name.n) : (struct str){0};
}

/* The 7 of "a [b]:7 [120]…"; *rest is what follows the bracket. */
static struct str task(struct str text, struct str *rest)
{
	size_t bracket = str_rfind(text, '['), colon;

	*rest = str_skip(text, bracket);
	*rest = str_skip(*rest, str_find(*rest, ']') + 1);
	text = str_head(text, bracket);
	colon = str_rfind(text, ':');
	return digits_of(str_skip(text, colon + 1));
}

static bool parse_switch(struct str text, struct sched_event *parsed)
{
	struct str state = field(text, STR(" prev_state="));
	size_t arrow = str_find_str(text, STR(" ==> "));
	struct str rest;

	if (state.n) {
		parsed->tid = digits_of(field(text, STR(" prev_pid=")));
		parsed->next = digits_of(field(str_skip(text, arrow), STR(" next_pid=")));
	} else {
		parsed->tid = task(str_head(text, arrow), &state);
		parsed->next = task(str_skip(text, arrow), &rest);
		state = str_trim_start(state);
	}
	parsed->state = state.n ? state.p[0] : '?';
	return parsed->tid.n && parsed->next.n && state.n;
}

static bool parse_woken(struct str text, struct sched_event *parsed)
{
	struct str rest;

	parsed->tid = digits_of(field(text, STR(" pid=")));
	if (parsed->tid.n == 0)
		parsed->tid = task(text, &rest);
	return parsed->tid.n > 0;
}

static bool parse_delay(struct str text, struct sched_event *parsed)
{
	return parse_woken(text, parsed) &&
	       str_to_u64(digits_of(field(text, STR(" delay="))), &parsed->delay);
}

static const struct {
	struct str event;
	enum sched_kind kind;
	bool (*parse)(struct str text, struct sched_event *parsed);
} events[] = {
	{STR_INIT("sched_switch"), SCHED_SWITCH, parse_switch},
	{STR_INIT("sched_wakeup"), SCHED_WAKE, parse_woken},
	{STR_INIT("sched_waking"), SCHED_WAKE, parse_woken},
	{STR_INIT("sched_stat_sleep"), SCHED_DELAY, parse_delay},
	{STR_INIT("sched_stat_blocked"), SCHED_DELAY, parse_delay},
	{STR_INIT("sched_stat_iowait"), SCHED_DELAY, parse_delay},
};

enum sched_kind sched_event_parse(struct str event, struct str text, struct sched_event *parsed)
{
	if (!str_starts(event, STR("sched:")))
		return SCHED_NONE;
	event = str_skip(event, 6);
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++)
		if (str_eq(event, events[i].event))
			return events[i].parse(text, parsed) ? events[i].kind : SCHED_BAD;
	return SCHED_NONE;
}
