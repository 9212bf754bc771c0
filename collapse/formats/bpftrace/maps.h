/*
 * Maps of bpftrace, an entry at a time: the parts of its key, then its value.
 *
 *     @cpu[kstack, ustack, comm, pid] = count()
 *
 * Frames come leaf first, those of the kernel before those of the process; all other keys are root
 * frames, the first one outermost. One map is folded, the first that has stacks or the one that is
 * asked for: maps count different things.
 */
#ifndef COLLAPSE_FORMATS_BPFTRACE_MAPS_H
#define COLLAPSE_FORMATS_BPFTRACE_MAPS_H

#include "collapse/names/module-name.h"
#include "collapse/stacks/frame-list.h"

struct bpftrace_options {
	const char *map;
	bool include_offset, no_tidy;
};

struct bpftrace_maps {
	const struct bpftrace_options *options;
	struct stacks *stacks;
	struct module_name names;

	struct names maps; /* all that were there */
	uint64_t *entries; /* how many each has */
	size_t entries_capacity;
	uint32_t chosen; /* NAME_NONE: none yet */
	uint64_t single; /* maps without a key: "@n: 199" */
	bool told; /* that values are numbers of events */

	/* the present entry */
	uint32_t map;
	struct frame_list frames, keys;
	bool has_stack; /* perhaps an empty one */
};

void bpftrace_maps_init(
	struct bpftrace_maps *maps, const struct bpftrace_options *options, struct stacks *stacks);
void bpftrace_maps_release(struct bpftrace_maps *maps);

/* An entry of the map of that name: "@cpu". */
void bpftrace_entry_begin(struct bpftrace_maps *maps, struct str map);
/* "    read+56", or, of ustack(perf), "\t5576db3bc65b read+56 (/usr/lib/libc.so.6)". */
void bpftrace_entry_frame(struct bpftrace_maps *maps, struct str text);
/* Keys between the stacks, "swapper/0, 0": what stands between separators; empty where a stack is. */
void bpftrace_entry_keys(struct bpftrace_maps *maps, struct str text, struct str separator);
/* Whether the entry is of the map that is folded. Only then its value matters, and ends it. */
bool bpftrace_entry_is_wanted(struct bpftrace_maps *maps);
void bpftrace_entry_end(struct bpftrace_maps *maps, uint64_t value);
/* The same of the rows of a histogram, which count events; what other values are is not said. */
void bpftrace_entry_end_histogram(struct bpftrace_maps *maps, uint64_t sum);

/* Says which maps were left out. */
void bpftrace_maps_report(const struct bpftrace_maps *maps);

#endif
