/*
 * The output of `jfr print --json`:
 *
 *     {"recording": {"events": [{"type": "jdk.ExecutionSample", "values": {
 *       "sampledThread": {"osName": "main", "javaName": "main"},
 *       "stackTrace": {"truncated": false, "frames": [{
 *         "method": {"type": {"name": "java\/util\/Random"}, "name": "next"}, "lineNumber": 207}]}}}]}}
 */
#include "collapse/formats/jfr/event.h"
#include "collapse/stacks/json-input.h"

static void read_text(struct json *json, struct buf *text)
{
	struct str value;

	if (json_string(json, &value)) {
		buf_reset(text);
		buf_add(text, value);
	} else if (!json_failed(json)) {
		json_skip(json);
	}
}

/* {"osName": …, "javaName": …, "virtual": …}: the second, or the first where that is null. */
static void read_thread(struct json *json, struct jfr_event *event)
{
	struct buf *thread = &event->thread;
	bool java = false, is_virtual = false;
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("javaName")) && json_peek(json) == JSON_STRING) {
			read_text(json, thread);
			java = thread->n > 0;
		} else if (str_eq(key, STR("osName")) && !java) {
			read_text(json, thread);
		} else {
			is_virtual |= str_eq(key, STR("virtual")) && json_peek(json) == JSON_TRUE;
			json_skip(json);
		}
	}
	if (thread->n == 0)
		jfr_event_name_thread(event, (struct str){0}, is_virtual);
}

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

struct names_of_method {
	struct buf type, name;
	bool hidden; /* made by the virtual machine, with an address for a name; the text leaves it
			out */
};

/* "java/util/Random" and "next" are java.util.Random.next, as the text has it. */
static struct str method_name(struct jfr_reader *reader, const struct names_of_method *method)
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

static void read_method(struct json *json, struct names_of_method *method)
{
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name"))) {
			read_text(json, &method->name);
		} else if (str_eq(key, STR("hidden"))) {
			method->hidden = json_peek(json) == JSON_TRUE;
			json_skip(json);
		} else if (str_eq(key, STR("type")) && json_enter_object(json)) {
			while (json_next_key(json, &key))
				if (str_eq(key, STR("name")))
					read_text(json, &method->type);
				else
					json_skip(json);
		} else {
			json_skip(json);
		}
	}
}

static void read_frame(struct jfr_reader *reader, struct json *json, struct names_of_method *method)
{
	uint64_t line = 0;
	struct str key;

	buf_reset(&method->type);
	buf_reset(&method->name);
	method->hidden = false;
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("method")) && json_enter_object(json))
			read_method(json, method);
		else if (str_eq(key, STR("lineNumber")))
			json_u64(json, &line); /* -1: unknown */
		else
			json_skip(json);
	}
	if (!json_failed(json) && !method->hidden)
		jfr_event_add_frame(&reader->present,
			jfr_frame_name(reader, method_name(reader, method), line));
}

static void read_frames(
	struct jfr_reader *reader, struct json *json, struct names_of_method *method)
{
	while (json_next_element(json))
		if (json_object(json))
			read_frame(reader, json, method);
}

static void read_stack(struct jfr_reader *reader, struct json *json, struct names_of_method *method)
{
	struct str key;

	reader->present.has_stack = true;
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("frames")) && json_enter_array(json)) {
			read_frames(reader, json, method);
		} else {
			if (str_eq(key, STR("truncated")) && json_peek(json) == JSON_TRUE)
				reader->present.cut = true;
			json_skip(json);
		}
	}
}

static void read_value(struct jfr_reader *reader, struct json *json, struct str key,
	struct names_of_method *method)
{
	struct jfr_event *event = &reader->present;
	struct str text;

	if (str_eq(key, STR("sampledThread")) ||
		(str_eq(key, STR("eventThread")) && event->thread.n == 0))
		read_thread(json, event);
	else if (str_eq(key, STR("stackTrace")) && json_enter_object(json))
		read_stack(reader, json, method);
	else if (str_eq(key, STR("weight")) || str_eq(key, STR("tlabSize")) ||
		 (str_eq(key, STR("allocationSize")) && !event->has_bytes))
		event->has_bytes = json_u64(json, &event->bytes);
	else if (str_eq(key, STR("duration")) && json_string(json, &text))
		event->has_duration = parse_duration(text, &event->duration);
	else
		json_skip(json);
}

/* The type comes first, as jfr writes it; if it does not, all values are read for it. */
static void read_event(struct jfr_reader *reader, struct json *json, struct names_of_method *method)
{
	struct str key;
	bool wanted = true;

	jfr_event_reset(&reader->present);
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("type"))) {
			read_text(json, &reader->present.type);
			wanted = reader->wants(reader->context, buf_str(&reader->present.type));
		} else if (wanted && str_eq(key, STR("values")) && json_enter_object(json)) {
			while (json_next_key(json, &key))
				read_value(reader, json, key, method);
		} else {
			json_skip(json);
		}
	}
	stacks_count_things(reader->stacks, 1);
	if (wanted && !json_failed(json))
		reader->event(reader->context, &reader->present);
}

static void read_recording(
	struct jfr_reader *reader, struct json *json, struct names_of_method *method)
{
	struct str key;

	while (json_next_key(json, &key)) {
		if (!str_eq(key, STR("events")) || !json_enter_array(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_element(json))
			if (json_object(json))
				read_event(reader, json, method);
	}
}

void jfr_read_json(struct jfr_reader *reader, struct lines *lines)
{
	struct names_of_method method = {0};
	struct json json;
	struct str key;

	json_init(&json, lines);
	if (json_enter_object(&json)) {
		while (json_next_key(&json, &key))
			if (str_eq(key, STR("recording")) && json_enter_object(&json))
				read_recording(reader, &json, &method);
			else
				json_skip(&json);
	}
	json_input_finish(&json, lines, reader->stacks);
	json_release(&json);
	buf_release(&method.type);
	buf_release(&method.name);
}
