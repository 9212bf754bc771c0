/*
 * Where every format puts its stacks: names are interned here, stacks are summed up in one call
 * tree, and what could not be read is counted.
 */
#ifndef COLLAPSE_STACKS_STACKS_H
#define COLLAPSE_STACKS_STACKS_H

#include "common/calltree.h"
#include "common/output.h"
#include "common/report.h"

struct stacks {
	struct calltree tree;
	struct problems problems;
	bool time_order; /* each stack is a line of its own, in the order of the input */
	bool demangles; /* mangled names are to be readable, see demangle.h */
	bool wants_modules; /* names are to tell their module, if it is known: libc.so.6`malloc */
	uint64_t count; /* of the stacks that were added */

	/* for the driver */
	struct output *output; /* where time_order writes */
	bool filtered; /* with time_order: nothing is written before stacks_write_lines() */
	struct buf notes; /* each ended by NUL */
	struct buf reason; /* why there is no stack, ended by NUL; or empty */
	struct buf failure; /* why nothing is to be written, ended by NUL; or empty */

	/* private */
	struct buf scratch;
	struct names mangled; /* names that looked so, and by their ids what they say */
	struct str *readable;
	size_t readable_count, readable_capacity;
	uint32_t *reversed;
	size_t reversed_capacity;
	struct stacks_rename {
		uint32_t from, to;
	} *renames;
	size_t rename_count, rename_capacity;
	struct stacks_line {
		uint32_t node;
		unsigned char places[2];
		uint64_t weight[2];
	} *lines;
	size_t line_count, line_capacity;
};

void stacks_init(struct stacks *stacks);
void stacks_release(struct stacks *stacks);

/*
 * The name, or what it says if it is mangled and demangles is set: those bytes stay. It may hold
 * what a format adds, a module before the symbol or "_[k]" behind it. Each name is demangled once.
 */
struct str stacks_readable(struct stacks *stacks, struct str name);

/*
 * A frame's name as it may stand in a folded line, and readable: ';' and line ends are replaced (';' by ':',
 * which is what both FlameGraph and inferno do). A stack must not be read back as a comment, nor
 * lose its first bytes as a byte order mark, so "#" and "# x" are "#_" and "#_x", and a '_' comes
 * before a mark. Everything else stays.
 */
uint32_t stacks_name(struct stacks *stacks, struct str name);

/*
 * Adds a weight to the stack of these frames (name ids from stacks_name()), given leaf first, as
 * most profilers print them, or root first. A stack without frames is an error of the caller.
 */
void stacks_add_leaf_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight);
void stacks_add_root_first(
	struct stacks *stacks, const uint32_t *frames, size_t count, uint64_t weight);

/*
 * For inputs that hold a tree already, perhaps with two weights a stack, or decimals: the child of
 * a node (first of all of NODE_ROOT), and a node's own weights, of which the second counts with two
 * columns only. Columns are set before anything is added; false when there are stacks with another
 * number of columns.
 */
bool stacks_set_columns(struct stacks *stacks, unsigned columns);
uint32_t stacks_child(struct stacks *stacks, uint32_t parent, uint32_t name);
void stacks_add_at(
	struct stacks *stacks, uint32_t node, const uint64_t weight[2], unsigned places);
/* The same with decimals of its own for each weight. */
void stacks_add_columns(struct stacks *stacks, uint32_t node, const uint64_t weight[2],
	const unsigned places[2]);

/*
 * For names that are known only at the end: every frame called `from` so far is to be called `to`.
 * Takes effect with stacks_apply_renames(), which puts stacks together that are equal then.
 */
void stacks_rename(struct stacks *stacks, uint32_t from, uint32_t to);
void stacks_apply_renames(struct stacks *stacks);

/*
 * For the driver, with time_order and filtered: the stacks have another tree, in which target tells
 * of each node of the last one what it has become, NODE_ROOT if it is gone; and the lines at last.
 */
void stacks_move_lines(struct stacks *stacks, const uint32_t *target);
void stacks_write_lines(struct stacks *stacks);

/*
 * For a format's end(): a remark for the user, and what to say instead of "no stacks" when there
 * are none. One line each; untrusted bytes through str_show() only.
 */
void stacks_note(struct stacks *stacks, const char *format, ...) PRINTF_LIKE(2, 3);
void stacks_explain(struct stacks *stacks, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * A remark on so many things, of which there may be one or more; none are not worth a remark. The
 * number stands for '#', and braces hold what is said of one and of more. `file` is where they are,
 * or NULL: in all that was read.
 *
 *     stacks_note_count(stacks, lines->name, cut, "# stack{ was|s were} cut, as {it was|they were} deep")
 */
void stacks_note_count(
	struct stacks *stacks, const char *file, uint64_t count, const char *text);

/*
 * For an input that must not be taken in part: the program ends with this message. The first one
 * counts.
 */
void stacks_fail(struct stacks *stacks, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
