/*
 * Spans of time on threads, nested by their times: what began within another and ends before it was
 * called by it. For traces, whose events come in any order.
 *
 *     thread 1:  |---- main ----|       main 6
 *                  |- a -| |-b|         main;a 4
 *                    |c|                main;a;c 2 …
 *
 * All of them are held until the end, with 32 bytes each.
 */
#ifndef COLLAPSE_FORMATS_V8_CHROME_SPANS_H
#define COLLAPSE_FORMATS_V8_CHROME_SPANS_H

#include "collapse/stacks/thread-root.h"

enum span_kind { SPAN_WHOLE, SPAN_BEGIN, SPAN_END };

struct span {
	int64_t start, length; /* nanoseconds; length of SPAN_WHOLE only */
	uint32_t thread, name;
	uint32_t order; /* private */
	uint32_t kind;
};

struct spans {
	struct span *items;
	size_t count, capacity;
};

/* What could not be nested as it stands. */
struct span_loss {
	uint64_t unopened; /* ends of nothing */
	uint64_t unclosed; /* beginnings that last until the end of their thread's spans */
	uint64_t cut;      /* that outlasted what they began in, and end there */
};

/* A zeroed one is empty. Spans of one thread have the same number for it. */
void spans_add(struct spans *spans, const struct span *span);
/*
 * Adds all stacks, with the time for which each was on top, in the order of threads and then times;
 * roots[thread] is the node that they stand on. Ends with no spans left.
 */
void spans_fold(struct spans *spans, struct stacks *stacks, const struct stack_root *roots,
	struct span_loss *loss);
void spans_release(struct spans *spans);

#endif
