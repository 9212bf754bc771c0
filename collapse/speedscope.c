/*
 * collapse-speedscope: profiles in the file format of speedscope, which py-spy, rbspy, pyinstrument,
 * Clinic, Bun's and many other profilers write.
 *
 *     {"$schema":"https://www.speedscope.app/file-format-schema.json",
 *      "shared":{"frames":[{"name":"main","file":"a.py","line":3},{"name":"parse"}]},
 *      "profiles":[
 *       {"type":"sampled","name":"thread 1","unit":"milliseconds","startValue":0,"endValue":20,
 *        "samples":[[0,1],[0]],"weights":[12.5,7.5]},
 *       {"type":"evented","name":"thread 2","unit":"none","startValue":0,"endValue":9,
 *        "events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":9}]}]}
 *
 * https://www.speedscope.app/file-format-schema.json. Frames may come behind the profiles, so these
 * are held: a node for each different stack, and for each sample its node and weight.
 */
#include <stdio.h>
#include <stdlib.h>

#include "collapse/column.h"
#include "collapse/format.h"
#include "collapse/json-input.h"
#include "collapse/script-name.h"
#include "collapse/stack-table.h"
#include "common/memory.h"
#include "common/weight.h"

struct speedscope_options {
	struct text_list profiles;
	bool srcline, no_profile_names;
};

/* Values are held as whole numbers, `shift` decimals further left: times are nanoseconds. */
struct unit {
	struct str name;
	unsigned shift;
	unsigned places; /* of the weight that is written: times are microseconds */
};

enum { NONE, BYTES };

static const struct unit units[] = {
	{{"none", 4}, 6, 6},
	{{"bytes", 5}, 0, 0},
	{{"nanoseconds", 11}, 0, 3},
	{{"microseconds", 12}, 3, 3},
	{{"milliseconds", 12}, 6, 3},
	{{"seconds", 7}, 9, 3},
};

/* One of the document's. */
struct profile {
	uint32_t name; /* NAME_NONE: it has none */
	size_t unit;
	unsigned shift; /* of its values: the unit's, unless this stands behind them */
	struct column nodes;
	struct column weights; /* shifted; below 0, a whole one, which is too large for that */
	bool has_values, has_weights, has_end;
	int64_t end;
};

struct speedscope {
	const struct speedscope_options *options;
	struct stacks *stacks;

	/* of the present document */
	const char *file;
	struct json json;
	uint32_t *frames; /* names */
	size_t frame_count, frame_capacity;
	struct profile *profiles;
	size_t count, capacity;
	struct calltree trie; /* all stacks, of frames' numbers for names */
	uint32_t *open; /* nodes of the frames that are open in an evented profile */
	size_t open_count, open_capacity;
	int64_t last; /* time of its last event */
	struct buf scratch;
};

#define AT(field) offsetof(struct speedscope_options, field)

static const struct option speedscope_options[] = {
	{"profile", OPTION_LIST, AT(profiles), "NAME",
		.help = "read the profile of this name, or number from 0; may be given several times"},
	{"no-profile-names", OPTION_FLAG, AT(no_profile_names),
		.help = "put all profiles together; by default each has its name as root frame if "
			"there are several"},
	{"srcline", OPTION_FLAG, AT(srcline), .help = "show where functions are: parse app.py:12"},
	{0},
};

static bool speedscope_sniff(struct str head)
{
	if (!str_starts(str_trim_start(head), STR("{")))
		return false;
	return str_contains(head, STR("speedscope.app/file-format-schema")) ||
	       (json_head_has(head, STR("shared")) && json_head_has(head, STR("frames")));
}

static void *speedscope_begin(const void *options, struct stacks *out)
{
	struct speedscope *speedscope = memory_new(1, sizeof(*speedscope));

	speedscope->options = options;
	speedscope->stacks = out;
	out->problems.things = "records";
	return speedscope;
}

static void report(struct speedscope *speedscope, const char *expected, struct str got)
{
	problem_at(&speedscope->stacks->problems, speedscope->file, speedscope->json.line,
		expected, got);
}

/* ---- frames ---- */

static void read_frame(struct speedscope *speedscope, struct buf *name, struct buf *file)
{
	struct json *json = &speedscope->json;
	struct script_function function = {0};
	struct str key, text;

	buf_reset(name);
	buf_reset(file);
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name"))) {
			if (json_scalar(json, &text))
				buf_add(name, text);
		} else if (str_eq(key, STR("file"))) {
			if (json_scalar(json, &text))
				buf_add(file, text);
		} else if (str_eq(key, STR("line"))) {
			json_u64(json, &function.line);
		} else {
			json_skip(json);
		}
	}
	function.name = buf_str(name);
	function.file = buf_str(file);
	speedscope->frames = memory_grow(speedscope->frames, &speedscope->frame_capacity,
		speedscope->frame_count + 1, sizeof(*speedscope->frames));
	speedscope->frames[speedscope->frame_count++] = script_name(speedscope->stacks,
		&speedscope->scratch, &function, speedscope->options->srcline);
}

static void read_shared(struct speedscope *speedscope)
{
	struct json *json = &speedscope->json;
	struct buf name = {0}, file = {0};
	struct str key;

	if (!json_enter_object(json)) {
		json_skip(json);
		return;
	}
	while (json_next_key(json, &key)) {
		if (!str_eq(key, STR("frames")) || !json_enter_array(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_element(json)) {
			speedscope->stacks->problems.lines++;
			if (json_enter_object(json)) {
				read_frame(speedscope, &name, &file);
			} else {
				report(speedscope, "a frame with a name", STR(""));
				json_skip(json);
			}
		}
	}
	buf_release(&name);
	buf_release(&file);
}

/* ---- profiles ---- */

static uint32_t frame_node(struct speedscope *speedscope, uint32_t parent, uint64_t frame)
{
	return calltree_child(
		&speedscope->trie, parent, frame < NAME_NONE ? (uint32_t)frame : NAME_NONE);
}

static void add_value(struct profile *profile, uint32_t node, int64_t weight)
{
	column_add(&profile->nodes, node);
	column_add(&profile->weights, weight);
}

/* [[0,1],[0]]: frames, root first. */
static void read_samples(struct speedscope *speedscope, struct profile *profile)
{
	struct json *json = &speedscope->json;
	uint64_t frame;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	while (json_next_element(json)) {
		uint32_t node = NODE_ROOT;

		speedscope->stacks->problems.lines++;
		if (!json_enter_array(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_element(json))
			node = frame_node(
				speedscope, node, json_u64(json, &frame) ? frame : NAME_NONE);
		column_add(&profile->nodes, node);
	}
}

/* As the column holds it; 0, and said, for what is no weight. */
static int64_t weight_of(struct speedscope *speedscope, struct str number, unsigned shift)
{
	int64_t weight;

	if (json_to_fixed(number, shift, &weight) && weight >= 0)
		return weight;
	if (json_to_fixed(number, 0, &weight) && weight > 0)
		return -weight;
	report(speedscope, "a weight from 0 to 2^63-1", number);
	return 0;
}

static void read_weights(struct speedscope *speedscope, struct profile *profile)
{
	struct json *json = &speedscope->json;
	struct str number;
	int64_t weight;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	profile->has_weights = true;
	while (json_next_element(json)) {
		bool plain = json_plain_fixed(json, profile->shift, &number, &weight);

		if (!plain && !json_number(json, &number)) {
			json_skip(json);
			if (json_failed(json))
				break;
			report(speedscope, "a weight from 0 to 2^63-1", STR("no number"));
			weight = 0;
		} else if (!plain || weight < 0) {
			weight = weight_of(speedscope, number, profile->shift);
		}
		column_add(&profile->weights, weight);
	}
}

/* 0 for centuries that do not fit. */
static int64_t time_between(int64_t from, int64_t to)
{
	return from < 0 && to > INT64_MAX + from ? 0 : to - from;
}

/* Until `at`, the frames that are open ran. */
static void pass_time(struct speedscope *speedscope, struct profile *profile, int64_t at)
{
	if (speedscope->open_count && at > speedscope->last)
		add_value(profile, speedscope->open[speedscope->open_count - 1],
			time_between(speedscope->last, at));
	if (at > speedscope->last)
		speedscope->last = at;
}

static void open_frame(struct speedscope *speedscope, uint64_t frame)
{
	uint32_t parent =
		speedscope->open_count ? speedscope->open[speedscope->open_count - 1] : NODE_ROOT;

	speedscope->open = memory_grow(speedscope->open, &speedscope->open_capacity,
		speedscope->open_count + 1, sizeof(*speedscope->open));
	speedscope->open[speedscope->open_count++] = frame_node(speedscope, parent, frame);
}

/* Frames close in the order in which they opened, turned around; what is on top of one closes with it. */
static void close_frame(struct speedscope *speedscope, uint64_t frame)
{
	size_t at = speedscope->open_count;

	while (at > 0 && speedscope->trie.nodes[speedscope->open[at - 1]].name != frame)
		at--;
	if (at != speedscope->open_count)
		report(speedscope, "the end of the frame that was opened last", STR("another's"));
	if (at > 0)
		speedscope->open_count = at - 1;
}

/* {"type":"O","frame":0,"at":1.5} */
static void read_event(struct speedscope *speedscope, struct profile *profile)
{
	struct json *json = &speedscope->json;
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
	speedscope->stacks->problems.lines++;
	if (json_failed(json))
		return;
	if (!timed || !framed || (type != 'O' && type != 'C')) {
		report(speedscope, "an event with type O or C, frame and at",
			(struct str){&type, 1});
		return;
	}
	if (!profile->has_values)
		speedscope->last = at;
	else if (at < speedscope->last)
		report(speedscope, "an event that is not before the last one",
			STR("an earlier one"));
	profile->has_values = true;
	pass_time(speedscope, profile, at);
	if (type == 'O')
		open_frame(speedscope, frame);
	else
		close_frame(speedscope, frame);
}

static void read_events(struct speedscope *speedscope, struct profile *profile)
{
	struct json *json = &speedscope->json;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	profile->has_weights = true;
	speedscope->open_count = 0;
	while (json_next_element(json))
		if (json_enter_object(json))
			read_event(speedscope, profile);
		else
			json_skip(json);
}

static void read_unit(struct speedscope *speedscope, struct profile *profile)
{
	struct str name;

	if (!json_scalar(&speedscope->json, &name))
		return;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!str_eq(name, units[i].name))
			continue;
		profile->unit = i;
		if (profile->weights.count == 0 && !profile->has_values && !profile->has_end)
			profile->shift = units[i].shift;
		return;
	}
	report(speedscope, "a unit of time, \"bytes\" or \"none\"", name);
}

static void read_profile(struct speedscope *speedscope)
{
	struct json *json = &speedscope->json;
	struct profile *profile;
	struct str key, text;

	speedscope->profiles = memory_grow(speedscope->profiles, &speedscope->capacity,
		speedscope->count + 1, sizeof(*speedscope->profiles));
	profile = &speedscope->profiles[speedscope->count++];
	*profile = (struct profile){.name = NAME_NONE, .shift = units[NONE].shift};
	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name"))) {
			if (json_scalar(json, &text))
				profile->name = stacks_name(speedscope->stacks, text);
		} else if (str_eq(key, STR("unit"))) {
			read_unit(speedscope, profile);
		} else if (str_eq(key, STR("endValue"))) {
			profile->has_end = json_fixed(json, profile->shift, &profile->end);
		} else if (str_eq(key, STR("samples"))) {
			read_samples(speedscope, profile);
		} else if (str_eq(key, STR("weights"))) {
			read_weights(speedscope, profile);
		} else if (str_eq(key, STR("events"))) {
			read_events(speedscope, profile);
		} else {
			json_skip(json);
		}
	}
	/* What was not closed is open until the end. */
	if (profile->has_end && profile->has_values)
		pass_time(speedscope, profile, profile->end);
	speedscope->open_count = 0;
}

static void read_profiles(struct speedscope *speedscope)
{
	struct json *json = &speedscope->json;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	while (json_next_element(json))
		if (json_enter_object(json))
			read_profile(speedscope);
		else
			json_skip(json);
}

/* ---- stacks ---- */

static bool is_wanted(const struct speedscope *speedscope, size_t index)
{
	const struct text_list *wanted = &speedscope->options->profiles;
	uint32_t name = speedscope->profiles[index].name;
	char number[24];

	if (wanted->count == 0)
		return true;
	snprintf(number, sizeof(number), "%zu", index);
	return text_list_has(wanted, str_of(number)) ||
	       (name != NAME_NONE &&
		       text_list_has(wanted, names_get(&speedscope->stacks->tree.names, name)));
}

/* Rows are the trie's nodes; its root is the first. */
static void make_table(const struct speedscope *speedscope, struct stack_table *table)
{
	const struct calltree *trie = &speedscope->trie;

	stack_table_add(table, ROW_NONE, NAME_NONE);
	for (uint32_t i = 1; i < trie->count; i++) {
		uint32_t frame = trie->nodes[i].name;

		/* A frame that is not there: a stack below itself is none. */
		if (frame >= speedscope->frame_count)
			stack_table_add(table, i, NAME_NONE);
		else
			stack_table_add(table, trie->nodes[i].parent, speedscope->frames[frame]);
	}
}

/* From the shift that was used to the one that the unit has: 1.5 ms read as "none" is 1500000 ns. */
static bool rescale(const struct profile *profile, uint64_t *weight, unsigned *places)
{
	unsigned from = *places, to = units[profile->unit].shift;

	if (profile->unit == NONE || profile->unit == BYTES) {
		for (; *places > 0 && *weight % 10 == 0; --*places)
			*weight /= 10;
		return true;
	}
	*places = units[profile->unit].places;
	if (from > to)
		*weight = weight_scale(*weight, 1, weight_unit(from - to));
	for (; from < to; from++) {
		if (*weight > UINT64_MAX / 10)
			return false;
		*weight *= 10;
	}
	return true;
}

static void add_profile(struct speedscope *speedscope, const struct profile *profile,
	struct stack_table *table, uint32_t root)
{
	struct stacks *stacks = speedscope->stacks;
	size_t node_at = 0, weight_at = 0, without = 0;
	int64_t row, weight;

	if (!profile->has_weights)
		stacks_note(stacks, "%s: a profile has no weights: its samples are counted",
			speedscope->file);
	stack_table_forget_nodes(table);
	while (column_next(&profile->nodes, &node_at, &row)) {
		uint64_t weights[2] = {1, 0};
		unsigned decimals = 0;
		uint32_t node;

		if (profile->has_weights) {
			if (!column_next(&profile->weights, &weight_at, &weight)) {
				without++;
				continue;
			}
			if (weight == 0)
				continue;
			weights[0] = (uint64_t)(weight < 0 ? -weight : weight);
			decimals = weight < 0 ? 0 : profile->shift;
		}
		if (!rescale(profile, &weights[0], &decimals))
			report(speedscope, "a weight below 2^64", STR(""));
		else if (!stack_table_node(table, stacks, root, (uint64_t)row, &node))
			report(speedscope, "a frame's number in \"frames\"", STR("another"));
		else if (node == NODE_ROOT)
			stacks_add_at(stacks, stacks_child(stacks, NODE_ROOT,
				stacks_name(stacks, STR("[no frames]"))), weights, decimals);
		else
			stacks_add_at(stacks, node, weights, decimals);
	}
	if (without)
		stacks_note(stacks, "%s: %zu samples have no weight and are left out",
			speedscope->file, without);
}

/* Time, bytes, or neither: what may be added up. */
static unsigned dimension(const struct profile *profile)
{
	return profile->unit == NONE ? 0 : profile->unit == BYTES ? 1 : 2;
}

static uint32_t root_of(struct speedscope *speedscope, const struct profile *profile)
{
	if (speedscope->count < 2 || speedscope->options->no_profile_names ||
		profile->name == NAME_NONE)
		return NODE_ROOT;
	return stacks_child(speedscope->stacks, NODE_ROOT, profile->name);
}

static void add_profiles(struct speedscope *speedscope)
{
	struct stack_table table = {0};
	const struct profile *first = NULL;
	size_t others = 0;

	make_table(speedscope, &table);
	for (size_t i = 0; i < speedscope->count; i++) {
		const struct profile *profile = &speedscope->profiles[i];

		if (!is_wanted(speedscope, i) || profile->nodes.count == 0)
			continue;
		if (!first)
			first = profile;
		if (dimension(profile) == dimension(first))
			add_profile(speedscope, profile, &table, root_of(speedscope, profile));
		else
			others++;
	}
	if (others)
		stacks_note(speedscope->stacks,
			"%s: %zu profiles are left out: their unit is not %.*s; --profile chooses",
			speedscope->file, others, STR_ARG(units[first->unit].name));
	stack_table_release(&table);
}

static void speedscope_read(void *state, struct lines *lines)
{
	struct speedscope *speedscope = state;
	struct json *json = &speedscope->json;
	struct str key;

	speedscope->file = lines->name;
	json_init(json, lines);
	calltree_init(&speedscope->trie, 1);
	if (json_enter_object(json)) {
		while (json_next_key(json, &key)) {
			if (str_eq(key, STR("shared")))
				read_shared(speedscope);
			else if (str_eq(key, STR("profiles")))
				read_profiles(speedscope);
			else
				json_skip(json);
		}
	}
	json_input_finish(json, lines, speedscope->stacks);
	add_profiles(speedscope);
	for (size_t i = 0; i < speedscope->count; i++) {
		column_release(&speedscope->profiles[i].nodes);
		column_release(&speedscope->profiles[i].weights);
	}
	speedscope->count = speedscope->frame_count = 0;
	calltree_release(&speedscope->trie);
	json_release(json);
}

static void speedscope_end(void *state)
{
	struct speedscope *speedscope = state;

	free(speedscope->frames);
	free(speedscope->profiles);
	free(speedscope->open);
	buf_release(&speedscope->scratch);
	free(speedscope);
}

const struct format format_speedscope = {
	.name = "speedscope",
	.input = "a profile in speedscope's file format",
	.summary =
		"Folds profiles in speedscope's file format, which py-spy, rbspy, pyinstrument and many "
		"other profilers write.",
	.options = speedscope_options,
	.options_size = sizeof(struct speedscope_options),
	.sniff = speedscope_sniff,
	.reads_json = true,
	.begin = speedscope_begin,
	.read = speedscope_read,
	.end = speedscope_end,
};
