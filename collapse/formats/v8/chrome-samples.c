#include "collapse/formats/v8/chrome-samples.h"

#include <stdlib.h>

#include "collapse/stacks/stack-table.h"
#include "common/memory.h"

/* {"name": "parse", "category": "app", "parent": 5} */
static void read_frame(struct chrome_frame *frame, struct chrome_samples *samples,
	struct stacks *stacks, struct json *json)
{
	struct str key, text;

	while (json_next_key(json, &key)) {
		if (str_eq(key, STR("name"))) {
			if (json_scalar(json, &text))
				frame->name = stacks_name(stacks, text);
		} else if (str_eq(key, STR("parent"))) {
			v8_ids_read(&samples->ids, json, &frame->parent);
		} else {
			json_skip(json);
		}
	}
}

void chrome_samples_read_frames(
	struct chrome_samples *samples, struct stacks *stacks, struct json *json)
{
	struct str key;

	if (!json_object(json))
		return;
	while (json_next_key(json, &key)) {
		struct chrome_frame frame = {
			v8_ids_of_text(&samples->ids, key), NAME_NONE, NAME_NONE};

		if (!json_object(json))
			continue;
		read_frame(&frame, samples, stacks, json);
		samples->frames = memory_grow(samples->frames, &samples->frame_capacity,
			samples->frame_count + 1, sizeof(*samples->frames));
		samples->frames[samples->frame_count++] = frame;
	}
}

void chrome_samples_add(
	struct chrome_samples *samples, uint32_t thread, struct str frame, uint64_t weight)
{
	struct chrome_sample sample = {
		weight, samples->count, thread, v8_ids_of_text(&samples->ids, frame)};

	samples->items = memory_grow(
		samples->items, &samples->capacity, samples->count + 1, sizeof(*samples->items));
	samples->items[samples->count++] = sample;
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
	struct chrome_samples *samples, struct stacks *stacks, const uint32_t *roots)
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
		if (stack_table_node(&table, stacks, roots[sample->thread], sample->frame, &node))
			stacks_add_at(stacks, node, weights, CHROME_WEIGHT_PLACES);
		else
			lost++;
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
