#include "collapse/formats/v8/chrome-spans.h"

#include <stdlib.h>

#include "common/memory.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */

void spans_add(struct spans *spans, const struct span *span)
{
	struct span *item = ARRAY_PUSH(spans->items, spans->count, spans->capacity);

	*item = *span;
	item->order = (uint32_t)spans->count - 1;
}

static int compare_i64(int64_t a, int64_t b)
{
	return a < b ? -1 : a > b;
}

/* Of one thread, by time, and then as they came. */
static int compare_by_time(const void *left, const void *right)
{
	const struct span *a = left, *b = right;
	int difference = compare_i64(a->start, b->start);

	return difference ? difference : compare_i64(a->order, b->order);
}

/* Of those that begin together the longest is the caller. */
static int compare_by_length(const void *left, const void *right)
{
	const struct span *a = left, *b = right;
	int difference = compare_i64(b->length, a->length);

	return difference ? difference : compare_i64(a->order, b->order);
}

/* Behind the spans of the thread that the one at `from` has. */
static size_t thread_end(const struct spans *spans, size_t from)
{
	size_t to = from;

	while (to < spans->count && spans->items[to].thread == spans->items[from].thread)
		to++;
	return to;
}

/* Behind those that begin when it does. */
static size_t start_end(const struct spans *spans, size_t from)
{
	const struct span *first = &spans->items[from];
	size_t to = from;

	while (to < spans->count && spans->items[to].thread == first->thread &&
		spans->items[to].start == first->start)
		to++;
	return to;
}

/* Those of a thread together, as they came. */
static void group_by_thread(struct spans *spans)
{
	struct span *grouped = memory_new(spans->count, sizeof(*grouped));
	size_t threads = 0, *next;

	for (size_t i = 0; i < spans->count; i++)
		if (spans->items[i].thread >= threads)
			threads = (size_t)spans->items[i].thread + 1;
	next = memory_new(threads + 1, sizeof(*next));
	for (size_t i = 0; i < spans->count; i++)
		next[spans->items[i].thread + 1]++;
	for (size_t i = 1; i < threads; i++)
		next[i] += next[i - 1];
	for (size_t i = 0; i < spans->count; i++)
		grouped[next[spans->items[i].thread]++] = spans->items[i];
	free(next);
	free(spans->items);
	spans->items = grouped;
	spans->capacity = spans->count;
}

static bool is_in_order(const struct span *spans, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (spans[i].start < spans[i - 1].start)
			return false;
	return true;
}

/* Most programs write them as they come to pass. */
static void sort_by_time(struct spans *spans)
{
	group_by_thread(spans);
	for (size_t from = 0, to; from < spans->count; from = to) {
		to = thread_end(spans, from);
		if (!is_in_order(&spans->items[from], to - from))
			qsort(&spans->items[from], to - from, sizeof(*spans->items),
				compare_by_time);
	}
}

static void sort_by_nesting(struct spans *spans)
{
	for (size_t from = 0, to; from < spans->count; from = to) {
		to = start_end(spans, from);
		if (to - from > 1)
			qsort(&spans->items[from], to - from, sizeof(*spans->items),
				compare_by_length);
	}
}

/* Both are times, of which the second is not earlier. */
static int64_t length_between(int64_t from, int64_t to)
{
	uint64_t length = (uint64_t)to - (uint64_t)from;

	return length > INT64_MAX ? INT64_MAX : (int64_t)length;
}

static int64_t end_of(const struct span *span)
{
	return span->start > INT64_MAX - span->length ? INT64_MAX : span->start + span->length;
}

struct fold {
	struct stacks *stacks;
	struct span_loss *loss;
	size_t *open; /* of beginnings: places in the spans */
	size_t open_count, open_capacity;
	struct frame {
		int64_t end;
		uint32_t node;
	} *frames;
	size_t frame_count, frame_capacity;
	int64_t now;
};

/* ---- beginnings and ends into whole spans ---- */

static void close_last(struct fold *fold, struct spans *spans, int64_t end)
{
	struct span *begin = &spans->items[fold->open[--fold->open_count]];

	begin->kind = SPAN_WHOLE;
	begin->length = length_between(begin->start, end);
}

static void match_thread(struct fold *fold, struct spans *spans, size_t from, size_t to)
{
	int64_t last = spans->items[from].start;

	for (size_t i = from; i < to; i++) {
		struct span *span = &spans->items[i];

		if (end_of(span) > last)
			last = end_of(span);
		if (span->kind == SPAN_BEGIN) {
			*ARRAY_PUSH(fold->open, fold->open_count, fold->open_capacity) = i;
		} else if (span->kind == SPAN_END) {
			if (fold->open_count)
				close_last(fold, spans, span->start);
			else
				fold->loss->unopened++;
		}
	}
	fold->loss->unclosed += fold->open_count;
	while (fold->open_count)
		close_last(fold, spans, last);
}

static void match(struct fold *fold, struct spans *spans)
{
	size_t kept = 0;

	for (size_t from = 0, to; from < spans->count; from = to) {
		to = thread_end(spans, from);
		match_thread(fold, spans, from, to);
	}
	for (size_t i = 0; i < spans->count; i++)
		if (spans->items[i].kind == SPAN_WHOLE)
			spans->items[kept++] = spans->items[i];
	spans->count = kept;
}

/* ---- whole spans into stacks ---- */

/* What is on top ran until then. */
static void run_until(struct fold *fold, int64_t time)
{
	uint64_t weight[2] = {0, 0};

	if (fold->frame_count && time > fold->now) {
		weight[0] = (uint64_t)time - (uint64_t)fold->now;
		stacks_add_at(fold->stacks, fold->frames[fold->frame_count - 1].node, weight,
			NANOSECOND_PLACES);
	}
	fold->now = time;
}

static void leave_frames(struct fold *fold, int64_t time)
{
	while (fold->frame_count && fold->frames[fold->frame_count - 1].end <= time) {
		run_until(fold, fold->frames[fold->frame_count - 1].end);
		fold->frame_count--;
	}
}

static void enter_frame(struct fold *fold, const struct span *span, uint32_t root)
{
	const struct frame *top = fold->frame_count ? &fold->frames[fold->frame_count - 1] : NULL;
	struct frame frame = {end_of(span),
		stacks_child(fold->stacks, top ? top->node : root, span->name)};

	if (top && frame.end > top->end) {
		frame.end = top->end;
		fold->loss->cut++;
	}
	*ARRAY_PUSH(fold->frames, fold->frame_count, fold->frame_capacity) = frame;
}

static void nest(struct fold *fold, const struct spans *spans, const struct stack_root *roots)
{
	for (size_t i = 0; i < spans->count; i++) {
		const struct span *span = &spans->items[i];

		if (i > 0 && span->thread != span[-1].thread)
			leave_frames(fold, INT64_MAX);
		leave_frames(fold, span->start);
		run_until(fold, span->start);
		stacks_lead(fold->stacks, roots[span->thread].leading);
		enter_frame(fold, span, roots[span->thread].node);
	}
	leave_frames(fold, INT64_MAX);
}

void spans_fold(struct spans *spans, struct stacks *stacks, const struct stack_root *roots,
	struct span_loss *loss)
{
	struct fold fold = {.stacks = stacks, .loss = loss};

	if (spans->count) {
		stacks_tell(stacks, HEADER_UNIT, STR("us"));
		sort_by_time(spans);
		match(&fold, spans);
		sort_by_nesting(spans);
		nest(&fold, spans, roots);
	}
	spans->count = 0;
	free(fold.open);
	free(fold.frames);
}

void spans_release(struct spans *spans)
{
	free(spans->items);
	*spans = (struct spans){0};
}
