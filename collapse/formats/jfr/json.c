/*
 * The output of `jfr print --json`:
 *
 *     {"recording": {"events": [{"type": "jdk.ExecutionSample", "values": {
 *       "sampledThread": {"osName": "main", "javaName": "main"},
 *       "stackTrace": {"truncated": false, "frames": [{
 *         "method": {"type": {"name": "java\/util\/Random"}, "name": "next"}, "lineNumber": 207}]}}}]}}
 */
#include "collapse/formats/jfr/event.h"
#include "collapse/readers/json-fields.h"
#include "collapse/stacks/json-input.h"

/* What is read, for all that the reader calls. */
struct recording {
	struct jfr_reader *reader;
	bool wanted; /* the event at hand */
	struct method {
		struct buf type, name;
		bool hidden; /* made by the virtual machine, with an address for a name; the text
				leaves it out */
		uint64_t line;
	} method;
	struct thread {
		struct buf os, java;
		bool has_java, is_virtual;
	} thread;
};

/* ---- threads ---- */

static const struct json_field thread_fields[] = {
	{JSON_KEY("osName"), FIELD_TEXT, .at = offsetof(struct thread, os)},
	{JSON_KEY("javaName"), FIELD_TEXT, .at = offsetof(struct thread, java),
		.has = JSON_HAS(struct thread, has_java)},
	{JSON_KEY("virtual"), FIELD_TRUE, .at = offsetof(struct thread, is_virtual)},
	{0},
};

/* {"osName": …, "javaName": …, "virtual": …}: the second, or the first where that is null. */
static void read_thread(struct json *json, void *at)
{
	struct recording *recording = json->context;
	struct thread *thread = &recording->thread;

	if (!json_object(json))
		return;
	buf_reset(&thread->os);
	buf_reset(&thread->java);
	thread->has_java = thread->is_virtual = false;
	json_read_members(json, thread_fields, thread);
	jfr_event_name_thread(at, buf_str(thread->has_java ? &thread->java : &thread->os),
		thread->is_virtual);
}

/* That of an event in general, unless it has told which one it sampled. */
static void read_event_thread(struct json *json, void *at)
{
	const struct jfr_event *event = at;

	if (event->thread.n == 0)
		read_thread(json, at);
	else
		json_skip(json);
}

/* ---- stacks ---- */

/* "java/util/Random" and "next" are java.util.Random.next, as the text has it. */
static struct str method_name(struct jfr_reader *reader, const struct method *method)
{
	struct buf *out = &reader->scratch;

	buf_reset(out);
	for (size_t i = 0; i < method->type.n; i++)
		buf_add_char(out, method->type.p[i] == '/' ? '.' : method->type.p[i]);
	if (method->type.n)
		buf_add_char(out, '.');
	buf_add(out, buf_str(&method->name));
	return buf_str(out);
}

static const struct json_field type_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = offsetof(struct method, type)},
	{0},
};

static const struct json_field method_fields[] = {
	{JSON_KEY("type"), FIELD_OBJECT, .members = type_fields},
	{JSON_KEY("name"), FIELD_TEXT, .at = offsetof(struct method, name)},
	{JSON_KEY("hidden"), FIELD_TRUE, .at = offsetof(struct method, hidden)},
	{0},
};

static const struct json_field frame_fields[] = {
	{JSON_KEY("method"), FIELD_OBJECT, .members = method_fields},
	/* -1: unknown */
	{JSON_KEY("lineNumber"), FIELD_U64, .at = offsetof(struct method, line)},
	{0},
};

static void read_frame(struct json *json, void *at)
{
	struct recording *recording = json->context;
	struct jfr_reader *reader = recording->reader;
	struct method *method = &recording->method;

	buf_reset(&method->type);
	buf_reset(&method->name);
	method->hidden = false;
	method->line = 0;
	if (json_read_object(json, frame_fields, method) && !method->hidden)
		jfr_event_add_frame(
			at, jfr_frame_name(reader, method_name(reader, method), method->line));
}

static const struct json_field stack_fields[] = {
	{JSON_KEY("truncated"), FIELD_TRUE, .at = offsetof(struct jfr_event, cut)},
	{JSON_KEY("frames"), FIELD_EACH, .read = read_frame},
	{0},
};

/* ---- events ---- */

/* "PT1H2M3.5S" in nanoseconds. */
static bool parse_duration(struct str text, uint64_t *nanoseconds)
{
	enum { NANOSECOND_DIGITS = 9 };
	const int64_t longest = INT64_MAX / 4 / 3600;
	int64_t value;

	*nanoseconds = 0;
	if (!str_starts(text, STR("PT")))
		return false;
	text = str_skip(text, 2);
	while (text.n) {
		size_t n = 0;

		while (n < text.n && (byte_is_digit(text.p[n]) || text.p[n] == '.'))
			n++;
		if (n == 0 || n == text.n ||
			!json_to_fixed(str_head(text, n), NANOSECOND_DIGITS, &value) ||
			value > longest)
			return false;
		if (text.p[n] != 'S' && text.p[n] != 'M' && text.p[n] != 'H')
			return false;
		*nanoseconds += (uint64_t)value * (text.p[n] == 'S' ? 1 : text.p[n] == 'M' ? 60 : 3600);
		if (*nanoseconds > INT64_MAX)
			return false;
		text = str_skip(text, n + 1);
	}
	return true;
}

static void read_duration(struct json *json, void *at)
{
	struct jfr_event *event = at;
	struct str text;

	event->has_duration =
		json_scalar(json, &text) && parse_duration(text, &event->duration);
}

/* Of events that tell both, the size of what was allocated is not all that it stands for. */
static void read_allocation(struct json *json, void *at)
{
	struct jfr_event *event = at;

	if (event->has_bytes)
		json_skip(json);
	else
		event->has_bytes = json_u64(json, &event->bytes);
}

#define BYTES .at = offsetof(struct jfr_event, bytes), .has = JSON_HAS(struct jfr_event, has_bytes)

static const struct json_field value_fields[] = {
	{JSON_KEY("sampledThread"), .read = read_thread},
	{JSON_KEY("eventThread"), .read = read_event_thread},
	{JSON_KEY("stackTrace"), FIELD_OBJECT, .members = stack_fields,
		.has = JSON_HAS(struct jfr_event, has_stack)},
	{JSON_KEY("weight"), FIELD_U64, BYTES},
	{JSON_KEY("tlabSize"), FIELD_U64, BYTES},
	{JSON_KEY("allocationSize"), .read = read_allocation},
	{JSON_KEY("duration"), .read = read_duration},
	{0},
};

/* It comes first, as jfr writes it; if it does not, all values are read for it. */
static void read_type(struct json *json, void *at)
{
	struct recording *recording = json->context;
	struct jfr_reader *reader = recording->reader;
	struct jfr_event *event = at;
	struct str type;

	if (!json_scalar(json, &type))
		return;
	buf_set(&event->type, type);
	recording->wanted = reader->wants(reader->context, type);
}

static void read_values(struct json *json, void *at)
{
	const struct recording *recording = json->context;

	if (recording->wanted)
		json_read_object(json, value_fields, at);
	else
		json_skip(json);
}

static const struct json_field event_fields[] = {
	{JSON_KEY("type"), .read = read_type},
	{JSON_KEY("values"), .read = read_values},
	{0},
};

static void read_event(struct json *json, void *at)
{
	struct recording *recording = at;
	struct jfr_reader *reader = recording->reader;

	if (!json_object(json))
		return;
	recording->wanted = true;
	jfr_event_reset(&reader->present);
	json_read_members(json, event_fields, &reader->present);
	stacks_count_things(reader->stacks, 1);
	if (recording->wanted && !json_failed(json))
		reader->event(reader->context, &reader->present);
}

static const struct json_field recording_fields[] = {
	{JSON_KEY("events"), FIELD_EACH, .read = read_event},
	{0},
};

static const struct json_field document_fields[] = {
	{JSON_KEY("recording"), FIELD_OBJECT, .members = recording_fields},
	{0},
};

void jfr_read_json(struct jfr_reader *reader, struct lines *lines)
{
	struct recording recording = {.reader = reader};
	struct json json;

	json_init(&json, lines);
	json.context = &recording;
	if (json_enter_object(&json))
		json_read_members(&json, document_fields, &recording);
	json_input_finish(&json, lines, reader->stacks);
	json_release(&json);
	buf_release(&recording.method.type);
	buf_release(&recording.method.name);
	buf_release(&recording.thread.os);
	buf_release(&recording.thread.java);
}
