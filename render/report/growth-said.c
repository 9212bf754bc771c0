#include "render/report/growth-said.h"

#include "common/compare/recorded.h"
#include "common/messages.h"
#include "render/report/link.h"
#include "render/report/measure.h"

struct saying {
	const struct budget_facts *facts;
	const struct profile *profile;
	const struct amount *limit;
	struct buf text;
};

/* ---- parts of a message ---- */

static void add_frame(struct saying *saying, uint32_t node)
{
	const struct calltree *tree = saying->profile->tree;
	char shown[STR_SHOW];

	buf_add(&saying->text,
		str_of(str_show(names_get(&tree->names, tree->nodes[node].name), shown)));
}

/* "; called as main;parse;read", and of a long chain its ends: "; called as main;...;parse;read". */
static void add_chain(struct saying *saying, uint32_t node)
{
	enum { LAST = 4 };
	const struct node *nodes = saying->profile->tree->nodes;
	uint32_t last[LAST], count = 0, first = node;

	for (; count < LAST && node != NODE_ROOT; node = nodes[node].parent)
		last[count++] = node;
	if (count < 2)
		return;
	while (nodes[first].parent != NODE_ROOT)
		first = nodes[first].parent;
	buf_add(&saying->text, STR("; called as "));
	if (first != last[count - 1]) {
		add_frame(saying, first);
		buf_add(&saying->text, nodes[last[count - 1]].parent == first ? STR(";") : STR(";...;"));
	}
	while (count > 0) {
		add_frame(saying, last[--count]);
		buf_add(&saying->text, count ? STR(";") : STR(""));
	}
}

static void add_subject(struct saying *saying, const struct growth *growth)
{
	if (growth->id == NAME_NONE)
		buf_add(&saying->text, STR("the total"));
	else
		measure_add_function(&saying->text, growth->kind,
			names_get(&saying->profile->tree->names, growth->id));
}

static uint64_t whole_of(const struct saying *saying, const struct growth *growth)
{
	return growth->id == NAME_NONE ? growth->before : saying->profile->tree->total[BEFORE];
}

/* "self(read) grew by 200, 20.00% of 1,000 samples before" */
static void add_growth(struct saying *saying, const struct growth *growth)
{
	add_subject(saying, growth);
	buf_add(&saying->text, STR(" grew by "));
	measure_add_number(&saying->text, saying->facts, growth->after - growth->before);
	buf_add(&saying->text, STR(", "));
	measure_add_weight(&saying->text, saying->facts, growth->after - growth->before,
		whole_of(saying, growth), saying->limit);
	buf_add(&saying->text, STR(" before"));
}

static void add_more_than_limit(struct saying *saying)
{
	buf_add(&saying->text, STR(", more than "));
	measure_add_limit(&saying->text, saying->facts, 0, saying->limit);
}

/* ---- messages ---- */

static void say_sure(struct saying *saying, const struct growth *growth)
{
	uint64_t change = growth->after - growth->before;

	add_growth(saying, growth);
	add_more_than_limit(saying);
	if (growth->unexplained < change) {
		buf_add(&saying->text, STR(" ("));
		measure_add_number(&saying->text, saying->facts, growth->unexplained);
		buf_add(&saying->text, STR(" of that in none of the above)"));
	}
	if (growth->id != NAME_NONE)
		add_chain(saying, growth->node);
}

static void say_scaled(struct saying *saying, const struct growth *growth)
{
	add_growth(saying, growth);
	buf_add(&saying->text, STR(", and before was scaled by "));
	recorded_add_scale(&saying->text, saying->profile->comparison);
	buf_add(&saying->text, STR(" to "));
	measure_add_number(
		&saying->text, saying->facts, saying->profile->tree->total[BEFORE]);
	buf_add(&saying->text,
		STR(": if the work is the same each time, compare without --normalize; if the time is, say "
		    "diff-folded --fixed=time"));
}

static void say_unrecorded(struct saying *saying, const struct growth *growth)
{
	(void)growth;
	buf_add(&saying->text,
		STR("the weights before are scaled, and how much was recorded is not known: diff-folded "
		    "--stats keeps it"));
}

static void say_equal(struct saying *saying, const struct growth *growth)
{
	(void)growth;
	buf_add(&saying->text,
		STR("both totals are equal, as if one had been scaled: diff-folded --stats says how"));
}

/* Why it may be noise, and what helps. */
static const char *remedy(const struct saying *saying, bool drift)
{
	if (comparison_scale_is_wide(saying->profile->comparison))
		return ", or not at all: the scale is unsure";
	if (drift && comparison_runs(saying->profile->comparison) == 2)
		return ", which one recording a side cannot tell from drift of the machine: record 3 or "
		       "more a side";
	return ", which may be noise: record longer, or more often";
}

static void say_noise(struct saying *saying, const struct growth *growth)
{
	add_growth(saying, growth);
	add_more_than_limit(saying);
	buf_add(&saying->text, str_of(remedy(saying, growth->drift)));
	if (growth->id != NAME_NONE)
		add_chain(saying, growth->node);
}

static void say_blind(struct saying *saying, const struct growth *growth)
{
	buf_add(&saying->text, STR("growth of "));
	measure_add_limit(&saying->text, saying->facts, 0, saying->limit);
	buf_add(&saying->text, STR(" would not be seen in "));
	add_subject(saying, growth);
	buf_add(&saying->text, STR(", whose change has a standard error of "));
	measure_add_weight(&saying->text, saying->facts, growth->error, whole_of(saying, growth),
		saying->limit);
	buf_add(&saying->text,
		comparison_scale_is_wide(saying->profile->comparison)
			? STR(": the scale is unsure")
			: STR(": record longer, or more often"));
}

static void say_hidden(struct saying *saying, const struct growth *growth)
{
	buf_add(&saying->text, STR("growth of more than "));
	measure_add_limit(&saying->text, saying->facts, 0, saying->limit);
	buf_add(&saying->text, STR(" may be hidden in "));
	add_subject(saying, growth);
	buf_add(&saying->text, STR(", "));
	measure_add_number(&saying->text, saying->facts, growth->before);
	buf_add(&saying->text, STR(" before and "));
	measure_add_number(&saying->text, saying->facts, growth->after);
	buf_add(&saying->text, STR(" after, as one recording a side does not show how much the machine "
				   "drifts: record 3 or more a side"));
}

/* " <diff.svg?zoom=main;parse>" */
static void add_link(struct saying *saying, const struct growth *growth)
{
	const struct budget_facts *facts = saying->facts;

	if (!facts->picture)
		return;
	buf_add(&saying->text, STR(" <"));
	link_add_frame(&saying->text, facts->picture, facts->profile->tree, growth->node);
	buf_add_char(&saying->text, '>');
}

static void say(struct saying *saying, const struct growth *growth)
{
	static void (*const sayings[])(struct saying *saying, const struct growth *growth) = {
		[GROWTH_SURE] = say_sure,
		[GROWTH_SCALED] = say_scaled,
		[GROWTH_UNRECORDED] = say_unrecorded,
		[GROWTH_EQUAL] = say_equal,
		[GROWTH_NOISE] = say_noise,
		[GROWTH_BLIND] = say_blind,
		[GROWTH_HIDDEN] = say_hidden,
	};

	sayings[growth->doubt](saying, growth);
	add_link(saying, growth);
	complain("%s: %.*s", growth->doubt == GROWTH_SURE ? "budget broken" : "cannot tell",
		STR_ARG(buf_str(&saying->text)));
	buf_reset(&saying->text);
}

void growths_say(const struct growths *growths, const struct budget_facts *facts,
	const struct profile *profile, const struct amount *limit)
{
	struct saying saying = {facts, profile, limit, {0}};

	for (size_t i = 0; i < growths->count && i < GROWTHS_SAID; i++)
		say(&saying, &growths->items[i]);
	if (growths->count > GROWTHS_SAID)
		complain("%s: and by %zu more functions that grew",
			growths->sure ? "budget broken" : "cannot tell",
			growths->count - GROWTHS_SAID);
	buf_release(&saying.text);
}

int growths_status(const struct growths *growths)
{
	if (growths->count == 0)
		return EXIT_DONE;
	return growths->sure ? EXIT_BROKEN : EXIT_UNSURE;
}
