#include "collapse/formats/perf/recording/attr.h"

enum { ATTR_SHORTEST = 64, ATTR_LONGEST = 4096 };

static uint64_t field(struct str bytes, size_t at)
{
	return bytes.n >= at + 8 ? native_u64(bytes.p + at) : 0;
}

/* Fields of 8 bytes that stand before TIME and ID in a sample, in their order. */
static int sample_offset(const struct attr *attr, uint64_t of)
{
	static const uint64_t order[] = {SAMPLE_IDENTIFIER, SAMPLE_IP, SAMPLE_TID, SAMPLE_TIME,
		SAMPLE_ADDR, SAMPLE_ID};
	int at = 0;

	if (!(attr->sample_type & of))
		return NOWHERE;
	for (size_t i = 0; order[i] != of; i++)
		at += attr->sample_type & order[i] ? 8 : 0;
	return at;
}

/* Those of the sample id, from its end. */
static int other_offset(const struct attr *attr, uint64_t of)
{
	static const uint64_t order[] = {SAMPLE_IDENTIFIER, SAMPLE_CPU, SAMPLE_STREAM_ID, SAMPLE_ID,
		SAMPLE_TIME, SAMPLE_TID};
	int at = 0;

	if (!(attr->flags & ATTR_SAMPLE_ID_ALL) || !(attr->sample_type & of))
		return NOWHERE;
	for (size_t i = 0;; i++) {
		at += attr->sample_type & order[i] ? 8 : 0;
		if (order[i] == of)
			return at;
	}
}

/* An identifier is at the same place whatever else an event records: that is what it is for. */
static void place_fields(struct attr *attr)
{
	uint64_t id = attr->sample_type & SAMPLE_IDENTIFIER ? SAMPLE_IDENTIFIER : SAMPLE_ID;

	attr->sample_time = sample_offset(attr, SAMPLE_TIME);
	attr->sample_id = sample_offset(attr, id);
	attr->other_time = other_offset(attr, SAMPLE_TIME);
	attr->other_id = other_offset(attr, id);
	attr->other_task = other_offset(attr, SAMPLE_TID);
}

bool attr_parse(struct str bytes, struct attr *attr)
{
	uint32_t size;

	if (bytes.n < ATTR_SHORTEST)
		return false;
	/* Very old ones say nothing of their size. */
	size = native_u32(bytes.p + 4);
	if (size == 0)
		size = ATTR_SHORTEST;
	if (size < ATTR_SHORTEST || size > ATTR_LONGEST)
		return false;
	bytes = str_head(bytes, size);
	*attr = (struct attr){
		.type = native_u32(bytes.p),
		.config = field(bytes, 8),
		.period = field(bytes, 16),
		.sample_type = field(bytes, 24),
		.read_format = field(bytes, 32),
		.flags = field(bytes, 40),
		.branch_type = field(bytes, 72),
		.registers = field(bytes, 80),
	};
	place_fields(attr);
	return true;
}

bool attr_other_ids(const struct attr *attr, struct str body, uint32_t ids[2])
{
	const char *p;

	if (attr->other_task == NOWHERE || body.n < (size_t)attr->other_task)
		return false;
	p = body.p + body.n - attr->other_task;
	ids[0] = native_u32(p);
	ids[1] = native_u32(p + 4);
	return true;
}
