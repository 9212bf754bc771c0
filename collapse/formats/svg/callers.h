/*
 * The frames of a picture, and who called whom, told by their boxes: a box stands on the one in the
 * next row that its middle is above (or below, in an icicle).
 */
#ifndef COLLAPSE_FORMATS_SVG_CALLERS_H
#define COLLAPSE_FORMATS_SVG_CALLERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct svg_frame {
	int64_t x, y, width; /* as in the box, or in samples when all of the picture are exact */
	uint64_t first_sample, samples;
	uint64_t weight[2];
	uint64_t above[2]; /* the weights of all that stands on it */
	struct svg_frame *parent; /* NULL: none was found, or it is of the first row */
	uint32_t name;
	uint32_t node; /* of the tree */
	unsigned char places[2];
	bool readable, is_all;
	bool guessed; /* several callers fitted equally */
	bool unplaced; /* it, or a frame below it, stands on none: it is left out */
};

struct svg_frames {
	struct svg_frame *items;
	size_t count, capacity;
	size_t unreadable; /* without a count in the title */
	size_t exact, percents; /* how many boxes are so */
	size_t two_weights, changes; /* how many titles are so */
};

/* What became of the weights of pictures, besides stacks. */
struct svg_loss {
	uint64_t hidden;    /* pictures with weight that is in no frame */
	uint64_t weightless; /* frames whose weight is not told */
	uint64_t negative;  /* frames that weigh less than what stands on them */
	uint64_t unplaced;  /* frames of which it cannot be told on which they stand */
	uint64_t guessed;   /* frames that could stand on several, of which one was taken */
	uint64_t changes;   /* pictures of differences that lack the weights before */
};

/*
 * Sorts the frames into rows from the root on and within a row from left to right, and finds what
 * each stands on. Weights have the same decimals by now.
 */
void svg_callers_find(struct svg_frames *frames, struct svg_loss *loss);
/* Then: "all", which is no frame of the profile, if it is the first row; or NULL. */
const struct svg_frame *svg_callers_root(const struct svg_frames *frames);
/* Then: the frames by where they begin, still callers before what they call; to be freed. */
struct svg_frame **svg_callers_by_time(const struct svg_frames *frames);
/* Adds the frame to what stands on the other. */
void svg_callers_add_above(struct svg_frame *parent, const struct svg_frame *frame);

#endif
