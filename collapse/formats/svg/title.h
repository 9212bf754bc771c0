/*
 * What the tooltip of a frame says, in the pictures of FlameGraph, inferno and flamegraph --static:
 *
 *     parse (1,234 samples, 12.34%)
 *     parse (1,234, 12.34%)
 *     parse (12 samples, 3.40%; +1.20%)
 *     parse (1,400 samples, 12.00%, before 1,200, 10.00%; change +4.50 points of the total, …)
 *
 * and, in lines, what newer versions of inferno say of differences:
 *
 *     parse
 *     Self:
 *     	Before:	(1 samples, 1.41%)    …
 *     Total:
 *     	Before:	(6 samples, 8.45%)
 *     	After:	(7 samples, 9.86%)    …
 *
 * The name may hold anything, also what looks like such a count; so it is read from its end.
 */
#ifndef COLLAPSE_FORMATS_SVG_TITLE_H
#define COLLAPSE_FORMATS_SVG_TITLE_H

#include "common/weight.h"

struct svg_title {
	struct str name, percent; /* "parse", "12.34" */
	struct weight weight[2];  /* with `before`: before and after; else the second is 0 */
	bool before;              /* the weight before is told, too */
	bool change;              /* it is of a differential picture, whichever of these */
};

bool svg_title_parse(struct str text, struct svg_title *title);

#endif
