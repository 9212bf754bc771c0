/*
 * Where every format puts its stacks: names are interned here, and stacks are summed up in one call
 * tree, or written in the order of time (time-order.h).
 */
#ifndef COLLAPSE_STACKS_STACKS_H
#define COLLAPSE_STACKS_STACKS_H

#include "collapse/stacks/findings.h"
#include "collapse/stacks/remarks.h"
#include "collapse/stacks/time-order.h"
#include "collapse/stacks/told.h"
#include "common/calltree.h"
#include "common/folded-header.h"
#include "common/lines.h"

struct stacks {
	struct calltree tree;
	struct remarks remarks;
	struct findings findings; /* what is wrong with the recording */
	struct time_order order; /* on: each stack is a line of its own, as the input has them */
	bool demangles; /* mangled names are to be readable, see demangle.h */
	bool wants_modules; /* names are to tell their module, if it is known: libc.so.6`malloc */
	uint64_t count; /* of the stacks that were added */
	struct folded_header header; /* what their weights count, see stacks_tell() */
	bool are_samples; /* every stack that is added is one */
	uint64_t samples; /* that stacks_count_samples() was told of; at the end in all, 0: not known */

	/* private */
	struct told told;
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
/* The same with every byte as it is: what is known to be fit for a line, or never stands in one. */
uint32_t stacks_name_as_is(struct stacks *stacks, struct str name);

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

/* So many more stacks were added: a format had put equal ones together before. */
static inline void stacks_count_equal(struct stacks *stacks, uint64_t more)
{
	stacks->count += more;
}

/*
 * For names that are known only at the end: every frame called `from` so far is to be called `to`.
 * Takes effect with stacks_apply_renames(), which puts stacks together that are equal then.
 */
void stacks_rename(struct stacks *stacks, uint32_t from, uint32_t to);
void stacks_apply_renames(struct stacks *stacks);

/* Stacks without a weight are written, too: with 0. */
static inline void stacks_keep_zeros(struct stacks *stacks)
{
	stacks->tree.whole = true;
}

/* Each stack is a line of its own, though the user did not ask for that. */
static inline void stacks_keep_order(struct stacks *stacks)
{
	stacks->order.on = true;
}

static inline bool stacks_in_order(const struct stacks *stacks)
{
	return stacks->order.on;
}

/* ---- what is known of the weights and frames, see folded-header.h ---- */

/*
 * What a format knows, be it as it begins, or from an input; with --time-order before the first
 * stack. Told another thing by another input, or nothing, it is not known of all together; that of
 * the unit is said. Empty texts and 0 tell nothing.
 */
void stacks_tell(struct stacks *stacks, enum header_text field, struct str value);
void stacks_tell_number(struct stacks *stacks, enum header_number field, uint64_t value);
/* A sample each so many nanoseconds, if that makes a whole number of them in a second. */
void stacks_tell_interval(struct stacks *stacks, uint64_t nanoseconds);

/*
 * What the first frames of a stack are that is added now, "process,thread"; NULL: functions. It is
 * to be told of every stack, and is known when it is the same of all. With --time-order the lines
 * are written before that is seen, and nothing is told. The text must stay.
 */
static inline void stacks_lead(struct stacks *stacks, const char *leading)
{
	if (!stacks->told.leads || stacks->told.leading != leading)
		told_leading(&stacks->told, leading);
}

/* So many samples are in what was added, where a stack may be the sum of several. */
static inline void stacks_count_samples(struct stacks *stacks, uint64_t samples)
{
	if (samples <= UINT64_MAX - stacks->samples)
		stacks->samples += samples;
}

/* For the driver: around each input, whose name must outlive the stacks, and when all was read. */
void stacks_begin_input(struct stacks *stacks, const char *name);
void stacks_end_input(struct stacks *stacks);
void stacks_settle(struct stacks *stacks);

/* ---- what a format has to say, see remarks.h ---- */

#define stacks_note(stacks, ...) remarks_note(&(stacks)->remarks, __VA_ARGS__)
#define stacks_note_count(stacks, file, count, text) \
	remarks_note_count(&(stacks)->remarks, file, count, text)
#define stacks_explain(stacks, ...) remarks_explain(&(stacks)->remarks, __VA_ARGS__)
#define stacks_fail(stacks, ...) remarks_fail(&(stacks)->remarks, __VA_ARGS__)

/* There is no use in reading on. */
static inline bool stacks_failed(const struct stacks *stacks)
{
	return stacks->remarks.failure.n > 0;
}

/* Something that cannot be read, as the line that was given out last or anywhere; see common/messages.h. */
static inline void stacks_problem_at(struct stacks *stacks, const char *file, uint64_t line,
	const char *expected, struct str got)
{
	problem_at(&stacks->remarks.problems, file, line, expected, got);
}

static inline void stacks_problem(
	struct stacks *stacks, const struct lines *lines, const char *expected, struct str got)
{
	stacks_problem_at(stacks, lines->name, lines->number, expected, got);
}

/* So many more of the things that the format's inputs consist of, see format.h, were looked at. */
static inline void stacks_count_things(struct stacks *stacks, uint64_t count)
{
	stacks->remarks.problems.lines += count;
}

#endif
