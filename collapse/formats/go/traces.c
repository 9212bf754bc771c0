/*
 * The text of "go tool pprof -traces". Weights are as pprof prints them: rounded, with their unit.
 *
 *     Type: cpu
 *     -----------+-------------------------------------------------------
 *         worker:  2
 *           10ms   runtime.mapassign_faststr
 *                  main.words
 */
#include "collapse/formats/go/text.h"
#include "common/weight.h"

enum { VALUE_COLUMNS = 10, FRAME_COLUMN = 13 };

/* What pprof prints, in nanoseconds and bytes. */
static const struct unit {
	struct str name;
	uint64_t size;
	struct str type; /* of what is counted so, as sample types call it */
} units[] = {
	{STR_INIT(""), 1, STR_INIT("count")},
	{STR_INIT("ns"), 1, STR_INIT("nanoseconds")},
	{STR_INIT("us"), 1000, STR_INIT("nanoseconds")},
	{STR_INIT("ms"), 1000000, STR_INIT("nanoseconds")},
	{STR_INIT("s"), 1000000000, STR_INIT("nanoseconds")},
	{STR_INIT("mins"), 60ull * 1000000000, STR_INIT("nanoseconds")},
	{STR_INIT("hrs"), 3600ull * 1000000000, STR_INIT("nanoseconds")},
	{STR_INIT("days"), 86400ull * 1000000000, STR_INIT("nanoseconds")},
	{STR_INIT("B"), 1, STR_INIT("bytes")},
	{STR_INIT("kB"), 1 << 10, STR_INIT("bytes")},
	{STR_INIT("MB"), 1 << 20, STR_INIT("bytes")},
	{STR_INIT("GB"), 1 << 30, STR_INIT("bytes")},
	{STR_INIT("TB"), 1ull << 40, STR_INIT("bytes")},
	{STR_INIT("PB"), 1ull << 50, STR_INIT("bytes")},
};

/* "1.50s" is 1500000000, of nanoseconds. */
static bool parse_value(struct str text, uint64_t *weight, struct str *type)
{
	struct weight value;
	size_t n = 0;

	while (n < text.n && (byte_is_digit(text.p[n]) || text.p[n] == '.'))
		n++;
	if (!weight_parse(str_head(text, n), &value))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_eq(str_skip(text, n), units[i].name)) {
			*type = units[i].type;
			return weight_in(value, units[i].size, weight);
		}
	return false;
}

/* "runtime.lock (inline)" */
static struct str bare_name(struct str name)
{
	static const struct str marks[] = {STR_INIT(" (inline)"), STR_INIT(" (partial-inline)")};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (str_ends(name, marks[i]))
			return str_drop_end(name, marks[i].n);
	return name;
}

struct traces {
	struct go *go;
	struct buf name; /* of the one type of values: "cpu" */
	struct sample_type type;
	bool open; /* a stack has begun */
	bool told; /* what the weights are */
	uint64_t weight;
	struct str weight_type; /* "nanoseconds" */
};

/* A weight of 0 has no unit. */
static void tell_type(struct traces *traces)
{
	const struct sample_type type = {traces->type.name, traces->weight_type};

	if (traces->told || traces->weight == 0)
		return;
	sample_types_tell(traces->go->stacks, &type);
	traces->told = true;
}

static void finish(struct traces *traces)
{
	if (!traces->open)
		return;
	if (!traces->go->options->list)
		tell_type(traces);
	if (traces->go->options->list)
		sample_types_list(traces->go->stacks, &traces->type, &traces->weight, 1);
	else
		go_add(traces->go, traces->weight);
	traces->open = false;
}

/* Names are in one column; what is before it is a weight, or nothing. */
static void take_line(struct traces *traces, struct str line)
{
	struct str value = str_trim(str_head(line, FRAME_COLUMN));
	struct str name = str_skip(line, FRAME_COLUMN), key, text;

	if (value.n == 0 && traces->open && name.n) {
		go_push(traces->go, bare_name(name));
	} else if (!traces->open && parse_value(value, &traces->weight, &traces->weight_type) &&
		   name.n) {
		traces->open = true;
		traces->go->frames.count = 0;
		go_push(traces->go, bare_name(name));
	} else if (traces->open || !str_cut(line, ':', &key, &text)) {
		go_problem(traces->go, "a label, \"VALUE   FUNCTION\", or a function below it", line);
	}
}

static bool take_type(struct traces *traces)
{
	size_t place;

	traces->type.name = buf_str(&traces->name);
	return sample_types_choose(&traces->go->types, traces->go->stacks, traces->go->lines->name,
		&traces->type, 1, (struct str){0}, &place);
}

void go_read_traces(struct go *go)
{
	struct traces traces = {.go = go};
	struct str line;
	bool started = false;

	go->rounded++;
	while (lines_next(go->lines, &line)) {
		if (str_starts(line, STR("-----------+---"))) {
			finish(&traces);
			if (!started && !take_type(&traces))
				break;
			started = true;
		} else if (started && line.n) {
			take_line(&traces, line);
		} else if (!started && str_starts(line, STR("Type: "))) {
			buf_add(&traces.name, str_skip(line, STR("Type: ").n));
		}
	}
	finish(&traces);
	buf_release(&traces.name);
}
