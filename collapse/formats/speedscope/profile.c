#include "collapse/formats/speedscope/profile.h"

#include "common/weight.h"

enum { AT_ONCE = 256 }; /* numbers of an array */

static const struct speedscope_unit units[] = {
	{{"none", 4}, 6, 6, NO_DIMENSION},
	{{"bytes", 5}, 0, 0, BYTES},
	{{"nanoseconds", 11}, 0, 3, TIME},
	{{"microseconds", 12}, 3, 3, TIME},
	{{"milliseconds", 12}, 6, 3, TIME},
	{{"seconds", 7}, 9, 3, TIME},
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

static void open_frame(struct speedscope_reader *reader, uint64_t frame)
{
	stack_path_push(&reader->path, &reader->trie,
		frame < NAME_NONE ? (uint32_t)frame : NAME_NONE);
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
			open_frame(reader, (uint64_t)frames[i]);
		/* Most have few frames: that the next is none of these need not be found out twice. */
		if (count == AT_ONCE)
			continue;
		if (!json_next_element(json))
			return;
		open_frame(reader, json_u64(json, &frame) ? frame : NAME_NONE);
	}
}

/* What is none has its weight nevertheless: a frame that is not there. */
static void take_no_sample(struct speedscope_reader *reader)
{
	reader->path.depth = 0;
	open_frame(reader, NAME_NONE);
}

static void read_samples(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;

	if (!json_array(json))
		return;
	while (json_next_element(json)) {
		stacks_count_things(reader->stacks, 1);
		if (json_array(json))
			read_sample(reader);
		else if (!json_failed(json))
			take_no_sample(reader);
		column_add(&profile->nodes, stack_path_node(&reader->path));
	}
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

static void read_weights(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;
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
			read_weight(reader, profile);
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

/* Frames close from the top; what is on top of one closes with it. */
static void close_frame(struct speedscope_reader *reader, uint64_t frame)
{
	size_t at = reader->path.depth;

	while (at > 0 && reader->path.steps[at - 1].name != frame)
		at--;
	if (at != reader->path.depth)
		speedscope_report(reader, "the end of the frame that was opened last",
			STR("another's"));
	if (at > 0)
		reader->path.depth = at - 1;
}

/* {"type":"O","frame":0,"at":1.5} */
static void read_event(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;
	bool timed = false, framed = false;
	uint64_t frame = 0;
	int64_t at = 0;
	struct str key, text;
	char type = '?';

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("type"))) {
			if (json_scalar(json, &text) && text.n)
				type = text.p[0];
		} else if (str_eq(key, STR("frame"))) {
			framed = json_u64(json, &frame) && frame < NAME_NONE;
		} else if (str_eq(key, STR("at"))) {
			timed = json_fixed(json, profile->shift, &at);
		} else {
			json_skip(json);
		}
	}
	stacks_count_things(reader->stacks, 1);
	if (json_failed(json))
		return;
	if (!timed || !framed || (type != 'O' && type != 'C')) {
		speedscope_report(reader, "an event with type O or C, frame and at",
			(struct str){&type, 1});
		return;
	}
	if (!profile->has_values)
		reader->last = at;
	else if (at < reader->last)
		speedscope_report(reader, "an event that is not before the last one",
			STR("an earlier one"));
	profile->has_values = true;
	pass_time(reader, profile, at);
	if (type == 'O')
		open_frame(reader, frame);
	else
		close_frame(reader, frame);
}

static void read_events(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;

	if (!json_array(json))
		return;
	profile->has_weights = true;
	reader->path.depth = 0;
	while (json_next_element(json))
		if (json_object(json))
			read_event(reader, profile);
}

static void read_unit(struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct str name;

	if (!json_scalar(&reader->json, &name))
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!str_eq(name, units[i].name))
			continue;
		profile->unit = &units[i];
		if (profile->weights.count == 0 && !profile->has_values && !profile->has_end)
			profile->shift = units[i].shift;
		return;
	}
	speedscope_report(reader, "a unit of time, \"bytes\" or \"none\"", name);
}

void speedscope_profile_read(
	struct speedscope_reader *reader, struct speedscope_profile *profile)
{
	struct json *json = &reader->json;
	struct buf *type = &reader->type;
	struct str key, text;
	bool known = false; /* what it has, whatever its type */

	*profile = (struct speedscope_profile){
		.name = NAME_NONE, .unit = &units[0], .shift = units[0].shift};
	buf_reset(type);
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name"))) {
			if (json_scalar(json, &text))
				profile->name = stacks_name(reader->stacks, text);
		} else if (str_eq(key, STR("type"))) {
			if (json_scalar(json, &text))
				buf_add(type, text);
		} else if (str_eq(key, STR("unit"))) {
			read_unit(reader, profile);
		} else if (str_eq(key, STR("endValue"))) {
			profile->has_end = json_fixed(json, profile->shift, &profile->end);
		} else if (str_eq(key, STR("samples"))) {
			known = true;
			read_samples(reader, profile);
		} else if (str_eq(key, STR("weights"))) {
			read_weights(reader, profile);
		} else if (str_eq(key, STR("events"))) {
			known = true;
			read_events(reader, profile);
		} else {
			json_skip(json);
		}
	}
	if (!known && !json_failed(json))
		speedscope_report(reader, "a profile with samples or events", buf_str(type));
	/* What was not closed is open until the end. */
	if (profile->has_end && profile->has_values)
		pass_time(reader, profile, profile->end);
	reader->path.depth = 0;
}

/* 1.5 ms, which was read before the unit came, is 1500000 ns. */
bool speedscope_rescale(
	const struct speedscope_profile *profile, uint64_t *weight, unsigned *places)
{
	unsigned from = *places, to = profile->unit->shift;

	if (profile->unit->dimension != TIME) {
		weight_trim(weight, places);
		return true;
	}
	*places = profile->unit->places;
	if (from > to)
		*weight = weight_scale(*weight, 1, weight_unit(from - to));
	for (; from < to; from++) {
		if (*weight > UINT64_MAX / 10)
			return false;
		*weight *= 10;
	}
	return true;
}

void speedscope_profile_release(struct speedscope_profile *profile)
{
	column_release(&profile->nodes);
	column_release(&profile->weights);
}
