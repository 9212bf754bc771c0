/*
 * What Go's net/http/pprof prints with debug=1: of the heap, of goroutines, of locks.
 *
 *     heap profile: 3: 1049088 [964: 2680976] @ heap/1048576
 *     1: 1048576 [1: 1048576] @ 0x444d58 0x40677d
 *     #	0x4ad63e	runtime/pprof.StartCPUProfile+0xfe	/usr/lib/go/pprof.go:782
 *
 *     goroutine profile: total 7                     --- contention:
 *     5 @ 0x43a6d6 0x406b7b                          cycles/second=2500000000
 *     #	0x406b7a	main.wait+0x1a	…             35258904 2 @ 0x406b7b
 *
 * Values of the heap and of locks stand for others that were not sampled; pprof estimates these, and
 * so it is done here.
 */
#include <math.h>

#include "collapse/formats/go/text.h"
#include "common/weight.h"

enum { HEAP_TYPES = 4 };

static const struct sample_type heap_types[] = {
	{STR_INIT("alloc_objects"), STR_INIT("count")},
	{STR_INIT("alloc_space"), STR_INIT("bytes")},
	{STR_INIT("inuse_objects"), STR_INIT("count")},
	{STR_INIT("inuse_space"), STR_INIT("bytes")},
};
static const struct sample_type lock_types[] = {
	{STR_INIT("contentions"), STR_INIT("count")},
	{STR_INIT("delay"), STR_INIT("nanoseconds")},
};

struct dump {
	struct go *go;
	const struct sample_type *types;
	struct sample_type kind; /* goroutine/count */
	struct buf kind_name;
	size_t type_count, place;
	uint64_t rate; /* one sample in so many bytes */
	uint64_t cycles_a_second, period;
	bool open;
	bool told; /* what the weights are */
	struct buf addresses; /* in case that no names come */
	uint64_t weight;
};

static bool starts_count(struct str head)
{
	struct str kind, rest;

	return str_cut(str_head(head, str_find(head, '\n')), ' ', &kind, &rest) && kind.n &&
	       str_starts(rest, STR("profile: total "));
}

bool go_is_dump(struct str head)
{
	return str_starts(head, STR("heap profile: ")) || str_starts(head, STR("--- contention:")) ||
	       str_starts(head, STR("--- mutex:")) || starts_count(head);
}

/* "heap profile: 3: 1049088 [964: 2680976] @ heap/1048576": twice the rate. */
static bool take_header(struct dump *dump, struct str line)
{
	struct str before, rate;

	buf_add(&dump->kind_name, str_head(line, str_find(line, ' ')));
	dump->kind = (struct sample_type){buf_str(&dump->kind_name), STR("count")};
	dump->types = &dump->kind;
	dump->type_count = 1;
	if (str_starts(line, STR("heap profile: "))) {
		dump->types = heap_types;
		dump->type_count = HEAP_TYPES;
		if (str_rcut(line, '/', &before, &rate) && str_to_u64(rate, &dump->rate))
			dump->rate /= 2;
	} else if (str_starts(line, STR("--- "))) {
		dump->types = lock_types;
		dump->type_count = 2;
	}
	return sample_types_choose(&dump->go->types, dump->go->stacks, dump->go->lines->name,
		dump->types, dump->type_count, (struct str){0}, &dump->place);
}

/* How much larger it is in all, by the chance that an object of this size is sampled. */
static void estimate(uint64_t *objects, uint64_t *bytes, uint64_t rate)
{
	double scale;

	if (*objects == 0 || *bytes == 0) {
		*objects = *bytes = 0;
	} else if (rate > 1) {
		scale = 1 / (1 - exp(-((double)*bytes / (double)*objects) / (double)rate));
		*objects = (uint64_t)fmin((double)*objects * scale, 1e18);
		*bytes = (uint64_t)fmin((double)*bytes * scale, 1e18);
	}
}

static bool take_u64(struct str *text, char end, uint64_t *value)
{
	struct str number;

	*text = str_trim_start(*text);
	return str_cut(*text, end, &number, text) && str_to_u64(number, value);
}

/* "1: 1048576 [1: 1048576] @ …" as the types have it. */
static bool parse_heap(const struct dump *dump, struct str text, uint64_t *values)
{
	if (!take_u64(&text, ':', &values[2]) || !take_u64(&text, ' ', &values[3]) ||
		!str_starts(text, STR("[")))
		return false;
	text = str_skip(text, 1);
	if (!take_u64(&text, ':', &values[0]) || !take_u64(&text, ']', &values[1]))
		return false;
	estimate(&values[0], &values[1], dump->rate);
	estimate(&values[2], &values[3], dump->rate);
	return true;
}

/* "35258904 2 @ …": cycles, and how often. */
static bool parse_lock(const struct dump *dump, struct str text, uint64_t *values)
{
	uint64_t period = dump->period ? dump->period : 1;

	if (!take_u64(&text, ' ', &values[1]) || !take_u64(&text, ' ', &values[0]) ||
		values[0] > UINT64_MAX / period || values[1] > UINT64_MAX / period / 1000000000)
		return false;
	values[0] *= period;
	values[1] *= period;
	if (dump->cycles_a_second)
		values[1] = weight_scale(values[1], 1000000000, dump->cycles_a_second);
	return true;
}

static bool parse_values(const struct dump *dump, struct str text, uint64_t *values)
{
	if (dump->types == heap_types)
		return parse_heap(dump, text, values);
	if (dump->types == lock_types)
		return parse_lock(dump, text, values);
	return take_u64(&text, ' ', &values[0]);
}

/* Without "cycles/second" delays are cycles. */
static void tell_type(struct dump *dump)
{
	struct sample_type type = dump->types[dump->place];

	if (dump->types == lock_types && dump->place == 1 && !dump->cycles_a_second)
		type.unit = STR("cycles");
	sample_types_tell(dump->go->stacks, &type);
	dump->told = true;
}

static void finish(struct dump *dump)
{
	struct str addresses = buf_str(&dump->addresses), address;

	if (!dump->open)
		return;
	dump->open = false;
	if (!dump->told)
		tell_type(dump);
	while (dump->go->frames.count == 0 && (address = str_take_word(&addresses)).n)
		if (!str_eq(address, STR("0x0")))
			go_push(dump->go, address);
	go_add(dump->go, dump->weight);
}

static void start(struct dump *dump, struct str line, struct str addresses)
{
	uint64_t values[HEAP_TYPES] = {0};

	finish(dump);
	if (!parse_values(dump, line, values)) {
		go_problem(dump->go, "\"VALUES @ ADDRESS...\"", line);
		return;
	}
	if (dump->go->options->list) {
		sample_types_list(dump->go->stacks, dump->types, values, dump->type_count);
		return;
	}
	dump->open = true;
	dump->go->frames.count = 0;
	dump->weight = values[dump->place];
	buf_set(&dump->addresses, str_trim(addresses));
}

/* "#	0x4ad63e	runtime/pprof.StartCPUProfile+0xfe	/usr/lib/go/pprof.go:782" */
static void take_frame(struct dump *dump, struct str line)
{
	struct str address, rest, name, offset;

	line = str_skip(line, 2);
	if (!dump->open || !str_starts(line, STR("0x")))
		return;
	if (!str_cut(line, '\t', &address, &rest))
		return;
	name = rest;
	str_cut(rest, '\t', &name, &offset);
	str_rcut(name, '+', &name, &offset);
	go_push(dump->go, str_trim(name));
}

static void take_line(struct dump *dump, struct str line)
{
	struct str key, value;
	size_t at = str_find_str(line, STR("@"));

	if (line.n == 0) {
		finish(dump);
	} else if (line.p[0] == '#') {
		take_frame(dump, line);
	} else if (at < line.n) {
		start(dump, str_head(line, at), str_skip(line, at + 1));
	} else if (str_cut(line, '=', &key, &value)) {
		if (str_eq(str_trim(key), STR("cycles/second")))
			str_to_u64(str_trim(value), &dump->cycles_a_second);
		else if (str_eq(str_trim(key), STR("sampling period")))
			str_to_u64(str_trim(value), &dump->period);
	} else {
		go_problem(dump->go, "\"VALUES @ ADDRESS...\"", line);
	}
}

void go_read_dump(struct go *go)
{
	struct dump dump = {.go = go};
	struct str line;
	bool started;

	do
		started = lines_next(go->lines, &line);
	while (started && str_trim(line).n == 0);
	if (started && take_header(&dump, line)) {
		while (lines_next(go->lines, &line))
			take_line(&dump, line);
		finish(&dump);
	}
	buf_release(&dump.addresses);
	buf_release(&dump.kind_name);
}
