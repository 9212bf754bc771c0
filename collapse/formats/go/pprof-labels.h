/*
 * The labels of a sample, as frames at the root of its stack: "worker=2", "bytes=64", "wait=5ms".
 */
#ifndef COLLAPSE_FORMATS_GO_PPROF_LABELS_H
#define COLLAPSE_FORMATS_GO_PPROF_LABELS_H

#include "collapse/formats/go/pprof-profile.h"

struct pprof_labels {
	struct stacks *stacks;
	const struct text_list *wanted; /* keys, from the root on */
	bool all; /* the others too, by their keys */

	/* private, of the present sample */
	struct pprof_label {
		struct str key, value, unit;
		int64_t number;
	} *items;
	size_t count, capacity;
	struct buf text;
};

void pprof_labels_release(struct pprof_labels *labels);
/* For each sample: its labels one by one, then the node that its stack is to stand on. */
void pprof_labels_add(
	struct pprof_labels *labels, const struct pprof_profile *profile, struct str message);
uint32_t pprof_labels_node(struct pprof_labels *labels);

#endif
