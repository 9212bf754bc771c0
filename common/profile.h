/*
 * From folded stacks to the call tree of a picture: reading all inputs, and what is done to each
 * stack on the way (filters, reversing, re-rooting).
 */
#ifndef COMMON_PROFILE_H
#define COMMON_PROFILE_H

#include "common/compare/comparison.h"
#include "common/options.h"

struct profile_options {
	enum folded_columns columns;
	const struct file_kind *(*kind_of)(struct str head); /* see struct folded_reader */
	bool time_order; /* flame chart: nothing is merged but neighbours' common callers */
	bool reverse;    /* leaf first: callers grow from what they call */
	bool keep_root;  /* with reverse: the first frame (thread, process) stays the root */
	bool chain;      /* frames behind a "--" frame are wakers: they get _[w] */
	struct text_list base;   /* stacks start at the deepest frame of such a name, others go */
	/* Extended regular expressions, for names with or without their annotation. */
	struct text_list focus;  /* keep stacks with such a frame */
	struct text_list ignore; /* the same: drop them */
};

/*
 * Reads all inputs ("-" is stdin; none means stdin) into a new tree, whose columns are those of the
 * input, and what is known of two columns into a new comparison; BEFORE is scaled as that says. Lines that are no stacks go to problems; how many the filters dropped is said with
 * warn(), and returned. A bad expression ends the program with EXIT_USAGE.
 */
uint64_t profile_load(struct calltree *tree, struct comparison *comparison,
	const struct profile_options *options, const char *const *paths, struct problems *problems);

#endif
