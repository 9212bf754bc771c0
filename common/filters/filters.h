/*
 * The filters of stacks and frames, in the order in which they are applied. They run once, when
 * every stack is in the call tree: each makes a new tree of the last one, so that it costs what
 * distinct stacks cost, not samples.
 *
 * Weight is conserved: what a filter takes out of a stack is counted with the frame before it, and
 * "(hidden)" stands for a stack of which nothing is left. Only --focus, --ignore, --from,
 * --from-deepest and --base leave out stacks.
 */
#ifndef COMMON_FILTERS_FILTERS_H
#define COMMON_FILTERS_FILTERS_H

#include "common/calltree.h"
#include "common/options.h"

enum group { GROUP_NONE, GROUP_DSO, GROUP_PACKAGE };
enum recursion { RECURSION_KEEP, RECURSION_DIRECT, RECURSION_CYCLIC };

/* part / whole as two numbers: 12.5% is 125 of 1000. */
struct share {
	uint64_t part, whole; /* whole 0: not given */
};

/*
 * What is wanted; {0} is nothing. rename has sed's commands, see rename.h, base plain names, and the
 * other lists have expressions, see expression.h.
 */
struct filter_options {
	struct text_list rename, focus, ignore, from, from_deepest;
	struct text_list base; /* stacks start at the deepest frame of such a name, others go */
	struct text_list to, hide, show;
	enum group group;
	enum recursion recursion;
	uint64_t depth; /* 0: not given */
	bool wakers;    /* frames behind a "--" frame, which woke up those before it, get _[w] */
	bool reverse;
	bool keep_root; /* with reverse: the first frame (thread, process) stays the first */
	struct share least;
};

void filter_options_release(struct filter_options *options);

/* What one filter left out, and of how much. */
struct filter_loss {
	const char *option;
	uint64_t stacks, of_stacks;
	uint64_t weight[2], of_weight[2]; /* by the tree's columns */
};

/* Who has the tree. All but the tree may be NULL. */
struct filter_host {
	struct calltree *tree;
	void *context;
	/* The id of a name that a filter made, or put first in a stack, as it may stand there. */
	uint32_t (*name)(void *context, struct str name);
	/* The tree is another: target has by the last one's nodes what they are; NODE_ROOT: gone. */
	void (*moved)(void *context, const uint32_t *target);
	void (*left_out)(void *context, const struct filter_loss *loss);
};

struct filters;

/* NULL when no filter is wanted. A bad expression ends the program with EXIT_USAGE. */
struct filters *filters_new(const struct filter_options *options);
/* False when no stack is left. Nodes without weight are no stacks, and gone. */
bool filters_apply(struct filters *filters, const struct filter_host *host);
void filters_free(struct filters *filters);

#endif
