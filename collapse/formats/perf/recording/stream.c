#include "collapse/formats/perf/recording/stream.h"

#include <stdlib.h>

#include "collapse/formats/perf/recording/order.h"
#include "common/memory.h"

#ifndef STREAM_BLOCK
#define STREAM_BLOCK ((size_t)1 << 20)
#endif

/*
 * Records stay where they were read until they have been folded. Recorders that tell of no rounds,
 * or of very long ones, do not fill memory: then the older half is taken to be in order.
 */
static const uint64_t bytes_most = (uint64_t)256 << 20;

enum { RECORD_MOST = 1 << 16 }; /* bytes of any record that is needed as a whole */

struct block {
	struct block *next;
	uint64_t position; /* of its first byte */
	size_t n, capacity;
	char bytes[];
};

struct stream {
	const struct stream_setting *setting;
	struct order order;
	struct block *first, *last;
	size_t at; /* in the last block: what is not looked at yet */
	uint64_t came; /* bytes so far */
	uint64_t skip; /* bytes that come and mean nothing */
	uint64_t latest, round; /* the latest time so far, and that at the end of the last round */
	bool has_folded;
	bool is_packed; /* the next record is compressed */
	bool is_damaged;
};

/* ---- blocks ---- */

/* start: what came last, and belongs into the block. */
static void add_block(struct stream *stream, struct str start)
{
	struct block *block = memory_new(1, sizeof(*block) + STREAM_BLOCK);

	*block = (struct block){
		.position = stream->came - start.n, .n = start.n, .capacity = STREAM_BLOCK};
	if (start.n)
		memcpy(block->bytes, start.p, start.n);
	if (stream->last)
		stream->last->next = block;
	else
		stream->first = block;
	stream->last = block;
	stream->at = 0;
}

/* Room for more; the record that the last block ends in moves to a new one. */
static void make_room(struct stream *stream)
{
	struct block *last = stream->last;
	struct str rest = {last->bytes + stream->at, last->n - stream->at};

	if (last->n < last->capacity)
		return;
	last->n = stream->at;
	add_block(stream, rest);
}

/* Blocks before the first record that still waits. */
static void free_blocks(struct stream *stream)
{
	uint64_t needed = order_first_position(&stream->order);

	while (stream->first != stream->last &&
		stream->first->position + stream->first->n <= needed) {
		struct block *block = stream->first;

		stream->first = block->next;
		free(block);
	}
}

static uint64_t bytes_kept(const struct stream *stream)
{
	return stream->last->position + stream->last->n - stream->first->position;
}

/* ---- records, in order ---- */

static void fold_sample(struct stream *stream, const struct waiting *waiting)
{
	const struct stream_setting *setting = stream->setting;
	struct record record = record_again(waiting->record);
	struct event *event = event_of_sample(&setting->recording->events, record.body);

	if (!event) {
		setting->recording->tally.unknown_events++;
		return;
	}
	if (event->samples++ == 0)
		event->kept = setting->keeps(setting->context, event);
	fold_take(setting->fold, waiting->record, waiting->time);
}

static void fold_record(struct stream *stream, const struct waiting *waiting)
{
	const struct stream_setting *setting = stream->setting;
	struct record record = record_again(waiting->record);

	if (record.type == RECORD_SAMPLE)
		fold_sample(stream, waiting);
	else if (record.type == RECORD_DEFERRED)
		fold_take(setting->fold, waiting->record, waiting->time);
	else
		tasks_apply(&setting->fold->tasks, &record,
			tasks_number(&setting->recording->images, &record), waiting->time);
}

static void fold_before(struct stream *stream, uint64_t time)
{
	const struct waiting *waiting;

	order_sort(&stream->order);
	while ((waiting = order_next(&stream->order, time)))
		fold_record(stream, waiting);
	stream->has_folded = true;
	free_blocks(stream);
}

/* What comes now is later than all that had come at the end of the round before. */
static void end_round(struct stream *stream)
{
	fold_before(stream, stream->round + 1);
	stream->round = stream->latest;
}

static void fold_half(struct stream *stream)
{
	if (order_waiting(&stream->order) == 0)
		return;
	order_sort(&stream->order);
	fold_before(stream, order_middle(&stream->order) + 1);
}

/* ---- records, as they come ---- */

static void queue(struct stream *stream, const struct record *record, const char *p)
{
	const struct block *last = stream->last;
	uint64_t position = last->position + (uint64_t)(p - last->bytes);
	uint64_t time = recording_time(stream->setting->recording, record, position);

	if (time > stream->latest)
		stream->latest = time;
	order_add(&stream->order, &(struct waiting){time, position, p});
}

static void take(struct stream *stream, const struct record *record, const char *p)
{
	struct recording *recording = stream->setting->recording;

	recording->tally.records++;
	if (record->type == RECORD_SAMPLE || record->type == RECORD_DEFERRED ||
		tasks_takes(record->type))
		queue(stream, record, p);
	else if (record->type == RECORD_FINISHED_ROUND)
		end_round(stream);
	else
		recording_take(recording, record);
}

/* Takes all whole records of the last block. */
static void take_records(struct stream *stream)
{
	struct block *last = stream->last;
	struct record record;
	enum record_found found;

	while (!stream->is_damaged && !stream->is_packed && stream->at < last->n) {
		const char *p = last->bytes + stream->at;

		found = record_at((struct str){p, last->n - stream->at}, &record);
		if (found == RECORD_CUT && record.size > RECORD_MOST) {
			/* Other data, behind its record: nothing here needs it. */
			stream->setting->recording->tally.has_aux |= record.type == RECORD_AUXTRACE;
			stream->skip = record.size - (last->n - stream->at);
			stream->at = last->n;
		}
		if (found == RECORD_CUT)
			return;
		stream->is_damaged = found == RECORD_BAD;
		stream->is_packed =
			record.type == RECORD_COMPRESSED || record.type == RECORD_COMPRESSED2;
		if (stream->is_damaged || stream->is_packed)
			return;
		take(stream, &record, p);
		stream->at += record.size;
		if (bytes_kept(stream) > bytes_most)
			fold_half(stream);
	}
}

/* ---- bytes ---- */

/* What is passed over leaves a gap in the positions, which blocks cannot have. */
static struct str skip_some(struct stream *stream, struct str bytes)
{
	size_t n = stream->skip < bytes.n ? (size_t)stream->skip : bytes.n;

	if (stream->skip == 0)
		return bytes;
	stream->skip -= n;
	stream->came += n;
	if (stream->skip == 0)
		add_block(stream, (struct str){"", 0});
	return str_skip(bytes, n);
}

/* Returns what it did not take. */
static struct str take_bytes_in(struct stream *stream, struct str bytes)
{
	bytes = skip_some(stream, bytes);
	while (bytes.n && !stream->is_damaged && !stream->is_packed) {
		struct block *last;
		size_t n;

		make_room(stream);
		last = stream->last;
		n = last->capacity - last->n < bytes.n ? last->capacity - last->n : bytes.n;
		memcpy(last->bytes + last->n, bytes.p, n);
		last->n += n;
		stream->came += n;
		bytes = str_skip(bytes, n);
		take_records(stream);
		bytes = skip_some(stream, bytes);
	}
	return bytes;
}

/* ---- a stream that has to be read as a file ---- */

void stream_spool(struct spool *spool, struct lines *lines)
{
	struct str bytes;

	while (lines_chunk(lines, &bytes))
		spool_add(spool, lines->name, bytes);
}

/* What was passed over is nothing that would be read now: its place is filled. */
static void spool_gap(struct spool *spool, const char *name, uint64_t n)
{
	static const char zeros[4096];

	for (; n > sizeof(zeros); n -= sizeof(zeros))
		spool_add(spool, name, (struct str){zeros, sizeof(zeros)});
	spool_add(spool, name, (struct str){zeros, (size_t)n});
}

static void spool_all(const struct stream *stream, struct spool *spool, struct lines *lines,
	struct str header, struct str rest)
{
	uint64_t position = header.n;

	spool_open(spool, lines->name);
	spool_add(spool, lines->name, header);
	for (const struct block *block = stream->first; block; block = block->next) {
		spool_gap(spool, lines->name, block->position - position);
		spool_add(spool, lines->name, (struct str){block->bytes, block->n});
		position = block->position + block->n;
	}
	spool_add(spool, lines->name, rest);
	stream_spool(spool, lines);
}

/* ---- all of it ---- */

static void end(struct stream *stream)
{
	struct recording *recording = stream->setting->recording;
	bool is_cut = stream->skip > 0 || stream->at < stream->last->n;

	if (stream->is_damaged || is_cut) {
		recording->damage = stream->is_damaged ? "it is damaged" : "it is cut short";
		recording->damage_at = stream->last->position + stream->at;
	}
	fold_before(stream, UINT64_MAX);
	fold_end(stream->setting->fold);
}

static void release(struct stream *stream)
{
	while (stream->first) {
		struct block *block = stream->first;

		stream->first = block->next;
		free(block);
	}
	order_release(&stream->order);
}

enum stream_end stream_read(
	const struct stream_setting *setting, struct lines *lines, struct spool *spool)
{
	struct stream stream = {.setting = setting, .skip = PIPE_HEADER};
	enum stream_end how = STREAM_READ;
	char header[PIPE_HEADER];
	struct str bytes;

	memcpy(header, lines_head(lines).p, sizeof(header));
	while (!stream.is_damaged && !stream.is_packed && lines_chunk(lines, &bytes))
		bytes = take_bytes_in(&stream, bytes);
	if (stream.is_packed && !stream.has_folded) {
		spool_all(&stream, spool, lines, (struct str){header, sizeof(header)}, bytes);
		how = STREAM_SPOOLED;
	} else {
		if (!stream.last)
			add_block(&stream, (struct str){"", 0});
		stream.is_damaged |= stream.is_packed;
		end(&stream);
	}
	release(&stream);
	return how;
}
