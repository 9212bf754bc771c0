#include "collapse/v8-profile.h"

#include <stdlib.h>
#include <string.h>

#include "collapse/script-name.h"
#include "common/memory.h"

/* Weights of time are microseconds, with decimals. */
enum { NANOSECOND_PLACES = 3 };

/* ---- nodes ---- */

static uint32_t new_node(struct v8_profile *profile, uint32_t prefix)
{
	profile->nodes = memory_grow(profile->nodes, &profile->capacity, profile->count + 1,
		sizeof(*profile->nodes));
	profile->nodes[profile->count] = (struct v8_node){
		.prefix = prefix,
		.parent = NAME_NONE,
		.function = NAME_NONE,
		.file = NAME_NONE,
	};
	return (uint32_t)profile->count++;
}

/* "28": its place in by_number. False for what is no small number in its only spelling. */
static bool small_number(struct str text, uint64_t *number)
{
	enum { MOST_DIGITS = 6 };

	return text.n <= MOST_DIGITS && str_to_u64(text, number) && text.p[0] != '0';
}

static bool recall_number(const struct v8_profile *profile, uint64_t number, uint32_t *id)
{
	if (number >= profile->number_count || profile->by_number[number] == 0)
		return false;
	*id = profile->by_number[number] - 1;
	return true;
}

static void remember_number(struct v8_profile *profile, uint64_t number, uint32_t id)
{
	if (number >= profile->number_count) {
		size_t count = (number | 255) * 2, old = profile->number_count;

		profile->by_number =
			memory_resize(profile->by_number, count, sizeof(*profile->by_number));
		memset(profile->by_number + old, 0, (count - old) * sizeof(*profile->by_number));
		profile->number_count = count;
	}
	profile->by_number[number] = id + 1;
}

/* A node's id, which may be known from its parent, or a sample, before the node comes. */
static uint32_t id_of(struct v8_profile *profile, struct str text)
{
	uint64_t number;
	bool small = small_number(text, &number);
	uint32_t id;

	if (small && recall_number(profile, number, &id))
		return id;
	id = names_add(&profile->ids, text);
	if (small)
		remember_number(profile, number, id);
	if (id == profile->id_count) {
		profile->by_id = memory_grow(profile->by_id, &profile->id_capacity,
			profile->id_count + 1, sizeof(*profile->by_id));
		profile->by_id[profile->id_count++] = (struct v8_id){ROW_NONE, ROW_NONE};
	}
	return id;
}

static struct v8_id *entry_of(struct v8_profile *profile, struct str text)
{
	uint32_t id = id_of(profile, text);

	return &profile->by_id[id];
}

static void read_text(struct v8_profile *profile, struct json *json, uint32_t *text)
{
	struct str value;

	if (json_scalar(json, &value))
		*text = names_add(&profile->texts, value);
}

/* Counted from 0, and -1 where there is none; from `first` in what Chrome wrote until 2016. */
static void read_line(struct v8_node *node, struct json *json, int64_t first)
{
	int64_t line;

	if (json_i64(json, &line) && line >= first && line < UINT32_MAX)
		node->line = (uint32_t)(line - first + 1);
}

static bool read_function_key(
	struct v8_profile *profile, struct v8_node *node, struct json *json, struct str key,
	int64_t first_line)
{
	if (str_eq(key, STR("functionName")))
		read_text(profile, json, &node->function);
	else if (str_eq(key, STR("url")))
		read_text(profile, json, &node->file);
	else if (str_eq(key, STR("lineNumber")))
		read_line(node, json, first_line);
	else
		return false;
	return true;
}

static void read_call_frame(struct v8_profile *profile, struct v8_node *node, struct json *json)
{
	struct str key;

	if (!json_enter_object(json)) {
		json_skip(json);
		return;
	}
	while (json_next_key(json, &key))
		if (!read_function_key(profile, node, json, key, 0))
			json_skip(json);
}

static void push(struct v8_profile *profile, size_t depth, uint32_t node, bool children)
{
	profile->open = memory_grow(
		profile->open, &profile->open_capacity, depth + 1, sizeof(*profile->open));
	profile->open[depth] = (struct v8_open){node, children};
}

/* What is in a node. True when its children come next, in an array that was entered. */
static bool read_node_key(
	struct v8_profile *profile, uint32_t at, struct json *json, struct str key)
{
	struct v8_node *node = &profile->nodes[at];
	struct str text;

	if (str_eq(key, STR("children")) && json_enter_array(json))
		return true;
	if (str_eq(key, STR("id"))) {
		if (json_scalar(json, &text))
			entry_of(profile, text)->node = at;
	} else if (str_eq(key, STR("parent"))) {
		if (json_scalar(json, &text))
			node->parent = id_of(profile, text);
	} else if (str_eq(key, STR("callFrame"))) {
		read_call_frame(profile, node, json);
	} else if (str_eq(key, STR("hitCount")) || str_eq(key, STR("selfSize"))) {
		profile->has_hits = str_eq(key, STR("hitCount"));
		json_u64(json, &node->own);
	} else if (!read_function_key(profile, node, json, key, 1)) {
		json_skip(json);
	}
	return false;
}

/* A child that is a number is a node of the same list. */
static void read_child_id(struct v8_profile *profile, uint32_t parent, struct json *json)
{
	struct str text;

	if (json_scalar(json, &text) && parent != ROW_NONE)
		entry_of(profile, text)->parent = parent;
}

/* Nodes in nodes may be as deep as the stacks, so what is open is kept here. */
static void read_open(struct v8_profile *profile, size_t depth, struct json *json)
{
	struct str key;

	while (depth > 0 && !json_failed(json)) {
		struct v8_open top = profile->open[depth - 1];

		if (!top.children) {
			if (!json_next_key(json, &key))
				depth--;
			else if (read_node_key(profile, top.node, json, key))
				push(profile, depth++, top.node, true);
		} else if (!json_next_element(json)) {
			depth--;
		} else if (json_enter_object(json)) {
			push(profile, depth++, new_node(profile, top.node), false);
		} else {
			read_child_id(profile, top.node, json);
		}
	}
}

void v8_profile_read_nodes(struct v8_profile *profile, struct json *json)
{
	if (json_enter_array(json)) {
		push(profile, 0, ROW_NONE, true);
		read_open(profile, 1, json);
	} else if (json_enter_object(json)) {
		push(profile, 0, new_node(profile, ROW_NONE), false);
		read_open(profile, 1, json);
	} else {
		json_skip(json);
	}
}

/* ---- samples ---- */

void v8_profile_read_samples(struct v8_profile *profile, struct json *json)
{
	struct str text;
	int64_t number;
	uint32_t id;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	/* Those of a heap are objects, and summed up in the nodes. */
	while (json_next_element(json)) {
		bool plain = json_plain_fixed(json, 0, &text, &number);

		if (plain && recall_number(profile, (uint64_t)number, &id))
			column_add(&profile->samples, id);
		else if (plain || json_scalar(json, &text))
			column_add(&profile->samples, id_of(profile, text));
	}
}

void v8_profile_read_deltas(struct v8_profile *profile, struct json *json)
{
	int64_t delta;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	while (json_next_element(json)) {
		if (!json_fixed(json, NANOSECOND_PLACES, &delta))
			delta = 0;
		if (!json_failed(json))
			column_add(&profile->deltas, delta);
	}
}

void v8_profile_read_timestamps(struct v8_profile *profile, struct json *json)
{
	int64_t time, last = 0;

	if (!json_enter_array(json)) {
		json_skip(json);
		return;
	}
	while (json_next_element(json)) {
		if (!json_fixed(json, NANOSECOND_PLACES, &time) || time < 0)
			time = last;
		if (json_failed(json))
			break;
		if (!profile->has_times) {
			profile->has_times = true;
			profile->first_time = last = time;
		}
		column_add(&profile->deltas, time - last);
		last = time;
	}
}

/* ---- pieces ---- */

static uint32_t text_in(
	struct v8_profile *profile, const struct v8_profile *piece, uint32_t text)
{
	return text == NAME_NONE ? NAME_NONE
				 : names_add(&profile->texts, names_get(&piece->texts, text));
}

static uint32_t id_in(struct v8_profile *profile, const struct v8_profile *piece, uint32_t id)
{
	return id == NAME_NONE ? NAME_NONE : id_of(profile, names_get(&piece->ids, id));
}

static void append_nodes(struct v8_profile *profile, const struct v8_profile *piece)
{
	uint32_t first = (uint32_t)profile->count;

	for (size_t i = 0; i < piece->count; i++) {
		struct v8_node node = piece->nodes[i];
		uint32_t at =
			new_node(profile, node.prefix == ROW_NONE ? ROW_NONE : node.prefix + first);

		node.prefix = profile->nodes[at].prefix;
		node.parent = id_in(profile, piece, node.parent);
		node.function = text_in(profile, piece, node.function);
		node.file = text_in(profile, piece, node.file);
		profile->nodes[at] = node;
	}
	for (uint32_t i = 0; i < piece->id_count; i++) {
		uint32_t id = id_in(profile, piece, i);

		if (piece->by_id[i].node != ROW_NONE)
			profile->by_id[id].node = piece->by_id[i].node + first;
		if (piece->by_id[i].parent != ROW_NONE)
			profile->by_id[id].parent = piece->by_id[i].parent + first;
	}
}

void v8_profile_append(struct v8_profile *profile, const struct v8_profile *piece)
{
	size_t at = 0;
	int64_t value;

	append_nodes(profile, piece);
	while (column_next(&piece->samples, &at, &value))
		column_add(&profile->samples, id_in(profile, piece, (uint32_t)value));
	for (at = 0; column_next(&piece->deltas, &at, &value);)
		column_add(&profile->deltas, value);
	if (piece->has_start) {
		profile->has_start = true;
		profile->start = piece->start;
	}
	if (piece->has_end) {
		profile->has_end = true;
		profile->end = piece->end;
	}
}

/* ---- stacks ---- */

static uint32_t name_of(
	struct v8_profile *profile, struct stacks *stacks, const struct v8_node *node, bool srcline)
{
	struct script_function function = {.line = node->line};

	if (node->function != NAME_NONE)
		function.name = names_get(&profile->texts, node->function);
	if (node->file != NAME_NONE)
		function.file = names_get(&profile->texts, node->file);
	return script_name(stacks, &profile->scratch, &function, srcline);
}

static bool is_root(const struct v8_profile *profile, const struct v8_node *node)
{
	return node->function != NAME_NONE &&
	       str_eq(names_get(&profile->texts, node->function), STR("(root)"));
}

/* The node below another: the one it stands in, or whose child it is, or that it names. */
static uint32_t prefix_of(
	const struct v8_profile *profile, const uint32_t *parents, size_t index)
{
	const struct v8_node *node = &profile->nodes[index];

	if (node->prefix != ROW_NONE)
		return node->prefix;
	if (parents[index] != ROW_NONE)
		return parents[index];
	return node->parent != NAME_NONE ? profile->by_id[node->parent].node : ROW_NONE;
}

static void make_table(struct v8_profile *profile, struct stacks *stacks, bool srcline)
{
	uint32_t *parents = memory_new(profile->count, sizeof(*parents));

	for (size_t i = 0; i < profile->count; i++)
		parents[i] = ROW_NONE;
	for (size_t i = 0; i < profile->id_count; i++)
		if (profile->by_id[i].node != ROW_NONE)
			parents[profile->by_id[i].node] = profile->by_id[i].parent;
	for (size_t i = 0; i < profile->count; i++) {
		const struct v8_node *node = &profile->nodes[i];
		uint32_t prefix = prefix_of(profile, parents, i);
		bool root = prefix == ROW_NONE && is_root(profile, node);

		stack_table_add(&profile->table, prefix,
			root ? NAME_NONE : name_of(profile, stacks, node, srcline));
	}
	free(parents);
}

static void add_weight(struct v8_profile *profile, struct stacks *stacks, uint32_t root,
	uint64_t index, uint64_t weight, unsigned places, struct v8_place place)
{
	const uint64_t weights[2] = {weight, 0};
	uint32_t node;

	if (!stack_table_node(&profile->table, stacks, root, index, &node)) {
		problem_at(&stacks->problems, place.name, place.line,
			"a node whose parents are all there", STR("none"));
		return;
	}
	/* What was in no function at all. */
	if (node == NODE_ROOT)
		node = stacks_child(stacks, NODE_ROOT, stacks_name(stacks, STR("(root)")));
	if (weight)
		stacks_add_at(stacks, node, weights, places);
}

static void add_nodes(struct v8_profile *profile, struct stacks *stacks, uint32_t root,
	struct v8_place place)
{
	for (size_t i = 0; i < profile->count; i++)
		if (profile->nodes[i].own)
			add_weight(profile, stacks, root, i, profile->nodes[i].own, 0, place);
	stacks->problems.lines += profile->count;
}

static void add_sample(struct v8_profile *profile, struct stacks *stacks, uint32_t root, int64_t id,
	uint64_t weight, unsigned places, struct v8_place place)
{
	uint32_t node = profile->by_id[id].node;

	stacks->problems.lines++;
	if (node == ROW_NONE)
		problem_at(&stacks->problems, place.name, place.line,
			"a sample's node in \"nodes\"", names_get(&profile->ids, (uint32_t)id));
	else
		add_weight(profile, stacks, root, node, weight, places, place);
}

static int64_t add_times(int64_t a, int64_t b)
{
	if (b > 0 && a > INT64_MAX - b)
		return INT64_MAX;
	if (b < 0 && a < INT64_MIN - b)
		return INT64_MIN;
	return a + b;
}

/* Times do not go back: samples that came late end when the one before them did. */
static uint64_t time_between(int64_t from, int64_t to)
{
	return to > from ? (uint64_t)to - (uint64_t)from : 0;
}

/* The time of the last sample's end, or `last` when that is not known. */
static int64_t end_of(const struct v8_profile *profile, int64_t last)
{
	const int64_t million = 1000000;

	if (!profile->has_end || !(profile->has_start || profile->has_times))
		return last;
	/* Chrome wrote seconds beside times in microseconds. */
	if (profile->has_times && profile->end < profile->first_time)
		return profile->end < INT64_MAX / million ? profile->end * million : last;
	return profile->end;
}

static void add_samples(struct v8_profile *profile, struct stacks *stacks, uint32_t root,
	const struct v8_options *options, struct v8_place place)
{
	size_t sample_at = 0, delta_at = 0;
	bool complete = profile->deltas.count >= profile->samples.count;
	int64_t id, delta = 0, time, next;
	bool timed = !options->samples && profile->deltas.count > 0;

	column_next(&profile->deltas, &delta_at, &delta);
	time = next = add_times(profile->has_times ? profile->first_time : profile->start, delta);
	while (column_next(&profile->samples, &sample_at, &id)) {
		uint64_t lasts = 0;

		if (column_next(&profile->deltas, &delta_at, &delta))
			next = add_times(next, delta);
		else if (complete)
			next = end_of(profile, next);
		if (timed)
			lasts = time_between(time, next);
		add_sample(profile, stacks, root, id, timed ? lasts : 1,
			timed ? NANOSECOND_PLACES : 0, place);
		time = next > time ? next : time;
	}
	if (timed && !complete)
		stacks_note(stacks, "%s: %llu samples have no time", place.name,
			(unsigned long long)(profile->samples.count - profile->deltas.count));
}

void v8_profile_add(struct v8_profile *profile, struct stacks *stacks, uint32_t root,
	const struct v8_options *options, struct v8_place place)
{
	make_table(profile, stacks, options->srcline);
	if (!options->samples && profile->has_hits && profile->deltas.count == 0 && profile->count)
		stacks_note(stacks, "%s: has no times: weights are numbers of samples", place.name);
	if (profile->samples.count)
		add_samples(profile, stacks, root, options, place);
	else
		add_nodes(profile, stacks, root, place);
}

void v8_profile_release(struct v8_profile *profile)
{
	names_release(&profile->texts);
	names_release(&profile->ids);
	free(profile->nodes);
	free(profile->by_number);
	free(profile->by_id);
	free(profile->open);
	column_release(&profile->samples);
	column_release(&profile->deltas);
	stack_table_release(&profile->table);
	buf_release(&profile->scratch);
	*profile = (struct v8_profile){0};
}
