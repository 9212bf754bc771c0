/*
 * The only grammar of folded lines:
 *
 *     main;parse;read 42          stack, weight
 *     main;parse;read 42 17.5     stack, before, after
 *     main;parse;read 20 17 19    where a comment says so: a weight for each run of a comparison
 *
 * Frames are separated by ';', root first, and may hold any byte but ';' and a line's end; blanks
 * within them are part of the name, blanks around the stack are not. Weights are as weight.h reads
 * them, separated by blanks. Blank lines are nothing; lines that start with '#', but for blanks,
 * and have a blank or nothing behind it, are comments.
 *
 * Whether there are two columns is decided once for all input: a frame's name may end in a number
 * ("worker 7 50"), so a profile has two columns only if every line of it has. Until one has not, or
 * the input ends, lines are kept in a tree: each stack as it is with one column, so with the number
 * behind it, and how many lines had it, from which both readings can be made. So memory grows with
 * such stacks, not with the input; and where the program was told which columns there are
 * (COLUMNS_ONE, COLUMNS_TWO) nothing is kept.
 */
#ifndef COMMON_FOLDED_H
#define COMMON_FOLDED_H

#include "common/calltree.h"
#include "common/folded-header.h"
#include "common/lines.h"
#include "common/messages.h"
#include "common/output.h"

enum folded_columns { COLUMNS_AUTO = 0, COLUMNS_ONE = 1, COLUMNS_TWO = 2, COLUMNS_RUNS };
enum { FOLDED_COLUMNS_MAX = 64 };

struct folded_line {
	struct str stack; /* "main;parse;read"; valid during the call */
	uint64_t lines;   /* of the input, of which these are the sums: mostly 1 */
	unsigned columns; /* how many weights there are; the second is 0 when there is one */
	struct weight weight[FOLDED_COLUMNS_MAX];
};

/*
 * Where a stack ends in a tree. Neighbouring lines of a sorted file share most of their frames, so
 * the path of the last stack is kept and only what differs is looked up.
 */
struct folded_path {
	struct buf text;
	struct folded_step {
		uint32_t node;
		size_t end; /* of its name in text */
	} *steps;
	size_t depth, capacity;
};

/* The node of a stack's leaf, made as needed; with time_order, equal neighbours stay apart. */
uint32_t folded_node(struct folded_path *path, struct calltree *tree, struct str stack,
	bool time_order);
void folded_path_release(struct folded_path *path);

/* Adds a node's stack, "main;parse;read". */
void folded_add_stack(struct buf *out, const struct calltree *tree, uint32_t node);

/*
 * The reader. While COLUMNS_AUTO is undecided, lines that could have two columns are held back and
 * equal stacks are added up, so take() may be called from folded_finish(), and once for several
 * lines.
 */
struct folded_reader {
	enum folded_columns columns; /* as asked for; after folded_finish(): as found, never AUTO */
	struct problems *problems;   /* lines that are not folded stacks are reported there */
	void (*take)(void *context, const struct folded_line *line);
	void *context;
	uint64_t taken; /* how many lines were stacks */
	bool time_order; /* lines that are held back stay apart, in their order */
	/*
	 * Is given each comment; from it on lines have so many columns, FOLDED_COLUMNS_MAX at most,
	 * and the reader has COLUMNS_RUNS. 0: it says nothing of that. NULL: no comment does.
	 */
	unsigned (*comment)(void *context, const struct folded_reader *reader,
		const struct lines *lines, struct str text);
	/* What is known of the weights and frames of all inputs together; NULL: nobody asks. */
	struct folded_header *header;
	/* What an input with these first bytes is, if not folded stacks; NULL: file_kind_of(). */
	const struct file_kind *(*kind_of)(struct str head);

	/* private */
	struct folded_held {
		struct calltree tree; /* of lines held back, read as if they had one column */
		struct folded_path path;
		struct folded_sum {
			struct weight weight;
			uint64_t lines; /* 0: no stack ends there */
		} *sums; /* by node */
		size_t capacity;
		uint32_t count;
		uint32_t *ends; /* the nodes where stacks end, in the order of their first lines */
		size_t stacks, ends_capacity;
	} held;
	unsigned runs;     /* columns, of COLUMNS_RUNS */
	bool decided;      /* nobody asked for so many columns: the lines decided */
	uint64_t two_fold; /* lines that could have two, where the lines decide */
};

/*
 * What programs' tables of options call for "--diff" and "--no-diff"; the field is an enum
 * folded_columns.
 */
const char *folded_two_columns(const char *value, void *field);
const char *folded_one_column(const char *value, void *field);

/* Is this line, without the blanks around it, a comment, or nothing? */
bool folded_is_comment(struct str text);
/* Do these first bytes look like folded stacks? Others may hold a line that could be one. */
bool folded_looks_so(struct str head);

/*
 * Reads one input to its end. What is plainly another kind of file ends the program, as do bytes
 * that cannot be text in a line that cannot be read.
 */
void folded_read(struct folded_reader *reader, struct lines *lines);
/* Warns of input that has a second number on many lines, but not on all of them. */
void folded_finish(struct folded_reader *reader);
/* For who does not get so far; folded_finish() does the same. */
void folded_reader_release(struct folded_reader *reader);

/* Calls visit() for each node but the root, with its stack, in the order of the stacks' bytes. */
typedef void folded_visit(void *context, uint32_t node, struct str stack);
void folded_walk(const struct calltree *tree, folded_visit *visit, void *context);

/*
 * Writes a tree as folded lines, sorted by the bytes of the stack, one per node that has a self
 * weight, with as many columns as the tree has.
 */
void folded_write(const struct calltree *tree, struct output *output);
/* The same with other weights: so many columns by node, with the tree's decimals. */
void folded_write_columns(const struct calltree *tree, struct output *output,
	const uint64_t *weights, unsigned columns);

#endif
