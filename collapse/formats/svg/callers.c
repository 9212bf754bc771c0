/*
 * Frames are sorted into rows by y, and the frames of a row by x. Then a frame stands on the one of
 * the row before that began last, in one pass over both rows; only of boxes so thin that rounding
 * put several at one place the weights have to tell.
 */
#include "collapse/formats/svg/callers.h"

#include <stdlib.h>

#include "common/memory.h"

/* ---- rows ---- */

static int compare_i64(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_row(const void *a, const void *b)
{
	const struct svg_frame *x = *(struct svg_frame *const *)a, *y = *(struct svg_frame *const *)b;
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

/* The outermost row at one side of the picture. */
struct side {
	int64_t y, left;
	const struct svg_frame *last;
	size_t count;
};

static void add_to_side(struct side *side, const struct svg_frame *frame)
{
	const struct svg_frame *last = side->last;

	if (frame->y != side->y)
		*side = (struct side){frame->y, frame->x, frame, 0};
	side->count++;
	if (frame->x < side->left)
		side->left = frame->x;
	if (frame->x > last->x || (frame->x == last->x && frame->width > last->width))
		side->last = frame;
}

static bool is_root(const struct side *side)
{
	return side->count == 1 && side->last->is_all;
}

static int64_t extent(const struct side *side)
{
	return side->last->x + side->last->width - side->left;
}

/* The root stands below unless "all" is on top, or, without any "all", the top row is wider. */
static bool root_is_on_top(const struct svg_frames *frames)
{
	const struct svg_frame *first = frames->items;
	struct side top = {first->y, first->x, first, 0}, bottom = top;

	for (size_t i = 0; i < frames->count; i++) {
		const struct svg_frame *frame = &frames->items[i];

		if (frame->y <= top.y)
			add_to_side(&top, frame);
		if (frame->y >= bottom.y)
			add_to_side(&bottom, frame);
	}
	if (is_root(&top) != is_root(&bottom))
		return is_root(&top);
	return extent(&top) > extent(&bottom);
}

static bool are_in_rows(const struct svg_frames *frames)
{
	for (size_t i = 1; i < frames->count; i++) {
		const struct svg_frame *before = &frames->items[i - 1], *frame = &frames->items[i];

		if (by_row(&before, &frame) > 0)
			return false;
	}
	return true;
}

/*
 * Frames are large, so pointers to them are sorted, and then each frame is moved once: along the ring
 * of those that take each other's place.
 */
static void move_into_rows(struct svg_frames *frames)
{
	struct svg_frame **from = memory_new(frames->count, sizeof(*from)), *items = frames->items;

	for (size_t i = 0; i < frames->count; i++)
		from[i] = &items[i];
	qsort(from, frames->count, sizeof(*from), by_row);
	for (size_t i = 0; i < frames->count; i++) {
		const struct svg_frame first = items[i];
		size_t to = i;

		while (from[to] != &items[i]) {
			size_t next = (size_t)(from[to] - items);

			items[to] = items[next];
			from[to] = &items[to];
			to = next;
		}
		items[to] = first;
		from[to] = &items[to];
	}
	free(from);
}

/* Sorts the frames into rows, the root's first; some pictures are drawn so. */
static void sort_into_rows(struct svg_frames *frames)
{
	if (!root_is_on_top(frames))
		for (size_t i = 0; i < frames->count; i++)
			frames->items[i].y = -frames->items[i].y;
	if (!are_in_rows(frames))
		move_into_rows(frames);
}

/* ---- callers ---- */

/* A row of frames, from one to before the other. */
struct row {
	struct svg_frame *from, *to;
};

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

enum { TOUCHES, FITS_ONE_WAY, FITS_BETTER, FITS };

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

/* Whether it makes no difference to the stacks which of them is the caller. */
static bool are_same(const struct svg_frame *a, const struct svg_frame *b)
{
	return a->name == b->name && a->parent == b->parent;
}

/*
 * The last frame in a row that begins where this one does or before. But boxes may be so thin that
 * rounding brought several to one place; then it is the one that has just the weight for it, and
 * when none has, it cannot be told.
 */
static void find_parent(
	struct row below, struct svg_frame *last, struct svg_frame *frame, int64_t grain)
{
	struct svg_frame *best = NULL;
	int best_rank = 0, carriers = 0;
	bool thin = is_thin(frame, grain);

	for (int i = 0; i < MOST_CANDIDATES && last - below.from >= i; i++) {
		struct svg_frame *at = last - i;
		int rank;

		if (!touches(at, frame, grain))
			break;
		rank = rank_parent(at, frame, grain);
		carriers += carries(at, frame);
		if (!best || rank > best_rank ||
			(rank == best_rank && thin && has_room(at, frame) &&
				has_less_room(at, best))) {
			best = at;
			best_rank = rank;
			frame->guessed = false;
		} else if (rank == best_rank && rank >= FITS_BETTER && !are_same(at, best) &&
			(!thin || !has_less_room(best, at))) {
			frame->guessed = true;
		}
	}
	frame->parent = best_rank < FITS_BETTER && thin && carriers > 1 ? NULL : best;
}

void svg_callers_add_above(struct svg_frame *parent, const struct svg_frame *frame)
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
		find_parent(below, last, frame, grain);
		frame->unplaced = !frame->parent || frame->parent->unplaced;
		loss->unplaced += frame->unplaced;
		loss->guessed += frame->guessed && !frame->unplaced;
		if (frame->parent && frame->readable)
			svg_callers_add_above(frame->parent, frame);
	}
}

/* The row that begins there; empty at the end. */
static struct row row_at(const struct svg_frames *frames, struct svg_frame *from)
{
	struct svg_frame *end = frames->items + frames->count;
	struct row row = {from, from};

	while (row.to < end && row.to->y == from->y)
		row.to++;
	return row;
}

/* A tenth of a pixel is what FlameGraph rounds to, a ten-thousandth of a percent inferno. */
static int64_t grain_of(const struct svg_frames *frames)
{
	if (frames->exact == frames->count)
		return 0;
	return frames->percents == frames->count ? 100 : 100000;
}

void svg_callers_find(struct svg_frames *frames, struct svg_loss *loss)
{
	int64_t grain = grain_of(frames);
	struct row below, row;

	sort_into_rows(frames);
	below = row_at(frames, frames->items);
	for (row = row_at(frames, below.to); row.from < row.to; row = row_at(frames, row.to)) {
		stand_on(below, row, grain, loss);
		below = row;
	}
}

const struct svg_frame *svg_callers_root(const struct svg_frames *frames)
{
	struct row first = row_at(frames, frames->items);

	return first.to - first.from == 1 && first.from->is_all ? first.from : NULL;
}

/* A caller begins where its callee does or before, in a row before: it comes first. */
static int by_time(const void *a, const void *b)
{
	const struct svg_frame *x = *(struct svg_frame *const *)a, *y = *(struct svg_frame *const *)b;
	int order = compare_i64(x->x, y->x);

	return order ? order : by_row(a, b);
}

struct svg_frame **svg_callers_by_time(const struct svg_frames *frames)
{
	struct svg_frame **order = memory_new(frames->count, sizeof(*order));

	for (size_t i = 0; i < frames->count; i++)
		order[i] = &frames->items[i];
	qsort(order, frames->count, sizeof(*order), by_time);
	return order;
}
