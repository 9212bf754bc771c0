#include "collapse/formats/ghcprof/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "collapse/readers/head.h"
#include "collapse/readers/json-fields.h"
#include "collapse/stacks/json-input.h"
#include "common/memory.h"
#include "common/weight.h"

static void bad(struct ghcprof_json *report, const char *expected, struct str got)
{
	stacks_problem_at(report->stacks, report->lines->name, report->json.line, expected, got);
}

/* ---- cost centres ---- */

static const struct json_field centre_fields[] = {
	{JSON_KEY("id"), FIELD_TEXT, .at = offsetof(struct ghcprof_centre, id)},
	{JSON_KEY("label"), FIELD_TEXT, .at = offsetof(struct ghcprof_centre, label)},
	{JSON_KEY("module"), FIELD_TEXT, .at = offsetof(struct ghcprof_centre, module)},
	{0},
};

/* "Main.main" */
static void add_centre(struct ghcprof_json *report, const struct ghcprof_centre *centre)
{
	uint32_t id = names_add(&report->ids, buf_str(&centre->id));
	struct buf *name = &report->scratch;

	buf_set(name, buf_str(&centre->module));
	buf_add_char(name, '.');
	buf_add(name, buf_str(&centre->label));
	report->names = memory_grow(
		report->names, &report->name_capacity, id + 1, sizeof(*report->names));
	report->names[id] = stacks_name(report->stacks, buf_str(name));
}

static void read_centre(struct json *json, void *at)
{
	struct ghcprof_json *report = at;
	struct ghcprof_centre *centre = &report->centre;

	if (!json_object(json))
		return;
	buf_reset(&centre->id);
	buf_reset(&centre->label);
	buf_reset(&centre->module);
	json_read_members(json, centre_fields, centre);
	if (centre->id.n > 0 && centre->label.n > 0)
		add_centre(report, centre);
	else if (!json_failed(json))
		bad(report, "a cost centre with \"id\" and \"label\"", STR("another"));
}

/* ---- the tree ---- */

static void open_level(struct ghcprof_json *report, uint32_t parent)
{
	*ARRAY_PUSH(report->levels, report->depth, report->capacity) =
		(struct ghcprof_level){.parent = parent, .node = NODE_ROOT};
}

/* The level's frame; one that nothing tells, or not before its children, has no name. */
static uint32_t level_node(struct ghcprof_json *report, struct ghcprof_level *level, struct str id)
{
	uint32_t known = names_find(&report->ids, id), name;

	if (level->node != NODE_ROOT)
		return level->node;
	if (known == NAME_NONE)
		bad(report, "the \"id\" of a cost centre before", id);
	name = known == NAME_NONE ? stacks_name(report->stacks, STR("[unknown]")) :
				    report->names[known];
	level->node = stacks_child(report->stacks, level->parent, name);
	return level->node;
}

static uint64_t weight_of(const struct ghcprof_json *report, const struct ghcprof_level *level)
{
	switch (report->source) {
	case BYTES:
		return level->alloc;
	case TICKS:
		return level->ticks;
	case TIME:
		/* A share of all ticks in tenths of a percent, as the other reports have it. */
		if (level->ticks > 0 && level->ticks <= report->total_ticks)
			return weight_scale(level->ticks, 1000, report->total_ticks);
	}
	return 0;
}

static void close_level(struct ghcprof_json *report)
{
	struct ghcprof_level *level = &report->levels[report->depth - 1];
	const uint64_t weights[2] = {weight_of(report, level), 0};

	stacks_add_at(report->stacks, level_node(report, level, (struct str){0}), weights, 0);
	stacks_count_things(report->stacks, 1);
	report->ticks += level->ticks;
	report->alloc += level->alloc;
	report->rows++;
	report->depth--;
}

static void read_id(struct json *json, void *at)
{
	struct str id;

	if (json_scalar(json, &id))
		level_node(json->context, at, id);
}

static void enter_children(struct json *json, void *at)
{
	struct ghcprof_level *level = at;

	if (!json_array(json))
		return;
	level->in_children = true;
	level_node(json->context, level, (struct str){0});
}

static const struct json_field level_fields[] = {
	{JSON_KEY("id"), .read = read_id},
	{JSON_KEY("alloc"), FIELD_U64, .at = offsetof(struct ghcprof_level, alloc)},
	{JSON_KEY("ticks"), FIELD_U64, .at = offsetof(struct ghcprof_level, ticks)},
	{JSON_KEY("children"), .read = enter_children},
	{0},
};

/* One step down, along, or up: calls may be deeper than the stack of this program. */
static void step(struct ghcprof_json *report)
{
	struct ghcprof_level *level = &report->levels[report->depth - 1];

	if (level->in_children && !json_next_element(&report->json))
		level->in_children = false;
	else if (level->in_children && json_enter_object(&report->json))
		open_level(report, level->node);
	else if (level->in_children)
		json_skip(&report->json);
	else if (!json_read_members(&report->json, level_fields, level))
		close_level(report);
}

static void read_tree(struct json *json, void *at)
{
	struct ghcprof_json *report = at;

	if (!json_object(json))
		return;
	open_level(report, NODE_ROOT);
	while (report->depth > 0)
		step(report);
}

/* ---- the document ---- */

static void check_total(
	struct ghcprof_json *report, const char *expected, uint64_t total, uint64_t sum)
{
	char got[32];

	if (sum == total)
		return;
	snprintf(got, sizeof(got), "%llu", (unsigned long long)sum);
	bad(report, expected, str_of(got));
}

static const struct json_field document_fields[] = {
	{JSON_KEY("total_ticks"), FIELD_U64, .at = offsetof(struct ghcprof_json, total_ticks)},
	{JSON_KEY("total_alloc"), FIELD_U64, .at = offsetof(struct ghcprof_json, total_alloc)},
	{JSON_KEY("cost_centres"), FIELD_EACH, .read = read_centre},
	{JSON_KEY("profile"), .read = read_tree},
	{0},
};

bool ghcprof_json_sniff(struct str head)
{
	return str_starts(str_trim_start(head), STR("{")) &&
	       json_head_has(head, STR("rts_arguments")) && json_head_has(head, STR("total_ticks"));
}

void ghcprof_json_read(struct ghcprof_json *report, struct lines *lines)
{
	report->lines = lines;
	report->total_ticks = report->total_alloc = report->ticks = report->alloc = 0;
	json_init(&report->json, lines);
	report->json.context = report;
	if (json_enter_object(&report->json))
		json_read_members(&report->json, document_fields, report);
	json_input_finish(&report->json, lines, report->stacks);
	if (report->source != BYTES)
		stacks_count_samples(report->stacks, report->ticks);
	if (!json_failed(&report->json)) {
		check_total(report, "as many ticks as \"total_ticks\" says", report->total_ticks,
			report->ticks);
		check_total(report, "as many bytes as \"total_alloc\" says", report->total_alloc,
			report->alloc);
	}
	json_release(&report->json);
	names_release(&report->ids);
}

void ghcprof_json_release(struct ghcprof_json *report)
{
	free(report->names);
	free(report->levels);
	buf_release(&report->scratch);
	buf_release(&report->centre.id);
	buf_release(&report->centre.label);
	buf_release(&report->centre.module);
}
