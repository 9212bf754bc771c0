/*
 * collapse-dhat: dhat.out of valgrind --tool=dhat, and dhat-heap.json of the Rust crate dhat. What
 * happened to all blocks that were allocated by the same stack is one "program point":
 *
 *     {"dhatFileVersion":2
 *     ,"mode":"heap","verb":"Allocated"
 *     ,"pps":
 *      [{"tb":168000,"tbk":3000          bytes and blocks in all
 *       ,"tl":75154050859                how long the blocks lived, in instructions
 *       ,"mb":168000,"mbk":3000          at this point's own peak
 *       ,"gb":168000,"gbk":3000          at the peak of all
 *       ,"eb":0,"ebk":0                  at the end
 *       ,"rb":852347,"wb":266344         bytes read and written
 *       ,"fs":[10,22,23]                 its frames, leaf first: places in "ftbl"
 *       }
 *      ]
 *     ,"ftbl":
 *      ["[root]"
 *      ,"0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)"
 *
 * The table of frames comes last, so the points that have a weight are kept until then: 32 bytes
 * each, and 4 for each of their frames.
 *
 * Format: https://valgrind.org/docs/manual/dh-manual.html and dh_view.js.
 */
#include <stdlib.h>

#include "collapse/formats/valgrind/frame.h"
#include "collapse/readers/json-fields.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/stack-path.h"
#include "common/memory.h"

struct dhat_options {
	int metric;
	struct native_name_options naming;
};

static const char *const metrics[] = {"bytes", "blocks", "peak", "peak-blocks", "end", "end-blocks",
	"reads", "writes", "lifetimes", NULL};
static const char *const keys[] = {"tb", "tbk", "gb", "gbk", "eb", "ebk", "rb", "wb", "tl"};
/* What the header calls them: the unit of its weights is another thing. */
static const char *const events[] = {"allocated", "allocated", "peak", "peak", "end", "end",
	"reads", "writes", "lifetimes"};

struct point {
	uint64_t line; /* of the input */
	uint64_t weight;
	size_t first_frame, frame_count;
};

struct dhat {
	const struct dhat_options *options;
	struct stacks *stacks;
	struct native_name naming;

	/* of the present input */
	const char *input;
	struct json json;
	struct point *points;
	size_t point_count, point_capacity;
	uint32_t *frames; /* of all points: places in the table */
	size_t frame_count, frame_capacity;
	uint32_t *table;
	size_t table_count, table_capacity;
	uint64_t read, lacking; /* points in all, and those that have no such metric */
	struct dhat_head {
		struct buf command;
		struct buf bytes, blocks, time; /* units: "bytes", "blocks", "instrs" */
	} head;
	struct stack_path path;
};

enum { AT_ONCE = 256 }; /* numbers of an array */

static void bad(struct dhat *dhat, uint64_t line, const char *expected, struct str got)
{
	stacks_problem_at(dhat->stacks, dhat->input, line, expected, got);
}

/* ---- reading ---- */

static void add_frame(struct dhat *dhat, uint64_t place)
{
	*ARRAY_PUSH(dhat->frames, dhat->frame_count, dhat->frame_capacity) =
		place < UINT32_MAX ? (uint32_t)place : UINT32_MAX;
}

static void read_frames(struct json *json, void *at)
{
	struct dhat *dhat = json->context;
	int64_t places[AT_ONCE];
	uint64_t place;
	size_t count;

	(void)at;
	if (!json_enter_array(json)) {
		bad(dhat, json->line, "\"fs\": an array of frames", STR("something else"));
		json_skip(json);
		return;
	}
	while ((count = json_fixed_elements(json, 0, places, AT_ONCE)) || json_next_element(json)) {
		for (size_t i = 0; i < count; i++)
			add_frame(dhat, (uint64_t)places[i]);
		if (count == 0)
			add_frame(dhat, json_u64(json, &place) ? place : UINT32_MAX);
	}
}

static void read_point(struct json *json, void *at)
{
	struct dhat *dhat = at;
	const char *metric = keys[dhat->options->metric];
	struct reading {
		struct point point;
		bool has_weight;
	} reading = {{.line = json->line, .first_frame = dhat->frame_count}, false};
	struct point *point = &reading.point;
	const struct json_field fields[] = {
		{metric, strlen(metric), FIELD_U64, .at = offsetof(struct reading, point.weight),
			.has = JSON_HAS(struct reading, has_weight)},
		{JSON_KEY("fs"), .read = read_frames},
		{0},
	};

	stacks_count_things(dhat->stacks, 1);
	if (!json_enter_object(json)) {
		bad(dhat, json->line, "a program point: an object", STR("something else"));
		json_skip(json);
		return;
	}
	json_read_members(json, fields, &reading);
	if (json_failed(json))
		return;
	dhat->read++;
	dhat->lacking += !reading.has_weight;
	point->frame_count = dhat->frame_count - point->first_frame;
	if (point->weight == 0)
		dhat->frame_count = point->first_frame;
	else
		*ARRAY_PUSH(dhat->points, dhat->point_count, dhat->point_capacity) = *point;
}

static void read_place(struct json *json, void *at)
{
	struct dhat *dhat = at;
	struct str text = {0};

	if (!json_string(json, &text))
		json_skip(json);
	*ARRAY_PUSH(dhat->table, dhat->table_count, dhat->table_capacity) =
		valgrind_frame_name(&dhat->naming, text);
}

#define HEAD(member) offsetof(struct dhat, head.member)

static const struct json_field document_fields[] = {
	{JSON_KEY("cmd"), FIELD_TEXT, .at = HEAD(command)},
	{JSON_KEY("bsu"), FIELD_TEXT, .at = HEAD(bytes)},
	{JSON_KEY("bksu"), FIELD_TEXT, .at = HEAD(blocks)},
	{JSON_KEY("tu"), FIELD_TEXT, .at = HEAD(time)},
	{JSON_KEY("pps"), FIELD_EACH, .read = read_point},
	{JSON_KEY("ftbl"), FIELD_EACH, .read = read_place},
	{0},
};

static void read_document(struct dhat *dhat)
{
	struct json *json = &dhat->json;

	json->context = dhat;
	if (!json_enter_object(json)) {
		bad(dhat, json->line, "a JSON object", STR("something else"));
		return;
	}
	json_read_members(json, document_fields, dhat);
	json_at_end(json);
	if (json_failed(json))
		bad(dhat, json->line, json->expected, json->got);
}

/* ---- stacks ---- */

/* A name for each frame; one that is not in the table has none, which is said. */
static uint32_t node_of(struct dhat *dhat, const struct point *point)
{
	const uint32_t *frames = &dhat->frames[point->first_frame];
	struct calltree *tree = &dhat->stacks->tree;
	bool whole = true;

	dhat->path.depth = 0;
	for (size_t i = point->frame_count; i-- > 0;) {
		bool known = frames[i] < dhat->table_count;

		whole = whole && known;
		stack_path_push(&dhat->path, tree, known ?
			dhat->table[frames[i]] :
			valgrind_frame_name(&dhat->naming, (struct str){0}));
	}
	if (!whole)
		bad(dhat, point->line, "frames that are in \"ftbl\"", STR("others"));
	if (point->frame_count == 0)
		stack_path_push(&dhat->path, tree, stacks_name(dhat->stacks, STR("[root]")));
	return stack_path_node(&dhat->path);
}

/* Of time, valgrind has "instrs" and the Rust crate microseconds. */
static struct str unit_of(const struct dhat *dhat)
{
	const char *key = keys[dhat->options->metric];
	const struct dhat_head *head = &dhat->head;
	struct str time = buf_str(&head->time);

	if (strcmp(key, "tl") == 0)
		return str_eq(time, STR("instrs")) ? STR("instructions") :
			str_eq(time, STR("\xc2\xb5s")) ? STR("us") : time;
	if (strchr(key, 'k'))
		return head->blocks.n ? buf_str(&head->blocks) : STR("blocks");
	return head->bytes.n ? buf_str(&head->bytes) : STR("bytes");
}

static void add_points(struct dhat *dhat)
{
	stacks_tell(dhat->stacks, HEADER_UNIT, unit_of(dhat));
	stacks_tell(dhat->stacks, HEADER_EVENT, str_of(events[dhat->options->metric]));
	stacks_tell(dhat->stacks, HEADER_COMMAND, buf_str(&dhat->head.command));
	for (size_t i = 0; i < dhat->point_count; i++) {
		const struct point *point = &dhat->points[i];
		const uint64_t weights[2] = {point->weight, 0};

		stacks_add_at(dhat->stacks, node_of(dhat, point), weights, 0);
	}
}

/* Why there may be no stack. */
static void explain(struct dhat *dhat)
{
	char input[STR_SHOW];
	const char *metric = metrics[dhat->options->metric], *key = keys[dhat->options->metric];

	str_show(str_of(dhat->input), input);
	if (dhat->read > 0 && dhat->table_count == 0)
		stacks_explain(dhat->stacks,
			"%s: the table of frames (ftbl) is not there: without it no frame has a name",
			input);
	else if (dhat->lacking == dhat->read && dhat->lacking > 0)
		stacks_explain(dhat->stacks, "%s: does not tell %s (%s)", input, metric, key);
	else if (dhat->read > 0)
		stacks_explain(dhat->stacks, "%s: %s (%s) is 0 everywhere", input, metric, key);
}

static void release_head(struct dhat_head *head)
{
	buf_release(&head->command);
	buf_release(&head->bytes);
	buf_release(&head->blocks);
	buf_release(&head->time);
}

static void dhat_read(void *state, struct lines *lines)
{
	struct dhat *dhat = state;

	dhat->input = lines->name;
	dhat->point_count = dhat->frame_count = dhat->table_count = 0;
	dhat->read = dhat->lacking = 0;
	json_init(&dhat->json, lines);
	read_document(dhat);
	json_release(&dhat->json);
	explain(dhat);
	if (dhat->table_count > 0)
		add_points(dhat);
	if (dhat->lacking > 0 && dhat->lacking < dhat->read)
		stacks_note(dhat->stacks, "left out %llu of %llu program points without %s",
			(unsigned long long)dhat->lacking, (unsigned long long)dhat->read,
			metrics[dhat->options->metric]);
	release_head(&dhat->head);
}

/* ---- the format ---- */

static bool dhat_sniff(struct str head)
{
	head = str_trim_start(head);
	return str_starts(head, STR("{")) && str_contains(head, STR("\"dhatFileVersion\""));
}

static void *dhat_begin(const void *options, struct stacks *out)
{
	struct dhat *dhat = memory_new(1, sizeof(*dhat));

	dhat->options = options;
	dhat->stacks = out;
	dhat->naming.options = &dhat->options->naming;
	dhat->naming.stacks = out;
	return dhat;
}

static void dhat_end(void *state)
{
	struct dhat *dhat = state;

	native_name_release(&dhat->naming);
	stack_path_release(&dhat->path);
	free(dhat->points);
	free(dhat->frames);
	free(dhat->table);
	free(dhat);
}

#define AT(field) offsetof(struct dhat_options, field)

static const struct option options[] = {
	{"metric", OPTION_CHOICE, AT(metric), "WHAT",
		.help = "the weight: \"bytes\" or \"blocks\" allocated in all (default: bytes), in use "
			"at the \"peak\" (bytes, or \"peak-blocks\") or at the \"end\" (or "
			"\"end-blocks\"), bytes of \"reads\" or \"writes\", or \"lifetimes\" of all "
			"blocks, in instructions",
		.choices = metrics},
	NATIVE_NAME_OPTIONS(AT(naming)),
	NATIVE_NAME_SRCLINE(AT(naming)),
	{0},
};

const struct kind kind_dhat = {
	.name = "dhat",
	.input = "a dhat.out file",
	.sniff = dhat_sniff,
};

const struct format format_dhat = {
	.kind = &kind_dhat,
	.summary = "Folds who allocated memory and what became of it, by valgrind --tool=dhat.",
	.options = options,
	.options_size = sizeof(struct dhat_options),
	.things = "program points",
	.begin = dhat_begin,
	.read = dhat_read,
	.end = dhat_end,
};
