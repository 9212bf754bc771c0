/*
 * Folded stacks as the input of a collapse-* program: what collapse-folded and collapse-recursive
 * share. common/folded.h says what a line is.
 */
#ifndef COLLAPSE_FORMATS_FOLDED_INPUT_H
#define COLLAPSE_FORMATS_FOLDED_INPUT_H

#include "collapse/stacks/stacks.h"
#include "common/folded.h"

struct folded_input {
	struct stacks *stacks;
	bool whole_numbers; /* a weight with decimals is an error */
	struct folded_reader reader;
	struct folded_path path;
	struct buf readable; /* a stack whose names were mangled */
};

struct folded_input *folded_input_new(struct stacks *stacks, enum folded_columns columns);

/* read() and end() of a format, see format.h. */
void folded_input_read(void *input, struct lines *lines);
void folded_input_end(void *input);

#endif
