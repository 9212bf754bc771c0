/*
 * Profiles in which each sample has several values, such as those of Go's heap: which of them is the
 * weight. For formats with the options --sample-type and --list.
 *
 *     alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes
 *
 * The profiles of several files must agree: bytes and objects do not add up.
 */
#ifndef COLLAPSE_FORMATS_GO_SAMPLE_TYPES_H
#define COLLAPSE_FORMATS_GO_SAMPLE_TYPES_H

#include "collapse/stacks/stacks.h"
#include "common/options.h"

struct sample_type {
	struct str name, unit;
};

struct sample_type_options {
	const char *wanted; /* its name or, from 0, its place; or NULL */
	bool list;
};

/* For a format's table of options. */
#define SAMPLE_TYPE_OPTIONS(type, field) \
	{"sample-type sample-index", OPTION_TEXT, \
		offsetof(type, field) + offsetof(struct sample_type_options, wanted), "TYPE", \
		.help = "take this value of each sample as its weight: its name, or its place from " \
			"0 on. Default: what the profile says, or its last"}, \
	{"list list-sample-types", OPTION_FLAG, \
		offsetof(type, field) + offsetof(struct sample_type_options, list), \
		.help = "write the types of values instead of stacks, each with its total"}

struct sample_types {
	const struct sample_type_options *options;
	struct buf chosen; /* "cpu/nanoseconds", of the first profile */
	bool told;         /* that there are others */
};

/*
 * The place of the weight among a profile's values, in *place. False, with the reason in
 * stacks_fail(), when there is none such, or it is not what the profile before had.
 */
bool sample_types_choose(struct sample_types *types, struct stacks *stacks, const char *input,
	const struct sample_type *items, size_t count, struct str preferred, size_t *place);

/*
 * Tells what the weights are, before the first stack: a type's name, and its unit as profiles spell
 * it, "nanoseconds", "bytes", "count". Of a count it is the name that says of what.
 */
void sample_types_tell(struct stacks *stacks, const struct sample_type *type);
/* The place of "samples/count", the number of samples in each stack; `count` if there is none. */
size_t sample_types_samples(const struct sample_type *items, size_t count);

/* For --list: all values of a sample, each under the name of its type. */
void sample_types_list(struct stacks *stacks, const struct sample_type *items, const uint64_t *values,
	size_t count);

void sample_types_release(struct sample_types *types);

#endif
