/*
 * What a view of a profile lists: functions, stacks, or the callers or callees of a function, each
 * with its weights and, in a comparison, with what is known of its change.
 *
 * A function's total counts a stack once, however often the function stands on it. Frames of a
 * process or a thread, which stacks may begin with, are no functions.
 */
#ifndef RENDER_REPORT_ROWS_H
#define RENDER_REPORT_ROWS_H

#include "common/compare/comparison.h"

/* Indices of a row's weights. */
enum { SELF = 0, TOTAL = 1 };

struct row {
	uint32_t id; /* of a name; or the number of a node */
	uint64_t weight[2][2]; /* SELF and TOTAL; of each, BEFORE and AFTER */
	const struct verdict *verdict[2]; /* NULL: not judged */
};

struct rows {
	struct row *items;
	size_t count;
	struct verdict *verdicts[2];
	double *runs[2]; /* of functions that were judged: a row of weights each, one a run */
};

/* A profile, and how its changes are judged. */
struct profile {
	const struct calltree *tree;
	const struct comparison *comparison; /* NULL: one column */
	double confidence; /* percent; 0: nothing is judged */
	unsigned leading; /* so many frames at the start of each stack are no functions */
};

/*
 * By node the name of its function, NAME_NONE for the root and for frames that are none; and the
 * same, but only where the frame counts for the function's total: none of its callers, near or far,
 * is of that function too. New arrays, to be freed.
 */
uint32_t *rows_functions(const struct profile *profile);
uint32_t *rows_outermost(const struct profile *profile);

/* A row a name, at its id, and one more behind them for stacks on which there is no function. */
void rows_of_functions(struct rows *rows, const struct profile *profile);
/*
 * A row a node, at its number: SELF is that of the stack which ends there. The root is judged with
 * the others, as diff-folded --verdicts does.
 */
void rows_of_nodes(struct rows *rows, const struct profile *profile);

/*
 * What calls a function, which may go by several names (flags, by name id), and what it calls: a row
 * a name, at its id, and one more behind them, with the weights as TOTAL; their sum is the function's
 * total. Of callers, those of its outermost frame on a stack, and the last row is for stacks that
 * start with it. Of callees, those of the innermost, and the last row is for its own weight.
 */
void rows_of_callers(struct rows *rows, const struct profile *profile, const bool *of);
void rows_of_callees(struct rows *rows, const struct profile *profile, const bool *of);

void rows_release(struct rows *rows);

/* How much a weight differs; and whether it is more than noise, or was not judged. */
uint64_t row_change(const struct row *row, int kind);
bool row_is_real(const struct row *row, int kind);
/* "grew", "shrank", "new", "gone", "noise"; "same" when nothing was judged. */
const char *row_word(const struct row *row, int kind);

#endif
