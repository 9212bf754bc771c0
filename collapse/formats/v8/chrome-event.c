#include "collapse/formats/v8/chrome-event.h"

#include "collapse/formats/v8/chrome-samples.h"
#include "common/weight.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */

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

/* Chunks have times beside the profile, those of one piece have them in it. */
static void read_data(struct chrome_event *event, struct v8_names *names, struct json *json)
{
	struct str key;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("cpuProfile")) && json_enter_object(json)) {
			event->has_profile = true;
			while (json_next_key(json, &key))
				if (!v8_profile_read(&event->profile, names, json, key))
					json_skip(json);
		} else if (str_eq(key, STR("timeDeltas")) || str_eq(key, STR("startTime")) ||
			   str_eq(key, STR("endTime"))) {
			v8_profile_read(&event->profile, names, json, key);
		} else {
			json_skip(json);
		}
	}
}

static void read_arguments(struct chrome_event *event, struct v8_names *names, struct json *json)
{
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name")))
			read_text(json, &event->told);
		else if (str_eq(key, STR("data")) && json_enter_object(json))
			read_data(event, names, json);
		else
			json_skip(json);
	}
}

static void read_key(
	struct chrome_event *event, struct v8_names *names, struct json *json, struct str key)
{
	struct str text;

	if (str_eq(key, STR("ts")))
		event->has_time = json_fixed_scalar(json, NANOSECOND_PLACES, &event->time);
	else if (str_eq(key, STR("dur")))
		event->has_length = json_fixed_scalar(json, NANOSECOND_PLACES, &event->length);
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
	else if (str_eq(key, STR("sf")))
		read_text(json, &event->frame);
	else if (str_eq(key, STR("weight")))
		event->has_weight = json_fixed_scalar(json, CHROME_WEIGHT_PLACES, &event->weight) &&
				    event->weight >= 0;
	else if (str_eq(key, STR("args")))
		read_arguments(event, names, json);
	else
		json_skip(json);
}

static void reset(struct chrome_event *event)
{
	buf_reset(&event->name);
	buf_reset(&event->pid);
	buf_reset(&event->tid);
	buf_reset(&event->id);
	buf_reset(&event->told);
	buf_reset(&event->frame);
	event->phase = '?';
	event->has_time = event->has_length = event->has_profile = false;
	event->time = event->length = 0;
	event->has_weight = true;
	event->weight = (int64_t)weight_unit(CHROME_WEIGHT_PLACES);
	event->profile.samples.in_order = true;
}

void chrome_event_read(struct chrome_event *event, struct v8_names *names, struct json *json)
{
	struct str key;

	reset(event);
	while (json_next_key(json, &key))
		read_key(event, names, json, key);
}

void chrome_event_release(struct chrome_event *event)
{
	buf_release(&event->name);
	buf_release(&event->pid);
	buf_release(&event->tid);
	buf_release(&event->id);
	buf_release(&event->told);
	buf_release(&event->frame);
	v8_profile_release(&event->profile);
}
