#include "collapse/formats/perf/sample.h"

#include <stdlib.h>

#include "common/memory.h"

/* Tags of cached lines. */
enum { ANY_FRAME, LAST_FRAME };

void perf_sample_init(
	struct perf_sample *sample, const struct perf_options *options, struct stacks *stacks)
{
	*sample = (struct perf_sample){
		.options = options,
		.stacks = stacks,
		.joins_source = options->srcline || options->inlined || options->all,
	};
}

void perf_sample_release(struct perf_sample *sample)
{
	perf_frame_names_release(&sample->names);
	line_cache_release(&sample->cache);
	buf_release(&sample->frame_line);
	free(sample->frames);
}

void perf_sample_begin(
	struct perf_sample *sample, uint64_t weight, const uint32_t *root, size_t root_count)
{
	sample->weight = weight;
	for (size_t i = 0; i < root_count; i++)
		sample->root[i] = root[i];
	sample->root_count = root_count;
	sample->leading = NULL;
	sample->count = 0;
	sample->in_header = 0;
	sample->complete = false;
	buf_reset(&sample->frame_line);
}

static void add_names(struct perf_sample *sample, const uint32_t *names, size_t count)
{
	if (sample->count + count > sample->capacity)
		sample->frames = memory_grow(sample->frames, &sample->capacity,
			sample->count + count, sizeof(*sample->frames));
	for (size_t i = 0; i < count; i++)
		sample->frames[sample->count++] = names[i];
}

static void push_meaning(struct perf_sample *sample, const struct line_meaning *meaning)
{
	sample->frame_start = sample->count;
	if (sample->complete)
		return;
	add_names(sample, meaning->names, meaning->count);
	sample->complete = meaning->tag == LAST_FRAME;
}

static struct line_key key_of(const struct perf_sample *sample, struct str line)
{
	return sample->options->addrs ? (struct line_key){.head = line} : perf_frame_key(line);
}

static bool push_cached(struct perf_sample *sample, const struct line_key *key)
{
	struct line_meaning known;

	if (!line_cache_find(&sample->cache, key, &known))
		return false;
	push_meaning(sample, &known);
	return true;
}

static void push_new(
	struct perf_sample *sample, struct line_key key, const struct perf_frame *frame)
{
	struct perf_frame_names *names = &sample->names;
	struct line_meaning meaning;

	perf_frame_name(names, frame, sample->options, sample->stacks);
	for (size_t i = 0; sample->doctor && i < names->count; i++)
		perf_doctor_frame(sample->doctor, names->ids[i], frame);
	meaning = (struct line_meaning){
		names->ids, (uint32_t)names->count, names->ends_stack ? LAST_FRAME : ANY_FRAME};
	push_meaning(sample, &meaning);
	if (perf_frame_fits(frame, key))
		line_cache_add(&sample->cache, &key, meaning);
}

void perf_sample_push_behind_event(struct perf_sample *sample, struct str rest)
{
	struct perf_frame frame;

	if (str_trim_start(rest).n == 0)
		return;
	if (!perf_frame_parse(rest, &frame) || frame.address.n == 0 || frame.symbol.n == 0)
		return;
	perf_sample_push(sample, rest, &frame);
	sample->in_header = sample->count;
}

bool perf_sample_push_known(struct perf_sample *sample, struct str line)
{
	const struct line_key key = key_of(sample, line);

	if (!push_cached(sample, &key))
		return false;
	if (sample->joins_source)
		buf_set(&sample->frame_line, line);
	return true;
}

void perf_sample_push(struct perf_sample *sample, struct str line, const struct perf_frame *frame)
{
	struct line_key key = key_of(sample, line);

	if (!push_cached(sample, &key))
		push_new(sample, key, frame);
	if (sample->joins_source)
		buf_set(&sample->frame_line, line);
}

/* The frame is taken back, and pushed again together with its source. */
void perf_sample_push_source(struct perf_sample *sample, struct str line)
{
	struct line_key both;
	struct perf_frame frame;

	if (sample->frame_line.n == 0)
		return;
	if (sample->count > sample->frame_start)
		sample->complete = false;
	sample->count = sample->frame_start;
	buf_add_char(&sample->frame_line, '\n');
	buf_add(&sample->frame_line, line);
	both = (struct line_key){.head = buf_str(&sample->frame_line)};
	perf_frame_parse(both.head, &frame);
	if (!push_cached(sample, &both))
		push_new(sample, both, &frame);
	buf_reset(&sample->frame_line);
}

void perf_sample_end(struct perf_sample *sample)
{
	sample->chains += sample->count > sample->in_header;
	if (!sample->complete)
		add_names(sample, sample->root, sample->root_count);
	stacks_lead(sample->stacks, sample->complete ? NULL : sample->leading);
	if (sample->count == 0) {
		uint32_t unknown = stacks_name(sample->stacks, STR("[unknown]"));

		add_names(sample, &unknown, 1);
	}
	stacks_add_leaf_first(sample->stacks, sample->frames, sample->count, sample->weight);
}
