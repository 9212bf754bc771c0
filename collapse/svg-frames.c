#include "collapse/svg-frames.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

struct svg_frame {
	int64_t x, y, width; /* as in the box, or in samples when all of the picture are exact */
	uint64_t first_sample, samples;
	uint64_t weight[2];
	unsigned places[2];
	uint64_t above[2]; /* the weights of all that stands on it */
	uint32_t name;
	uint32_t row; /* the root's is 0 */
	uint32_t node; /* of the tree */
	struct svg_frame *parent; /* NULL: none was found, or it is of the first row */
	bool readable, is_all;
	bool unplaced; /* it, or a frame below it, stands on none: it is left out */
};

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
			frame.weight[i] = title->weight[i];
			frame.places[i] = title->places[i];
		}
		/* The root's share is told without decimals, that of a frame called "all" with. */
		frame.is_all = str_eq(title->name, STR("all")) && str_eq(title->percent, STR("100"));
	}
	frames->items = memory_grow(
		frames->items, &frames->capacity, frames->count + 1, sizeof(*frames->items));
	frames->items[frames->count++] = frame;
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

/* ---- rows ---- */

static int compare_i64(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_row(const void *a, const void *b)
{
	const struct svg_frame *x = a, *y = b;
	int order = compare_i64(x->y, y->y);

	if (order == 0)
		order = compare_i64(x->x, y->x);
	if (order == 0)
		order = compare_i64(x->width, y->width);
	/* The heaviest first: it fits into fewest. */
	if (order == 0)
		order = (x->weight[0] < y->weight[0]) - (x->weight[0] > y->weight[0]);
	return order ? order : (x->name > y->name) - (x->name < y->name);
}

static int by_time(const void *a, const void *b)
{
	const struct svg_frame *x = *(struct svg_frame *const *)a, *y = *(struct svg_frame *const *)b;
	int order = compare_i64(x->x, y->x);

	if (order == 0)
		order = (x->row > y->row) - (x->row < y->row);
	return order ? order : (x > y) - (x < y);
}

/* A row of frames, from one to before the other. */
struct row {
	struct svg_frame *from, *to;
};

static struct row first_row(const struct svg_frames *frames)
{
	struct row row = {frames->items, frames->items};

	while (row.to < frames->items + frames->count && row.to->y == row.from->y)
		row.to++;
	return row;
}

static struct row last_row(const struct svg_frames *frames)
{
	struct svg_frame *end = frames->items + frames->count;
	struct row row = {end, end};

	while (row.from > frames->items && row.from[-1].y == end[-1].y)
		row.from--;
	return row;
}

static bool is_root_row(struct row row)
{
	return row.to - row.from == 1 && row.from->is_all;
}

static int64_t extent(struct row row)
{
	return row.to[-1].x + row.to[-1].width - row.from->x;
}

/* The root stands below unless "all" is on top, or, without any "all", the top row is wider. */
static bool root_is_on_top(const struct svg_frames *frames)
{
	struct row first = first_row(frames), last = last_row(frames);

	if (is_root_row(first) != is_root_row(last))
		return is_root_row(first);
	return extent(first) > extent(last);
}

/* Sorts the frames into rows, the root's first. */
static void sort_into_rows(struct svg_frames *frames)
{
	uint32_t row = 0;

	qsort(frames->items, frames->count, sizeof(*frames->items), by_row);
	if (!root_is_on_top(frames)) {
		for (size_t i = 0; i < frames->count; i++)
			frames->items[i].y = -frames->items[i].y;
		qsort(frames->items, frames->count, sizeof(*frames->items), by_row);
	}
	for (size_t i = 0; i < frames->count; i++) {
		if (i && frames->items[i].y != frames->items[i - 1].y)
			row++;
		frames->items[i].row = row;
	}
}

/* ---- callers ---- */

static bool has_room(const struct svg_frame *parent, const struct svg_frame *frame)
{
	if (!parent->readable || !frame->readable)
		return true;
	for (unsigned i = 0; i < 2; i++)
		if (parent->weight[i] < parent->above[i] ||
			parent->weight[i] - parent->above[i] < frame->weight[i])
			return false;
	return true;
}

/* The middle of the frame is above it; ends are rounded, each by itself. */
static bool carries(const struct svg_frame *parent, const struct svg_frame *frame)
{
	return parent->x <= frame->x && frame->x - parent->x <= parent->width - frame->width / 2;
}

/* `grain` is what places are rounded to; some leave a gap of half a pixel behind each box. */
static bool touches(const struct svg_frame *parent, const struct svg_frame *frame, int64_t grain)
{
	return parent->x <= frame->x && frame->x - parent->x <= parent->width + 6 * grain;
}

static bool is_thin(const struct svg_frame *frame, int64_t grain)
{
	return frame->width <= 2 * grain;
}

enum { NOT_AT_ALL, TOUCHES, FITS_ONE_WAY, FITS_BETTER, FITS };

/*
 * How well one stands on the other. Of a thin frame the weight tells more than the place, which is
 * rounded; of others the place, as weights may be rounded too.
 */
static int rank_parent(
	const struct svg_frame *parent, const struct svg_frame *frame, int64_t grain)
{
	bool room = has_room(parent, frame), above = carries(parent, frame);
	bool thin = is_thin(frame, grain);

	if (room && above)
		return FITS;
	if (thin ? room : above)
		return FITS_BETTER;
	return room || above ? FITS_ONE_WAY : TOUCHES;
}

static bool has_less_room(const struct svg_frame *a, const struct svg_frame *b)
{
	return a->weight[0] - a->above[0] < b->weight[0] - b->above[0];
}

enum { MOST_CANDIDATES = 64 }; /* boxes so thin that they begin at one place */

/*
 * The last frame in a row that begins where this one does or before. But boxes may be so thin that
 * rounding brought several to one place; then it is the one that has just the weight for it, and
 * when none has, it cannot be told.
 */
static struct svg_frame *find_parent(struct row below, struct svg_frame *last,
	const struct svg_frame *frame, int64_t grain)
{
	struct svg_frame *best = NULL;
	int best_rank = NOT_AT_ALL, carriers = 0;
	bool thin = is_thin(frame, grain);

	for (int i = 0; i < MOST_CANDIDATES && last - below.from >= i; i++) {
		struct svg_frame *at = last - i;
		int rank;

		if (!touches(at, frame, grain))
			break;
		rank = rank_parent(at, frame, grain);
		carriers += carries(at, frame);
		if (rank > best_rank || (rank == best_rank && thin && has_room(at, frame) &&
			has_less_room(at, best))) {
			best = at;
			best_rank = rank;
		}
	}
	return best_rank < FITS_BETTER && thin && carriers > 1 ? NULL : best;
}

static void add_above(struct svg_frame *parent, const struct svg_frame *frame)
{
	for (unsigned i = 0; i < 2; i++) {
		uint64_t room = UINT64_MAX - parent->above[i];

		parent->above[i] += frame->weight[i] < room ? frame->weight[i] : room;
	}
}

static void stand_on(struct row below, struct row row, int64_t grain, struct svg_loss *loss)
{
	struct svg_frame *last = below.from;

	for (struct svg_frame *frame = row.from; frame < row.to; frame++) {
		while (last + 1 < below.to && last[1].x <= frame->x)
			last++;
		frame->parent = find_parent(below, last, frame, grain);
		frame->unplaced = !frame->parent || frame->parent->unplaced;
		loss->unplaced += frame->unplaced;
		if (frame->parent && frame->readable)
			add_above(frame->parent, frame);
	}
}

static struct row row_behind(const struct svg_frames *frames, struct row row)
{
	struct svg_frame *end = frames->items + frames->count;
	struct row next = {row.to, row.to};

	while (next.to < end && next.to->row == next.from->row)
		next.to++;
	return next;
}

/* A tenth of a pixel is what FlameGraph rounds to, a ten-thousandth of a percent inferno. */
static int64_t grain_of(const struct svg_frames *frames)
{
	if (frames->exact == frames->count)
		return 0;
	return frames->percents == frames->count ? 100 : 100000;
}

static void find_parents(struct svg_frames *frames, struct svg_loss *loss)
{
	struct row below = first_row(frames), row = row_behind(frames, below);
	int64_t grain = grain_of(frames);

	while (row.from < row.to) {
		stand_on(below, row, grain, loss);
		below = row;
		row = row_behind(frames, row);
	}
}

/* A frame whose weight is not told weighs what stands on it; from the leaves to the root. */
static void weigh_unreadable(struct svg_frames *frames)
{
	for (size_t i = frames->count; i-- > 0;) {
		struct svg_frame *frame = &frames->items[i];

		if (frame->readable)
			continue;
		for (unsigned column = 0; column < 2; column++)
			frame->weight[column] = frame->above[column];
		if (frame->parent)
			add_above(frame->parent, frame);
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

/* A caller begins where its callee does or before, in a row before: from left to right it comes first. */
static void add_stacks(struct svg_frames *frames, struct stacks *stacks, unsigned places,
	struct svg_loss *loss)
{
	struct svg_frame **order = memory_new(frames->count, sizeof(*order));
	bool has_root = is_root_row(first_row(frames));

	for (size_t i = 0; i < frames->count; i++)
		order[i] = &frames->items[i];
	qsort(order, frames->count, sizeof(struct svg_frame *), by_time);
	for (size_t i = 0; i < frames->count; i++) {
		if (has_root && order[i]->row == 0)
			add_root(order[i], stacks, places, loss);
		else if (!order[i]->unplaced)
			add_frame(order[i], stacks, places, loss);
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
	sort_into_rows(frames);
	find_parents(frames, loss);
	weigh_unreadable(frames);
	add_stacks(frames, stacks, places, loss);
	svg_frames_reset(frames);
	return NULL;
}
