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

#include "collapse/formats/speedscope/profile.h"
#include "collapse/names/script-name.h"
#include "collapse/readers/head.h"
#include "collapse/readers/json-fields.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/json-input.h"
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
	struct frame {
		struct buf name, file;
		uint64_t line;
	} frame; /* that is being read */
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

static const struct json_field frame_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = offsetof(struct frame, name)},
	{JSON_KEY("file"), FIELD_TEXT, .at = offsetof(struct frame, file)},
	{JSON_KEY("line"), FIELD_U64, .at = offsetof(struct frame, line)},
	{0},
};

/* What is no frame has a number, too. */
static void read_frame(struct json *json, void *at)
{
	struct speedscope *speedscope = at;
	struct frame *frame = &speedscope->frame;
	uint32_t *name = ARRAY_PUSH(
		speedscope->frames, speedscope->frame_count, speedscope->frame_capacity);

	*name = NAME_NONE;
	stacks_count_things(speedscope->stacks, 1);
	if (!json_enter_object(json)) {
		speedscope_report(&speedscope->reader, "a frame with a name", STR(""));
		json_skip(json);
		return;
	}
	buf_reset(&frame->name);
	buf_reset(&frame->file);
	frame->line = 0;
	json_read_members(json, frame_fields, frame);
	*name = script_name(speedscope->stacks, &speedscope->scratch,
		&(struct script_function){
			buf_str(&frame->name), buf_str(&frame->file), frame->line},
		speedscope->options->srcline);
}

static const struct json_field shared_fields[] = {
	{JSON_KEY("frames"), FIELD_EACH, .read = read_frame},
	{0},
};

/* ---- profiles ---- */

static void read_profile(struct json *json, void *at)
{
	struct speedscope *speedscope = at;

	if (json_object(json))
		speedscope_profile_read(&speedscope->reader,
			ARRAY_PUSH(speedscope->profiles, speedscope->count, speedscope->capacity));
}

static const struct json_field document_fields[] = {
	{JSON_KEY("shared"), FIELD_OBJECT, .members = shared_fields},
	{JSON_KEY("profiles"), FIELD_EACH, .read = read_profile},
	{0},
};

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
	struct str name = id == NAME_NONE ? (struct str)STR_INIT("")
					  : names_get(&speedscope->stacks->tree.names, id);
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
	size_t node_at = 0, weight_at = 0;
	uint64_t without = 0;
	int64_t row, weight;

	if (!profile->has_weights)
		stacks_note(stacks, "%s: a profile has no weights: its samples are counted",
			speedscope->reader.file);
	stack_table_forget_nodes(table);
	while (column_next(&profile->nodes, &node_at, &row)) {
		struct weight own = {1, 0};
		uint32_t node;

		if (profile->has_weights) {
			if (!column_next(&profile->weights, &weight_at, &weight)) {
				without++;
				continue;
			}
			if (weight == 0)
				continue;
			own.value = (uint64_t)(weight < 0 ? -weight : weight);
			own.places = weight < 0 ? 0 : profile->shift;
		}
		if (!speedscope_rescale(profile, &own))
			speedscope_report(&speedscope->reader, "a weight below 2^64", STR(""));
		else if (!stack_table_node(table, stacks, root, (uint64_t)row, &node))
			speedscope_report(&speedscope->reader, "a frame's number in \"frames\"", STR("another"));
		else if (node == NODE_ROOT)
			stacks_add_at(stacks, stacks_child(stacks, NODE_ROOT,
				stacks_name(stacks, STR("[no frames]"))), (uint64_t[2]){own.value}, own.places);
		else
			stacks_add_at(stacks, node, (uint64_t[2]){own.value}, own.places);
	}
	stacks_note_count(stacks, speedscope->reader.file, without,
		"left out # sample{|s} without a weight");
}

static uint32_t root_of(struct speedscope *speedscope, const struct speedscope_profile *profile)
{
	if (speedscope->count < 2 || speedscope->options->no_profile_names ||
		profile->name == NAME_NONE)
		return NODE_ROOT;
	return stacks_child(speedscope->stacks, NODE_ROOT, profile->name);
}

/* Samples without weights count 1 each, if none of them has any. */
static bool counts_samples(const struct speedscope *speedscope)
{
	for (size_t i = 0; i < speedscope->count; i++)
		if (speedscope->profiles[i].has_weights)
			return false;
	return true;
}

/* Times are written in microseconds, whatever they are in the document; "none" is not known. */
static void tell_unit(const struct speedscope *speedscope, const struct speedscope_unit *unit)
{
	struct str name = {0};

	if (counts_samples(speedscope))
		name = STR("samples");
	else if (unit->dimension == TIME)
		name = STR("us");
	else if (unit->dimension == BYTES)
		name = STR("bytes");
	stacks_tell(speedscope->stacks, HEADER_UNIT, name);
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
		if (!first) {
			first = profile;
			tell_unit(speedscope, first->unit);
		}
		if (profile->unit->dimension == first->unit->dimension)
			add_profile(speedscope, profile, &table, root_of(speedscope, profile));
		else
			others++;
	}
	if (others)
		stacks_note(speedscope->stacks,
			"%s: left out %zu profile%s with another unit than %s; --profile chooses",
			speedscope->reader.file, others, others == 1 ? "" : "s",
			first->unit->name);
	stack_table_release(&table);
}

static void speedscope_read(void *state, struct lines *lines)
{
	struct speedscope *speedscope = state;
	struct speedscope_reader *reader = &speedscope->reader;

	reader->file = lines->name;
	json_init(&reader->json, lines);
	calltree_init(&reader->trie, 1);
	if (json_enter_object(&reader->json))
		json_read_members(&reader->json, document_fields, speedscope);
	json_input_finish(&reader->json, lines, speedscope->stacks);
	add_profiles(speedscope);
	for (size_t i = 0; i < speedscope->count; i++)
		speedscope_profile_release(&speedscope->profiles[i]);
	speedscope->count = speedscope->frame_count = 0;
	speedscope_reader_release(reader);
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
	buf_release(&speedscope->frame.name);
	buf_release(&speedscope->frame.file);
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
