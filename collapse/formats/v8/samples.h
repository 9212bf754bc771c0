/*
 * The samples of a profile of V8, and the times between them:
 *
 *     "samples": [2, 2, 3], "timeDeltas": [120, 1250, 1249]
 *
 * A sample lasts until the next one: the first of these for 1250, the second for 1249, the third until
 * the end of the profile. The first delta is from the start. Either array may come first, and both in
 * pieces: what waits for the other one is held, mostly in one to four bytes each; what has both is
 * summed up.
 */
#ifndef COLLAPSE_FORMATS_V8_SAMPLES_H
#define COLLAPSE_FORMATS_V8_SAMPLES_H

#include "collapse/readers/column.h"
#include "collapse/readers/json.h"

/* Zeroed, there are none. */
struct v8_samples {
	bool in_order; /* set before any is read: nothing is summed up, all are held */
	uint64_t sample_count, delta_count;
	bool has_times; /* they came as times, of which this is the first */
	int64_t first_time; /* nanoseconds, as all that follows */

	/* private */
	struct column ids, deltas;
	size_t id_at, delta_at;
	bool begun;         /* the first delta was taken */
	int64_t time, next; /* the latest sample's time, and the one at hand, since the start */
	struct v8_sample {
		uint64_t count, time;
		uint32_t id;
	} **pages; /* sums, by id; NULL where no id has any */
	size_t page_count, sum_at;
};

/* Each takes the value that comes next; the ids are in what struct v8_names json->context is. */
void v8_samples_read(struct json *json, void *samples);
void v8_samples_read_deltas(struct json *json, void *samples);
/* The same as times, as Chrome wrote them until 2016. */
void v8_samples_read_timestamps(struct json *json, void *samples);
/* Adds a piece of the same recording, which is in order. */
void v8_samples_append(struct v8_samples *samples, const struct v8_samples *piece);

/*
 * When all are there: the next sample, or those of one id together. `end` is the time since the start
 * when the last one ended, or NULL. Those that have no time last for 0.
 */
bool v8_samples_next(struct v8_samples *samples, const int64_t *end, struct v8_sample *sample);
/* Empties it and keeps the memory. */
void v8_samples_reset(struct v8_samples *samples);
void v8_samples_release(struct v8_samples *samples);

#endif
