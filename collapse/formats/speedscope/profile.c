#include "collapse/formats/speedscope/profile.h"

#include <stdlib.h>

#include "collapse/readers/json-fields.h"
#include "common/memory.h"
#include "common/weight.h"

enum { AT_ONCE = 256 }; /* numbers of an array */

static const struct speedscope_unit units[] = {
	{"none", 6, 6, NO_DIMENSION},
	{"bytes", 0, 0, BYTES},
	{"nanoseconds", 0, 3, TIME},
	{"microseconds", 3, 3, TIME},
	{"milliseconds", 6, 3, TIME},
	{"seconds", 9, 3, TIME},
};

void speedscope_report(struct speedscope_reader *reader, const char *expected, struct str got)
{
	stacks_problem_at(reader->stacks, reader->file, reader->json.line, expected, got);
}

static void add_value(struct speedscope_profile *profile, uint32_t node, int64_t weight)
{
	column_add(&profile->nodes, node);
	column_add(&profile->weights, weight);
}

static void push_frame(struct speedscope_reader *reader, uint64_t frame)
{
	stack_path_push(&reader->path, &reader->trie,
		frame < NAME_NONE ? (uint32_t)frame : NAME_NONE);
}

/* ---- frames that are open ---- */

/*
 * How many times the frame is in that part of the path which was counted. Numbers of frames may be
 * large, so these are found as names are.
 */
static uint32_t *open_count(struct speedscope_reader *reader, uint32_t frame)
{
	struct str bytes = {(const char *)&frame, sizeof(frame)};
	uint32_t id = names_add(&reader->opened, bytes);

	if (id == reader->open_count)
		*ARRAY_PUSH(reader->open, reader->open_count, reader->open_capacity) = 0;
	return &reader->open[id];
}

/* Counts those that are open first, so that asking in vain takes no longer the more there are. */
static bool is_open(struct speedscope_reader *reader, uint32_t frame)
{
	for (; reader->counted < reader->path.depth; reader->counted++)
		++*open_count(reader, reader->path.steps[reader->counted].name);
	return *open_count(reader, frame) > 0;
}

static bool is_on_top(const struct speedscope_reader *reader, uint32_t frame)
{
	size_t depth = reader->path.depth;

	return depth > 0 && reader->path.steps[depth - 1].name == frame;
}

static void close_top(struct speedscope_reader *reader)
{
	uint32_t frame = reader->path.steps[--reader->path.depth].name;

	if (reader->path.depth < reader->counted) {
		--*open_count(reader, frame);
		reader->counted--;
	}
}

/* What is on top of a frame closes with it. */
static void close_frame(struct speedscope_reader *reader, uint32_t frame)
{
	if (!is_on_top(reader, frame)) {
		if (reader->path.depth > 0)
			speedscope_report(reader, "the end of the frame that was opened last",
				STR("another's"));
		if (!is_open(reader, frame))
			return;
		while (!is_on_top(reader, frame))
			close_top(reader);
	}
	close_top(reader);
}

static void close_all(struct speedscope_reader *reader)
{
	while (reader->path.depth > 0)
		close_top(reader);
}

/* ---- sampled ---- */

/* [0,1]: the frames of one, root first. What is no number is a frame that is not there. */
static void read_sample(struct speedscope_reader *reader)
{
	struct json *json = &reader->json;
	int64_t frames[AT_ONCE];
	uint64_t frame;
	size_t count;

	reader->path.depth = 0;
	for (;;) {
		count = json_fixed_elements(json, 0, frames, AT_ONCE);
		for (size_t i = 0; i < count; i++)
			push_frame(reader, (uint64_t)frames[i]);
		/* Most have few frames: that the next is none of these need not be found out twice. */
		if (count == AT_ONCE)
			continue;
		if (!json_next_element(json))
			return;
		push_frame(reader, json_u64(json, &frame) ? frame : NAME_NONE);
	}
}

/* What is none has its weight nevertheless: a frame that is not there. */
static void take_no_sample(struct speedscope_reader *reader)
{
	reader->path.depth = 0;
	push_frame(reader, NAME_NONE);
}

static void read_samples(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;
	struct speedscope_reader *reader = profile->reader;

	profile->known = true;
	if (!json_array(json))
		return;
	close_all(reader);
	while (json_next_element(json)) {
		stacks_count_things(reader->stacks, 1);
		if (json_array(json))
			read_sample(reader);
		else if (!json_failed(json))
			take_no_sample(reader);
		column_add(&profile->nodes, stack_path_node(&reader->path));
	}
	reader->path.depth = 0; /* these are not counted as open */
}

/* As the column holds it; 0, and said, for what is no weight. */
static int64_t weight_of(struct speedscope_reader *reader, struct str number, unsigned shift)
{
	int64_t weight;

	if (json_to_fixed(number, shift, &weight) && weight >= 0)
		return weight;
	if (json_to_fixed(number, 0, &weight) && weight > 0)
		return -weight;
	speedscope_report(reader, "a weight from 0 to 2^63-1", number);
	return 0;
}

static void read_weight(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;
	struct str number;
	int64_t weight = 0;

	if (json_number(json, &number)) {
		weight = weight_of(reader, number, profile->shift);
	} else {
		json_skip(json);
		if (json_failed(json))
			return;
		speedscope_report(reader, "a weight from 0 to 2^63-1", STR("no number"));
	}
	column_add(&profile->weights, weight);
}

static void read_weights(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;
	int64_t weights[AT_ONCE];
	size_t count;

	if (!json_array(json))
		return;
	profile->has_weights = true;
	while ((count = json_fixed_elements(json, profile->shift, weights, AT_ONCE)) ||
		json_next_element(json)) {
		for (size_t i = 0; i < count; i++)
			column_add(&profile->weights, weights[i]);
		if (count == 0)
			read_weight(profile->reader, profile);
	}
}

/* ---- evented ---- */

/* 0 for centuries that do not fit. */
static int64_t time_between(int64_t from, int64_t to)
{
	return from < 0 && to > INT64_MAX + from ? 0 : to - from;
}

/* Until `at`, the frames that are open ran. */
static void pass_time(
	struct speedscope_reader *reader, struct speedscope_profile *profile, int64_t at)
{
	if (reader->path.depth && at > reader->last)
		add_value(profile, stack_path_node(&reader->path), time_between(reader->last, at));
	if (at > reader->last)
		reader->last = at;
}

/* {"type":"O","frame":0,"at":1.5} */
struct event {
	struct speedscope_profile *profile;
	uint64_t frame;
	int64_t at;
	bool framed, timed;
	char type;
};

static void read_time(struct json *json, void *at)
{
	struct event *event = at;

	event->timed = json_fixed(json, event->profile->shift, &event->at);
}

static const struct json_field event_fields[] = {
	{JSON_KEY("type"), FIELD_LETTER, .at = offsetof(struct event, type)},
	{JSON_KEY("frame"), FIELD_U64, .at = offsetof(struct event, frame),
		.has = JSON_HAS(struct event, framed)},
	{JSON_KEY("at"), .read = read_time},
	{0},
};

static void take_event(struct speedscope_reader *reader, const struct event *event)
{
	struct speedscope_profile *profile = event->profile;

	if (!event->timed || !event->framed || event->frame >= NAME_NONE ||
		(event->type != 'O' && event->type != 'C')) {
		speedscope_report(reader, "an event with type O or C, frame and at",
			(struct str){&event->type, 1});
		return;
	}
	if (!profile->has_values)
		reader->last = event->at;
	else if (event->at < reader->last)
		speedscope_report(reader, "an event that is not before the last one",
			STR("an earlier one"));
	profile->has_values = true;
	pass_time(reader, profile, event->at);
	if (event->type == 'O')
		push_frame(reader, event->frame);
	else
		close_frame(reader, (uint32_t)event->frame);
}

static void read_events(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;
	struct speedscope_reader *reader = profile->reader;

	profile->known = true;
	if (!json_array(json))
		return;
	profile->has_weights = true;
	close_all(reader);
	while (json_next_element(json)) {
		struct event event = {.profile = profile, .type = '?'};

		if (!json_object(json))
			continue;
		json_read_members(json, event_fields, &event);
		stacks_count_things(reader->stacks, 1);
		if (!json_failed(json))
			take_event(reader, &event);
	}
}

/* ---- the profile ---- */

static void read_name(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;
	struct str text;

	if (json_scalar(json, &text))
		profile->name = stacks_name(profile->reader->stacks, text);
}

static void read_unit(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;
	struct str name;

	if (!json_scalar(json, &name))
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!str_eq(name, str_of(units[i].name)))
			continue;
		profile->unit = &units[i];
		if (profile->weights.count == 0 && !profile->has_values && !profile->has_end)
			profile->shift = units[i].shift;
		return;
	}
	speedscope_report(profile->reader, "a unit of time, \"bytes\" or \"none\"", name);
}

static void read_end(struct json *json, void *at)
{
	struct speedscope_profile *profile = at;

	profile->has_end = json_fixed(json, profile->shift, &profile->end);
}

static const struct json_field profile_fields[] = {
	{JSON_KEY("name"), .read = read_name},
	{JSON_KEY("type"), FIELD_TEXT, .at = offsetof(struct speedscope_profile, type)},
	{JSON_KEY("unit"), .read = read_unit},
	{JSON_KEY("endValue"), .read = read_end},
	{JSON_KEY("samples"), .read = read_samples},
	{JSON_KEY("weights"), .read = read_weights},
	{JSON_KEY("events"), .read = read_events},
	{0},
};

void speedscope_profile_read(
	struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	*profile = (struct speedscope_profile){.reader = reader,
		.name = NAME_NONE, .unit = &units[0], .shift = units[0].shift};
	json_read_members(&reader->json, profile_fields, profile);
	if (!profile->known && !json_failed(&reader->json))
		speedscope_report(reader, "a profile with samples or events",
			buf_str(&profile->type));
	/* What was not closed is open until the end. */
	if (profile->has_end && profile->has_values)
		pass_time(reader, profile, profile->end);
	close_all(reader);
}

/* 1.5 ms, which was read before the unit came, is 1500000 ns. */
bool speedscope_rescale(const struct speedscope_profile *profile, struct weight *weight)
{
	unsigned from = weight->places, to = profile->unit->shift;

	if (profile->unit->dimension != TIME) {
		weight_trim(weight);
		return true;
	}
	weight->places = profile->unit->places;
	if (from > to)
		weight->value = weight_scale(weight->value, 1, weight_unit(from - to));
	for (; from < to; from++) {
		if (weight->value > UINT64_MAX / 10)
			return false;
		weight->value *= 10;
	}
	return true;
}

void speedscope_profile_release(struct speedscope_profile *profile)
{
	column_release(&profile->nodes);
	column_release(&profile->weights);
	buf_release(&profile->type);
}

void speedscope_reader_release(struct speedscope_reader *reader)
{
	calltree_release(&reader->trie);
	stack_path_release(&reader->path);
	names_release(&reader->opened);
	free(reader->open);
	reader->open = NULL;
	reader->open_count = reader->open_capacity = 0;
	json_release(&reader->json);
}
