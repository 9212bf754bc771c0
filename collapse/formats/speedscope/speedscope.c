/*
 * collapse-speedscope: profiles in the file format of speedscope, which py-spy, rbspy, pyinstrument,
 * Clinic, Bun's and many other profilers write.
 *
 *     {"$schema":"https://www.speedscope.app/file-format-schema.json",
 *      "shared":{"frames":[{"name":"main","file":"a.py","line":3},{"name":"parse"}]},
 *      "profiles":[{"type":"sampled",…}, {"type":"evented",…}]}
 *
 * https://www.speedscope.app/file-format-schema.json. Frames may come behind the profiles, so these
 * are held: a node for each different stack, and for each sample its node and weight.
 */
#include <stdio.h>
#include <stdlib.h>

#include "collapse/stacks/format.h"
#include "collapse/readers/head.h"
#include "collapse/stacks/json-input.h"
#include "collapse/names/script-name.h"
#include "collapse/formats/speedscope/profile.h"
#include "collapse/stacks/stack-table.h"
#include "common/memory.h"

enum { KNOWN_BYTES = 500 }; /* of the profiles that there are, in a message */

struct speedscope_options {
	struct text_list profiles;
	bool srcline, no_profile_names;
};

struct speedscope {
	const struct speedscope_options *options;
	struct stacks *stacks;

	/* of the present document */
	struct speedscope_reader reader;
	uint32_t *frames; /* names; NAME_NONE: what is no frame */
	size_t frame_count, frame_capacity;
	struct speedscope_profile *profiles;
	size_t count, capacity;
	struct buf scratch;

	/* of all documents, where some profiles are wanted */
	bool *found; /* for each name that was given */
	struct buf known; /* the profiles that there are: 0 "main", 1 "heap" */
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
	speedscope->stacks = speedscope->reader.stacks = out;
	speedscope->found =
		memory_new(speedscope->options->profiles.count, sizeof(*speedscope->found));
	return speedscope;
}

/* ---- frames ---- */

static void add_frame(struct speedscope *speedscope, uint32_t name)
{
	speedscope->frames = memory_grow(speedscope->frames, &speedscope->frame_capacity,
		speedscope->frame_count + 1, sizeof(*speedscope->frames));
	speedscope->frames[speedscope->frame_count++] = name;
}

static void read_frame(struct speedscope *speedscope, struct buf *name, struct buf *file)
{
	struct json *json = &speedscope->reader.json;
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
	add_frame(speedscope, script_name(speedscope->stacks, &speedscope->scratch, &function,
				      speedscope->options->srcline));
}

static void read_shared(struct speedscope *speedscope)
{
	struct json *json = &speedscope->reader.json;
	struct buf name = {0}, file = {0};
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		if (!str_eq(key, STR("frames")) || !json_enter_array(json)) {
			json_skip(json);
			continue;
		}
		while (json_next_element(json)) {
			stacks_count_things(speedscope->stacks, 1);
			if (json_enter_object(json)) {
				read_frame(speedscope, &name, &file);
			} else {
				speedscope_report(&speedscope->reader, "a frame with a name", STR(""));
				json_skip(json);
				add_frame(speedscope, NAME_NONE); /* the next has the next number */
			}
		}
	}
	buf_release(&name);
	buf_release(&file);
}

/* ---- profiles ---- */

static struct speedscope_profile *new_profile(struct speedscope *speedscope)
{
	speedscope->profiles = memory_grow(speedscope->profiles, &speedscope->capacity,
		speedscope->count + 1, sizeof(*speedscope->profiles));
	return &speedscope->profiles[speedscope->count++];
}

static void read_profiles(struct speedscope *speedscope)
{
	struct json *json = &speedscope->reader.json;

	if (!json_array(json))
		return;
	while (json_next_element(json))
		if (json_object(json))
			speedscope_profile_read(&speedscope->reader, new_profile(speedscope));
}

/* ---- stacks ---- */

/* For the message that there is none of a name. Documents may have thousands. */
static void add_known(struct speedscope *speedscope, size_t index, struct str name)
{
	struct buf *known = &speedscope->known;
	char shown[STR_SHOW];

	if (known->n > KNOWN_BYTES)
		return;
	buf_add(known, known->n ? STR(", ") : STR(" "));
	buf_add_u64(known, index);
	if (name.n)
		buf_addf(known, " \"%s\"", str_show(name, shown));
	if (known->n > KNOWN_BYTES)
		buf_add(known, STR(", ..."));
}

static bool is_wanted(struct speedscope *speedscope, size_t index)
{
	const struct text_list *wanted = &speedscope->options->profiles;
	uint32_t id = speedscope->profiles[index].name;
	struct str name = id == NAME_NONE ? (struct str){"", 0} :
					    names_get(&speedscope->stacks->tree.names, id);
	bool is = wanted->count == 0;
	char number[24];

	snprintf(number, sizeof(number), "%zu", index);
	for (size_t i = 0; i < wanted->count; i++) {
		struct str item = str_of(wanted->items[i]);

		if (str_eq(item, str_of(number)) || (id != NAME_NONE && str_eq(item, name)))
			is = speedscope->found[i] = true;
	}
	if (wanted->count)
		add_known(speedscope, index, name);
	return is;
}

/* Rows are the trie's nodes; its root is the first. */
static void make_table(const struct speedscope *speedscope, struct stack_table *table)
{
	const struct calltree *trie = &speedscope->reader.trie;

	stack_table_add(table, ROW_NONE, NAME_NONE);
	for (uint32_t i = 1; i < trie->count; i++) {
		uint32_t frame = trie->nodes[i].name;

		uint32_t name =
			frame < speedscope->frame_count ? speedscope->frames[frame] : NAME_NONE;

		/* A frame that is not there: a stack below itself is none. */
		stack_table_add(table, name == NAME_NONE ? i : trie->nodes[i].parent, name);
	}
}

static void add_profile(struct speedscope *speedscope, const struct speedscope_profile *profile,
	struct stack_table *table, uint32_t root)
{
	struct stacks *stacks = speedscope->stacks;
	size_t node_at = 0, weight_at = 0, without = 0;
	int64_t row, weight;

	if (!profile->has_weights)
		stacks_note(stacks, "%s: a profile has no weights: its samples are counted",
			speedscope->reader.file);
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
		if (!speedscope_rescale(profile, &weights[0], &decimals))
			speedscope_report(&speedscope->reader, "a weight below 2^64", STR(""));
		else if (!stack_table_node(table, stacks, root, (uint64_t)row, &node))
			speedscope_report(&speedscope->reader, "a frame's number in \"frames\"", STR("another"));
		else if (node == NODE_ROOT)
			stacks_add_at(stacks, stacks_child(stacks, NODE_ROOT,
				stacks_name(stacks, STR("[no frames]"))), weights, decimals);
		else
			stacks_add_at(stacks, node, weights, decimals);
	}
	if (without)
		stacks_note(stacks, "%s: left out %zu sample%s without a weight",
			speedscope->reader.file, without, without == 1 ? "" : "s");
}

static uint32_t root_of(struct speedscope *speedscope, const struct speedscope_profile *profile)
{
	if (speedscope->count < 2 || speedscope->options->no_profile_names ||
		profile->name == NAME_NONE)
		return NODE_ROOT;
	return stacks_child(speedscope->stacks, NODE_ROOT, profile->name);
}

static void add_profiles(struct speedscope *speedscope)
{
	struct stack_table table = {0};
	const struct speedscope_profile *first = NULL;
	size_t others = 0;

	make_table(speedscope, &table);
	for (size_t i = 0; i < speedscope->count; i++) {
		const struct speedscope_profile *profile = &speedscope->profiles[i];

		if (!is_wanted(speedscope, i) || profile->nodes.count == 0)
			continue;
		if (!first)
			first = profile;
		if (profile->unit->dimension == first->unit->dimension)
			add_profile(speedscope, profile, &table, root_of(speedscope, profile));
		else
			others++;
	}
	if (others)
		stacks_note(speedscope->stacks,
			"%s: left out %zu profile%s with another unit than %.*s; --profile chooses",
			speedscope->reader.file, others, others == 1 ? "" : "s",
			STR_ARG(first->unit->name));
	stack_table_release(&table);
}

static void speedscope_read(void *state, struct lines *lines)
{
	struct speedscope *speedscope = state;
	struct speedscope_reader *reader = &speedscope->reader;
	struct json *json = &reader->json;
	struct str key;

	reader->file = lines->name;
	json_init(json, lines);
	calltree_init(&reader->trie, 1);
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
	for (size_t i = 0; i < speedscope->count; i++)
		speedscope_profile_release(&speedscope->profiles[i]);
	speedscope->count = speedscope->frame_count = 0;
	calltree_release(&reader->trie);
	stack_path_release(&reader->path);
	json_release(json);
}

static void say_missing(struct speedscope *speedscope)
{
	const struct text_list *wanted = &speedscope->options->profiles;
	struct str known = speedscope->known.n ? buf_str(&speedscope->known) : STR(" none");
	char shown[STR_SHOW];

	for (size_t i = 0; i < wanted->count; i++) {
		if (speedscope->found[i])
			continue;
		str_show(str_of(wanted->items[i]), shown);
		stacks_note(speedscope->stacks,
			"no profile has the name or number \"%s\"; there are:%.*s", shown,
			STR_ARG(known));
		stacks_explain(speedscope->stacks,
			"no profile has the name or number \"%s\"; there are:%.*s", shown,
			STR_ARG(known));
	}
}

static void speedscope_end(void *state)
{
	struct speedscope *speedscope = state;

	say_missing(speedscope);
	free(speedscope->found);
	buf_release(&speedscope->known);
	buf_release(&speedscope->reader.type);
	free(speedscope->frames);
	free(speedscope->profiles);
	buf_release(&speedscope->scratch);
	free(speedscope);
}

const struct kind kind_speedscope = {
	.name = "speedscope",
	.input = "a profile in speedscope's file format",
	.sniff = speedscope_sniff,
	.is_json = true,
};

const struct format format_speedscope = {
	.kind = &kind_speedscope,
	.summary =
		"Folds profiles in speedscope's file format, which py-spy, rbspy, pyinstrument and many "
		"other profilers write.",
	.options = speedscope_options,
	.options_size = sizeof(struct speedscope_options),
	.things = "records",
	.begin = speedscope_begin,
	.read = speedscope_read,
	.end = speedscope_end,
};
