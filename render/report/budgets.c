#include "render/report/budgets.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/messages.h"
#include "render/report/link.h"
#include "render/report/nearest.h"

struct budget {
	const char *text;
	bool optional; /* holds where no function has that name */
	int kind; /* SELF or TOTAL */
	struct str name;
	const struct relation *relation;
	struct str quantity; /* "50 ms", which is the limit once it is settled; or empty */
	struct amount limit;
};

static const struct relation {
	struct str sign;
	const char *before, *behind; /* of the limit, in words */
	bool breaks[3]; /* when it is less, equal, more */
} relations[] = {
	/* The longer ones first: ">=" begins like ">". */
	{STR_INIT(">="), "", " or more", {false, true, true}},
	{STR_INIT("<="), "", " or less", {true, true, false}},
	{STR_INIT(">"), "more than ", "", {false, false, true}},
	{STR_INIT("<"), "less than ", "", {true, false, false}},
};

/* ---- reading ---- */

static bool take_word(struct str *rest, struct str word)
{
	if (!str_starts(*rest, word))
		return false;
	*rest = str_trim_start(str_skip(*rest, word.n));
	return true;
}

static bool take_relation(struct str *rest, const struct relation **relation)
{
	for (size_t i = 0; i < sizeof(relations) / sizeof(*relations); i++) {
		*relation = &relations[i];
		if (take_word(rest, relations[i].sign))
			return true;
	}
	return false;
}

/* Takes off what it can; returns what it expected of the rest, or NULL. */
static const char *read_budget(struct budget *budget, struct str *rest)
{
	size_t close;

	*rest = str_trim(*rest);
	budget->optional = take_word(rest, STR("optional "));
	budget->kind = str_starts(*rest, STR("total")) ? TOTAL : SELF;
	if (!take_word(rest, str_of(measure_kinds[budget->kind])))
		return "\"self(NAME)\" or \"total(NAME)\"";
	if (!take_word(rest, STR("(")))
		return "\"(\" and a function's name";
	close = str_rfind(*rest, ')');
	if (close == rest->n)
		return "\")\" behind the function's name";
	budget->name = str_head(*rest, close);
	*rest = str_trim_start(str_skip(*rest, close + 1));
	if (!take_relation(rest, &budget->relation))
		return "one of > >= < <=";
	if (amount_parse(*rest, &budget->limit) && budget->limit.percent)
		return NULL;
	budget->quantity = *rest;
	return quantity_is_sound(*rest)
		       ? NULL
		       : "a weight such as 120 or 50 ms, or a percentage of the total such as 5%";
}

const char *budgets_add(struct budgets *budgets, const char *text)
{
	static char wrong[256];
	struct budget budget = {.text = text};
	struct str rest = str_of(text);
	const char *expected = read_budget(&budget, &rest);

	if (expected) {
		snprintf(wrong, sizeof(wrong),
			"expected %s at character %zu, as in \"total(parse) > 5%%\"", expected,
			(size_t)(rest.p - text) + 1);
		return wrong;
	}
	*ARRAY_PUSH(budgets->items, budgets->count, budgets->capacity) = budget;
	return NULL;
}

void budgets_release(struct budgets *budgets)
{
	free(budgets->items);
	buf_release(&budgets->wrong);
	*budgets = (struct budgets){0};
}

void budgets_settle(struct budgets *budgets, struct str unit)
{
	for (size_t i = 0; i < budgets->count; i++) {
		struct budget *budget = &budgets->items[i];

		if (budget->quantity.n &&
			!quantity_parse(budget->quantity, unit, &budget->limit.weight, &budgets->wrong))
			die_usage("--fail-on %s: %.*s", budget->text, STR_ARG(buf_str(&budgets->wrong)));
	}
}

/* ---- budgets ---- */

static unsigned last_column(const struct calltree *tree)
{
	return tree->columns == 2 ? AFTER : BEFORE;
}

/* The whole profile, whatever its functions are called. */
static bool is_of_all(const struct budget *budget)
{
	return budget->kind == TOTAL && str_eq(budget->name, STR("all"));
}

static void say(struct buf *text)
{
	complain("budget broken: %.*s", STR_ARG(buf_str(text)));
	buf_reset(text);
}

/* A function that was renamed would hold any limit for ever. */
static void say_missing(
	const struct budget *budget, const struct budget_facts *facts, struct buf *text)
{
	measure_add_function(text, budget->kind, budget->name);
	buf_add(text, STR(": no function has that name"));
	nearest_suggest(text, facts->profile, budget->name);
	say(text);
}

/* " <out.svg?fn=parse>" */
static void add_link(
	const struct budget *budget, const struct budget_facts *facts, struct buf *text)
{
	if (!facts->picture)
		return;
	buf_add(text, STR(" <"));
	if (is_of_all(budget))
		link_add_frame(text, facts->picture, facts->profile->tree, NODE_ROOT);
	else
		link_add_function(text, facts->picture, budget->name);
	buf_add_char(text, '>');
}

static bool breaks(const struct budget *budget, const struct budget_facts *facts, uint64_t weight,
	struct buf *text)
{
	const struct calltree *tree = facts->profile->tree;
	uint64_t whole = tree->total[last_column(tree)];
	int compared = amount_compare(&budget->limit, weight, whole, tree->places);

	if (!budget->relation->breaks[compared + 1])
		return false;
	measure_add_function(text, budget->kind, budget->name);
	buf_add(text, STR(" is "));
	measure_add_weight(text, facts, weight, whole, &budget->limit);
	buf_addf(text, ", %s", budget->relation->before);
	measure_add_limit(text, facts, weight, &budget->limit);
	buf_addf(text, "%s", budget->relation->behind);
	add_link(budget, facts, text);
	say(text);
	return true;
}

/* What a function weighs that has any of these names. */
static uint64_t weigh(const struct profile *profile, int kind, const bool *names)
{
	const struct calltree *tree = profile->tree;
	uint32_t *functions = rows_functions(profile);
	bool *counts = memory_new(tree->count, sizeof(*counts));
	uint64_t weight = 0;

	/* Parents have smaller numbers. */
	for (uint32_t node = 1; node < tree->count; node++) {
		counts[node] = (functions[node] != NAME_NONE && names[functions[node]]) ||
			       (kind == TOTAL && counts[tree->nodes[node].parent]);
		if (counts[node])
			weight += tree->nodes[node].self[last_column(tree)];
	}
	free(counts);
	free(functions);
	return weight;
}

static bool check(const struct budget *budget, const struct budget_facts *facts, struct buf *text)
{
	const struct profile *profile = facts->profile;
	bool *names, broken;

	if (is_of_all(budget))
		return breaks(
			budget, facts, profile->tree->total[last_column(profile->tree)], text);
	names = nearest_find(profile, budget->name);
	if (names) {
		broken = breaks(budget, facts, weigh(profile, budget->kind, names), text);
		free(names);
		return broken;
	}
	if (!budget->optional)
		say_missing(budget, facts, text);
	return !budget->optional;
}

size_t budgets_check(const struct budgets *budgets, const struct budget_facts *facts)
{
	struct buf text = {0};
	size_t broken = 0;

	for (size_t i = 0; i < budgets->count; i++)
		broken += check(&budgets->items[i], facts, &text);
	buf_release(&text);
	return broken;
}
