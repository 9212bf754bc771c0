/*
 * The frames of a profile's locations: each location is read when it comes up first, and its
 * frames' names are kept.
 */
#ifndef COLLAPSE_FORMATS_GO_PPROF_FRAMES_H
#define COLLAPSE_FORMATS_GO_PPROF_FRAMES_H

#include "collapse/formats/go/pprof-profile.h"
#include "collapse/formats/go/pprof-prune.h"

struct pprof_frames {
	struct stacks *stacks;
	bool dso, srcline; /* part of the names */

	/* private, of the present profile */
	struct pprof_profile *profile;
	struct pprof_prune prune;
	uint32_t *names;
	size_t count, capacity;
	struct buf text;
};

/*
 * Before the first sample of a profile, with its drop_frames or nothing: false when these, or its
 * keep_frames, cannot be applied; then no frame is left out. And behind its last sample.
 */
bool pprof_frames_start(
	struct pprof_frames *frames, struct pprof_profile *profile, struct str drop);
void pprof_frames_end(struct pprof_frames *frames);
void pprof_frames_release(struct pprof_frames *frames);

/*
 * The location of that id, or NULL. Its names are location->count, the innermost function first;
 * they are valid until another location is looked for.
 */
struct pprof_entry *pprof_frames_find(struct pprof_frames *frames, uint64_t id);
static inline const uint32_t *pprof_frames_names(
	const struct pprof_frames *frames, const struct pprof_entry *location)
{
	return frames->names + location->first;
}

/* How many of a stack's locations drop_frames hides, from the leaf. */
size_t pprof_frames_hidden(struct pprof_entry *const *locations, size_t count);

#endif
