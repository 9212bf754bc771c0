#include "collapse/formats/v8/profile.h"

#include <stdlib.h>

#include "collapse/names/script-name.h"

/* Weights of time are microseconds, with decimals. */
enum { NANOSECOND_PLACES = 3 };

#define AT(member) offsetof(struct v8_profile, member)
#define TIME(member) \
	.at = AT(member), .has = JSON_HAS(struct v8_profile, has_##member), \
	.shift = NANOSECOND_PLACES

const struct json_field v8_profile_fields[] = {
	{JSON_KEY("nodes"), .at = AT(nodes), .read = v8_nodes_read},
	{JSON_KEY("head"), .at = AT(nodes), .read = v8_nodes_read},
	{JSON_KEY("samples"), .at = AT(samples), .read = v8_samples_read},
	{JSON_KEY("timeDeltas"), .at = AT(samples), .read = v8_samples_read_deltas},
	{JSON_KEY("timestamps"), .at = AT(samples), .read = v8_samples_read_timestamps},
	{JSON_KEY("startTime"), FIELD_FIXED, TIME(start)},
	{JSON_KEY("endTime"), FIELD_FIXED, TIME(end)},
	{0},
};

void v8_profile_append(struct v8_profile *profile, const struct v8_profile *piece)
{
	v8_nodes_append(&profile->nodes, &piece->nodes);
	v8_samples_append(&profile->samples, &piece->samples);
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

/* A profile as it goes into stacks. */
struct view {
	const struct v8_names *names;
	const struct v8_options *options;
	struct stacks *stacks;
	uint32_t root;
	struct v8_place place;
	const uint32_t *by_id;
	struct stack_table table; /* a row for each node */
	struct buf scratch;
};

static struct str text_of(const struct view *view, uint32_t text)
{
	return text == NAME_NONE ? (struct str)STR_INIT("") : names_get(&view->names->texts, text);
}

static void make_table(struct view *view, const struct v8_nodes *nodes)
{
	uint32_t *prefixes = v8_nodes_prefixes(nodes, view->by_id);

	for (size_t i = 0; i < nodes->count; i++) {
		const struct v8_node *node = &nodes->items[i];
		struct script_function function = {text_of(view, node->function),
			text_of(view, node->file), node->line};
		bool root = prefixes[i] == ROW_NONE && str_eq(function.name, STR("(root)"));

		stack_table_add(&view->table, prefixes[i],
			root ? NAME_NONE :
			       script_name(view->stacks, &view->scratch, &function,
				       view->options->srcline));
	}
	free(prefixes);
}

/* Of so many samples of one node, or of the node itself; false when there is nothing to add. */
static bool add_weight(
	struct view *view, uint64_t index, uint64_t weight, unsigned places, uint64_t count)
{
	const uint64_t weights[2] = {weight, 0};
	struct stacks *stacks = view->stacks;
	uint32_t node;

	if (!stack_table_node(&view->table, stacks, view->root, index, &node)) {
		while (count--)
			stacks_problem_at(stacks, view->place.name, view->place.line,
				"a node whose parents are all there", STR("none"));
		return false;
	}
	/* What was in no function at all. */
	if (node == NODE_ROOT)
		node = stacks_child(stacks, NODE_ROOT, stacks_name(stacks, STR("(root)")));
	if (weight == 0)
		return false;
	stacks_add_at(stacks, node, weights, places);
	stacks->count += count - 1;
	return true;
}

/* Of sampled heaps nodes have sizes, else the number of their samples. */
static void add_nodes(struct view *view, const struct v8_nodes *nodes, bool hits)
{
	for (size_t i = 0; i < nodes->count; i++) {
		if (nodes->items[i].own == 0)
			continue;
		stacks_tell(view->stacks, HEADER_UNIT, hits ? STR("samples") : STR("bytes"));
		add_weight(view, i, nodes->items[i].own, 0, 1);
	}
	stacks_count_things(view->stacks, nodes->count);
}

static void add_sample(struct view *view, const struct v8_sample *sample, bool timed)
{
	uint32_t node = view->by_id[sample->id];
	struct str text;

	stacks_count_things(view->stacks, sample->count);
	if (node != ROW_NONE) {
		if (add_weight(view, node, timed ? sample->time : sample->count,
			    timed ? NANOSECOND_PLACES : 0, sample->count))
			stacks_count_samples(view->stacks, sample->count);
		return;
	}
	text = v8_ids_text(&view->names->ids, sample->id, &view->scratch);
	for (uint64_t i = 0; i < sample->count; i++)
		stacks_problem_at(view->stacks, view->place.name, view->place.line,
			"a sample's node in \"nodes\"", text);
}

/* From the start; NULL where one of them is not known. */
static const int64_t *end_of(const struct v8_profile *profile, int64_t *end)
{
	const struct v8_samples *samples = &profile->samples;
	const int64_t million = 1000000;
	int64_t start = samples->has_times ? samples->first_time : profile->start;

	if (!profile->has_end || !(profile->has_start || samples->has_times))
		return NULL;
	*end = profile->end;
	/* Chrome wrote seconds beside times in microseconds. */
	if (samples->has_times && *end < start) {
		if (*end < 0 || *end >= INT64_MAX / million)
			return NULL;
		*end *= million;
	}
	if (start < 0 && *end > INT64_MAX + start)
		*end = INT64_MAX;
	else if (start > 0 && *end < INT64_MIN + start)
		*end = INT64_MIN;
	else
		*end -= start;
	return end;
}

static void add_samples(struct view *view, struct v8_profile *profile)
{
	struct v8_samples *samples = &profile->samples;
	bool timed = !view->options->samples && samples->delta_count > 0;
	struct v8_sample sample;
	int64_t at;
	const int64_t *end = end_of(profile, &at);

	stacks_tell(view->stacks, HEADER_UNIT, timed ? STR("us") : STR("samples"));
	while (v8_samples_next(samples, end, &sample))
		add_sample(view, &sample, timed);
	if (timed && samples->delta_count < samples->sample_count)
		stacks_note_count(view->stacks, view->place.name,
			samples->sample_count - samples->delta_count,
			"left out # sample{|s} without a time");
}

static bool has_hits(const struct v8_nodes *nodes)
{
	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].has_hits)
			return true;
	return false;
}

void v8_profile_add(struct v8_profile *profile, struct v8_names *names,
	struct stacks *stacks, uint32_t root, const struct v8_options *options,
	struct v8_place place)
{
	struct view view = {names, options, stacks, root, place,
		v8_nodes_by_id(&profile->nodes, names), {0}, {0}};
	bool hits = has_hits(&profile->nodes);

	make_table(&view, &profile->nodes);
	if (!options->samples && profile->samples.delta_count == 0 && hits)
		stacks_note(stacks, "%s: has no times: weights are numbers of samples", place.name);
	if (profile->samples.sample_count)
		add_samples(&view, profile);
	else
		add_nodes(&view, &profile->nodes, hits);
	stack_table_release(&view.table);
	buf_release(&view.scratch);
	v8_nodes_forget_ids(&profile->nodes, names);
}

void v8_profile_reset(struct v8_profile *profile)
{
	v8_nodes_reset(&profile->nodes);
	v8_samples_reset(&profile->samples);
	profile->has_start = profile->has_end = false;
}

void v8_profile_release(struct v8_profile *profile)
{
	v8_nodes_release(&profile->nodes);
	v8_samples_release(&profile->samples);
	*profile = (struct v8_profile){0};
}
