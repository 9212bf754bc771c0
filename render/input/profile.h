/*
 * From folded stacks to the call tree of a picture or a report: reading all inputs, and filtering
 * what they hold.
 */
#ifndef RENDER_INPUT_PROFILE_H
#define RENDER_INPUT_PROFILE_H

#include "common/compare/comparison.h"
#include "common/filters/filters.h"

struct profile_options {
	enum folded_columns columns;
	const struct file_kind *(*kind_of)(struct str head); /* see struct folded_reader */
	bool strict;     /* the first line that is no stack ends the program */
	bool time_order; /* flame chart: nothing is merged but neighbours' common callers */
	struct filter_options filters;
};

/*
 * Reads all inputs ("-" is stdin; none means stdin) into a new tree, whose columns are those of the
 * input, and what is known of two columns into a new comparison; BEFORE is scaled as that says.
 * What is known of weights and frames is in a new header, also of what the filters left.
 * Lines that are no stacks are counted in new problems, and said; so is how many the filters left
 * out, which is returned. A bad expression ends the program with EXIT_USAGE.
 */
uint64_t profile_load(struct calltree *tree, struct comparison *comparison,
	struct folded_header *header, const struct profile_options *options,
	const char *const *paths, struct problems *problems);

/* Where nothing has a weight: ends the program if that is for lines that are no stacks. */
void profile_refuse_lines(
	const struct profile_options *options, const struct problems *problems);

#endif
