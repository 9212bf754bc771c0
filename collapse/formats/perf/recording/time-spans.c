#include "collapse/formats/perf/recording/time-spans.h"

#include <stdlib.h>

#include "collapse/formats/perf/recording/image-names.h"
#include "collapse/formats/perf/recording/order.h"
#include "common/memory.h"
#include "common/threads.h"

/* A thread for less is not worth its start. */
enum { SPAN_BYTES_LEAST = 1 << 20 };

/* From one time to another, the latter not included. */
struct span {
	const struct recording *recording;
	const struct survey *survey;
	struct fold *fold;
	uint64_t from, to;
	size_t task_event; /* the first that was not applied */
};

/* ---- a span ---- */

/* Applies what happened to tasks before a record. */
static void catch_up(struct span *span, const struct waiting *waiting)
{
	const struct survey *survey = span->survey;

	while (span->task_event < survey->task_event_count) {
		const struct task_event *event = &survey->task_events[span->task_event];
		struct record record;

		if (event->time > waiting->time ||
			(event->time == waiting->time && event->position > waiting->position))
			return;
		record = record_again(event->record);
		tasks_apply(&span->fold->tasks, &record, event->number, event->time);
		span->task_event++;
	}
}

static void give_out(struct span *span, struct order *order, uint64_t before)
{
	const struct waiting *waiting;

	order_sort(order);
	while ((waiting = order_next(order, before))) {
		catch_up(span, waiting);
		fold_take(span->fold, waiting->record, waiting->time);
	}
}

static void read_piece(const struct span *span, struct order *order, const struct piece *piece)
{
	const char *p = piece->start;
	struct record record;

	while (p < piece->end &&
		record_at((struct str){p, (size_t)(piece->end - p)}, &record) == RECORD_WHOLE) {
		uint64_t position = piece->position + (uint64_t)(p - piece->start), time;

		if (record.type == RECORD_SAMPLE || record.type == RECORD_DEFERRED) {
			time = recording_time(span->recording, &record, position);
			if (time >= span->from && time < span->to)
				order_add(order, &(struct waiting){time, position, p});
		}
		p += record.size;
	}
}

/*
 * Pieces come by the time of their first sample, so what is older than the next piece can go.
 * Sorting waits until as much has come as is waiting, so that nothing is moved again and again.
 */
static void run(struct span *span)
{
	const struct survey *survey = span->survey;
	struct order order = {0};
	size_t sorted = 0;

	for (size_t i = 0; i < survey->piece_count; i++) {
		const struct piece *piece = &survey->pieces[i];

		if (piece->first >= span->to)
			break;
		if (piece->last < span->from)
			continue;
		if (order_waiting(&order) >= 2 * sorted) {
			give_out(span, &order, piece->first);
			sorted = order_waiting(&order);
		}
		read_piece(span, &order, piece);
	}
	give_out(span, &order, UINT64_MAX);
	order_release(&order);
	fold_end(span->fold);
}

/* The spans, and before them what one thread can do beside: read the kernel's list of names. */
struct work {
	struct span *spans;
	const struct fold_setting *setting;
};

static bool has_kernel(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->items[i].kept &&
			!(events->items[i].attr.flags & ATTR_EXCLUDE_KERNEL))
			return true;
	return false;
}

static void do_work(void *context, size_t item)
{
	const struct work *work = context;
	const struct recording *recording = work->setting->unwinding.recording;
	struct image kernel;

	if (item > 0) {
		run(&work->spans[item - 1]);
		return;
	}
	kernel = image_of(recording, &recording->images.items[KERNEL_IMAGE]);
	if (has_kernel(work->setting->events) && !work->setting->options->list_events)
		symbols_prepare_kernel(work->setting->unwinding.symbols, &kernel);
}

/* ---- all of them ---- */

static uint64_t bytes_of(const struct survey *survey)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < survey->piece_count; i++)
		bytes += (uint64_t)(survey->pieces[i].end - survey->pieces[i].start);
	return bytes;
}

/* Where spans begin, so that each has as many bytes as any other; the first begins at 0. */
static void set_times(struct span *spans, size_t count, const struct survey *survey)
{
	uint64_t all = bytes_of(survey), bytes = 0;
	size_t next = 1;

	for (size_t i = 0; i < survey->piece_count; i++) {
		while (next < count && bytes >= all / count * next)
			spans[next++].from = survey->pieces[i].first;
		bytes += (uint64_t)(survey->pieces[i].end - survey->pieces[i].start);
	}
	while (next < count)
		spans[next++].from = UINT64_MAX;
	for (size_t i = 0; i < count; i++)
		spans[i].to = i + 1 < count ? spans[i + 1].from : UINT64_MAX;
}

/* The tasks at the start of a span: as what happened before it has made them. */
static void set_tasks(struct time_spans *spans, struct span *span, size_t *applied)
{
	const struct survey *survey = span->survey;

	for (; *applied < survey->task_event_count; ++*applied) {
		const struct task_event *event = &survey->task_events[*applied];
		struct record record = record_again(event->record);

		if (event->time >= span->from)
			break;
		tasks_apply(&spans->tasks, &record, event->number, event->time);
	}
	span->task_event = *applied;
	tasks_copy(&span->fold->tasks, &spans->tasks);
}

static size_t worth(const struct survey *survey, size_t asked)
{
	uint64_t most = bytes_of(survey) / SPAN_BYTES_LEAST;

	if (asked > SPANS_MOST)
		asked = SPANS_MOST;
	if (survey->has_deferred || most <= 1)
		return 1;
	return asked > most ? (size_t)most : asked;
}

void time_spans_run(struct time_spans *spans, const struct fold_setting *setting,
	const struct recording *recording, const struct survey *survey, size_t count,
	uint64_t first_time)
{
	struct work work;
	struct span *all;
	size_t applied = 0, asked = count;

	count = worth(survey, count);
	all = memory_new(count, sizeof(*all));
	*spans = (struct time_spans){.folds = memory_new(count, sizeof(*spans->folds)), .count = count};
	tasks_init(&spans->tasks);
	for (size_t i = 0; i < count; i++) {
		all[i] = (struct span){
			.recording = recording, .survey = survey, .fold = &spans->folds[i]};
		fold_init(all[i].fold, setting);
		all[i].fold->filter.first_time = first_time;
	}
	set_times(all, count, survey);
	for (size_t i = 0; i < count; i++)
		set_tasks(spans, &all[i], &applied);
	work = (struct work){all, setting};
	threads_each(asked, count + 1, do_work, &work);
	free(all);
}

void time_spans_release(struct time_spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		fold_release(&spans->folds[i]);
	free(spans->folds);
	tasks_release(&spans->tasks);
}
