#include "collapse/formats/svg/frames.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

void svg_frames_reset(struct svg_frames *frames)
{
	frames->count = frames->unreadable = 0;
	frames->exact = frames->percents = frames->two_weights = frames->changes = 0;
}

void svg_frames_release(struct svg_frames *frames)
{
	free(frames->items);
	*frames = (struct svg_frames){0};
}

void svg_frames_add(struct svg_frames *frames, struct stacks *stacks, struct str text,
	const struct svg_title *title, const struct svg_box *box)
{
	struct svg_frame frame = {.x = box->x,
		.y = box->y,
		.width = box->width,
		.first_sample = box->first_sample,
		.samples = box->samples,
		.name = stacks_name(stacks, title ? title->name : text),
		.readable = title != NULL};

	if (title) {
		for (unsigned i = 0; i < 2; i++) {
			frame.weight[i] = title->weight[i].value;
			frame.places[i] = (unsigned char)title->weight[i].places;
		}
		/* The root's share is told without decimals, that of a frame called "all" with. */
		frame.is_all = str_eq(title->name, STR("all")) && str_eq(title->percent, STR("100"));
	}
	*ARRAY_PUSH(frames->items, frames->count, frames->capacity) = frame;
	frames->unreadable += !title;
	frames->exact += box->exact;
	frames->percents += box->percent;
	frames->two_weights += title && title->before;
	frames->changes += title && title->change;
}

/* ---- weights ---- */

/* Small enough to be added up. */
static int64_t as_place(uint64_t samples)
{
	return samples < INT64_MAX / 4 ? (int64_t)samples : INT64_MAX / 4;
}

/*
 * inferno's numbers of samples are what it was given, whatever --factor made of the tooltips; but
 * where tooltips tell both weights, they are just widths.
 */
static void use_samples(struct svg_frames *frames, bool as_weights)
{
	for (size_t i = 0; i < frames->count; i++) {
		struct svg_frame *frame = &frames->items[i];

		frame->x = as_place(frame->first_sample);
		frame->width = as_place(frame->samples);
		if (!as_weights)
			continue;
		frame->weight[0] = frame->samples;
		frame->weight[1] = 0;
		frame->places[0] = frame->places[1] = 0;
		frame->readable = true;
	}
}

/* All weights with as many decimals as the one that has most. */
static bool align_places(struct svg_frames *frames, unsigned *places)
{
	*places = 0;
	for (size_t i = 0; i < frames->count * 2; i++)
		if (frames->items[i / 2].places[i % 2] > *places)
			*places = frames->items[i / 2].places[i % 2];
	for (size_t i = 0; i < frames->count * 2; i++) {
		struct svg_frame *frame = &frames->items[i / 2];
		uint64_t unit = weight_unit(*places - frame->places[i % 2]);

		if (frame->weight[i % 2] > UINT64_MAX / unit)
			return false;
		frame->weight[i % 2] *= unit;
	}
	return true;
}

/* A frame whose weight is not told weighs what stands on it; from the leaves to the root. */
static void weigh_unreadable(struct svg_frames *frames, struct svg_loss *loss)
{
	for (size_t i = frames->count; i-- > 0;) {
		struct svg_frame *frame = &frames->items[i];

		if (frame->readable)
			continue;
		loss->weightless++;
		for (unsigned column = 0; column < 2; column++)
			frame->weight[column] = frame->above[column];
		if (frame->parent)
			svg_callers_add_above(frame->parent, frame);
	}
}

/* ---- into stacks ---- */

/* What a frame weighs without what stands on it; false when that is more, and counts as nothing. */
static bool own_weight(const struct svg_frame *frame, uint64_t own[2])
{
	bool good = true;

	for (unsigned i = 0; i < 2; i++) {
		bool fits = frame->above[i] <= frame->weight[i];

		own[i] = fits ? frame->weight[i] - frame->above[i] : 0;
		good = good && fits;
	}
	return good;
}

static void add_frame(
	struct svg_frame *frame, struct stacks *stacks, unsigned places, struct svg_loss *loss)
{
	uint64_t own[2];
	uint32_t node;

	loss->negative += !own_weight(frame, own);
	node = frame->node = stacks_child(
		stacks, frame->parent ? frame->parent->node : NODE_ROOT, frame->name);
	if (own[0] || own[1])
		stacks_add_at(stacks, node, own, places);
}

static void add_root(
	struct svg_frame *root, struct stacks *stacks, unsigned places, struct svg_loss *loss)
{
	uint64_t own[2];

	root->node = NODE_ROOT;
	loss->negative += !own_weight(root, own);
	if (!own[0] && !own[1])
		return;
	loss->hidden++;
	stacks_add_at(stacks,
		stacks_child(stacks, NODE_ROOT, stacks_name(stacks, STR("[hidden]"))), own, places);
}

/* Rows come from the root on, so that callers come first; or in the order of time, if it counts. */
static void add_stacks(struct svg_frames *frames, struct stacks *stacks, unsigned places,
	struct svg_loss *loss)
{
	const struct svg_frame *root = svg_callers_root(frames);
	struct svg_frame **order = stacks_in_order(stacks) ? svg_callers_by_time(frames) : NULL;

	for (size_t i = 0; i < frames->count; i++) {
		struct svg_frame *frame = order ? order[i] : &frames->items[i];

		if (frame == root)
			add_root(frame, stacks, places, loss);
		else if (!frame->unplaced)
			add_frame(frame, stacks, places, loss);
	}
	free(order);
}

const char *svg_frames_fold(
	struct svg_frames *frames, struct stacks *stacks, struct svg_loss *loss)
{
	bool two = frames->two_weights && frames->two_weights + frames->unreadable == frames->count;
	unsigned places;

	if (frames->exact == frames->count)
		use_samples(frames, !two);
	loss->changes += frames->changes && !two;
	if (frames->two_weights && !two)
		return "only some of its tooltips tell a weight before";
	if (!stacks_set_columns(stacks, two ? 2 : 1))
		return "it has two weights a stack where other pictures have one, or one where they "
		       "have two";
	if (!align_places(frames, &places))
		return "weights in its tooltips are past 2^64-1";
	svg_callers_find(frames, loss);
	weigh_unreadable(frames, loss);
	add_stacks(frames, stacks, places, loss);
	svg_frames_reset(frames);
	return NULL;
}
