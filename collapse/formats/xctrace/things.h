/*
 * What the ids of an xctrace export stand for:
 *
 *     <frame id="11" name="read">…</frame>    the thing 11 is the name "read"
 *     <frame ref="11"/>
 *
 * Things are told by their index, in the order in which their ids were first asked for. Ids count
 * up, but most are of things that nobody refers to, so a table finds those that matter.
 */
#ifndef COLLAPSE_FORMATS_XCTRACE_THINGS_H
#define COLLAPSE_FORMATS_XCTRACE_THINGS_H

#include "common/names.h"

enum xctrace_kind { UNKNOWN, NAME, WEIGHT, STACK };

struct xctrace_thing {
	enum xctrace_kind kind;
	uint64_t value; /* the name's id, the weight, or where its frames begin */
	size_t count; /* of frames */
};

/* Zeroed it is empty. */
struct xctrace_things {
	struct xctrace_thing *items;
	uint32_t count;

	/* private */
	size_t capacity;
	struct xctrace_slot *slots;
	size_t slot_count; /* a power of two */
	struct names words; /* ids that are no numbers */
};

/* The thing of that id, of kind UNKNOWN when it is new. */
uint32_t xctrace_things_find(struct xctrace_things *things, struct str id);
void xctrace_things_release(struct xctrace_things *things);

#endif
