/*
 * What a profiler's output is called and how it begins: all that a program has to know of the formats
 * to tell its user what an input is, and which program folds it. A kind stands in its format's file,
 * apart from the format, so that the linker takes the one without the other.
 */
#ifndef COLLAPSE_KINDS_KINDS_H
#define COLLAPSE_KINDS_KINDS_H

#include "common/buf.h"
#include "common/input.h"

struct kind {
	const char *name; /* "perf": the program is collapse-perf */
	const char *input; /* "the text of perf script": what it reads, for messages */
	/* Could these first bytes be such an input? NULL: it takes anything that it can read. */
	bool (*sniff)(struct str head);
	/* It is JSON: what sniff() looks for may stand behind the first bytes. */
	bool is_json;
	/*
	 * Adds the path of the file that is meant where a folder was given, or, with NULL, nothing
	 * was and standard input is a terminal. False: none is. NULL: there never is.
	 */
	bool (*find)(const char *given, struct buf *path);
};

/* The place-th of all kinds, from 0; NULL behind the last. */
const struct kind *kind_at(size_t place);

/*
 * The kind that these first bytes are of, or what stands behind blank lines at their start (a
 * newline may also be the first byte of binary data); folded stacks are taken last, as many things
 * look like them. NULL when it is none. `another`, if not NULL, is set to a second one that it may be,
 * or to NULL.
 */
const struct kind *kind_of(struct str head, const struct kind **another);

/*
 * What a file with these first bytes is, and which program folds it, for users who gave it to another;
 * or what file_kind_of() knows of it. Valid until the next call.
 */
const struct file_kind *kind_describe(struct str head);

#endif
