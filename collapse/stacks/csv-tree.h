/*
 * Call trees as CSV: below a header a row a frame, callers above what they call. Columns are found
 * by their names, and numbers may be written as in any country:
 *
 *     Level,Function Name,Number of Calls,Module Name          header()
 *     0,"Raytracer.exe",0,                                     row()
 *     1,"Raytracer.Tracer.Render(int32)","2,893,824",rt.exe    row()
 *
 * A format tells how it knows a header, which column has the weights, and what a row's frame is.
 */
#ifndef COLLAPSE_STACKS_CSV_TREE_H
#define COLLAPSE_STACKS_CSV_TREE_H

#include "collapse/readers/csv.h"
#include "collapse/stacks/indent.h"
#include "collapse/stacks/local-number.h"

struct csv_tree {
	const struct csv_tree_kind *kind;
	const void *options;
	struct stacks *stacks;
	struct indent indent;
	struct local_numbers numbers;
	uint64_t rounded; /* weights that became 0 */

	/* of the present table */
	struct csv csv;
	size_t key, weight; /* columns */
	bool whole; /* weights have no decimals, so that "1.234" is 1234 */
};

/* How a format reads; its state starts with a struct csv_tree. */
struct csv_tree_kind {
	size_t size; /* of the state */
	struct str key; /* the column by which a header is known */
	struct str begins; /* the header's beginning, for messages */
	struct str remark; /* rows before the header that start so are passed over; empty: none */
	const char *expected; /* of a row, for messages */
	bool plain; /* "1.234" has decimals, whatever other numbers look like */
	bool (*header)(void *state); /* finds columns; false after csv_tree_refuse() */
	bool (*row)(void *state); /* pushes the row's frame; false: it cannot be read */
	void (*end)(void *state); /* notes, and what the state owns; or NULL */
};

/* For struct format: begin() calls the first; read and end are the others. */
void *csv_tree_begin(const struct csv_tree_kind *kind, const void *options, struct stacks *out);
void csv_tree_read(void *state, struct lines *lines);
void csv_tree_finish(void *state);

/* Fails, as there is no `what`, "a column" for one, of that name in the header. Always false. */
bool csv_tree_refuse(struct csv_tree *tree, const char *what, struct str name);
/* The weight in a field, of which 1 is `unit`, rounded; false when it is no number, or too large. */
bool csv_tree_weight(struct csv_tree *tree, struct str text, uint64_t unit, uint64_t *weight);

#endif
