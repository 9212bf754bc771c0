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

#include "collapse/chrome-spans.h"
#include "collapse/format.h"
#include "collapse/json-input.h"
#include "collapse/thread-root.h"
#include "collapse/v8-profile.h"
#include "common/memory.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */

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
	struct names threads, processes; /* by what the events call them: "1/2", "1" */
	struct chrome_thread {
		uint32_t name; /* NAME_NONE: not told */
		uint32_t process;
	} *thread_names;
	uint32_t *process_names;
	size_t thread_capacity, process_capacity;
	struct spans spans;
	struct v8_names profile_names;
	struct names profile_ids;
	struct chrome_profile {
		struct v8_profile profile;
		uint32_t thread;
	} *profiles;
	size_t profile_count, profile_capacity;
	struct chrome_event {
		struct buf name, pid, tid, id, told; /* told: what a name is, in args */
		char phase;
		bool has_time, has_length, has_profile;
		int64_t time, length;
		struct v8_profile profile;
	} event;
	struct buf scratch;
};

#define AT(field) offsetof(struct chrome_options, field)

static const char *const shows[] = {"auto", "events", "cpu-profiles", NULL};

static const struct option chrome_options[] = {
	{"show", OPTION_CHOICE, AT(show), "WHAT",
		.help = "\"events\" that have a duration, or the sampled \"cpu-profiles\" of "
			"JavaScript; \"auto\" (default): CPU profiles if there are any",
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
	out->problems.things = "events";
	return chrome;
}

/* ---- what an event says ---- */

static void read_text(struct json *json, struct buf *text)
{
	struct str value;

	buf_reset(text);
	if (json_scalar(json, &value))
		buf_add(text, value);
}

/* {"local":"0x1"}: newer events have it for an id. */
static void read_id(struct json *json, struct buf *id)
{
	struct str key;

	if (!json_enter_object(json)) {
		read_text(json, id);
		return;
	}
	while (json_next_key(json, &key))
		read_text(json, id);
}

static bool read_profile_key(struct chrome *chrome, struct str key)
{
	return v8_profile_read(
		&chrome->event.profile, &chrome->profile_names, &chrome->json, key);
}

/* Chunks have times beside the profile, those of one piece have them in it. */
static void read_data(struct chrome *chrome)
{
	struct json *json = &chrome->json;
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("cpuProfile")) && json_enter_object(json)) {
			chrome->event.has_profile = true;
			while (json_next_key(json, &key))
				if (!read_profile_key(chrome, key))
					json_skip(json);
		} else if (str_eq(key, STR("timeDeltas")) || str_eq(key, STR("startTime")) ||
			   str_eq(key, STR("endTime"))) {
			read_profile_key(chrome, key);
		} else {
			json_skip(json);
		}
	}
}

static void read_arguments(struct chrome *chrome)
{
	struct json *json = &chrome->json;
	struct str key;

	if (!json_enter_object(json)) {
		json_skip(json);
		return;
	}
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name")))
			read_text(json, &chrome->event.told);
		else if (str_eq(key, STR("data")) && json_enter_object(json))
			read_data(chrome);
		else
			json_skip(json);
	}
}

static void read_event_key(struct chrome *chrome, struct str key)
{
	struct chrome_event *event = &chrome->event;
	struct json *json = &chrome->json;
	struct str text;

	if (str_eq(key, STR("ts")))
		event->has_time = json_fixed(json, NANOSECOND_PLACES, &event->time);
	else if (str_eq(key, STR("dur")))
		event->has_length = json_fixed(json, NANOSECOND_PLACES, &event->length);
	else if (str_eq(key, STR("ph")))
		event->phase = json_scalar(json, &text) && text.n == 1 ? text.p[0] : '?';
	else if (str_eq(key, STR("name")))
		read_text(json, &event->name);
	else if (str_eq(key, STR("pid")))
		read_text(json, &event->pid);
	else if (str_eq(key, STR("tid")))
		read_text(json, &event->tid);
	else if (str_eq(key, STR("id")) || str_eq(key, STR("id2")))
		read_id(json, &event->id);
	else if (str_eq(key, STR("args")))
		read_arguments(chrome);
	else
		json_skip(json);
}

static void reset_event(struct chrome_event *event)
{
	buf_reset(&event->name);
	buf_reset(&event->pid);
	buf_reset(&event->tid);
	buf_reset(&event->id);
	buf_reset(&event->told);
	event->phase = '?';
	event->has_time = event->has_length = event->has_profile = false;
	event->time = event->length = 0;
	event->profile.samples.in_order = true;
}

/* ---- what it is for ---- */

static uint32_t process_of(struct chrome *chrome)
{
	uint32_t known = chrome->processes.count;
	uint32_t process = names_add(&chrome->processes, buf_str(&chrome->event.pid));

	if (process == known) {
		chrome->process_names = memory_grow(chrome->process_names,
			&chrome->process_capacity, known + 1, sizeof(*chrome->process_names));
		chrome->process_names[process] = NAME_NONE;
	}
	return process;
}

static uint32_t thread_of(struct chrome *chrome)
{
	uint32_t known = chrome->threads.count, process = process_of(chrome), thread;

	buf_reset(&chrome->scratch);
	buf_add(&chrome->scratch, buf_str(&chrome->event.pid));
	buf_add_char(&chrome->scratch, '/');
	buf_add(&chrome->scratch, buf_str(&chrome->event.tid));
	thread = names_add(&chrome->threads, buf_str(&chrome->scratch));
	if (thread == known) {
		chrome->thread_names = memory_grow(chrome->thread_names,
			&chrome->thread_capacity, known + 1, sizeof(*chrome->thread_names));
		chrome->thread_names[thread] = (struct chrome_thread){NAME_NONE, process};
	}
	return thread;
}

static void take_metadata(struct chrome *chrome)
{
	const struct chrome_event *event = &chrome->event;
	struct str what = buf_str(&event->name), told = buf_str(&event->told);
	uint32_t process, thread;

	if (told.n && str_eq(what, STR("process_name"))) {
		process = process_of(chrome);
		chrome->process_names[process] = stacks_name(chrome->stacks, told);
	} else if (told.n && str_eq(what, STR("thread_name"))) {
		thread = thread_of(chrome);
		chrome->thread_names[thread].name = stacks_name(chrome->stacks, told);
	}
}

static void take_span(struct chrome *chrome, enum span_kind kind)
{
	const struct chrome_event *event = &chrome->event;
	struct span span = {.start = event->time, .length = event->length, .kind = kind};

	if (!event->has_time || (kind == SPAN_WHOLE && (!event->has_length || event->length < 0))) {
		problem_at(&chrome->stacks->problems, chrome->file, chrome->json.line,
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

	buf_reset(&chrome->scratch);
	buf_add(&chrome->scratch, buf_str(&chrome->event.pid));
	buf_add_char(&chrome->scratch, '/');
	buf_add(&chrome->scratch, buf_str(&chrome->event.id));
	at = names_add(&chrome->profile_ids, buf_str(&chrome->scratch));
	if (at == chrome->profile_count) {
		chrome->profiles = memory_grow(chrome->profiles, &chrome->profile_capacity,
			chrome->profile_count + 1, sizeof(*chrome->profiles));
		chrome->profiles[chrome->profile_count++] = (struct chrome_profile){
			.profile.samples.in_order = chrome->stacks->time_order,
			.thread = thread_of(chrome),
		};
	}
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

static void take_event(struct chrome *chrome)
{
	struct chrome_event *event = &chrome->event;

	chrome->stacks->problems.lines++;
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
		problem_at(&chrome->stacks->problems, chrome->file, chrome->json.line,
			"an event with a phase, ph", buf_str(&event->name));
		break;
	default: /* moments, counters, what is not of a thread */
		break;
	}
	if (event->has_profile || event->profile.has_start || event->profile.has_end ||
		event->profile.samples.delta_count)
		take_profile(chrome);
}

static void read_events(struct chrome *chrome)
{
	struct json *json = &chrome->json;
	struct str key;

	while (json_next_element(json)) {
		if (!json_enter_object(json)) {
			json_skip(json);
			continue;
		}
		reset_event(&chrome->event);
		while (json_next_key(json, &key))
			read_event_key(chrome, key);
		if (!json_failed(json))
			take_event(chrome);
	}
}

/* ---- stacks ---- */

/* "Renderer;CrRendererMain"; what has no name is its number, but for a trace of one thread. */
static uint32_t root_of(struct chrome *chrome, uint32_t thread)
{
	const struct chrome_thread *names = &chrome->thread_names[thread];
	struct str pid = names_get(&chrome->processes, names->process);
	struct str tid = str_skip(names_get(&chrome->threads, thread), pid.n + 1);

	return thread_root(chrome->stacks, &chrome->scratch, &chrome->options->roots,
		&(struct thread_label){chrome->process_names[names->process], pid},
		&(struct thread_label){names->name, tid},
		names->name != NAME_NONE || chrome->threads.count > 1);
}

static void fold_profiles(struct chrome *chrome)
{
	for (size_t i = 0; i < chrome->profile_count; i++) {
		struct chrome_profile *profile = &chrome->profiles[i];

		v8_profile_add(&profile->profile, &chrome->profile_names, chrome->stacks,
			root_of(chrome, profile->thread), &chrome->options->profiles,
			(struct v8_place){chrome->file, chrome->json.line});
	}
}

static void fold_spans(struct chrome *chrome)
{
	uint32_t *roots = memory_new(chrome->threads.count, sizeof(*roots));
	struct span_loss loss = {0};

	for (uint32_t i = 0; i < chrome->threads.count; i++)
		roots[i] = root_of(chrome, i);
	spans_fold(&chrome->spans, chrome->stacks, roots, &loss);
	free(roots);
	if (loss.cut)
		stacks_note(chrome->stacks,
			"%s: %llu events last longer than those that they began "
			"in, and are cut there",
			chrome->file, (unsigned long long)loss.cut);
	if (loss.unclosed)
		stacks_note(chrome->stacks,
			"%s: %llu events begin (B) and never end (E): they last "
			"as long as their threads",
			chrome->file, (unsigned long long)loss.unclosed);
	if (loss.unopened)
		stacks_note(chrome->stacks, "%s: %llu events end (E) and never began (B): they are "
			"left out", chrome->file, (unsigned long long)loss.unopened);
}

static bool has_samples(const struct chrome *chrome)
{
	for (size_t i = 0; i < chrome->profile_count; i++)
		if (chrome->profiles[i].profile.samples.sample_count)
			return true;
	return false;
}

static void fold(struct chrome *chrome)
{
	int show = chrome->options->show;
	bool profiles = show == CPU_PROFILES || (show == AUTOMATIC && has_samples(chrome));

	if (profiles)
		fold_profiles(chrome);
	else
		fold_spans(chrome);
	if (profiles && show == AUTOMATIC && chrome->spans.count)
		stacks_note(chrome->stacks, "%s: has CPU profiles, so its %zu events that have a "
			"duration are left out: --show=events takes these", chrome->file,
			chrome->spans.count);
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
	names_release(&chrome->threads);
	names_release(&chrome->processes);
	names_release(&chrome->profile_ids);
	v8_names_release(&chrome->profile_names);
	v8_profile_release(&chrome->event.profile);
}

static void chrome_read(void *state, struct lines *lines)
{
	struct chrome *chrome = state;
	struct json *json = &chrome->json;
	bool array;
	struct str key;

	chrome->file = lines->name;
	json_init(json, lines);
	array = json_enter_array(json);
	if (array) {
		read_events(chrome);
	} else if (json_enter_object(json)) {
		while (json_next_key(json, &key))
			if (str_eq(key, STR("traceEvents")) && json_enter_array(json))
				read_events(chrome);
			else
				json_skip(json);
	}
	if (!ends_as_allowed(json, array))
		json_input_finish(json, lines, chrome->stacks);
	fold(chrome);
	reset(chrome);
	json_release(json);
}

static void chrome_end(void *state)
{
	struct chrome *chrome = state;

	buf_release(&chrome->event.name);
	buf_release(&chrome->event.pid);
	buf_release(&chrome->event.tid);
	buf_release(&chrome->event.id);
	buf_release(&chrome->event.told);
	buf_release(&chrome->scratch);
	spans_release(&chrome->spans);
	free(chrome->thread_names);
	free(chrome->process_names);
	free(chrome->profiles);
	free(chrome);
}

const struct format format_chrome = {
	.name = "chrome",
	.input = "a trace in the Trace Event format",
	.summary =
		"Folds traces in the Trace Event format, of Chrome, Node.js, clang -ftime-trace and "
		"others: what ran within what, and the CPU profiles of JavaScript in them.",
	.options = chrome_options,
	.options_size = sizeof(struct chrome_options),
	.sniff = chrome_sniff,
	.reads_json = true,
	.begin = chrome_begin,
	.read = chrome_read,
	.end = chrome_end,
};
