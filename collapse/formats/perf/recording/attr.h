/*
 * What an event was asked to record, struct perf_event_attr of linux/perf_event.h, which has grown
 * with the kernel: an older one is shorter, and what it lacks is zero. It decides which fields a
 * sample has, and which stand at the end of all other records (the sample id):
 *
 *     PERF_RECORD_COMM   pid, tid, "bash\0\0\0\0"   pid, tid, time, id, stream, cpu, identifier
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_ATTR_H
#define COLLAPSE_FORMATS_PERF_RECORDING_ATTR_H

#include "collapse/formats/perf/recording/record.h"

#define SAMPLE_IP            ((uint64_t)1 << 0)
#define SAMPLE_TID           ((uint64_t)1 << 1)
#define SAMPLE_TIME          ((uint64_t)1 << 2)
#define SAMPLE_ADDR          ((uint64_t)1 << 3)
#define SAMPLE_READ          ((uint64_t)1 << 4)
#define SAMPLE_CALLCHAIN     ((uint64_t)1 << 5)
#define SAMPLE_ID            ((uint64_t)1 << 6)
#define SAMPLE_CPU           ((uint64_t)1 << 7)
#define SAMPLE_PERIOD        ((uint64_t)1 << 8)
#define SAMPLE_STREAM_ID     ((uint64_t)1 << 9)
#define SAMPLE_RAW           ((uint64_t)1 << 10)
#define SAMPLE_BRANCH_STACK  ((uint64_t)1 << 11)
#define SAMPLE_REGS_USER     ((uint64_t)1 << 12)
#define SAMPLE_STACK_USER    ((uint64_t)1 << 13)
#define SAMPLE_IDENTIFIER    ((uint64_t)1 << 16)

#define READ_ENABLED         ((uint64_t)1 << 0)
#define READ_RUNNING         ((uint64_t)1 << 1)
#define READ_ID              ((uint64_t)1 << 2)
#define READ_GROUP           ((uint64_t)1 << 3)
#define READ_LOST            ((uint64_t)1 << 4)

#define BRANCH_CALL_STACK    ((uint64_t)1 << 11)
#define BRANCH_HW_INDEX      ((uint64_t)1 << 17)
#define BRANCH_COUNTERS      ((uint64_t)1 << 19)

#define ATTR_EXCLUDE_KERNEL  ((uint64_t)1 << 5)
#define ATTR_FREQUENCY       ((uint64_t)1 << 10)
#define ATTR_SAMPLE_ID_ALL   ((uint64_t)1 << 18)
#define ATTR_DEFERRED        ((uint64_t)1 << 38)

enum { ATTR_TRACEPOINT = 2 }; /* type */

/* Where a fixed field stands: bytes from the start or the end of a record's body. */
enum { NOWHERE = -1 };

struct attr {
	uint32_t type;
	uint64_t config, period, sample_type, read_format, flags, branch_type, registers;

	/* What is asked of each record, worked out once. */
	int sample_time, sample_id; /* from the start of a sample's body */
	int other_time, other_id, other_task; /* from the end of another record's */
};

/* bytes is the attr and perhaps more, `size` as the file has it; false when it is too short. */
bool attr_parse(struct str bytes, struct attr *attr);

/* The pid and tid of a record that is no sample; false when it does not tell. */
bool attr_other_ids(const struct attr *attr, struct str body, uint32_t ids[2]);

/* The field of 8 bytes so far from the start; 0 when it is nowhere, or the body is shorter. */
static inline uint64_t attr_field(struct str body, int at)
{
	return at != NOWHERE && body.n >= (size_t)at + 8 ? native_u64(body.p + at) : 0;
}

static inline uint64_t attr_field_from_end(struct str body, int at)
{
	return at != NOWHERE && body.n >= (size_t)at ? native_u64(body.p + body.n - at) : 0;
}

#endif
