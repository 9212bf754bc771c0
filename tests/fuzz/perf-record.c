/*
 * Any bytes as the attributes of an event, and behind them as one record: what is taken out of it
 * lies in it.
 */
#include "collapse/formats/perf/recording/chain.h"
#include "collapse/formats/perf/recording/images.h"
#include "collapse/formats/perf/recording/tasks.h"
#include "tests/fuzz/lib/fuzz.h"

enum { ATTR_BYTES = 128 };

static void expect_within(struct str part, struct str whole)
{
	fuzz_expect(part.n <= whole.n);
	fuzz_expect(part.n == 0 || (part.p >= whole.p && part.p + part.n <= whole.p + whole.n));
}

static void take_sample(const struct attr *attr, const struct record *record)
{
	struct sample sample;
	static struct chain chain;

	if (!sample_parse(attr, record->body, &sample))
		return;
	expect_within(sample.chain, record->body);
	expect_within(sample.raw, record->body);
	expect_within(sample.branches, record->body);
	expect_within(sample.registers, record->body);
	expect_within(sample.stack, record->body);
	chain_of(&chain, attr, &sample, record->misc & MISC_MODE);
	fuzz_expect(chain.count <= CHAIN_MOST);
}

static void take_task(const struct record *record)
{
	struct images images;
	struct tasks tasks;

	images_init(&images);
	tasks_init(&tasks);
	tasks_apply(&tasks, record, tasks_number(&images, record), 1);
	images_add_build_id(&images, record->misc, record->body);
	images_finish(&images);
	tasks_release(&tasks);
	images_release(&images);
}

void fuzz(struct str input)
{
	struct str attr_bytes = str_head(input, ATTR_BYTES);
	struct record record;
	struct attr attr;
	uint32_t ids[2];

	if (!attr_parse(attr_bytes, &attr) ||
		record_at(str_skip(input, ATTR_BYTES), &record) != RECORD_WHOLE)
		return;
	attr_field(record.body, attr.sample_time);
	attr_field_from_end(record.body, attr.other_time);
	attr_other_ids(&attr, record.body, ids);
	take_sample(&attr, &record);
	if (tasks_takes(record.type))
		take_task(&record);
}
