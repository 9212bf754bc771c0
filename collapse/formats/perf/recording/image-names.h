/*
 * What symbols.h says of the addresses of a recording, image by image; images are asked in
 * parallel.
 */
#ifndef COLLAPSE_FORMATS_PERF_RECORDING_IMAGE_NAMES_H
#define COLLAPSE_FORMATS_PERF_RECORDING_IMAGE_NAMES_H

#include "collapse/formats/perf/recording/addresses.h"
#include "collapse/formats/perf/recording/recording.h"
#include "collapse/symbols/symbols.h"

struct image_names {
	uint32_t *addresses; /* their numbers */
	struct symbol_answer *answers; /* one for each; NULL: there is nothing to ask */
	size_t count;
	bool was_asked;
	struct image_result result; /* of one that was asked */
	uint64_t unnamed_weight; /* of stacks that lack names for its addresses */
};

/* By image, a new array of as many as the recording has. */
struct image_names *image_names_find(struct symbols *symbols, const struct recording *recording,
	const struct addresses *addresses, size_t most_threads);
/* Of an image all but the result, which stays. */
void image_names_release(struct image_names *names);
void image_names_free(struct image_names *images, size_t count);

/* How symbols.h is asked for an image. */
struct image image_of(const struct recording *recording, const struct image_info *info);

#endif
