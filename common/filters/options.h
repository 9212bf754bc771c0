/*
 * What filters are to do, and to whose tree.
 */
#ifndef COMMON_FILTERS_OPTIONS_H
#define COMMON_FILTERS_OPTIONS_H

#include "common/calltree.h"
#include "common/options.h"
#include "common/weight.h"

enum group { GROUP_NONE, GROUP_DSO, GROUP_PACKAGE };
enum recursion { RECURSION_KEEP, RECURSION_DIRECT, RECURSION_CYCLIC };

/*
 * What is wanted; {0} is nothing. rename has sed's commands, see rename.h, base plain names, and
 * the other lists have expressions, see expression.h.
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
	struct amount least; /* a percentage; else it is not given */
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
	/*
	 * So many frames at the start of each stack are no functions (process, thread), and do not
	 * recurse; 0 once a filter has taken such a frame out.
	 */
	unsigned *leading;
	/* The id of a name that a filter made, or put first in a stack, as it may stand there. */
	uint32_t (*name)(void *context, struct str name);
	/* Another tree: target has by the last one's nodes what they are; NODE_ROOT: gone. */
	void (*moved)(void *context, const uint32_t *target);
	void (*left_out)(void *context, const struct filter_loss *loss);
};

#endif
