/*
 * Weights and limits as messages of budgets say them: "7.25% of 1,234 samples", "total(parse)".
 */
#ifndef RENDER_REPORT_MEASURE_H
#define RENDER_REPORT_MEASURE_H

#include "common/buf.h"
#include "common/quantity.h"
#include "render/report/rows.h"

/* What the weights of functions are held against, and how they are shown. */
struct budget_facts {
	const struct profile *profile;
	const struct quantities *numbers;
	const char *picture; /* what messages link to; NULL: nothing */
};

/* "self" and "total", by SELF and TOTAL. */
extern const char *const measure_kinds[2];

/* "1,234 samples", and "1,234" or "1.23 s" without a noun. */
void measure_add(struct buf *out, const struct budget_facts *facts, uint64_t weight);
void measure_add_number(struct buf *out, const struct budget_facts *facts, uint64_t weight);
/*
 * "7.25% of 1,234 samples", or "90 samples", as the limit has it; with as many digits as show on
 * which side of the limit it is.
 */
void measure_add_weight(struct buf *out, const struct budget_facts *facts, uint64_t part,
	uint64_t whole, const struct amount *limit);
/* The limit that was said so of the weight `part`: "5%", "80", "50.0 ms". */
void measure_add_limit(struct buf *out, const struct budget_facts *facts, uint64_t part,
	const struct amount *limit);
/* "total(parse)", the name fit for a terminal. */
void measure_add_function(struct buf *out, int kind, struct str name);

#endif
