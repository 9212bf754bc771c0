/*
 * What grew, as messages on stderr, and the exit status that follows.
 *
 *     budget broken: self(read) grew by 200, 20.00% of 1,000 samples before, more than 5%; called as
 *     main;parse;read
 *     cannot tell: ...
 *
 * With a picture, each ends in a link to the frame that grew: " <diff.svg?zoom=main;parse;read>".
 */
#ifndef RENDER_REPORT_GROWTH_SAID_H
#define RENDER_REPORT_GROWTH_SAID_H

#include "render/report/budgets.h"
#include "render/report/growth.h"

void growths_say(const struct growths *growths, const struct budget_facts *facts,
	const struct profile *profile, const struct amount *limit);

/* EXIT_BROKEN when something grew for sure, EXIT_UNSURE when that cannot be told, or EXIT_DONE. */
int growths_status(const struct growths *growths);

#endif
