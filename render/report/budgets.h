/*
 * Budgets: what a profile may cost, for a build to fail when it costs more.
 *
 *     total(parse) > 5%
 *     self(std::vector<int>::operator[](size_t)) >= 120
 *     optional total(parse_legacy) > 1%
 *     total(all) > 2 s
 *
 * Each says what breaks it. A name is everything between the first '(' and the last ')', with the
 * function's annotation or without; total(all) is the whole profile.
 */
#ifndef RENDER_REPORT_BUDGETS_H
#define RENDER_REPORT_BUDGETS_H

#include "render/report/measure.h"

struct budget;

struct budgets {
	struct budget *items;
	size_t count, capacity;
	struct buf wrong; /* private: what the last message says */
};

/* The text must live as long as the budgets. Returns NULL, or what is wrong, until the next call.
 */
const char *budgets_add(struct budgets *budgets, const char *text);
void budgets_release(struct budgets *budgets);

/* Once it is known what weights are: "50 ms" of a profile of samples ends the program. */
void budgets_settle(struct budgets *budgets, struct str unit);

/*
 * Says of each budget that the functions break, by which and by how much, on stderr; how many. Of a
 * comparison, the weights after count. One for a function that is not there is broken, too, unless
 * it is optional.
 */
size_t budgets_check(const struct budgets *budgets, const struct budget_facts *facts);

#endif
