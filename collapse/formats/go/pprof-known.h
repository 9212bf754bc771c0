/*
 * The stacks that have come up, by the bytes of their locations' ids as the profile has them: many
 * samples differ in their labels only, and need not be walked through the call tree again.
 */
#ifndef COLLAPSE_FORMATS_GO_PPROF_KNOWN_H
#define COLLAPSE_FORMATS_GO_PPROF_KNOWN_H

#include "common/str.h"

enum { PPROF_KNOWN_SIZE = 1 << 20 }; /* bytes of ids */

struct pprof_known {
	struct pprof_stack {
		const char *ids; /* in the profile, or NULL: none here */
		uint32_t size; /* their bytes */
		uint32_t hash;
		uint32_t base; /* the node that it stands on */
		uint32_t node; /* what it is in the call tree */
		bool hides; /* some locations were hidden by drop_frames */
	} *slots;
	size_t count, slot_count;
};

/*
 * The place for the stack of these ids: for the caller to fill in node and hides when its node is
 * still NODE_ROOT. There are at most PPROF_KNOWN_SIZE bytes of ids, and at least one. Valid until
 * the next call.
 */
struct pprof_stack *pprof_known_find(struct pprof_known *known, struct str ids, uint32_t base);
/* At the end of the profile that the ids are in. */
void pprof_known_release(struct pprof_known *known);

#endif
