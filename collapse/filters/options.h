/*
 * The options that filter and change stacks, in the order in which they are applied.
 */
#ifndef COLLAPSE_FILTERS_OPTIONS_H
#define COLLAPSE_FILTERS_OPTIONS_H

#include "common/options.h"

enum group { GROUP_NONE, GROUP_DSO, GROUP_PACKAGE };
enum recursion { RECURSION_KEEP, RECURSION_DIRECT, RECURSION_CYCLIC };

/* part / whole as two numbers: 12.5% is 125 of 1000. */
struct share {
	uint64_t part, whole; /* whole 0: not given */
};

struct filter_options {
	struct text_list rename, focus, ignore, from, from_deepest, to, hide, show;
	enum group group;
	enum recursion recursion;
	uint64_t depth; /* 0: not given */
	bool reverse;
	struct share least;
};

extern const struct option filter_options[];

void filter_options_release(struct filter_options *options);

#endif
