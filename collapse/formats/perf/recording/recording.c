#include "collapse/formats/perf/recording/recording.h"

#include <stdlib.h>

#include "common/memory.h"

#define MAGIC      UINT64_C(0x32454c4946524550) /* "PERFILE2" as a number of little-endian bytes */

void recording_init(struct recording *recording, const char *name)
{
	*recording = (struct recording){.name = name};
	images_init(&recording->images);
}

void recording_release(struct recording *recording)
{
	event_list_release(&recording->events);
	images_release(&recording->images);
	free(recording->segments);
	buf_release(&recording->arch);
	buf_release(&recording->release);
	buf_release(&recording->host);
	buf_release(&recording->command);
}

enum recording_kind recording_kind_of(struct str head)
{
	bool here = head.n >= 8 && native_u64(head.p) == MAGIC;

	if (str_starts(head, STR("PERFFILE")))
		return RECORDING_OLD;
	if (!here && !str_starts(head, STR("PERFILE2")) && !str_starts(head, STR("2ELIFREP")))
		return RECORDING_NOT;
	if (!here)
		return RECORDING_FOREIGN;
	if (head.n < PIPE_HEADER)
		return RECORDING_CUT;
	if (native_u64(head.p + 8) == PIPE_HEADER)
		return RECORDING_PIPE;
	return head.n < FILE_HEADER ? RECORDING_CUT : RECORDING_FILE;
}

void recording_add_segment(struct recording *recording, struct str bytes, uint64_t offset)
{
	size_t count = recording->segment_count;
	const struct segment *last = count ? &recording->segments[count - 1] : NULL;
	uint64_t position = last ? last->position + last->bytes.n : 0;

	*ARRAY_PUSH(recording->segments, recording->segment_count, recording->segment_capacity) =
		(struct segment){bytes, position, offset};
}

/* ---- events ---- */

/* An event without a time, or whose other records have none, makes the order that of the file. */
static void add_event(struct recording *recording, struct str bytes, struct str ids)
{
	struct attr attr;

	if (!attr_parse(bytes, &attr) || !event_list_add(&recording->events, &attr)) {
		recording->tally.bad_attrs++;
		return;
	}
	event_list_add_ids(&recording->events, recording->events.count - 1, ids);
	recording->is_timeless |= attr.sample_time == NOWHERE || attr.other_time == NOWHERE;
}

/* ---- features ---- */

enum feature {
	FEATURE_BUILD_ID = 2,
	FEATURE_HOST = 3,
	FEATURE_RELEASE = 4,
	FEATURE_ARCH = 6,
	FEATURE_COMMAND = 11,
	FEATURE_EVENTS = 12,
	FEATURE_AUXTRACE = 18,
	FEATURE_STAT = 19,
	FEATURE_FOLDER = 24,
	FEATURES = 256,
};

static void take_fact(struct buf *fact, struct str bytes)
{
	struct str text;

	if (take_text(&bytes, &text))
		buf_set(fact, text);
}

/* u32 count, and so many texts: the words. */
static void take_command(struct buf *command, struct str bytes)
{
	struct str word;
	uint32_t count;

	if (!take_u32(&bytes, &count))
		return;
	for (uint32_t i = 0; i < count && take_text(&bytes, &word); i++) {
		if (i > 0)
			buf_add_char(command, ' ');
		buf_add(command, word);
	}
}

/* Each is a record of its own, only of a type that nothing else has. */
static void take_build_ids(struct recording *recording, struct str bytes)
{
	struct record record;

	while (bytes.n && record_at(bytes, &record) == RECORD_WHOLE) {
		images_add_build_id(&recording->images, record.misc, record.body);
		bytes = str_skip(bytes, record.size);
	}
}

static void take_feature(struct recording *recording, uint64_t feature, struct str bytes)
{
	switch (feature) {
	case FEATURE_BUILD_ID:
		take_build_ids(recording, bytes);
		break;
	case FEATURE_HOST:
		take_fact(&recording->host, bytes);
		break;
	case FEATURE_RELEASE:
		take_fact(&recording->release, bytes);
		break;
	case FEATURE_ARCH:
		take_fact(&recording->arch, bytes);
		break;
	case FEATURE_COMMAND:
		take_command(&recording->command, bytes);
		break;
	case FEATURE_EVENTS:
		event_list_describe(&recording->events, bytes);
		break;
	case FEATURE_AUXTRACE:
		recording->tally.has_aux = true;
		break;
	case FEATURE_FOLDER:
		recording->has_parts = true;
		break;
	case FEATURE_STAT:
		recording->tally.has_stat = true;
		break;
	default:
		break;
	}
}

/* ---- files ---- */

/* A part of the file that its header tells of; what lies behind the end is not there. */
static struct str part(struct str file, uint64_t offset, uint64_t size)
{
	if (offset > file.n)
		return (struct str){file.p, 0};
	file = str_skip(file, (size_t)offset);
	return size < file.n ? str_head(file, (size_t)size) : file;
}

static struct str part_at(struct str file, const char *p)
{
	return part(file, native_u64(p), native_u64(p + 8));
}

/* Each is an attr and where in the file its ids are. */
static void take_attrs(struct recording *recording, struct str file, struct str entries)
{
	enum { IDS = 16 };
	uint64_t size = native_u64(file.p + 16);
	struct str entry;

	if (size < IDS)
		return;
	while (take_bytes(&entries, size, &entry))
		add_event(recording, str_drop_end(entry, IDS),
			part_at(file, entry.p + entry.n - IDS));
}

/* Behind the records, where each feature is, for those whose bit is set. */
static void take_features(struct recording *recording, struct str file, uint64_t data_end)
{
	enum { BITS_AT = 72 };
	struct str places = part(file, data_end, UINT64_MAX), place;

	if (native_u64(file.p + 8) < FILE_HEADER)
		return;
	for (unsigned feature = 0; feature < FEATURES; feature++) {
		uint64_t word = native_u64(file.p + BITS_AT + feature / 64 * 8);

		if (!(word >> feature % 64 & 1))
			continue;
		if (!take_bytes(&places, 16, &place))
			return;
		take_feature(recording, feature, part_at(file, place.p));
	}
}

/* A recorder that was killed has not filled in how much there is: then all is. */
const char *recording_open(struct recording *recording, struct str file)
{
	uint64_t offset, size;
	struct str data;

	if (recording_kind_of(file) == RECORDING_PIPE) {
		recording_add_segment(recording, str_skip(file, PIPE_HEADER), PIPE_HEADER);
		return NULL;
	}
	offset = native_u64(file.p + 40);
	size = native_u64(file.p + 48);
	if (native_u64(file.p + 8) < 72 || offset < 72)
		return "its header is damaged";
	take_attrs(recording, file, part_at(file, file.p + 24));
	data = part(file, offset, size ? size : UINT64_MAX);
	if (size > data.n || offset > file.n) {
		recording->damage = "it is cut short";
		recording->damage_at = file.n;
	}
	if (size && size <= data.n)
		take_features(recording, file, offset + size);
	recording_add_segment(recording, data, offset);
	return recording->events.count ? NULL : "it has no events";
}

/* ---- records ---- */

/* attr, then the ids; the attr tells its own size. */
static void take_attr_record(struct recording *recording, struct str body)
{
	uint32_t size = body.n >= 8 ? native_u32(body.p + 4) : 0;

	if (size == 0)
		size = 64;
	add_event(recording, body, str_skip(body, size));
}

/* u64 what, u64 id of the event, and, if it is the name (2), a text. */
static void take_event_update(struct recording *recording, struct str body)
{
	enum { UPDATE_NAME = 2 };
	uint64_t what, id;
	struct event *event;

	if (!take_u64(&body, &what) || !take_u64(&body, &id) || what != UPDATE_NAME)
		return;
	event = event_list_find(&recording->events, id);
	if (event)
		buf_set(&event->name, native_text(body));
}

static bool is_known(uint32_t type)
{
	return type <= RECORD_DEFERRED || (type >= RECORD_ATTR && type <= RECORD_COMPRESSED2) ||
	       type >= 32768; /* simpleperf's own */
}

void recording_take(struct recording *recording, const struct record *record)
{
	struct str body = record->body;
	uint64_t count;

	switch (record->type) {
	case RECORD_LOST:
		body = str_skip(body, 8);
		recording->tally.lost += take_u64(&body, &count) ? count : 1;
		break;
	case RECORD_LOST_SAMPLES:
		recording->tally.lost_samples += take_u64(&body, &count) ? count : 1;
		break;
	case RECORD_THROTTLE:
		recording->tally.throttled++;
		break;
	case RECORD_ATTR:
		take_attr_record(recording, body);
		break;
	case RECORD_EVENT_UPDATE:
		take_event_update(recording, body);
		break;
	case RECORD_FEATURE:
		if (take_u64(&body, &count))
			take_feature(recording, count, body);
		break;
	case RECORD_BUILD_ID:
		images_add_build_id(&recording->images, record->misc, body);
		break;
	case RECORD_AUXTRACE:
		recording->tally.has_aux = true;
		break;
	case RECORD_STAT:
	case RECORD_STAT_ROUND:
		recording->tally.has_stat = true;
		break;
	default:
		recording->tally.unknown_types += !is_known(record->type);
	}
}

/* A cut file has its end told already, which is behind the last whole record. */
void recording_damage(struct recording *recording, enum record_found found,
	const struct segment *segment, const char *at)
{
	recording->damage = found == RECORD_CUT ? "it is cut short" : "it is damaged";
	recording->damage_at = segment->offset + (uint64_t)(at - segment->bytes.p);
}

/* No time, or one that is none, comes before all others. */
uint64_t recording_time(
	const struct recording *recording, const struct record *record, uint64_t position)
{
	const struct event_list *events = &recording->events;
	const struct event *event;
	uint64_t time;

	if (recording->is_timeless)
		return position;
	if (record->type == RECORD_SAMPLE) {
		event = event_of_sample(events, record->body);
		time = event ? attr_field(record->body, event->attr.sample_time) : 0;
	} else {
		event = event_of_other(events, record->body);
		time = event ? attr_field_from_end(record->body, event->attr.other_time) : 0;
	}
	return time == UINT64_MAX ? 0 : time;
}
