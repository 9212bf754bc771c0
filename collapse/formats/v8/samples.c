#include "collapse/formats/v8/samples.h"

#include <stdlib.h>

#include "collapse/formats/v8/nodes.h"
#include "common/memory.h"

enum { NANOSECOND_PLACES = 3 }; /* of microseconds */
enum { AT_ONCE = 256 }; /* numbers of an array */
enum { PAGE = 512 };    /* sums: ids are of all profiles of a document, and each may have few */

static int64_t add_times(int64_t a, int64_t b)
{
	if (b > 0 && a > INT64_MAX - b)
		return INT64_MAX;
	if (b < 0 && a < INT64_MIN - b)
		return INT64_MIN;
	return a + b;
}

/* Times do not go back: samples that came late end when the one before them did. */
static uint64_t pass_time(struct v8_samples *samples)
{
	uint64_t passed = 0;

	if (samples->next > samples->time) {
		passed = (uint64_t)samples->next - (uint64_t)samples->time;
		samples->time = samples->next;
	}
	return passed;
}

static uint64_t pass_delta(struct v8_samples *samples, int64_t delta)
{
	samples->next = add_times(samples->next, delta);
	return pass_time(samples);
}

static void begin(struct v8_samples *samples, int64_t delta)
{
	samples->begun = true;
	samples->time = samples->next = delta;
}

/* ---- one after the other ---- */

static struct v8_sample *new_page(struct v8_samples *samples, size_t page)
{
	struct v8_sample *sums = memory_new(PAGE, sizeof(*sums));

	for (uint32_t i = 0; i < PAGE; i++)
		sums[i].id = (uint32_t)page * PAGE + i;
	if (page >= samples->page_count) {
		size_t count = samples->page_count;

		samples->page_count = (page | 7) * 2;
		samples->pages = memory_resize(
			samples->pages, samples->page_count, sizeof(*samples->pages));
		for (; count < samples->page_count; count++)
			samples->pages[count] = NULL;
	}
	samples->pages[page] = sums;
	return sums;
}

static inline struct v8_sample *sum_of(struct v8_samples *samples, uint32_t id)
{
	size_t page = id / PAGE;
	struct v8_sample *sums = page < samples->page_count ? samples->pages[page] : NULL;

	return &(sums ? sums : new_page(samples, page))[id % PAGE];
}

static void forget_sums(struct v8_samples *samples)
{
	for (size_t i = 0; i < samples->page_count; i++)
		free(samples->pages[i]);
	free(samples->pages);
	samples->pages = NULL;
	samples->page_count = samples->sum_at = 0;
}

static void take_sample(struct v8_samples *samples, uint32_t id)
{
	struct v8_sample *sum;
	int64_t delta;

	samples->sample_count++;
	if (samples->in_order) {
		column_add(&samples->ids, id);
		return;
	}
	sum = sum_of(samples, id);
	sum->count++;
	if (column_next(&samples->deltas, &samples->delta_at, &delta))
		sum->time += pass_delta(samples, delta);
	else
		column_add(&samples->ids, id);
}

static void take_delta(struct v8_samples *samples, int64_t delta)
{
	int64_t id;

	samples->delta_count++;
	if (!samples->in_order && !samples->begun)
		begin(samples, delta);
	else if (!samples->in_order && column_next(&samples->ids, &samples->id_at, &id))
		sum_of(samples, (uint32_t)id)->time += pass_delta(samples, delta);
	else
		column_add(&samples->deltas, delta);
}

/* Columns of which nothing waits any more begin anew. */
static void forget_passed(struct v8_samples *samples)
{
	if (samples->id_at == samples->ids.bytes.n) {
		column_reset(&samples->ids);
		samples->id_at = 0;
	}
	if (samples->delta_at == samples->deltas.bytes.n) {
		column_reset(&samples->deltas);
		samples->delta_at = 0;
	}
}

/* ---- reading ---- */

/* Those of a heap are objects, and summed up in the nodes. What else is no id has a time, too. */
static bool read_id(struct v8_ids *ids, struct json *json, uint32_t *id)
{
	bool of_heap = json_peek(json) == JSON_OBJECT;

	if (v8_ids_read(ids, json, id))
		return true;
	if (of_heap || json_failed(json))
		return false;
	*id = v8_ids_of_text(ids, STR("no number"));
	return true;
}

void v8_samples_read(struct json *json, void *at)
{
	struct v8_samples *samples = at;
	struct v8_names *names = json->context;
	struct v8_ids *ids = &names->ids;
	int64_t numbers[AT_ONCE];
	size_t count;
	uint32_t id;

	if (!json_array(json))
		return;
	while ((count = json_fixed_elements(json, 0, numbers, AT_ONCE)) ||
		json_next_element(json)) {
		for (size_t i = 0; i < count; i++)
			take_sample(samples, v8_ids_of_number(ids, numbers[i]));
		if (count == 0 && read_id(ids, json, &id))
			take_sample(samples, id);
	}
	forget_passed(samples);
}

void v8_samples_read_deltas(struct json *json, void *at)
{
	struct v8_samples *samples = at;
	int64_t deltas[AT_ONCE];
	size_t count;

	if (!json_array(json))
		return;
	while ((count = json_fixed_elements(json, NANOSECOND_PLACES, deltas, AT_ONCE)) ||
		json_next_element(json)) {
		for (size_t i = 0; i < count; i++)
			take_delta(samples, deltas[i]);
		if (count)
			continue;
		if (!json_fixed(json, NANOSECOND_PLACES, &deltas[0]))
			deltas[0] = 0;
		if (!json_failed(json))
			take_delta(samples, deltas[0]);
	}
	forget_passed(samples);
}

void v8_samples_read_timestamps(struct json *json, void *at)
{
	struct v8_samples *samples = at;
	int64_t time, last = 0;

	if (!json_array(json))
		return;
	while (json_next_element(json)) {
		if (!json_fixed(json, NANOSECOND_PLACES, &time) || time < 0)
			time = last;
		if (json_failed(json))
			break;
		if (!samples->has_times) {
			samples->has_times = true;
			samples->first_time = last = time;
		}
		take_delta(samples, time - last);
		last = time;
	}
	forget_passed(samples);
}

void v8_samples_append(struct v8_samples *samples, const struct v8_samples *piece)
{
	size_t id_at = 0, delta_at = 0;
	int64_t value;

	while (column_next(&piece->ids, &id_at, &value))
		take_sample(samples, (uint32_t)value);
	while (column_next(&piece->deltas, &delta_at, &value))
		take_delta(samples, value);
	forget_passed(samples);
}

/* ---- all of them ---- */

/* Of those that still wait. It ends with the next delta, the last one with the profile. */
static bool next_waiting(struct v8_samples *samples, const int64_t *end, struct v8_sample *sample)
{
	int64_t id, delta;

	if (!column_next(&samples->ids, &samples->id_at, &id))
		return false;
	if (!samples->begun)
		begin(samples, column_next(&samples->deltas, &samples->delta_at, &delta) ? delta : 0);
	*sample = (struct v8_sample){.id = (uint32_t)id, .count = 1};
	if (column_next(&samples->deltas, &samples->delta_at, &delta)) {
		sample->time = pass_delta(samples, delta);
	} else if (end && samples->delta_count >= samples->sample_count) {
		samples->next = *end;
		sample->time = pass_time(samples);
	}
	return true;
}

bool v8_samples_next(struct v8_samples *samples, const int64_t *end, struct v8_sample *sample)
{
	struct v8_sample last;

	if (samples->in_order)
		return next_waiting(samples, end, sample);
	while (next_waiting(samples, end, &last))
		sum_of(samples, last.id)->time += last.time;
	while (samples->sum_at < samples->page_count * PAGE) {
		const struct v8_sample *page = samples->pages[samples->sum_at / PAGE];

		if (page)
			*sample = page[samples->sum_at % PAGE];
		samples->sum_at += page ? 1 : PAGE;
		if (page && sample->count)
			return true;
	}
	return false;
}

void v8_samples_reset(struct v8_samples *samples)
{
	column_reset(&samples->ids);
	column_reset(&samples->deltas);
	samples->id_at = samples->delta_at = 0;
	samples->sample_count = samples->delta_count = 0;
	forget_sums(samples);
	samples->has_times = samples->begun = false;
}

void v8_samples_release(struct v8_samples *samples)
{
	column_release(&samples->ids);
	column_release(&samples->deltas);
	forget_sums(samples);
	*samples = (struct v8_samples){0};
}
