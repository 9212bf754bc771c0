/*
 * What a profiler's format must offer to become a program, collapse-NAME. The driver
 * (collapse/driver.c) gives it files, options, messages and output; the format turns lines into
 * stacks. The smallest whole one is tests/format/toy.c.
 *
 * A format never sees argv, writes nothing itself and decides no exit status: what it has to say
 * goes to struct stacks, as problems, notes or a reason. It keeps all state in what begin() returns,
 * so that one program can run several of them at once.
 */
#ifndef COLLAPSE_STACKS_FORMAT_H
#define COLLAPSE_STACKS_FORMAT_H

#include "collapse/kinds/kinds.h"
#include "collapse/stacks/stacks.h"
#include "common/lines.h"
#include "common/options.h"

struct format {
	const struct kind *kind; /* of its inputs */
	const char *summary; /* for --help */

	/* Options of its own, stored into a struct of options_size bytes that defaults() has set. */
	const struct option *options;
	size_t options_size;
	void (*defaults)(void *options); /* NULL: all zero */

	/* What its inputs consist of, if not of lines, for messages: "samples". It counts them. */
	const char *things;
	bool strict; /* the first bad line is an error, as with --strict */
	bool keeps_names; /* they come back as they are, mangled or not */
	bool has_threads; /* --threads is among its options */
	bool merges_recursion; /* --merge-recursion need not be given */

	/* Before the first input; options outlives the state. Returns the state. */
	void *(*begin)(const void *options, struct stacks *out);
	/* One input to its end. What cannot be read goes to stacks_problem(). */
	void (*read)(void *state, struct lines *lines);
	/* After the last input: what is still open, notes for the user; frees the state. */
	void (*end)(void *state);
};

#endif
