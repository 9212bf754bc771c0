/*
 * The text of "go tool pprof -raw". Names come behind the samples, so these are held in memory,
 * those with the same locations as one.
 *
 *     Samples:
 *     samples/count cpu/nanoseconds[dflt]
 *               1   10000000: 1 2 3
 *                     worker:[2]
 *     Locations
 *          1: 0x49b78b M=1 strings.Fields /usr/lib/go-1.19/src/strings/strings.go:354 s=0
 *                  main.words /data/corpus/other/go/main.go:37 s=0
 *     Mappings
 *
 * A line below a location is the function that the one before was inlined into.
 */
#include <stdlib.h>

#include "collapse/formats/go/pprof-profile.h"
#include "collapse/formats/go/text.h"
#include "collapse/names/native-name.h"
#include "common/memory.h"

enum { TYPES_MAX = 64 };

/* A frame of which nothing is known but its mapping, whose id this is. */
#define OF_MAPPING ((uint64_t)1 << 63)

struct sample {
	uint32_t ids; /* of its locations, as text */
	uint32_t count;
	uint64_t line; /* of the first */
	uint64_t weight, samples;
};

struct raw {
	struct go *go;
	struct buf types_line;
	struct sample_type types[TYPES_MAX];
	size_t type_count, place, samples_place; /* type_count: there is no number of samples */
	struct buf period_type; /* "cpu nanoseconds" */
	uint64_t period; /* 0: not told */
	struct names ids; /* "1 2 3 4 5" */
	struct sample *samples; /* by their ids; in time order, each for itself */
	size_t sample_count, sample_capacity;
	struct pprof_table locations, mappings;
	uint64_t *frames; /* of all locations */
	size_t frame_count, frame_capacity;
};

/* ---- samples ---- */

/* "PeriodType: cpu nanoseconds", "Period: 10000000" */
static void take_header(struct raw *raw, struct str line)
{
	const struct str type = STR("PeriodType: "), period = STR("Period: ");

	if (str_starts(line, type))
		buf_set(&raw->period_type, str_trim(str_skip(line, type.n)));
	else if (str_starts(line, period))
		str_to_u64(str_trim(str_skip(line, period.n)), &raw->period);
}

/* The period is what a sample weighs if it is of the same type. */
static void tell_types(struct raw *raw)
{
	const struct sample_type *type = &raw->types[raw->place];
	struct str period_type = buf_str(&raw->period_type), name = period_type, unit = {0};

	str_cut(period_type, ' ', &name, &unit);
	sample_types_tell(raw->go->stacks, type);
	raw->samples_place = sample_types_samples(raw->types, raw->type_count);
	if (raw->samples_place == raw->place)
		stacks_tell(raw->go->stacks, HEADER_EVENT, name);
	else if (raw->samples_place < raw->type_count && str_eq(type->name, name) &&
		 str_eq(type->unit, unit))
		stacks_tell_number(raw->go->stacks, HEADER_PERIOD, raw->period);
}

/* "samples/count cpu/nanoseconds[dflt]" */
static bool take_types(struct raw *raw, struct str line)
{
	struct str preferred = {0};

	buf_add(&raw->types_line, line);
	line = buf_str(&raw->types_line);
	while (raw->type_count < TYPES_MAX && str_trim(line).n) {
		struct str word = str_take_word(&line);
		struct sample_type *type = &raw->types[raw->type_count++];
		bool is_default = str_ends(word, STR("[dflt]"));

		if (is_default)
			word = str_drop_end(word, STR("[dflt]").n);
		type->name = word;
		str_cut(word, '/', &type->name, &type->unit);
		if (is_default)
			preferred = type->name;
	}
	if (raw->type_count == 0) {
		go_problem(raw->go, "the types of values", line);
		return false;
	}
	if (!sample_types_choose(&raw->go->types, raw->go->stacks, raw->go->lines->name, raw->types,
			raw->type_count, preferred, &raw->place))
		return false;
	if (!raw->go->options->list)
		tell_types(raw);
	return true;
}

static bool parse_values(struct raw *raw, struct str text, uint64_t values[TYPES_MAX])
{
	for (size_t i = 0; i < raw->type_count; i++)
		if (!str_to_u64(str_take_word(&text), &values[i]))
			return false;
	return str_trim(text).n == 0;
}

static bool are_ids(struct str text)
{
	uint64_t id;

	while (text.n)
		if (!str_to_u64(str_take_word(&text), &id))
			return false;
	return true;
}

static void add_sample(struct raw *raw, uint32_t ids, uint64_t weight, uint64_t samples)
{
	*ARRAY_PUSH(raw->samples, raw->sample_count, raw->sample_capacity) =
		(struct sample){ids, 1, raw->go->lines->number, weight, samples};
}

static void count_sample(
	struct raw *raw, struct sample *sample, uint64_t weight, uint64_t samples)
{
	if (weight > UINT64_MAX - sample->weight || sample->count == UINT32_MAX) {
		stacks_fail(raw->go->stacks, "%s: the weights add up to more than 2^64-1",
			raw->go->lines->name);
		return;
	}
	sample->weight += weight;
	sample->samples += samples;
	sample->count++;
}

/* "          1   10000000: 1 2 3"; labels are deeper and have a ':' behind their name. */
static void take_sample(struct raw *raw, struct str line)
{
	struct str values, ids;
	uint64_t value[TYPES_MAX], samples;
	uint32_t known;

	if (str_starts(line, STR("                ")) && str_contains(line, STR(":[")))
		return;
	if (!str_cut(line, ':', &values, &ids) || !parse_values(raw, values, value)) {
		go_problem(raw->go, "\"VALUE...: LOCATION...\"", line);
		return;
	}
	if (raw->go->options->list) {
		sample_types_list(raw->go->stacks, raw->types, value, raw->type_count);
		return;
	}
	if (value[raw->place] == 0) {
		raw->go->zeros++;
		return;
	}
	ids = str_trim(ids);
	samples = raw->samples_place < raw->type_count ? value[raw->samples_place] : 0;
	known = names_find(&raw->ids, ids);
	if (known == NAME_NONE && !are_ids(ids))
		go_problem(raw->go, "\"VALUE...: LOCATION...\"", line);
	else if (known == NAME_NONE || stacks_in_order(raw->go->stacks))
		add_sample(raw, names_add(&raw->ids, ids), value[raw->place], samples);
	else
		count_sample(raw, &raw->samples[known], value[raw->place], samples);
}

/* ---- locations ---- */

/* " /usr/lib/…", " C:/src/…", " C:\\src\\…" */
static bool is_path(struct str text)
{
	return str_starts(text, STR(" /")) ||
	       (text.n > 3 && text.p[0] == ' ' && byte_is_alpha(text.p[1]) && text.p[2] == ':' &&
		       (text.p[3] == '/' || text.p[3] == '\\'));
}

/* "strings.Fields /usr/lib/strings.go:354 s=0(system name)": all of these may have blanks. */
static struct str function_of(struct str text)
{
	struct str name, rest;

	text = str_head(text, str_find_str(text, STR(" s=")));
	for (size_t i = 0; i < text.n; i++)
		if (is_path(str_skip(text, i)))
			return str_head(text, i);
	return str_rcut(text, ' ', &name, &rest) ? name : text;
}

static void add_frame(struct raw *raw, uint64_t frame)
{
	*ARRAY_PUSH(raw->frames, raw->frame_count, raw->frame_capacity) = frame;
	raw->locations.items[raw->locations.count - 1].count++;
}

static void add_function(struct raw *raw, struct str text)
{
	struct str name = function_of(text);

	if (name.n == 0 || str_eq(name, STR("??")))
		name = STR("[unknown]");
	add_frame(raw, stacks_name(raw->go->stacks, name));
}

/* "     1: 0x49b78b M=1 [F] strings.Fields …" */
static void take_location(struct raw *raw, struct str line)
{
	struct str number, rest;
	uint64_t id, mapping = 0;

	if (str_starts(line, STR("             ")) && raw->locations.count) {
		add_function(raw, str_trim(line));
		return;
	}
	if (!str_cut(line, ':', &number, &rest) || !str_to_u64(str_trim(number), &id)) {
		go_problem(raw->go, "\"ID: ADDRESS M=N FUNCTION FILE:LINE s=N\"", line);
		return;
	}
	pprof_add(&raw->locations, id)->first = raw->frame_count;
	str_take_word(&rest);
	if (str_starts(rest, STR(" M=")))
		str_to_u64(str_skip(str_take_word(&rest), 2), &mapping);
	if (str_starts(rest, STR(" [F] ")))
		str_take_word(&rest);
	rest = str_trim(rest);
	if (rest.n)
		add_function(raw, rest);
	else
		add_frame(raw, OF_MAPPING | mapping);
}

/* "1: 0x400000/0x4b9000/0x0 /bin/busy 1a2b3c [FN]" */
static void take_mapping(struct raw *raw, struct str line)
{
	struct str number, rest;
	struct buf frame = {0};
	uint64_t id;

	if (!str_cut(line, ':', &number, &rest) || !str_to_u64(str_trim(number), &id)) {
		go_problem(raw->go, "\"ID: START/END/OFFSET FILE\"", line);
		return;
	}
	str_take_word(&rest);
	native_name_add_unknown(&frame, str_base_name(str_take_word(&rest)));
	pprof_add(&raw->mappings, id)->first = stacks_name(raw->go->stacks, buf_str(&frame));
	buf_release(&frame);
}

/* ---- all ---- */

static uint32_t frame_name(const struct raw *raw, uint64_t frame)
{
	const struct pprof_entry *mapping;

	if (!(frame & OF_MAPPING))
		return (uint32_t)frame;
	mapping = pprof_find(&raw->mappings, frame & ~OF_MAPPING);
	return mapping ? (uint32_t)mapping->first : stacks_name(raw->go->stacks, STR("[unknown]"));
}

static bool push_location(struct raw *raw, uint64_t id)
{
	const struct pprof_entry *location = pprof_find(&raw->locations, id);

	for (size_t i = 0; location && i < location->count; i++)
		frame_list_push(&raw->go->frames,
			frame_name(raw, raw->frames[location->first + i]));
	return location != NULL;
}

static void report_missing(struct raw *raw, const struct sample *sample, uint64_t id)
{
	char shown[32];

	snprintf(shown, sizeof(shown), "%llu", (unsigned long long)id);
	for (uint32_t i = 0; i < sample->count; i++)
		stacks_problem_at(raw->go->stacks, raw->go->lines->name, sample->line,
			"the id of a location that comes below", str_of(shown));
}

static void add_stack(struct raw *raw, const struct sample *sample)
{
	struct str ids = names_get(&raw->ids, sample->ids);
	uint64_t id;

	raw->go->frames.count = 0;
	while (ids.n)
		if (!str_to_u64(str_take_word(&ids), &id) || !push_location(raw, id)) {
			report_missing(raw, sample, id);
			return;
		}
	go_add(raw->go, sample->weight);
	stacks_count_samples(raw->go->stacks, sample->samples);
}

static void add_samples(struct raw *raw)
{
	if (!pprof_sort(&raw->locations) || !pprof_sort(&raw->mappings))
		stacks_fail(raw->go->stacks,
			"%s: expected locations and mappings with an id of their own each",
			raw->go->lines->name);
	for (size_t i = 0; i < raw->sample_count && !stacks_failed(raw->go->stacks); i++)
		add_stack(raw, &raw->samples[i]);
}

static void read_sections(struct raw *raw)
{
	enum { HEADER, TYPES, SAMPLES, LOCATIONS, MAPPINGS } section = HEADER;
	struct str line;

	while (lines_next(raw->go->lines, &line)) {
		if (section == HEADER && str_eq(line, STR("Samples:"))) {
			section = TYPES;
		} else if (str_eq(line, STR("Locations"))) {
			section = LOCATIONS;
		} else if (str_eq(line, STR("Mappings"))) {
			section = MAPPINGS;
		} else if (section == HEADER) {
			take_header(raw, line);
		} else if (section == TYPES) {
			if (!take_types(raw, line))
				return;
			section = SAMPLES;
		} else if (section == SAMPLES) {
			take_sample(raw, line);
		} else if (section == LOCATIONS) {
			take_location(raw, line);
		} else if (section == MAPPINGS) {
			take_mapping(raw, line);
		}
	}
}

void go_read_raw(struct go *go)
{
	struct raw raw = {.go = go};

	read_sections(&raw);
	add_samples(&raw);
	buf_release(&raw.types_line);
	buf_release(&raw.period_type);
	names_release(&raw.ids);
	free(raw.samples);
	free(raw.locations.items);
	free(raw.mappings.items);
	free(raw.frames);
}
