#include "collapse/formats/v8/chrome-event.h"

#include "collapse/formats/v8/chrome-samples.h"
#include "common/weight.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */

/* {"local":"0x1"}: newer events have it for an id. */
static void read_id(struct json *json, void *at)
{
	struct buf *id = at;
	bool object = json_enter_object(json);
	struct str text;

	while (!object || json_next_key(json, &text)) {
		buf_reset(id);
		if (json_scalar(json, &text))
			buf_add(id, text);
		if (!object)
			break;
	}
}

#define AT(member) offsetof(struct chrome_event, member)
#define HAS(member) JSON_HAS(struct chrome_event, member)

/* Chunks have times beside the profile, those of one piece have them in it. */
static const struct json_field data_fields[] = {
	{JSON_KEY("cpuProfile"), FIELD_OBJECT, .at = AT(profile), .has = HAS(has_profile),
		.members = v8_profile_fields},
	{JSON_KEY("timeDeltas"), .at = AT(profile.samples), .read = v8_samples_read_deltas},
	{JSON_KEY("startTime"), FIELD_FIXED, .at = AT(profile.start), .has = HAS(profile.has_start),
		.shift = NANOSECOND_PLACES},
	{JSON_KEY("endTime"), FIELD_FIXED, .at = AT(profile.end), .has = HAS(profile.has_end),
		.shift = NANOSECOND_PLACES},
	{0},
};

static const struct json_field argument_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = AT(told)},
	{JSON_KEY("data"), FIELD_OBJECT, .members = data_fields},
	{0},
};

/* In the order in which Chrome writes them. */
static const struct json_field event_fields[] = {
	{JSON_KEY("pid"), FIELD_TEXT, .at = AT(pid)},
	{JSON_KEY("tid"), FIELD_TEXT, .at = AT(tid)},
	{JSON_KEY("ts"), FIELD_FIXED, .at = AT(time), .has = HAS(has_time),
		.shift = NANOSECOND_PLACES},
	{JSON_KEY("ph"), FIELD_LETTER, .at = AT(phase)},
	{JSON_KEY("name"), FIELD_TEXT, .at = AT(name)},
	{JSON_KEY("dur"), FIELD_FIXED, .at = AT(length), .has = HAS(has_length),
		.shift = NANOSECOND_PLACES},
	{JSON_KEY("id"), .at = AT(id), .read = read_id},
	{JSON_KEY("id2"), .at = AT(id), .read = read_id},
	{JSON_KEY("args"), FIELD_OBJECT, .members = argument_fields},
	{JSON_KEY("sf"), FIELD_TEXT, .at = AT(frame)},
	{JSON_KEY("weight"), FIELD_FIXED, .at = AT(weight), .has = HAS(has_weight),
		.shift = CHROME_WEIGHT_PLACES},
	{0},
};

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

void chrome_event_read(struct chrome_event *event, struct json *json)
{
	reset(event);
	json_read_members(json, event_fields, event);
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
