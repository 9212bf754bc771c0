#include "collapse/formats/v8/chrome-samples.h"

#include <stdlib.h>

#include "collapse/readers/json-fields.h"
#include "collapse/stacks/stack-table.h"
#include "common/memory.h"

/* {"name": "parse", "category": "app", "parent": 5} */
struct texts {
	struct buf name, parent;
	bool has_name, has_parent;
};

#define AT(member) offsetof(struct texts, member)
#define HAS(member) JSON_HAS(struct texts, member)

static const struct json_field frame_fields[] = {
	{JSON_KEY("name"), FIELD_TEXT, .at = AT(name), .has = HAS(has_name)},
	{JSON_KEY("parent"), FIELD_TEXT, .at = AT(parent), .has = HAS(has_parent)},
	{0},
};

void chrome_samples_read_frames(
	struct chrome_samples *samples, struct stacks *stacks, struct json *json)
{
	struct texts texts = {0};
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		uint32_t id = v8_ids_of_text(&samples->ids, key);

		if (!json_object(json))
			continue;
		texts.has_name = texts.has_parent = false;
		json_read_members(json, frame_fields, &texts);
		*ARRAY_PUSH(samples->frames, samples->frame_count, samples->frame_capacity) =
			(struct chrome_frame){id,
				texts.has_name ? stacks_name(stacks, buf_str(&texts.name)) :
						 NAME_NONE,
				texts.has_parent ?
					v8_ids_of_text(&samples->ids, buf_str(&texts.parent)) :
					NAME_NONE};
	}
	buf_release(&texts.name);
	buf_release(&texts.parent);
}

void chrome_samples_add(
	struct chrome_samples *samples, uint32_t thread, struct str frame, uint64_t weight)
{
	uint64_t order = samples->count;

	*ARRAY_PUSH(samples->items, samples->count, samples->capacity) = (struct chrome_sample){
		weight, order, thread, v8_ids_of_text(&samples->ids, frame)};
}

/* A row for each id; what is no frame stands on itself, which makes a bad stack. */
static void make_table(
	const struct chrome_samples *samples, struct stacks *stacks, struct stack_table *table)
{
	for (uint32_t id = 0; id < samples->ids.count; id++)
		stack_table_add(table, id, NAME_NONE);
	for (size_t i = 0; i < samples->frame_count; i++) {
		const struct chrome_frame *frame = &samples->frames[i];
		struct stack_row *row = &table->rows[frame->id];

		row->prefix = frame->parent == NAME_NONE ? ROW_NONE : frame->parent;
		row->name = frame->name == NAME_NONE ? stacks_name(stacks, STR("[unnamed]")) :
						       frame->name;
	}
}

static int compare(const void *left, const void *right)
{
	const struct chrome_sample *a = left, *b = right;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

uint64_t chrome_samples_fold(
	struct chrome_samples *samples, struct stacks *stacks, const struct stack_root *roots)
{
	struct stack_table table = {0};
	uint64_t lost = 0;

	make_table(samples, stacks, &table);
	if (samples->count)
		qsort(samples->items, samples->count, sizeof(*samples->items), compare);
	for (size_t i = 0; i < samples->count; i++) {
		const struct chrome_sample *sample = &samples->items[i];
		const uint64_t weights[2] = {sample->weight, 0};
		uint32_t node;

		if (i > 0 && sample->thread != sample[-1].thread)
			stack_table_forget_nodes(&table);
		if (sample->weight == 0)
			continue;
		if (!stack_table_node(
			    &table, stacks, roots[sample->thread].node, sample->frame, &node)) {
			lost++;
			continue;
		}
		stacks_lead(stacks, roots[sample->thread].leading);
		stacks_count_samples(stacks, 1);
		stacks_add_at(stacks, node, weights, CHROME_WEIGHT_PLACES);
	}
	stack_table_release(&table);
	return lost;
}

void chrome_samples_release(struct chrome_samples *samples)
{
	v8_ids_release(&samples->ids);
	free(samples->frames);
	free(samples->items);
	*samples = (struct chrome_samples){0};
}
