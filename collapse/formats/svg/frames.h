/*
 * The frames of a picture, as their boxes and tooltips show them, back into stacks. This is for
 * pictures without data: FlameGraph's, inferno's and those of flamegraph --static.
 *
 *     <g><title>parse (12 samples, 3.40%)</title><rect x="10.0" y="181" width="201.2" …/></g>
 *
 * Who called whom is told by the boxes (callers.h). How much a frame weighs is told by its tooltip,
 * or exactly by inferno's fg:w; what is its own is that less all that stands on it. So frames that
 * were too thin to draw count as their caller's own, and at the root, which is no frame, as
 * "[hidden]".
 */
#ifndef COLLAPSE_FORMATS_SVG_FRAMES_H
#define COLLAPSE_FORMATS_SVG_FRAMES_H

#include "collapse/formats/svg/callers.h"
#include "collapse/formats/svg/title.h"
#include "collapse/stacks/stacks.h"

/* Where a box is; without `exact` in millionths of the picture's own unit. */
struct svg_box {
	int64_t x, y, width;
	uint64_t first_sample, samples; /* fg:x and fg:w */
	bool exact;                     /* these are there */
	bool percent;                   /* x and width are of the picture's width */
};

/* title: NULL when it cannot be read, and then `text` is the name. */
void svg_frames_add(struct svg_frames *frames, struct stacks *stacks, struct str text,
	const struct svg_title *title, const struct svg_box *box);

/*
 * Adds the stacks of one picture and adds to *loss. Returns NULL, or what is wrong, a text for
 * people. Empties frames.
 */
const char *svg_frames_fold(
	struct svg_frames *frames, struct stacks *stacks, struct svg_loss *loss);

/* Forgets all frames, and keeps the memory. */
void svg_frames_reset(struct svg_frames *frames);
void svg_frames_release(struct svg_frames *frames);

#endif
