/*
 * The search for what grew, all of it.
 */
#ifndef RENDER_REPORT_GROWTHS_H
#define RENDER_REPORT_GROWTHS_H

#include "render/report/growth.h"

/*
 * The functions are those of the profile. Where their changes were judged, it is beyond noise that
 * something must have grown, at the profile's confidence.
 */
void growths_find(struct growths *growths, const struct profile *profile,
	const struct rows *functions, const struct growth_limits *limits);
void growths_release(struct growths *growths);

#endif
