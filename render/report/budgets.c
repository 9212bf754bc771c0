#include "render/report/budgets.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/memory.h"
#include "common/messages.h"
#include "render/report/nearest.h"

struct budget {
	const char *text;
	int kind; /* SELF or TOTAL */
	struct str name;
	const struct relation *relation;
	struct amount limit;
};

static const char *const kind_names[] = {"self", "total"};

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
	budget->kind = str_starts(*rest, STR("total")) ? TOTAL : SELF;
	if (!take_word(rest, str_of(kind_names[budget->kind])))
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
	return amount_parse(*rest, &budget->limit)
		       ? NULL
		       : "a weight such as 120, or a percentage of the total such as 5%";
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
	*budgets = (struct budgets){0};
}

/* ---- messages ---- */

static void add_amount(struct buf *out, const struct amount *amount)
{
	weight_format_commas(out, amount->weight.value, amount->weight.places);
	if (amount->percent)
		buf_add_char(out, '%');
}

/* "7.25%", and more decimals where with fewer it would be the limit, and is not. */
static void add_percent(struct buf *out, uint64_t part, uint64_t whole, const struct amount *limit)
{
	size_t from = out->n;

	for (unsigned decimals = 2; decimals <= WEIGHT_PLACES; decimals++) {
		struct weight shown;

		out->n = from;
		weight_percent(out, part, whole, decimals);
		if (!weight_parse(str_skip(buf_str(out), from), &shown) ||
			amount_compare(limit, part, whole, 0) == 0 ||
			shown.value != limit->weight.value || shown.places != limit->weight.places)
			break;
	}
	buf_add_char(out, '%');
}

/* "7.25% of 1,234 samples", "90 samples" */
static void add_measure(struct buf *out, const struct budget_facts *facts, uint64_t part,
	uint64_t whole, const struct amount *limit)
{
	if (limit->percent) {
		add_percent(out, part, whole, limit);
		buf_add(out, STR(" of "));
		part = whole;
	}
	weight_format_commas(out, part, facts->tree->places);
	buf_addf(out, " %s", facts->unit);
}

static void add_function(struct buf *out, int kind, struct str name)
{
	char shown[STR_SHOW];

	buf_addf(out, "%s(%s)", kind_names[kind], str_show(name, shown));
}

static void say(struct buf *text)
{
	complain("budget broken: %.*s", STR_ARG(buf_str(text)));
	buf_reset(text);
}

/* ---- budgets ---- */

static unsigned last_column(const struct calltree *tree)
{
	return tree->columns == 2 ? AFTER : BEFORE;
}

static uint64_t weight_of(const struct budget *budget, const struct budget_facts *facts)
{
	const struct names *names = &facts->tree->names;
	uint32_t id = nearest_exact(names, budget->name);
	struct buf text = {0};

	if (id != NAME_NONE)
		return facts->functions->items[id].weight[budget->kind][last_column(facts->tree)];
	nearest_suggest(&text, names, budget->name);
	warn("--fail-on '%s': no function has that name, so it weighs 0%.*s", budget->text,
		STR_ARG(buf_str(&text)));
	buf_release(&text);
	return 0;
}

static bool check(const struct budget *budget, const struct budget_facts *facts, struct buf *text)
{
	uint64_t whole = facts->tree->total[last_column(facts->tree)];
	uint64_t weight = weight_of(budget, facts);
	int compared = amount_compare(&budget->limit, weight, whole, facts->tree->places);

	if (!budget->relation->breaks[compared + 1])
		return false;
	add_function(text, budget->kind, budget->name);
	buf_add(text, STR(" is "));
	add_measure(text, facts, weight, whole, &budget->limit);
	buf_addf(text, ", %s", budget->relation->before);
	add_amount(text, &budget->limit);
	buf_addf(text, "%s", budget->relation->behind);
	say(text);
	return true;
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

/* ---- growth ---- */

/* Of one function, in the order in which they are said. */
struct growth {
	uint64_t change;
	struct str name;
	int kind;
};

static int compare_growths(const void *a, const void *b)
{
	const struct growth *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind - y->kind;
	if (x->change != y->change)
		return x->change < y->change ? 1 : -1;
	return str_compare(x->name, y->name);
}

static bool grew(const struct row *row, int kind, const struct budget_facts *facts,
	const struct amount *limit, const struct amount *least)
{
	const struct calltree *tree = facts->tree;
	uint64_t change = row_change(row, kind);
	uint64_t larger = tree->total[tree->total[AFTER] > tree->total[BEFORE] ? AFTER : BEFORE];

	return row->weight[kind][AFTER] > row->weight[kind][BEFORE] && row_is_real(row, kind) &&
	       amount_compare(least, change, larger, tree->places) >= 0 &&
	       amount_compare(limit, change, tree->total[BEFORE], tree->places) > 0;
}

static struct growth *find_growths(const struct budget_facts *facts, const struct amount *limit,
	const struct amount *least, size_t *count)
{
	const struct rows *rows = facts->functions;
	struct growth *growths = memory_new(rows->count * 2, sizeof(*growths));

	*count = 0;
	for (size_t i = 0; i < rows->count; i++)
		for (int kind = SELF; kind <= TOTAL; kind++)
			if (grew(&rows->items[i], kind, facts, limit, least))
				growths[(*count)++] = (struct growth){
					row_change(&rows->items[i], kind),
					names_get(&facts->tree->names, rows->items[i].id), kind};
	qsort(growths, *count, sizeof(*growths), compare_growths);
	return growths;
}

size_t budgets_check_growth(
	const struct budget_facts *facts, const struct amount *limit, const struct amount *least)
{
	enum { GROWTHS_SAID = 20 };
	struct buf text = {0};
	size_t count;
	struct growth *growths = find_growths(facts, limit, least, &count);

	for (size_t i = 0; i < count && i < GROWTHS_SAID; i++) {
		add_function(&text, growths[i].kind, growths[i].name);
		buf_add(&text, STR(" grew by "));
		weight_format_commas(&text, growths[i].change, facts->tree->places);
		buf_add(&text, STR(", "));
		add_measure(&text, facts, growths[i].change, facts->tree->total[BEFORE], limit);
		buf_add(&text, STR(" before, more than "));
		add_amount(&text, limit);
		say(&text);
	}
	if (count > GROWTHS_SAID)
		complain(
			"budget broken: and by %zu more functions that grew", count - GROWTHS_SAID);
	buf_release(&text);
	free(growths);
	return count;
}
