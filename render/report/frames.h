/*
 * Where a function is looked for in a picture: of the frames that have its name, the one that its
 * change, or its weight, is most of.
 */
#ifndef RENDER_REPORT_FRAMES_H
#define RENDER_REPORT_FRAMES_H

#include "render/report/rows.h"

/*
 * By row of functions, the node: of what grew the one that grew most, of what shrank the one that
 * shrank most, of one profile the heaviest; by own weight (SELF), or with all below (TOTAL), of
 * frames that no other of that name is above. A new array, to be freed.
 */
uint32_t *frames_of_functions(
	const struct profile *profile, const struct rows *functions, int kind);

#endif
