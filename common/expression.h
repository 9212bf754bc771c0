/*
 * POSIX extended regular expressions, for names of frames.
 *
 * Expressions and names may be hostile: memory and time have bounds. An expression is at most
 * EXPRESSION_SIZE characters with its repeats written out, has no back-references (which POSIX's
 * extended expressions do not know either), and sees the first EXPRESSION_SIGHT bytes of a name. A
 * NUL in a name is matched as the byte 1, since the C library's expressions end at a NUL.
 */
#ifndef COMMON_EXPRESSION_H
#define COMMON_EXPRESSION_H

#include <regex.h>

#include "common/buf.h"
#include "common/options.h"
#include "common/str.h"

enum { EXPRESSION_SIZE = 2000, EXPRESSION_SIGHT = 8192 };

struct expression {
	regex_t regex;
	int flags;
	struct buf source; /* what regex was made of, terminated */
	size_t seen; /* bytes of names, since regex was made */
};

/* What is wrong with an expression, and before which of its bytes. */
struct expression_fault {
	char reason[160];
	size_t at;
};

/*
 * flags are REG_NOSUB, REG_ICASE or none; with REG_NOSUB it only tells whether there is a match.
 * False when it is no expression; then there is nothing to release.
 */
bool expression_init(struct expression *expression, struct str text, int flags,
	struct expression_fault *fault);
void expression_release(struct expression *expression);

/*
 * Where the ']' stands that ends the bracket expression whose '[' is at `at`, as in "[]a]" and
 * "[^[:alpha:]]"; text.n without one.
 */
size_t expression_bracket_end(struct str text, size_t at);

/* A name as expression_find() takes it: terminated, cut to EXPRESSION_SIGHT bytes. */
void expression_prepare(struct buf *prepared, struct str name);
/*
 * regexec() from a byte of a prepared name on; the places of groups are those in all of it. count
 * may be 0 only where from is 0.
 */
bool expression_find(struct expression *expression, const struct buf *prepared, size_t from,
	regmatch_t *groups, size_t count);

/*
 * A list of expressions, and for each name already asked whether one of them matches: as it is, or
 * without its annotation or its module ("^read$" matches "read_[k]" and "libc.so.6`read").
 */
struct expressions {
	struct expression *items;
	size_t count;
	struct buf prepared;
	unsigned char *answers; /* by id */
	size_t answered, capacity;
};

/* The values of --OPTION; a bad one ends the program with EXIT_USAGE. */
void expressions_init(
	struct expressions *expressions, const char *option, const struct text_list *values);
/* id must mean the same name in each call. */
bool expressions_match(struct expressions *expressions, uint32_t id, struct str name);
void expressions_release(struct expressions *expressions);

#endif
