/*
 * What a profile says itself to leave out, as pprof does it: of each stack, the frame nearest to the
 * root whose name matches drop_frames and not keep_frames, and all that it called. Their weight is
 * then their caller's. Frames above which nothing else has come stay.
 *
 *     drop_frames: "malloc|operator new.*"        main;parse;malloc;brk 7 is main;parse 7
 */
#ifndef COLLAPSE_FORMATS_GO_PPROF_PRUNE_H
#define COLLAPSE_FORMATS_GO_PPROF_PRUNE_H

#include "common/expression.h"

struct pprof_prune {
	bool active, keeps;
	struct expression drop, keep;
	struct buf prepared;
};

/* False when one is no expression that can be read here; nothing is left out then. */
bool pprof_prune_init(struct pprof_prune *prune, struct str drop_frames, struct str keep_frames);
void pprof_prune_release(struct pprof_prune *prune);
bool pprof_prune_matches(struct pprof_prune *prune, struct str name);

#endif
