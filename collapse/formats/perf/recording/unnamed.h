/*
 * What the user is told of files whose functions have no names: how much of the profile that costs,
 * and why.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_UNNAMED_H
#define COLLAPSE_FORMATS_PERF_RECORDING_UNNAMED_H

#include "collapse/formats/perf/recording/image-names.h"
#include "collapse/stacks/stacks.h"

/* all: the weight of all stacks. */
void say_unnamed(struct stacks *stacks, const struct recording *recording,
	const struct image_names *images, uint64_t all);

#endif
