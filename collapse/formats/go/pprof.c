/*
 * collapse-pprof: profile.proto, the format of Go's profilers and of many others, compressed by
 * gzip or not.
 *
 *     go test -cpuprofile cpu.pprof; curl http://localhost:6060/debug/pprof/heap >heap.pprof
 *
 * https://github.com/google/pprof/blob/main/proto/profile.proto. Samples come before the names that
 * they point to, so a file is held in memory as a whole.
 */
#include <stdlib.h>

#include "collapse/formats/go/pprof-frames.h"
#include "collapse/formats/go/pprof-known.h"
#include "collapse/formats/go/pprof-labels.h"
#include "collapse/stacks/format.h"
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

struct pprof {
	const struct pprof_options *options;
	struct stacks *stacks;
	struct sample_types types;
	uint64_t zeros, negatives; /* samples of no weight, of less than none */
	uint64_t dropped; /* that lost frames to drop_frames */

	/* of the present file */
	const char *name;
	uint64_t sample; /* from 1 */
	size_t place; /* of the weight among the values */
	size_t samples; /* of the number of samples; as many as there are values: not told */
	struct buf bytes;
	struct pprof_profile profile;
	struct pprof_frames frames;
	struct pprof_known known;

	/* of the present sample */
	struct pprof_labels labels;
	struct numbers values;
	struct str ids; /* of its locations, if they are packed numbers in one field */
	bool unpacked; /* they are not */

	/* of one that is not known yet */
	struct pprof_entry **path; /* its locations */
	size_t depth, path_capacity;
	struct step { /* from the root on; of the sample before until it is walked */
		const struct pprof_entry *location;
		uint32_t node;
	} *steps;
	size_t step_count, step_capacity;
	uint32_t base; /* what the steps start on */
};

static void add_number(void *context, uint64_t value)
{
	struct numbers *numbers = context;

	*ARRAY_PUSH(numbers->items, numbers->count, numbers->capacity) = value;
}

/* ---- samples ---- */

enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };

static void problem(struct pprof *pprof, const char *expected, const char *got, uint64_t number)
{
	char shown[64];

	snprintf(shown, sizeof(shown), "%s%lld", got, (long long)number);
	stacks_problem_at(pprof->stacks, pprof->name, pprof->sample, expected, str_of(shown));
}

static const char *take_sample_field(struct pprof *pprof, const struct protobuf *reader)
{
	switch (reader->field) {
	case SAMPLE_LOCATION:
		pprof->unpacked |= pprof->ids.p || reader->kind != PROTOBUF_BYTES;
		pprof->ids = reader->bytes;
		return NULL;
	case SAMPLE_VALUE:
		return protobuf_numbers(reader, add_number, &pprof->values) ? NULL : "values";
	case SAMPLE_LABEL:
		pprof_labels_add(&pprof->labels, &pprof->profile, reader->bytes);
		return NULL;
	default:
		return NULL;
	}
}

static bool read_sample(struct pprof *pprof, struct str message)
{
	const char *expected = NULL;
	struct protobuf reader;

	pprof->values.count = pprof->labels.count = 0;
	pprof->ids = (struct str){0};
	pprof->unpacked = false;
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
			pprof->negatives++;
			return false;
		}
	return true;
}

/* ---- stacks ---- */

static bool add_location(struct pprof *pprof, uint64_t id)
{
	struct pprof_entry *location = pprof_frames_find(&pprof->frames, id);

	if (!location) {
		problem(pprof, "the id of a location", "", id);
		return false;
	}
	*ARRAY_PUSH(pprof->path, pprof->depth, pprof->path_capacity) = location;
	return true;
}

static bool add_locations(struct pprof *pprof, struct str ids)
{
	uint64_t id;

	while (ids.n) {
		if (!protobuf_varint(&ids, &id)) {
			problem(pprof, "the ids of locations", "bytes that are none: ", ids.n);
			return false;
		}
		if (!add_location(pprof, id))
			return false;
	}
	return true;
}

static bool read_path(struct pprof *pprof, struct str message)
{
	struct protobuf reader;
	bool good = true;

	pprof->depth = 0;
	protobuf_init(&reader, message);
	while (good && protobuf_next(&reader))
		if (reader.field == SAMPLE_LOCATION)
			good = reader.kind == PROTOBUF_BYTES ? add_locations(pprof, reader.bytes)
							     : add_location(pprof, reader.value);
	return good;
}

static uint32_t walk_location(
	struct pprof *pprof, uint32_t node, const struct pprof_entry *location)
{
	const uint32_t *names = pprof_frames_names(&pprof->frames, location);

	for (size_t i = location->count; i-- > 0;)
		node = stacks_child(pprof->stacks, node, names[i]);
	return node;
}

/* From the root on. Near the root it often goes the way of the sample before. */
static uint32_t walk(struct pprof *pprof, uint32_t base, size_t hidden)
{
	size_t depth = pprof->depth - hidden, shared = 0, count;
	struct pprof_entry *const *root;
	struct step *steps;

	if (depth == 0)
		return base;
	root = pprof->path + pprof->depth;
	steps = pprof->steps =
		memory_grow(pprof->steps, &pprof->step_capacity, depth, sizeof(*pprof->steps));
	count = pprof->base == base ? pprof->step_count : 0;
	while (shared < depth && shared < count &&
		steps[shared].location == root[-1 - (ptrdiff_t)shared])
		shared++;
	for (; shared < depth; shared++) {
		const struct pprof_entry *location = root[-1 - (ptrdiff_t)shared];
		uint32_t below = shared ? steps[shared - 1].node : base;

		steps[shared] = (struct step){location, walk_location(pprof, below, location)};
	}
	pprof->base = base;
	pprof->step_count = depth;
	return steps[depth - 1].node;
}

/* Its node in the call tree; false when it has locations that are not there. */
static bool read_stack(struct pprof *pprof, struct str message, struct pprof_stack *stack)
{
	size_t hidden;

	if (!read_path(pprof, message))
		return false;
	hidden = pprof_frames_hidden(pprof->path, pprof->depth);
	stack->hides = hidden > 0;
	stack->node = walk(pprof, stack->base, hidden);
	if (stack->node == NODE_ROOT)
		stack->node = stacks_child(
			pprof->stacks, NODE_ROOT, stacks_name(pprof->stacks, STR("[unknown]")));
	return true;
}

static void add_sample(struct pprof *pprof, struct str message, uint64_t weight)
{
	struct pprof_stack other = {.base = pprof_labels_node(&pprof->labels)}, *stack = &other;

	if (!pprof->unpacked && pprof->ids.n && pprof->ids.n <= PPROF_KNOWN_SIZE)
		stack = pprof_known_find(&pprof->known, pprof->ids, other.base);
	if (stack->node == NODE_ROOT && !read_stack(pprof, message, stack))
		return;
	pprof->dropped += stack->hides;
	stacks_add_at(pprof->stacks, stack->node, (uint64_t[]){weight, 0}, 0);
	if (pprof->samples < pprof->values.count)
		stacks_count_samples(pprof->stacks, pprof->values.items[pprof->samples]);
}

static void take_sample(struct pprof *pprof, struct str message)
{
	uint64_t weight;

	pprof->sample++;
	if (!read_sample(pprof, message))
		return;
	if (pprof->options->types.list) {
		sample_types_list(pprof->stacks, pprof->profile.types, pprof->values.items,
			pprof->values.count);
		return;
	}
	weight = pprof->values.items[pprof->place];
	if (weight == 0)
		pprof->zeros++;
	else
		add_sample(pprof, message, weight);
}

static void read_samples(struct pprof *pprof)
{
	struct protobuf reader;

	pprof->step_count = 0;
	protobuf_init(&reader, buf_str(&pprof->bytes));
	while (protobuf_next(&reader))
		if (reader.field == PPROF_SAMPLE)
			take_sample(pprof, reader.bytes);
	stacks_count_things(pprof->stacks, pprof->sample);
}

/* ---- files ---- */

static void start_frames(struct pprof *pprof)
{
	struct pprof_profile *profile = &pprof->profile;
	struct str drop = pprof->options->no_drop_frames ? STR("") : profile->drop_frames;
	char shown[STR_SHOW];

	if (!pprof_frames_start(&pprof->frames, profile, drop))
		stacks_note(pprof->stacks,
			"%s: its drop_frames or keep_frames cannot be applied here, so no frame is left "
			"out: \"%s\"",
			pprof->name, str_show(drop, shown));
}

/* The period, "cpu nanoseconds", is what a sample weighs if it is of the same type. */
static void tell_types(struct pprof *pprof)
{
	const struct pprof_profile *profile = &pprof->profile;
	const struct sample_type *type = &profile->types[pprof->place];

	pprof->samples = profile->type_count;
	if (pprof->options->types.list)
		return;
	sample_types_tell(pprof->stacks, type);
	pprof->samples = sample_types_samples(profile->types, profile->type_count);
	if (pprof->samples == pprof->place)
		stacks_tell(pprof->stacks, HEADER_EVENT, profile->period_type.name);
	else if (pprof->samples < profile->type_count &&
		 str_eq(type->name, profile->period_type.name) &&
		 str_eq(type->unit, profile->period_type.unit))
		stacks_tell_number(pprof->stacks, HEADER_PERIOD, profile->period);
}

static void read_profile(struct pprof *pprof)
{
	struct pprof_profile *profile = &pprof->profile;

	if (!pprof_profile_init(profile, buf_str(&pprof->bytes)))
		stacks_fail(pprof->stacks,
			"%s: byte %llu: expected %s: the profile is damaged or cut off",
			pprof->name, (unsigned long long)profile->at, profile->expected);
	else if (sample_types_choose(&pprof->types, pprof->stacks, pprof->name, profile->types,
			 profile->type_count, profile->default_type, &pprof->place)) {
		tell_types(pprof);
		start_frames(pprof);
		read_samples(pprof);
		if (pprof->sample == 0)
			stacks_explain(pprof->stacks, "no stacks: the profile has no samples");
		pprof_frames_end(&pprof->frames);
		pprof_known_release(&pprof->known);
	}
	pprof_profile_release(profile);
}

static void pprof_read(void *state, struct lines *lines)
{
	struct pprof *pprof = state;
	struct str chunk;

	pprof->name = lines->name;
	pprof->sample = 0;
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
	pprof->stacks = pprof->frames.stacks = pprof->labels.stacks = out;
	pprof->frames.dso = pprof->options->dso;
	pprof->frames.srcline = pprof->options->srcline;
	pprof->labels.wanted = &pprof->options->labels;
	pprof->labels.all = pprof->options->all_labels;
	pprof->types.options = &pprof->options->types;
	return pprof;
}

static void add_notes(const struct pprof *pprof)
{
	if (pprof->zeros)
		stacks_explain(pprof->stacks,
			"all samples (%llu) have a weight of 0; --list shows what "
			"other weights there are",
			(unsigned long long)pprof->zeros);
	if (pprof->negatives)
		stacks_note(pprof->stacks,
			"negative values are in what pprof -base and -diff_base make; "
			"fold both profiles instead, and compare them with diff-folded");
	stacks_note_count(pprof->stacks, NULL, pprof->dropped,
		"# sample{ is|s are} counted for the callers of what drop_frames names, as pprof "
		"does it; --no-drop-frames keeps all frames");
}

static void pprof_end(void *state)
{
	struct pprof *pprof = state;

	add_notes(pprof);
	sample_types_release(&pprof->types);
	buf_release(&pprof->bytes);
	pprof_frames_release(&pprof->frames);
	pprof_labels_release(&pprof->labels);
	free(pprof->values.items);
	free(pprof->path);
	free(pprof->steps);
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

const struct kind kind_pprof = {
	.name = "pprof",
	.input = "a pprof profile (profile.proto)",
	.sniff = pprof_is_profile,
};

const struct format format_pprof = {
	.kind = &kind_pprof,
	.summary = "Folds pprof profiles, which Go and many other profilers write.",
	.options = pprof_options,
	.options_size = sizeof(struct pprof_options),
	.things = "samples",
	.begin = pprof_begin,
	.read = pprof_read,
	.end = pprof_end,
};
