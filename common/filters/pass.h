/*
 * One filter's way from a tree to a new one. A tree is a table of parents and names in which
 * parents come first, so a filter is what it does at one node, told what its parent became:
 *
 *     main;parse;std::read 5     --hide std:     main -> main, parse -> parse, std::read -> parse
 *
 * and never follows a stack, however deep it is. Where weight is left at no frame, "(hidden)"
 * stands for it.
 */
#ifndef COMMON_FILTERS_PASS_H
#define COMMON_FILTERS_PASS_H

#include "common/expression.h"
#include "common/filters/options.h"

/* What a name becomes, by its id; NAME_NONE: nothing. */
struct new_name {
	bool known;
	bool found; /* it is one of those that the filter looks for */
	uint32_t name;
};

/* The new tree is the host's. */
struct pass {
	const struct filter_host *host;
	const struct filter_options *options;
	struct expressions *expressions; /* of the filter's list */
	struct renames *renames;
	struct buf *scratch;
	struct calltree old; /* without its names, which the new one has */
	uint32_t *target; /* by old node: where it went */
	uint32_t *state; /* by old node: what a filter remembers of the way there */
	bool *used; /* by old node: is there a weight that stays, on it or below? */
	struct new_name *names;
	uint64_t *totals[2]; /* for --min */
};

/*
 * A filter, as seen from one node whose parent is done: mark() sets its state, keeps() tells from
 * that whether the stack that ends here stays, and place() where the node goes, given where its
 * parent went. Where that is NODE_ROOT no frame is left. all() is for those that go another way: it
 * sets the target of every used node.
 */
struct filter {
	const char *option;
	size_t list; /* of expressions: its offset in struct filter_options; 0: none */
	bool (*is_wanted)(const struct filter_options *options); /* where there is no such list */
	void (*mark)(struct pass *pass, uint32_t i);
	bool (*keeps)(const struct pass *pass, uint32_t i);
	uint32_t (*place)(struct pass *pass, uint32_t i, uint32_t above);
	void (*all)(struct pass *pass);
};

/* ---- for filters ---- */

const struct node *pass_node(const struct pass *pass, uint32_t i);
bool pass_has_weight(const struct pass *pass, uint32_t i);
/* Is old node i no function, but a process or a thread? The root is none either. */
bool pass_is_leading(const struct pass *pass, uint32_t i);
/* The name of old node i. */
struct str pass_name(const struct pass *pass, uint32_t i);
/* Does one of the filter's expressions match it? */
bool pass_matches(struct pass *pass, uint32_t i);
/* The id of a name that is made here. */
uint32_t pass_add_name(struct pass *pass, struct str name);
/* The new node of that name below `above`; or of old node i's name. */
uint32_t pass_child(struct pass *pass, uint32_t above, uint32_t name);
uint32_t pass_same_child(struct pass *pass, uint32_t i, uint32_t above);
/* What old node i's name becomes: find() is asked once for each name, and told "itself". */
struct new_name *pass_new_name(
	struct pass *pass, uint32_t i, void (*find)(struct pass *, struct str, struct new_name *));

/* ---- for who runs them ---- */

/* Of a pass what the first five fields say is there. False when no stack is left. */
bool pass_run(struct pass *pass, const struct filter *filter);

#endif
