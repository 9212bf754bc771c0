#include "collapse/formats/ghcprof/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "collapse/readers/head.h"
#include "collapse/stacks/json-input.h"
#include "common/memory.h"
#include "common/weight.h"

static void bad(struct ghcprof_json *report, const char *expected, struct str got)
{
	stacks_problem_at(report->stacks, report->lines->name, report->json.line, expected, got);
}

/* ---- cost centres ---- */

static void set(struct buf *buf, struct str text)
{
	buf_reset(buf);
	buf_add(buf, text);
}

/* "Main.main" */
static void add_centre(struct ghcprof_json *report, struct str label)
{
	uint32_t id = names_add(&report->ids, buf_str(&report->id));

	buf_add_char(&report->scratch, '.');
	buf_add(&report->scratch, label);
	report->names = memory_grow(
		report->names, &report->name_capacity, id + 1, sizeof(*report->names));
	report->names[id] = stacks_name(report->stacks, buf_str(&report->scratch));
}

static void read_centre(struct ghcprof_json *report)
{
	struct buf label = {0};
	struct str key, text;

	buf_reset(&report->id);
	buf_reset(&report->scratch);
	while (json_next_key(&report->json, &key)) {
		bool is_id = str_eq(key, STR("id")), is_label = str_eq(key, STR("label"));

		if (!is_id && !is_label && !str_eq(key, STR("module")))
			json_skip(&report->json);
		else if (json_scalar(&report->json, &text))
			set(is_id ? &report->id : is_label ? &label : &report->scratch, text);
	}
	if (report->id.n > 0 && label.n > 0)
		add_centre(report, buf_str(&label));
	else if (!json_failed(&report->json))
		bad(report, "a cost centre with \"id\" and \"label\"", STR("another"));
	buf_release(&label);
}

static void read_centres(struct ghcprof_json *report)
{
	while (json_next_element(&report->json)) {
		if (json_enter_object(&report->json))
			read_centre(report);
		else
			json_skip(&report->json);
	}
}

/* ---- the tree ---- */

static void open_level(struct ghcprof_json *report, uint32_t parent)
{
	report->levels = memory_grow(
		report->levels, &report->capacity, report->depth + 1, sizeof(*report->levels));
	report->levels[report->depth++] =
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

static void close_level(struct ghcprof_json *report)
{
	struct ghcprof_level *level = &report->levels[report->depth - 1];
	const uint64_t weights[2] = {level->weight, 0};

	stacks_add_at(report->stacks, level_node(report, level, (struct str){0}), weights, 0);
	stacks_count_things(report->stacks, 1);
	report->rows++;
	report->depth--;
}

/* A share of all ticks in tenths of a percent, as the other reports have it. */
static void take_ticks(struct ghcprof_json *report, struct ghcprof_level *level, uint64_t ticks)
{
	report->ticks += ticks;
	if (report->source == TICKS)
		level->weight = ticks;
	else if (report->source == TIME && report->total_ticks >= ticks && ticks > 0)
		level->weight = weight_scale(ticks, 1000, report->total_ticks);
}

static void take_alloc(struct ghcprof_json *report, struct ghcprof_level *level, uint64_t alloc)
{
	report->alloc += alloc;
	if (report->source == BYTES)
		level->weight = alloc;
}

static void read_member(struct ghcprof_json *report, struct str key)
{
	struct ghcprof_level *level = &report->levels[report->depth - 1];
	struct str id;
	uint64_t value;

	if (str_eq(key, STR("id"))) {
		if (json_scalar(&report->json, &id))
			level_node(report, level, id);
	} else if (str_eq(key, STR("ticks"))) {
		if (json_u64(&report->json, &value))
			take_ticks(report, level, value);
	} else if (str_eq(key, STR("alloc"))) {
		if (json_u64(&report->json, &value))
			take_alloc(report, level, value);
	} else if (str_eq(key, STR("children")) && json_enter_array(&report->json)) {
		level->in_children = true;
		level_node(report, level, (struct str){0});
	} else {
		json_skip(&report->json);
	}
}

/* One step down, along, or up: calls may be deeper than the stack of this program. */
static void step(struct ghcprof_json *report)
{
	struct ghcprof_level *level = &report->levels[report->depth - 1];
	struct str key;

	if (level->in_children && !json_next_element(&report->json))
		level->in_children = false;
	else if (level->in_children && json_enter_object(&report->json))
		open_level(report, level->node);
	else if (level->in_children)
		json_skip(&report->json);
	else if (json_next_key(&report->json, &key))
		read_member(report, key);
	else
		close_level(report);
}

static void read_tree(struct ghcprof_json *report)
{
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

static void read_document(struct ghcprof_json *report)
{
	struct str key;

	while (json_next_key(&report->json, &key)) {
		if (str_eq(key, STR("total_ticks")))
			json_u64(&report->json, &report->total_ticks);
		else if (str_eq(key, STR("total_alloc")))
			json_u64(&report->json, &report->total_alloc);
		else if (str_eq(key, STR("cost_centres")) && json_enter_array(&report->json))
			read_centres(report);
		else if (str_eq(key, STR("profile")) && json_enter_object(&report->json))
			read_tree(report);
		else
			json_skip(&report->json);
	}
}

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
	if (json_enter_object(&report->json))
		read_document(report);
	json_input_finish(&report->json, lines, report->stacks);
	if (!json_failed(&report->json)) {
		check_total(report, "as many ticks as \"total_ticks\" says", report->total_ticks,
			report->ticks);
		check_total(report, "as many bytes as \"total_alloc\" says", report->total_alloc,
			report->alloc);
	}
	json_release(&report->json);
	names_release(&report->ids);
	report->ids = (struct names){0};
}

void ghcprof_json_release(struct ghcprof_json *report)
{
	free(report->names);
	free(report->levels);
	buf_release(&report->scratch);
	buf_release(&report->id);
}
