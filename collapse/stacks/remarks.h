/*
 * What a format has to say: lines that it could not read, remarks, why there is nothing. It writes
 * no message itself and decides no exit status; the driver does when all has been read. One line
 * each; untrusted bytes through str_show() only.
 */
#ifndef COLLAPSE_STACKS_REMARKS_H
#define COLLAPSE_STACKS_REMARKS_H

#include "common/buf.h"
#include "common/messages.h"

/* The texts are ended by NUL each; empty when nothing was said. */
struct remarks {
	struct problems problems;
	bool wants_details; /* -v: notes may tell what only few want to know */
	struct buf notes; /* any number of them */
	struct buf reason; /* why there is no stack */
	struct buf failure; /* why nothing is to be written */
};

void remarks_release(struct remarks *remarks);

/* A remark for the user. */
void remarks_note(struct remarks *remarks, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * A remark on so many things, of which there may be one or more; none are not worth a remark. The
 * number stands for '#', and braces hold what is said of one and of more. `file` is where they are,
 * or NULL: in all that was read.
 *
 *     "# stack{ was|s were} cut, as {it was|they were} deep"
 */
void remarks_note_count(
	struct remarks *remarks, const char *file, uint64_t count, const char *text);

/* Adds such a text to another one; that nothing of the kind is there, too. */
void remarks_add_count(struct buf *out, uint64_t count, const char *text);

/* What to say instead of "no stacks" when there are none; the last one counts. */
void remarks_explain(struct remarks *remarks, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * For an input that must not be taken in part: the program ends with this message. The first one
 * counts.
 */
void remarks_fail(struct remarks *remarks, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
