/*
 * Budgets: what a profile may cost, for a build to fail when it costs more.
 *
 *     total(parse) > 5%
 *     self(std::vector<int>::operator[](size_t)) >= 120
 *
 * Each says what breaks it. A name is everything between the first '(' and the last ')'.
 */
#ifndef RENDER_REPORT_BUDGETS_H
#define RENDER_REPORT_BUDGETS_H

#include "common/weight.h"
#include "render/report/rows.h"

struct budget;

struct budgets {
	struct budget *items;
	size_t count, capacity;
};

/* The text must live as long as the budgets. Returns NULL, or what is wrong, until the next call.
 */
const char *budgets_add(struct budgets *budgets, const char *text);
void budgets_release(struct budgets *budgets);

/* What the weights of functions are held against. */
struct budget_facts {
	const struct calltree *tree;
	const struct rows *functions;
	const char *unit; /* "samples" */
};

/*
 * Says of each budget that the functions break, by which and by how much, on stderr; how many. Of a
 * comparison, the weights after count. A function that is not there weighs 0, with a warning.
 */
size_t budgets_check(const struct budgets *budgets, const struct budget_facts *facts);

/*
 * The same for functions whose self or total weight grew, beyond noise and by `least` or more, by
 * more than `limit`, a percentage of the total before.
 */
size_t budgets_check_growth(
	const struct budget_facts *facts, const struct amount *limit, const struct amount *least);

#endif
