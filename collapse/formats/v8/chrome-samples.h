/*
 * The samples of a trace, whose stacks are in a dictionary of frames. Either may come first:
 *
 *     "stackFrames": {"5": {"name": "main"}, "7": {"name": "parse", "parent": 5}},
 *     "samples": [{"tid": 1, "ts": 1000.0, "name": "cycles", "sf": 7, "weight": 1}]
 *
 * A frame is held with 12 bytes, a sample with 24.
 */
#ifndef COLLAPSE_FORMATS_V8_CHROME_SAMPLES_H
#define COLLAPSE_FORMATS_V8_CHROME_SAMPLES_H

#include "collapse/formats/v8/ids.h"
#include "collapse/stacks/thread-root.h"

enum { CHROME_WEIGHT_PLACES = 3 }; /* decimals that are kept of weights */

/* Zeroed, there are none. */
struct chrome_samples {
	struct v8_ids ids; /* of frames */
	struct chrome_frame {
		uint32_t id, name, parent; /* parent: an id, or NAME_NONE */
	} *frames;
	size_t frame_count, frame_capacity;
	struct chrome_sample {
		uint64_t weight;
		uint64_t order; /* private */
		uint32_t thread, frame; /* frame: an id */
	} *items;
	size_t count, capacity;
};

/* The dictionary: takes the value that comes next. */
void chrome_samples_read_frames(
	struct chrome_samples *samples, struct stacks *stacks, struct json *json);
void chrome_samples_add(
	struct chrome_samples *samples, uint32_t thread, struct str frame, uint64_t weight);
/*
 * Adds all stacks, in the order of threads and then as they came; roots[thread] is the node that they
 * stand on. Returns how many samples have no stack in the dictionary, and are left out.
 */
uint64_t chrome_samples_fold(
	struct chrome_samples *samples, struct stacks *stacks, const struct stack_root *roots);
void chrome_samples_release(struct chrome_samples *samples);

#endif
