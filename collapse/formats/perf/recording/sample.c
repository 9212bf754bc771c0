#include "collapse/formats/perf/recording/sample.h"

/* All that stands in front of what a program reads, 8 bytes each. */
static bool take_fixed(const struct attr *attr, struct str *left, struct sample *sample)
{
	const uint64_t type = attr->sample_type;
	uint64_t unused, two;

	if (type & SAMPLE_IDENTIFIER && !take_u64(left, &unused))
		return false;
	if (type & SAMPLE_IP && !take_u64(left, &sample->ip))
		return false;
	if (type & SAMPLE_TID && !(take_u32(left, &sample->pid) && take_u32(left, &sample->tid)))
		return false;
	if (type & SAMPLE_TIME && !take_u64(left, &unused))
		return false;
	if (type & SAMPLE_ADDR && !take_u64(left, &unused))
		return false;
	if (type & SAMPLE_ID && !take_u64(left, &unused))
		return false;
	if (type & SAMPLE_STREAM_ID && !take_u64(left, &unused))
		return false;
	if (type & SAMPLE_CPU) {
		if (!take_u32(left, &sample->cpu) || left->n < 4)
			return false;
		*left = str_skip(*left, 4);
	}
	two = attr->period;
	if (type & SAMPLE_PERIOD && !take_u64(left, &two))
		return false;
	sample->period = two;
	return true;
}

/* Counters' values, which no stack needs. */
static bool skip_read(const struct attr *attr, struct str *left)
{
	const uint64_t format = attr->read_format;
	size_t times = (format & READ_ENABLED ? 8 : 0) + (format & READ_RUNNING ? 8 : 0);
	size_t each = 8u + (format & READ_ID ? 8 : 0) + (format & READ_LOST ? 8 : 0);
	uint64_t count = 1;
	struct str unused;

	if (format & READ_GROUP && !take_u64(left, &count))
		return false;
	return take_bytes(left, times, &unused) && take_array(left, count, each, &unused);
}

static bool take_chain(struct str *left, struct str *chain)
{
	uint64_t count;

	return take_u64(left, &count) && take_array(left, count, 8, chain);
}

static bool take_raw(struct str *left, struct str *raw)
{
	uint32_t size;

	return take_u32(left, &size) && take_bytes(left, size, raw);
}

static bool take_branches(const struct attr *attr, struct str *left, struct str *branches)
{
	uint64_t count, index;
	struct str counters;

	if (!take_u64(left, &count))
		return false;
	if (attr->branch_type & BRANCH_HW_INDEX && !take_u64(left, &index))
		return false;
	if (!take_array(left, count, BRANCH_SIZE, branches))
		return false;
	return !(attr->branch_type & BRANCH_COUNTERS) || take_array(left, count, 8, &counters);
}

static unsigned count_bits(uint64_t bits)
{
	unsigned count = 0;

	for (; bits; bits &= bits - 1)
		count++;
	return count;
}

static bool take_registers(const struct attr *attr, struct str *left, struct sample *sample)
{
	if (!take_u64(left, &sample->registers_abi))
		return false;
	return sample->registers_abi == 0 ||
	       take_array(left, count_bits(attr->registers), 8, &sample->registers);
}

/* u64 size, the bytes, u64 how many of them the kernel could copy. */
static bool take_stack(struct str *left, struct sample *sample)
{
	struct str *stack = &sample->stack;
	uint64_t size, valid;

	if (!take_u64(left, &size))
		return false;
	if (size == 0)
		return true;
	sample->has_stack = true;
	if (!take_bytes(left, size, stack) || !take_u64(left, &valid))
		return false;
	if (valid < stack->n)
		*stack = str_head(*stack, (size_t)valid);
	return true;
}

bool sample_parse(const struct attr *attr, struct str body, struct sample *sample)
{
	const uint64_t type = attr->sample_type;

	*sample = (struct sample){.pid = NO_ID, .tid = NO_ID, .cpu = NO_ID};
	if (!take_fixed(attr, &body, sample))
		return false;
	if (type & SAMPLE_READ && !skip_read(attr, &body))
		return false;
	if (type & SAMPLE_CALLCHAIN && !take_chain(&body, &sample->chain))
		return false;
	if (type & SAMPLE_RAW && !take_raw(&body, &sample->raw))
		return false;
	if (type & SAMPLE_BRANCH_STACK && !take_branches(attr, &body, &sample->branches))
		return false;
	if (type & SAMPLE_REGS_USER && !take_registers(attr, &body, sample))
		return false;
	return !(type & SAMPLE_STACK_USER) || take_stack(&body, sample);
}
