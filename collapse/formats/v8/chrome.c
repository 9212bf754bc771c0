/*
 * collapse-chrome: traces in the Trace Event format: Chrome's, Node.js's, clang -ftime-trace, and what
 * many other programs write for chrome://tracing and Perfetto.
 *
 *     {"traceEvents":[
 *     {"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"CrRendererMain"}},
 *     {"name":"RunTask","cat":"toplevel","ph":"X","ts":26418447239.5,"dur":8287,"pid":1,"tid":2,"args":{}},
 *     {"name":"parse","ph":"B","ts":26418447300,"pid":1,"tid":2}, {"ph":"E","ts":26418447310,"pid":1,"tid":2},
 *     {"name":"ProfileChunk","ph":"P","id":"0x1","pid":1,"tid":9,"ts":1,"args":{"data":{
 *      "cpuProfile":{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}}],"samples":[1]},
 *      "timeDeltas":[120]}}}]}
 *
 * Or the array alone, whose end may be missing.
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
#include <stdlib.h>

#include "collapse/formats/v8/chrome-event.h"
#include "collapse/formats/v8/chrome-samples.h"
#include "collapse/formats/v8/chrome-spans.h"
#include "collapse/formats/v8/chrome-threads.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/json-input.h"
#include "common/memory.h"
#include "common/weight.h"

enum show { AUTOMATIC, EVENTS, CPU_PROFILES };

struct chrome_options {
	struct v8_options profiles;
	struct thread_root_options roots;
	int show;
};

struct chrome {
	const struct chrome_options *options;
	struct stacks *stacks;

	/* of the present trace */
	const char *file;
	struct json json;
	struct chrome_threads threads;
	struct spans spans;
	struct chrome_samples samples;
	struct buf counter; /* the event that they are of */
	uint64_t other_samples, asynchronous; /* which are left out */
	struct v8_names profile_names;
	struct names profile_ids;
	struct chrome_profile {
		struct v8_profile profile;
		uint32_t thread;
	} *profiles;
	size_t profile_count, profile_capacity;
	struct chrome_event event;
	struct buf scratch;
};

#define AT(field) offsetof(struct chrome_options, field)

static const char *const shows[] = {"auto", "events", "cpu-profiles", NULL};

static const struct option chrome_options[] = {
	{"show", OPTION_CHOICE, AT(show), "WHAT",
		.help = "\"events\" that have a duration, or the sampled \"cpu-profiles\"; "
			"\"auto\" (default): CPU profiles if there are any",
		.choices = shows},
	{"samples", OPTION_FLAG, AT(profiles.samples),
		.help = "of CPU profiles, count samples; by default a sample weighs the microseconds "
			"until the next one"},
	{"srcline", OPTION_FLAG, AT(profiles.srcline),
		.help = "of CPU profiles, show where functions are: parse /srv/app.js:12"},
	THREAD_ROOT_OPTIONS(AT(roots)),
	{0},
};

static bool chrome_sniff(struct str head)
{
	head = str_trim_start(head);
	if (!str_starts(head, STR("{")) && !str_starts(head, STR("[")))
		return false;
	return json_head_has(head, STR("traceEvents")) ||
	       (json_head_has(head, STR("ph")) && json_head_has(head, STR("ts")) &&
		       json_head_has(head, STR("pid")));
}

static void *chrome_begin(const void *options, struct stacks *out)
{
	struct chrome *chrome = memory_new(1, sizeof(*chrome));

	chrome->options = options;
	chrome->stacks = out;
	return chrome;
}

/* ---- what it is for ---- */

static uint32_t thread_of(struct chrome *chrome)
{
	return chrome_thread_of(
		&chrome->threads, buf_str(&chrome->event.pid), buf_str(&chrome->event.tid));
}

static void take_metadata(struct chrome *chrome)
{
	const struct chrome_event *event = &chrome->event;
	struct str what = buf_str(&event->name), told = buf_str(&event->told);
	struct str pid = buf_str(&event->pid);

	if (told.n && str_eq(what, STR("process_name")))
		chrome_process_rename(&chrome->threads, pid, stacks_name(chrome->stacks, told));
	else if (told.n && str_eq(what, STR("thread_name")))
		chrome_thread_rename(&chrome->threads, pid, buf_str(&event->tid),
			stacks_name(chrome->stacks, told));
}

static void take_span(struct chrome *chrome, enum span_kind kind)
{
	const struct chrome_event *event = &chrome->event;
	struct span span = {.start = event->time, .length = event->length, .kind = kind};

	if (!event->has_time || (kind == SPAN_WHOLE && (!event->has_length || event->length < 0))) {
		stacks_problem_at(chrome->stacks, chrome->file, chrome->json.line,
			"an event with times ts and, if ph is X, dur", buf_str(&event->name));
		return;
	}
	if (kind != SPAN_WHOLE)
		span.length = 0;
	span.thread = thread_of(chrome);
	if (kind != SPAN_END)
		span.name = stacks_name(chrome->stacks,
			event->name.n ? buf_str(&event->name) : STR("[unnamed]"));
	spans_add(&chrome->spans, &span);
}

/* The one that the event is a piece of. */
static struct chrome_profile *profile_of(struct chrome *chrome)
{
	uint32_t at;

	buf_set(&chrome->scratch, buf_str(&chrome->event.pid));
	buf_add_char(&chrome->scratch, '/');
	buf_add(&chrome->scratch, buf_str(&chrome->event.id));
	at = names_add(&chrome->profile_ids, buf_str(&chrome->scratch));
	if (at == chrome->profile_count)
		*ARRAY_PUSH(chrome->profiles, chrome->profile_count, chrome->profile_capacity) =
			(struct chrome_profile){
				.profile.samples.in_order = stacks_in_order(chrome->stacks),
				.thread = thread_of(chrome),
			};
	return &chrome->profiles[at];
}

/* "Profile" is of the thread that is profiled, "ProfileChunk" of the one that writes. */
static void take_profile(struct chrome *chrome)
{
	struct chrome_event *event = &chrome->event;
	struct str what = buf_str(&event->name);
	bool begins = str_eq(what, STR("Profile"));
	struct chrome_profile *profile;

	if (begins || str_eq(what, STR("ProfileChunk")) || str_eq(what, STR("CpuProfile"))) {
		profile = profile_of(chrome);
		if (begins)
			profile->thread = thread_of(chrome);
		v8_profile_append(&profile->profile, &event->profile);
	}
	v8_profile_reset(&event->profile);
}

/* {"tid":1,"ts":10,"name":"cycles","sf":7,"weight":1}: those of one event can be added up. */
static void take_sample(struct chrome *chrome)
{
	const struct chrome_event *event = &chrome->event;
	uint64_t weight = chrome->options->profiles.samples ? weight_unit(CHROME_WEIGHT_PLACES) :
							      (uint64_t)event->weight;

	if (event->frame.n == 0 || !event->has_weight || event->weight < 0) {
		stacks_problem_at(chrome->stacks, chrome->file, chrome->json.line,
			"a sample with a stack, sf, and a weight from 0", buf_str(&event->name));
		return;
	}
	if (chrome->samples.count == 0) {
		buf_set(&chrome->counter, buf_str(&event->name));
	}
	if (str_eq(buf_str(&chrome->counter), buf_str(&event->name)))
		chrome_samples_add(
			&chrome->samples, thread_of(chrome), buf_str(&event->frame), weight);
	else
		chrome->other_samples++;
}

static void take_event(struct chrome *chrome)
{
	struct chrome_event *event = &chrome->event;

	stacks_count_things(chrome->stacks, 1);
	switch (event->phase) {
	case 'X':
		take_span(chrome, SPAN_WHOLE);
		break;
	case 'B':
		take_span(chrome, SPAN_BEGIN);
		break;
	case 'E':
		take_span(chrome, SPAN_END);
		break;
	case 'M':
		take_metadata(chrome);
		break;
	case '?':
		stacks_problem_at(chrome->stacks, chrome->file, chrome->json.line,
			"an event with a phase, ph", buf_str(&event->name));
		break;
	case 'P':
		if (event->frame.n)
			take_sample(chrome);
		break;
	case 'b':
	case 'S':
		chrome->asynchronous++;
		break;
	default: /* moments, counters, flows: what takes no time */
		break;
	}
	if (event->has_profile || event->profile.has_start || event->profile.has_end ||
		event->profile.samples.delta_count)
		take_profile(chrome);
}

static void read_sample(struct json *json, void *at)
{
	struct chrome *chrome = at;

	if (!json_object(json))
		return;
	chrome_event_read(&chrome->event, json);
	v8_profile_reset(&chrome->event.profile);
	stacks_count_things(chrome->stacks, 1);
	if (!json_failed(json))
		take_sample(chrome);
}

static void read_event(struct json *json, void *at)
{
	struct chrome *chrome = at;

	if (!json_object(json))
		return;
	chrome_event_read(&chrome->event, json);
	if (!json_failed(json))
		take_event(chrome);
}

static void read_frames(struct json *json, void *at)
{
	struct chrome *chrome = at;

	chrome_samples_read_frames(&chrome->samples, chrome->stacks, json);
}

static const struct json_field trace_fields[] = {
	{JSON_KEY("traceEvents"), FIELD_EACH, .read = read_event},
	{JSON_KEY("samples"), FIELD_EACH, .read = read_sample},
	{JSON_KEY("stackFrames"), .read = read_frames},
	{0},
};

/* ---- stacks ---- */

static struct stack_root root_of(struct chrome *chrome, uint32_t thread)
{
	return chrome_thread_root(
		&chrome->threads, thread, &chrome->options->roots, chrome->stacks);
}

/* Of each thread. */
static struct stack_root *new_roots(struct chrome *chrome)
{
	struct stack_root *roots = memory_new(chrome->threads.names.count, sizeof(*roots));

	for (uint32_t i = 0; i < chrome->threads.names.count; i++)
		roots[i] = root_of(chrome, i);
	return roots;
}

static void fold_profiles(struct chrome *chrome)
{
	for (size_t i = 0; i < chrome->profile_count; i++) {
		struct chrome_profile *profile = &chrome->profiles[i];
		struct stack_root root = root_of(chrome, profile->thread);

		if (profile->profile.nodes.count)
			stacks_lead(chrome->stacks, root.leading);
		v8_profile_add(&profile->profile, &chrome->profile_names, chrome->stacks,
			root.node, &chrome->options->profiles,
			(struct v8_place){chrome->file, chrome->json.line});
	}
}

/* What a counter's weights are is not said; with --samples they are 1. */
static void tell_counter(struct chrome *chrome)
{
	stacks_tell(chrome->stacks, HEADER_EVENT, buf_str(&chrome->counter));
	if (chrome->options->profiles.samples)
		stacks_tell(chrome->stacks, HEADER_UNIT, STR("samples"));
}

static void fold_samples(struct chrome *chrome)
{
	struct stack_root *roots = new_roots(chrome);
	uint64_t lost;
	char counter[STR_SHOW];

	if (chrome->samples.count)
		tell_counter(chrome);
	lost = chrome_samples_fold(&chrome->samples, chrome->stacks, roots);
	free(roots);
	while (lost-- > 0)
		stacks_problem_at(chrome->stacks, chrome->file, chrome->json.line,
			"a sample's stack in stackFrames", STR("another"));
	if (chrome->other_samples)
		stacks_note(chrome->stacks,
			"%s: left out %llu sample%s of other events than \"%s\", the first",
			chrome->file, (unsigned long long)chrome->other_samples,
			chrome->other_samples == 1 ? "" : "s",
			str_show(buf_str(&chrome->counter), counter));
}

static void say_span_loss(struct chrome *chrome, const struct span_loss *loss)
{
	stacks_note_count(chrome->stacks, chrome->file, loss->cut,
		"cut # event{|s} at the end of what it began in");
	stacks_note_count(chrome->stacks, chrome->file, loss->unclosed,
		"# event{|s} without an end (E), taken to last as long as the thread");
	stacks_note_count(chrome->stacks, chrome->file, loss->unopened,
		"left out # end{|s} (E) without a beginning (B)");
}

static void fold_spans(struct chrome *chrome)
{
	struct stack_root *roots = new_roots(chrome);
	struct span_loss loss = {0};

	spans_fold(&chrome->spans, chrome->stacks, roots, &loss);
	free(roots);
	say_span_loss(chrome, &loss);
	if (chrome->asynchronous == 0)
		return;
	stacks_note_count(chrome->stacks, chrome->file, chrome->asynchronous,
		"left out # asynchronous event{|s} (b, S), of no thread");
	stacks_explain(chrome->stacks,
		"%s: only asynchronous events (b, S) last, which are of no thread", chrome->file);
}

static bool has_profiles(const struct chrome *chrome)
{
	for (size_t i = 0; i < chrome->profile_count; i++)
		if (chrome->profiles[i].profile.samples.sample_count)
			return true;
	return false;
}

static void fold(struct chrome *chrome)
{
	int show = chrome->options->show;
	bool profiles = has_profiles(chrome);
	size_t left_out = chrome->spans.count;

	if (show == EVENTS || (show == AUTOMATIC && !profiles && !chrome->samples.count)) {
		fold_spans(chrome);
		return;
	}
	if (profiles || !chrome->samples.count) {
		fold_profiles(chrome);
		left_out += chrome->samples.count;
	} else {
		fold_samples(chrome);
	}
	if (show == AUTOMATIC)
		stacks_note_count(chrome->stacks, chrome->file, left_out,
			"has CPU profiles: left out # other event{|s}; --show=events takes "
			"those that have a duration");
}

/* The array may end without ']', or with a comma before it: programs that crash write it so. */
static bool ends_as_allowed(const struct json *json, bool array)
{
	return array && json_failed(json) && json->depth == 1 &&
	       (json->got.n == 0 || str_starts(json->got, STR("]")));
}

static void reset(struct chrome *chrome)
{
	for (size_t i = 0; i < chrome->profile_count; i++)
		v8_profile_release(&chrome->profiles[i].profile);
	chrome->profile_count = 0;
	chrome->spans.count = 0;
	chrome->other_samples = chrome->asynchronous = 0;
	chrome_samples_release(&chrome->samples);
	chrome_threads_release(&chrome->threads);
	names_release(&chrome->profile_ids);
	v8_names_release(&chrome->profile_names);
	v8_profile_reset(&chrome->event.profile);
}

static void chrome_read(void *state, struct lines *lines)
{
	struct chrome *chrome = state;
	struct json *json = &chrome->json;
	bool array;

	chrome->file = lines->name;
	json_init(json, lines);
	json->context = &chrome->profile_names;
	array = json_enter_array(json);
	while (array && json_next_element(json))
		read_event(json, chrome);
	if (!array && json_enter_object(json))
		json_read_members(json, trace_fields, chrome);
	if (!ends_as_allowed(json, array))
		json_input_finish(json, lines, chrome->stacks);
	fold(chrome);
	reset(chrome);
	json_release(json);
}

static void chrome_end(void *state)
{
	struct chrome *chrome = state;

	chrome_event_release(&chrome->event);
	buf_release(&chrome->scratch);
	buf_release(&chrome->counter);
	spans_release(&chrome->spans);
	free(chrome->profiles);
	free(chrome);
}

const struct kind kind_chrome = {
	.name = "chrome",
	.input = "a trace in the Trace Event format",
	.sniff = chrome_sniff,
	.is_json = true,
};

const struct format format_chrome = {
	.kind = &kind_chrome,
	.summary =
		"Folds traces in the Trace Event format, of Chrome, Node.js, clang -ftime-trace and "
		"others: what ran within what, and the CPU profiles of JavaScript in them.",
	.options = chrome_options,
	.options_size = sizeof(struct chrome_options),
	.things = "events",
	.begin = chrome_begin,
	.read = chrome_read,
	.end = chrome_end,
};
