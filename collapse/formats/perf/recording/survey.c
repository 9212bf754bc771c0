#include "collapse/formats/perf/recording/survey.h"

#include <stdlib.h>

#include "collapse/formats/perf/recording/tasks.h"
#include "common/memory.h"

enum { PIECE_BYTES = 1 << 18 };

/* What is being looked at. */
struct looking {
	struct survey *survey;
	struct recording *recording;
	struct piece piece;
};

static void end_piece(struct looking *looking, const char *p)
{
	struct survey *survey = looking->survey;
	struct piece *piece = &looking->piece;

	piece->end = p;
	if (piece->first != UINT64_MAX)
		*ARRAY_PUSH(survey->pieces, survey->piece_count, survey->piece_capacity) = *piece;
	*piece = (struct piece){.start = p,
		.position = piece->position + (uint64_t)(p - piece->start),
		.first = UINT64_MAX};
}

static void look_at_time(struct looking *looking, uint64_t time)
{
	struct piece *piece = &looking->piece;

	if (time < piece->first)
		piece->first = time;
	if (time > piece->last)
		piece->last = time;
}

static void look_at_sample(
	struct looking *looking, const struct record *record, uint64_t position)
{
	struct recording *recording = looking->recording;
	struct event *event = event_of_sample(&recording->events, record->body);
	uint64_t time;

	if (!event) {
		recording->tally.unknown_events++;
		return;
	}
	time = recording_time(recording, record, position);
	event->samples++;
	if (event->samples == 1 || time < event->first_time)
		event->first_time = time;
	look_at_time(looking, time);
}

static void look_at_task(struct looking *looking, const struct record *record, uint64_t position)
{
	struct survey *survey = looking->survey;
	struct recording *recording = looking->recording;

	*ARRAY_PUSH(survey->task_events, survey->task_event_count, survey->task_event_capacity) =
		(struct task_event){
			.time = recording_time(recording, record, position),
			.position = position,
			.record = record->body.p - RECORD_HEADER,
			.number = tasks_number(&recording->images, record),
		};
}

/* COMPRESSED2 says how much of it is data; what is behind is padding. */
static void look_at_packed(struct survey *survey, const struct record *record)
{
	struct str bytes = record->body;
	uint64_t size;

	if (record->type == RECORD_COMPRESSED2 && take_u64(&bytes, &size) && size < bytes.n)
		bytes = str_head(bytes, (size_t)size);
	*ARRAY_PUSH(survey->packed, survey->packed_count, survey->packed_capacity) = bytes;
}

static void look_at(struct looking *looking, const struct record *record, uint64_t position)
{
	looking->recording->tally.records++;
	if (record->type == RECORD_SAMPLE) {
		look_at_sample(looking, record, position);
	} else if (tasks_takes(record->type)) {
		look_at_task(looking, record, position);
	} else if (record->type == RECORD_DEFERRED) {
		look_at_time(looking, recording_time(looking->recording, record, position));
		looking->survey->has_deferred = true;
	} else if (record->type == RECORD_COMPRESSED || record->type == RECORD_COMPRESSED2) {
		look_at_packed(looking->survey, record);
	} else {
		recording_take(looking->recording, record);
	}
}

void survey_segment(struct survey *survey, struct recording *recording, size_t place)
{
	const struct segment segment = recording->segments[place];
	struct looking looking = {.survey = survey, .recording = recording};
	struct str left = segment.bytes;
	struct record record;
	enum record_found found = RECORD_WHOLE;

	looking.piece = (struct piece){
		.start = left.p, .position = segment.position, .first = UINT64_MAX};
	while (left.n && (found = record_at(left, &record)) == RECORD_WHOLE) {
		look_at(&looking, &record, segment.position + (uint64_t)(left.p - segment.bytes.p));
		left = str_skip(left, record.size);
		if (left.p - looking.piece.start > PIECE_BYTES)
			end_piece(&looking, left.p);
	}
	end_piece(&looking, left.p);
	if (found != RECORD_WHOLE)
		recording_damage(recording, found, &segment, left.p);
}

/* ---- in order ---- */

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_pieces(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;
	int order = compare_numbers(x->first, y->first);

	return order ? order : compare_numbers(x->position, y->position);
}

static int compare_task_events(const void *a, const void *b)
{
	const struct task_event *x = a, *y = b;
	int order = compare_numbers(x->time, y->time);

	return order ? order : compare_numbers(x->position, y->position);
}

/* What one processor did is, and most of what several did. */
static bool are_in_order(const struct survey *survey)
{
	for (size_t i = 1; i < survey->task_event_count; i++)
		if (compare_task_events(&survey->task_events[i - 1], &survey->task_events[i]) > 0)
			return false;
	return true;
}

void survey_end(struct survey *survey)
{
	if (survey->piece_count)
		qsort(survey->pieces, survey->piece_count, sizeof(*survey->pieces), compare_pieces);
	if (!are_in_order(survey))
		qsort(survey->task_events, survey->task_event_count, sizeof(*survey->task_events),
			compare_task_events);
}

void survey_release(struct survey *survey)
{
	free(survey->pieces);
	free(survey->task_events);
	free(survey->packed);
}
