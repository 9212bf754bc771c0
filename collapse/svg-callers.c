/*
 * Frames are sorted into rows by y, and the frames of a row by x. Then a frame stands on the one of
 * the row before that began last, in one pass over both rows; only of boxes so thin that rounding
 * put several at one place the weights have to tell.
 */
#include "collapse/svg-callers.h"

#include <stdlib.h>

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

void svg_callers_find(struct svg_frames *frames, struct svg_loss *loss)
{
	int64_t grain = grain_of(frames);
	struct row below, row;

	sort_into_rows(frames);
	below = first_row(frames);
	row = row_behind(frames, below);
	while (row.from < row.to) {
		stand_on(below, row, grain, loss);
		below = row;
		row = row_behind(frames, row);
	}
}

bool svg_callers_have_root(const struct svg_frames *frames)
{
	return is_root_row(first_row(frames));
}
