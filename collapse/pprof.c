/*
 * collapse-pprof: profile.proto, the format of Go's profilers and of many others, compressed by gzip
 * or not.
 *
 *     go test -cpuprofile cpu.pprof; curl http://localhost:6060/debug/pprof/heap >heap.pprof
 *
 * https://github.com/google/pprof/blob/main/proto/profile.proto. Samples come before the names that
 * they point to, so a file is held in memory as a whole.
 */
#include <stdlib.h>

#include "collapse/format.h"
#include "collapse/pprof-profile.h"
#include "collapse/pprof-prune.h"
#include "common/memory.h"

struct pprof_options {
	struct sample_type_options types;
	struct text_list labels;
	bool all_labels, dso, srcline, no_drop_frames;
};

struct numbers {
	uint64_t *items;
	size_t count, capacity;
};

struct label {
	struct str key, value, unit;
	int64_t number;
};

struct pprof {
	const struct pprof_options *options;
	struct stacks *stacks;
	struct sample_types types;
	uint64_t zeros, dropped; /* samples of no weight; that lost frames to drop_frames */

	/* of the present file */
	const char *name;
	uint64_t sample; /* from 1 */
	size_t place;    /* of the weight among the values */
	struct buf bytes;
	struct pprof_profile profile;
	struct pprof_prune prune;
	struct numbers frames; /* names of all locations that have come up */

	/* of the present sample */
	struct numbers locations, values;
	struct pprof_entry **path; /* the locations */
	size_t path_capacity;
	struct label *labels;
	size_t label_count, label_capacity;
	uint32_t *stack; /* leaf first */
	size_t depth, stack_capacity;
	struct buf text;
};

static void add_number(void *context, uint64_t value)
{
	struct numbers *numbers = context;

	numbers->items = memory_grow(
		numbers->items, &numbers->capacity, numbers->count + 1, sizeof(*numbers->items));
	numbers->items[numbers->count++] = value;
}

static void push(struct pprof *pprof, uint32_t name)
{
	pprof->stack = memory_grow(
		pprof->stack, &pprof->stack_capacity, pprof->depth + 1, sizeof(*pprof->stack));
	pprof->stack[pprof->depth++] = name;
}

/* ---- locations ---- */

enum { LOCATION_MAPPING = 2, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum { FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILE = 4 };
enum { MAPPING_FILE = 5 };

static struct str base_name(struct str path)
{
	struct str folder, name;

	return str_rcut(path, '/', &folder, &name) && name.n ? name : path;
}

static struct str string_of(const struct pprof *pprof, const struct pprof_entry *entry, uint32_t field)
{
	return entry ? pprof_string(&pprof->profile, pprof_number(entry->message, field)) :
		       (struct str){0};
}

static struct str function_name(const struct pprof *pprof, const struct pprof_entry *function)
{
	struct str name = string_of(pprof, function, FUNCTION_NAME);

	return name.n ? name : string_of(pprof, function, FUNCTION_SYSTEM_NAME);
}

/* "main.work", "busy`main.work", "main.work:main.go:48"; "[libc.so.6]" where no function is known. */
static uint32_t frame_name(struct pprof *pprof, const struct pprof_entry *function, uint64_t line,
	struct str dso)
{
	struct str name = function_name(pprof, function);
	struct str file = base_name(string_of(pprof, function, FUNCTION_FILE));
	struct buf *text = &pprof->text;

	buf_reset(text);
	if (name.n == 0) {
		bool bracketed = str_starts(dso, STR("["));

		buf_add(text, bracketed ? STR("") : STR("["));
		buf_add(text, dso.n ? dso : STR("unknown"));
		buf_add(text, bracketed ? STR("") : STR("]"));
		return stacks_name(pprof->stacks, buf_str(text));
	}
	if (dso.n && (pprof->options->dso || pprof->stacks->wants_modules)) {
		buf_add(text, dso);
		buf_add_char(text, '`');
	}
	buf_add(text, name);
	if (pprof->options->srcline && file.n) {
		buf_add_char(text, ':');
		buf_add(text, file);
		buf_addf(text, ":%llu", (unsigned long long)line);
	}
	return stacks_name(pprof->stacks, buf_str(text));
}

/* As many frames as drop_frames hides, from the leaf; all of them only in a stack that has others. */
static void hide_frames(struct pprof_entry *location, size_t hidden)
{
	location->drops_callees = hidden > 0;
	location->drops = hidden > 0 && hidden == location->count;
	if (location->drops)
		return;
	location->first += hidden;
	location->count -= hidden;
}

static void read_location(struct pprof *pprof, struct pprof_entry *location)
{
	uint64_t mapping_id = pprof_number(location->message, LOCATION_MAPPING);
	struct pprof_entry *mapping = pprof_find(&pprof->profile.mappings, mapping_id);
	struct str dso = base_name(string_of(pprof, mapping, MAPPING_FILE));
	struct protobuf reader;
	size_t hidden = 0;

	location->done = true;
	location->first = pprof->frames.count;
	protobuf_init(&reader, location->message);
	while (protobuf_next(&reader)) {
		struct str line = reader.bytes;
		const struct pprof_entry *function;

		if (reader.field != LOCATION_LINE)
			continue;
		function = pprof_find(
			&pprof->profile.functions, pprof_number(line, LINE_FUNCTION));
		add_number(&pprof->frames,
			frame_name(pprof, function, pprof_number(line, LINE_LINE), dso));
		location->count++;
		if (pprof_prune_matches(&pprof->prune, function_name(pprof, function)))
			hidden = location->count;
	}
	if (location->count == 0) {
		add_number(&pprof->frames, frame_name(pprof, NULL, 0, dso));
		location->count++;
	}
	hide_frames(location, hidden);
}

/* ---- labels ---- */

enum { LABEL_KEY = 1, LABEL_TEXT = 2, LABEL_NUMBER = 3, LABEL_UNIT = 4 };

static void take_label(struct pprof *pprof, struct str message)
{
	const struct pprof_profile *profile = &pprof->profile;

	pprof->labels = memory_grow(pprof->labels, &pprof->label_capacity, pprof->label_count + 1,
		sizeof(*pprof->labels));
	pprof->labels[pprof->label_count++] = (struct label){
		.key = pprof_string(profile, pprof_number(message, LABEL_KEY)),
		.value = pprof_string(profile, pprof_number(message, LABEL_TEXT)),
		.unit = pprof_string(profile, pprof_number(message, LABEL_UNIT)),
		.number = (int64_t)pprof_number(message, LABEL_NUMBER),
	};
}

static int by_key(const void *left, const void *right)
{
	const struct label *a = left, *b = right;
	int order = str_compare(a->key, b->key);

	return order ? order : str_compare(a->value, b->value);
}

/* "worker=2", "bytes=64", "wait=5ms" */
static void push_label(struct pprof *pprof, const struct label *label)
{
	struct buf *text = &pprof->text;

	buf_reset(text);
	buf_add(text, label->key);
	buf_add_char(text, '=');
	if (label->value.n) {
		buf_add(text, label->value);
	} else {
		buf_addf(text, "%lld", (long long)label->number);
		buf_add(text, label->unit);
	}
	push(pprof, stacks_name(pprof->stacks, buf_str(text)));
}

static void push_labels_of(struct pprof *pprof, struct str key)
{
	for (size_t i = pprof->label_count; i-- > 0;)
		if (str_eq(pprof->labels[i].key, key))
			push_label(pprof, &pprof->labels[i]);
}

/* Nearest to the root is what comes last here: the first --label, or the first key. */
static void push_labels(struct pprof *pprof)
{
	const struct text_list *wanted = &pprof->options->labels;

	if (pprof->label_count == 0)
		return;
	qsort(pprof->labels, pprof->label_count, sizeof(*pprof->labels), by_key);
	for (size_t i = pprof->label_count; pprof->options->all_labels && i-- > 0;)
		if (!text_list_has(wanted, pprof->labels[i].key))
			push_label(pprof, &pprof->labels[i]);
	for (size_t i = wanted->count; i-- > 0;)
		push_labels_of(pprof, str_of(wanted->items[i]));
}

/* ---- samples ---- */

enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };

static void problem(struct pprof *pprof, const char *expected, const char *got, uint64_t number)
{
	char shown[64];

	snprintf(shown, sizeof(shown), "%s%lld", got, (long long)number);
	problem_at(&pprof->stacks->problems, pprof->name, pprof->sample, expected, str_of(shown));
}

static const char *take_sample_field(struct pprof *pprof, const struct protobuf *reader)
{
	switch (reader->field) {
	case SAMPLE_LOCATION:
		return protobuf_numbers(reader, add_number, &pprof->locations) ? NULL :
			"the ids of locations";
	case SAMPLE_VALUE:
		return protobuf_numbers(reader, add_number, &pprof->values) ? NULL : "values";
	case SAMPLE_LABEL:
		take_label(pprof, reader->bytes);
		return NULL;
	default:
		return NULL;
	}
}

static bool read_sample(struct pprof *pprof, struct str message)
{
	const char *expected = NULL;
	struct protobuf reader;

	pprof->locations.count = pprof->values.count = pprof->label_count = pprof->depth = 0;
	protobuf_init(&reader, message);
	while (!expected && protobuf_next(&reader))
		expected = take_sample_field(pprof, &reader);
	if (!expected)
		expected = reader.expected;
	if (expected) {
		problem(pprof, expected, "other bytes at ", reader.at);
		return false;
	}
	if (pprof->values.count != pprof->profile.type_count) {
		problem(pprof, "a value for each sample type", "values: ", pprof->values.count);
		return false;
	}
	for (size_t i = 0; i < pprof->values.count; i++)
		if ((i == pprof->place || pprof->options->types.list) &&
			(int64_t)pprof->values.items[i] < 0) {
			problem(pprof, "a value of 0 or more", "", pprof->values.items[i]);
			return false;
		}
	return true;
}

/* How many of the locations drop_frames hides, from the leaf. */
static size_t hidden_locations(struct pprof_entry *const *locations, size_t count)
{
	bool found_other = false;

	for (size_t i = count; i-- > 0;) {
		if (!locations[i]->drops_callees)
			found_other = true;
		else if (found_other)
			return locations[i]->drops ? i + 1 : i;
	}
	return 0;
}

static bool find_locations(struct pprof *pprof)
{
	pprof->path = memory_grow(pprof->path, &pprof->path_capacity, pprof->locations.count,
		sizeof(struct pprof_entry *));
	for (size_t i = 0; i < pprof->locations.count; i++) {
		uint64_t id = pprof->locations.items[i];

		pprof->path[i] = pprof_find(&pprof->profile.locations, id);
		if (!pprof->path[i]) {
			problem(pprof, "the id of a location", "", id);
			return false;
		}
		if (!pprof->path[i]->done)
			read_location(pprof, pprof->path[i]);
	}
	return true;
}

static void push_locations(struct pprof *pprof)
{
	size_t hidden = hidden_locations(pprof->path, pprof->locations.count);

	pprof->dropped += hidden > 0;
	for (size_t i = hidden; i < pprof->locations.count; i++) {
		const struct pprof_entry *location = pprof->path[i];

		for (size_t k = 0; k < location->count; k++)
			push(pprof, (uint32_t)pprof->frames.items[location->first + k]);
	}
}

static void take_sample(struct pprof *pprof, struct str message)
{
	uint64_t weight;

	pprof->sample++;
	if (!read_sample(pprof, message) || !find_locations(pprof))
		return;
	if (pprof->options->types.list) {
		sample_types_list(pprof->stacks, pprof->profile.types, pprof->values.items,
			pprof->values.count);
		return;
	}
	weight = pprof->values.items[pprof->place];
	if (weight == 0) {
		pprof->zeros++;
		return;
	}
	push_locations(pprof);
	push_labels(pprof);
	if (pprof->depth == 0)
		push(pprof, stacks_name(pprof->stacks, STR("[unknown]")));
	stacks_add_leaf_first(pprof->stacks, pprof->stack, pprof->depth, weight);
}

static void read_samples(struct pprof *pprof)
{
	struct protobuf reader;

	protobuf_init(&reader, buf_str(&pprof->bytes));
	while (protobuf_next(&reader))
		if (reader.field == PPROF_SAMPLE)
			take_sample(pprof, reader.bytes);
	pprof->stacks->problems.lines += pprof->sample;
}

/* ---- files ---- */

static void start_pruning(struct pprof *pprof)
{
	const struct pprof_profile *profile = &pprof->profile;
	struct str drop = pprof->options->no_drop_frames ? STR("") : profile->drop_frames;
	char shown[STR_SHOW];

	if (!pprof_prune_init(&pprof->prune, drop, profile->keep_frames))
		stacks_note(pprof->stacks,
			"%s: its drop_frames or keep_frames cannot be applied here, so no frame is left "
			"out: \"%s\"", pprof->name, str_show(drop, shown));
}

static void read_profile(struct pprof *pprof)
{
	struct pprof_profile *profile = &pprof->profile;

	if (!pprof_profile_init(profile, buf_str(&pprof->bytes)))
		stacks_fail(pprof->stacks, "%s: byte %llu: expected %s: the profile is damaged or cut off",
			pprof->name, (unsigned long long)profile->at, profile->expected);
	else if (sample_types_choose(&pprof->types, pprof->stacks, pprof->name, profile->types,
			 profile->type_count, profile->default_type, &pprof->place)) {
		start_pruning(pprof);
		read_samples(pprof);
		pprof_prune_release(&pprof->prune);
	}
	pprof_profile_release(profile);
}

static void pprof_read(void *state, struct lines *lines)
{
	struct pprof *pprof = state;
	struct str chunk;

	pprof->name = lines->name;
	pprof->sample = 0;
	pprof->frames.count = 0;
	buf_reset(&pprof->bytes);
	while (lines_chunk(lines, &chunk))
		buf_add(&pprof->bytes, chunk);
	if (pprof->bytes.n)
		read_profile(pprof);
}

static void *pprof_begin(const void *options, struct stacks *out)
{
	struct pprof *pprof = memory_new(1, sizeof(*pprof));

	pprof->options = options;
	pprof->stacks = out;
	pprof->types.options = &pprof->options->types;
	out->problems.things = "samples";
	return pprof;
}

static void add_notes(const struct pprof *pprof)
{
	if (pprof->zeros)
		stacks_explain(pprof->stacks, "all samples (%llu) have a weight of 0; --list shows what "
			"other weights there are", (unsigned long long)pprof->zeros);
	if (pprof->dropped)
		stacks_note(pprof->stacks,
			"%llu sample%s counted for the callers of what drop_frames names, as pprof does "
			"it; --no-drop-frames keeps all frames", (unsigned long long)pprof->dropped,
			pprof->dropped == 1 ? " is" : "s are");
}

static void pprof_end(void *state)
{
	struct pprof *pprof = state;

	add_notes(pprof);
	sample_types_release(&pprof->types);
	buf_release(&pprof->bytes);
	buf_release(&pprof->text);
	free(pprof->frames.items);
	free(pprof->locations.items);
	free(pprof->values.items);
	free(pprof->path);
	free(pprof->labels);
	free(pprof->stack);
	free(pprof);
}

#define AT(field) offsetof(struct pprof_options, field)

static const struct option pprof_options[] = {
	SAMPLE_TYPE_OPTIONS(struct pprof_options, types),
	{"label tagroot", OPTION_LIST, AT(labels), "KEY",
		.help = "put a sample's label of this key at the root: KEY=VALUE; may be given "
			"several times"},
	{"labels", OPTION_FLAG, AT(all_labels), .help = "put all labels of a sample at the root"},
	{"no-drop-frames", OPTION_FLAG, AT(no_drop_frames),
		.help = "keep the frames that the profile's drop_frames says to leave out"},
	{"dso", OPTION_FLAG, AT(dso), .help = "show the library or program: libc.so.6`malloc"},
	{"srcline", OPTION_FLAG, AT(srcline), .help = "show source lines: main.work:main.go:48"},
	{0},
};

const struct format format_pprof = {
	.name = "pprof",
	.input = "a pprof profile (profile.proto)",
	.summary = "Folds pprof profiles, which Go and many other profilers write.",
	.options = pprof_options,
	.options_size = sizeof(struct pprof_options),
	.sniff = pprof_is_profile,
	.begin = pprof_begin,
	.read = pprof_read,
	.end = pprof_end,
};
