/*
 * collapse-jfr: flight recordings of Java, as the text of `jfr print` or of `jfr print --json`
 * (text.c, json.c have samples of them). Nothing of it is held but the event at hand.
 *
 * https://docs.oracle.com/en/java/javase/17/docs/specs/man/jfr.html
 */
#include <stdlib.h>

#include "collapse/formats/jfr/event.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "common/memory.h"

enum weighing { WEIGHT_AUTOMATIC, WEIGHT_SAMPLES, WEIGHT_BYTES, WEIGHT_TIME };

struct jfr_options {
	struct text_list events;
	int weight;
	bool srcline, no_threads;
};

struct jfr {
	const struct jfr_options *options;
	struct stacks *stacks;
	struct jfr_reader reader;
	const char *file;
	struct names types; /* of all events that were there */
	enum weighing weight; /* what the first event has; then all must have it */
	bool told; /* of the present input */
	uint64_t without_stack, other_weight, cut;
	bool timers[2]; /* without --event: ExecutionSample, CPUTimeSample were there */
	struct buf event; /* the first that was added, without "jdk." */
	bool several; /* there were others */
	size_t deepest;
};

static const char *const weights[] = {"auto", "samples", "bytes", "time", NULL};

#define AT(field) offsetof(struct jfr_options, field)

static const struct option jfr_options[] = {
	{"event", OPTION_LIST, AT(events), "NAME",
		.help = "read these events, as jdk.ObjectAllocationSample, also without jdk.; may be "
			"given several times; by default ExecutionSample, NativeMethodSample and "
			"CPUTimeSample"},
	{"weight", OPTION_CHOICE, AT(weight), "WHAT",
		.help = "what an event counts: \"samples\": 1, the \"bytes\" allocated, or the "
			"\"time\" it lasted, in microseconds; \"auto\" (default): bytes or time "
			"where there are any",
		.choices = weights},
	{"srcline", OPTION_FLAG, AT(srcline), .help = "show source lines: Work.fib:12"},
	{"no-threads", OPTION_FLAG, AT(no_threads), .help = "no root frames for threads"},
	{0},
};

static const struct str recording_magic = STR_INIT("FLR\0");

/* "jdk.ExecutionSample {", then "  startTime = 15:11:59.612" */
static bool is_text(struct str head)
{
	struct str first, rest, second;

	while (str_starts(head, STR("\n")) || str_starts(head, STR("\r")))
		head = str_skip(head, 1);
	return str_cut(head, '\n', &first, &rest) && str_ends(str_trim_end(first), STR(" {")) &&
	       str_cut(rest, '\n', &second, &rest) && str_starts(second, STR("  ")) &&
	       str_contains(second, STR(" = "));
}

static bool jfr_sniff(struct str head)
{
	if (looks_json(head))
		return json_head_has(head, STR("recording")) && json_head_has(head, STR("events"));
	return str_starts(head, recording_magic) || is_text(head);
}

/* ---- events ---- */

static const char *const usual[] = {"ExecutionSample", "CPUTimeSample", "NativeMethodSample", NULL};

static struct str bare_name(struct str type)
{
	return str_starts(type, STR("jdk.")) ? str_skip(type, 4) : type;
}

static bool wants(void *context, struct str type)
{
	struct jfr *jfr = context;
	struct str name = bare_name(type);

	names_add(&jfr->types, type);
	if (jfr->options->events.count)
		return text_list_has(&jfr->options->events, type) ||
		       text_list_has(&jfr->options->events, name);
	for (size_t i = 0; usual[i]; i++) {
		if (!str_eq(name, str_of(usual[i])))
			continue;
		if (i < sizeof(jfr->timers) / sizeof(*jfr->timers))
			jfr->timers[i] = true;
		return true;
	}
	return false;
}

static enum weighing weight_of(const struct jfr *jfr, const struct jfr_event *event)
{
	if (jfr->options->weight != WEIGHT_AUTOMATIC)
		return (enum weighing)jfr->options->weight;
	if (event->has_bytes)
		return WEIGHT_BYTES;
	return event->has_duration ? WEIGHT_TIME : WEIGHT_SAMPLES;
}

/* Those that are asked for by name are counted as samples only if all are such. */
static bool are_samples(const struct text_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct str name = bare_name(str_of(events->items[i]));
		size_t place = 0;

		while (usual[place] && !str_eq(name, str_of(usual[place])))
			place++;
		if (!usual[place])
			return false;
	}
	return true;
}

static void tell_weight(struct jfr *jfr, enum weighing weight)
{
	struct str unit = are_samples(&jfr->options->events) ? STR("samples") : STR("events");

	if (weight == WEIGHT_BYTES)
		unit = STR("bytes");
	else if (weight == WEIGHT_TIME)
		unit = STR("us");
	stacks_tell(jfr->stacks, HEADER_UNIT, unit);
	jfr->told = true;
}

static void count_event(struct jfr *jfr, const struct jfr_event *event)
{
	struct str name = bare_name(buf_str(&event->type));

	if (jfr->event.n == 0)
		buf_set(&jfr->event, name);
	else if (!jfr->several && !str_eq(name, buf_str(&jfr->event)))
		jfr->several = true;
	stacks_lead(jfr->stacks, !jfr->options->no_threads && event->thread.n ? "thread" : NULL);
}

/* "thread;...;main;parse" */
static uint32_t node_of(struct jfr *jfr, const struct jfr_event *event)
{
	struct stacks *stacks = jfr->stacks;
	uint32_t node = NODE_ROOT;

	if (!jfr->options->no_threads && event->thread.n)
		node = stacks_child(stacks, node, stacks_name(stacks, buf_str(&event->thread)));
	if (event->cut)
		node = stacks_child(stacks, node, stacks_name(stacks, STR("...")));
	for (size_t i = event->depth; i-- > 0;)
		node = stacks_child(stacks, node, event->frames[i]);
	return node;
}

static void take_event(void *context, const struct jfr_event *event)
{
	enum { NANOSECOND_PLACES = 3 };
	struct jfr *jfr = context;
	enum weighing weight = weight_of(jfr, event);
	uint64_t weights_of_event[2] = {1, 0};
	unsigned places = 0;

	if (!event->has_stack || event->depth == 0) {
		jfr->without_stack++;
		return;
	}
	if (jfr->weight == WEIGHT_AUTOMATIC)
		jfr->weight = weight;
	if (weight != jfr->weight || (weight == WEIGHT_BYTES && !event->has_bytes) ||
		(weight == WEIGHT_TIME && !event->has_duration)) {
		jfr->other_weight++;
		return;
	}
	if (weight == WEIGHT_BYTES) {
		weights_of_event[0] = event->bytes;
	} else if (weight == WEIGHT_TIME) {
		weights_of_event[0] = event->duration;
		places = NANOSECOND_PLACES;
	}
	jfr->cut += event->cut;
	if (event->depth > jfr->deepest)
		jfr->deepest = event->depth;
	if (weights_of_event[0] == 0)
		return;
	if (!jfr->told)
		tell_weight(jfr, weight);
	count_event(jfr, event);
	stacks_add_at(jfr->stacks, node_of(jfr, event), weights_of_event, places);
}

/* ---- the format ---- */

static void *jfr_begin(const void *options, struct stacks *out)
{
	struct jfr *jfr = memory_new(1, sizeof(*jfr));

	jfr->options = options;
	jfr->stacks = out;
	out->are_samples = true;
	jfr->reader = (struct jfr_reader){.stacks = out, .srcline = jfr->options->srcline,
		.event = take_event, .wants = wants, .context = jfr};
	return jfr;
}

static void jfr_read(void *state, struct lines *lines)
{
	enum { PRINTED_DEPTH = 5 }; /* without --stack-depth; the JSON does not tell */
	struct jfr *jfr = state;
	struct str head = lines_head(lines);
	bool json = looks_json(head);

	jfr->file = lines->name;
	jfr->deepest = 0;
	jfr->told = false;
	if (str_starts(head, recording_magic)) {
		stacks_fail(jfr->stacks,
			"%s: this is the recording itself; print it: jfr print --json "
			"--stack-depth 64 %s | collapse-jfr",
			lines->name, lines->name);
		return;
	}
	if (json)
		jfr_read_json(&jfr->reader, lines);
	else
		jfr_read_text(&jfr->reader, lines);
	if (json && jfr->deepest == PRINTED_DEPTH)
		stacks_note(jfr->stacks,
			"%s: no stack has more than 5 frames: jfr print leaves the "
			"others out unless --stack-depth is given",
			lines->name);
}

/* "jdk.ObjectAllocationSample, jdk.GarbageCollection": what could be asked for, in the order of names. */
static void explain(struct jfr *jfr)
{
	enum { MOST = 8 };
	uint32_t *sorted = names_sorted(&jfr->types);
	struct buf list = {0};
	char shown[STR_SHOW];

	for (uint32_t i = 0; i < jfr->types.count && i < MOST; i++)
		buf_addf(&list, "%s%s", i ? ", " : "",
			str_show(names_get(&jfr->types, sorted[i]), shown));
	buf_addf(&list, "%s", jfr->types.count > MOST ? ", …" : "");
	buf_add_char(&list, '\0');
	stacks_explain(jfr->stacks,
		"%s: none of these events has what is asked for, see --event: %s", jfr->file,
		list.p);
	buf_release(&list);
	free(sorted);
}

static void jfr_end(void *state)
{
	struct jfr *jfr = state;

	if (!jfr->several)
		stacks_tell(jfr->stacks, HEADER_EVENT, buf_str(&jfr->event));
	if (jfr->types.count)
		explain(jfr);
	if (jfr->timers[0] && jfr->timers[1])
		stacks_note(jfr->stacks, "the samples of ExecutionSample and of CPUTimeSample, "
			"which are of the same time, are added up; --event takes one of them");
	stacks_note_count(jfr->stacks, NULL, jfr->cut,
		"# stack{ is|s are} cut, below the frame \"...\": jfr print --stack-depth 64 shows more");
	stacks_note_count(jfr->stacks, NULL, jfr->without_stack,
		"# event{ has|s have} no stack and {is|are} left out");
	stacks_note_count(jfr->stacks, NULL, jfr->other_weight,
		"# event{ is|s are} left out: the weight is not what the first one's is; see --weight");
	names_release(&jfr->types);
	buf_release(&jfr->event);
	jfr_reader_release(&jfr->reader);
	free(jfr);
}

const struct kind kind_jfr = {
	.name = "jfr",
	.input = "the output of jfr print, as text or JSON",
	.sniff = jfr_sniff,
	.is_json = true,
};

const struct format format_jfr = {
	.kind = &kind_jfr,
	.summary = "Folds what jfr print shows of Java's flight recordings: samples of methods, "
		   "allocations, and all events that have a stack.",
	.options = jfr_options,
	.options_size = sizeof(struct jfr_options),
	.begin = jfr_begin,
	.read = jfr_read,
	.end = jfr_end,
};
