/*
 * top-folded: where the time goes, as text. Folded stacks in, one column or two, and functions out:
 *
 *     main;parse;read 42          42 in all; percentages are of that.
 *     main;parse 8         ─▶
 *                                 self   self %  total  total %  function
 *                                   34   ...
 */
#include <stdlib.h>

#include "collapse/kinds/kinds.h"
#include "common/messages.h"
#include "common/output.h"
#include "render/report/document.h"
#include "render/report/growth-said.h"
#include "render/report/growths.h"
#include "render/report/nearest.h"
#include "render/report/options.h"
#include "render/report/terminal.h"

struct top {
	struct top_options options;
	struct calltree tree;
	struct comparison comparison;
	struct folded_header header;
	struct profile profile;
	struct rows functions; /* when the view or a budget needs them */
	struct rows others; /* of a view that does not list functions */
	struct quantities numbers;
};

/* ---- reading ---- */

static _Noreturn void die_empty(const struct top_options *options, const struct problems *problems)
{
	profile_refuse_lines(&options->profile, problems);
	if (problems->lines)
		die("no stack counts found in the input: there is no stack with a weight above 0");
	die("no stack counts found in the input: it is empty");
}

static void set_period(struct top *top)
{
	uint64_t period = top->options.period;

	if (period && top->comparison.period && top->comparison.period != period)
		warn("--period %llu does nothing: the input says %llu", (unsigned long long)period,
			(unsigned long long)top->comparison.period);
	if (top->comparison.period == 0)
		top->comparison.period = period;
}

static void set_comparison(struct top *top)
{
	set_period(top);
	if (top->options.confidence > 0)
		comparison_warn_of_period(&top->comparison);
	top->profile.comparison = &top->comparison;
}

/* What the user says of weights stands above what the input says. */
static void set_numbers(struct top *top)
{
	struct top_options *options = &top->options;

	top->numbers.unit = options->countname ? str_of(options->countname) :
						 quantity_unit(&top->header);
	top->numbers.exact = options->numbers == NUMBERS_EXACT;
	budgets_settle(&options->budgets, top->numbers.unit);
}

static void load(struct top *top, const char *const *paths)
{
	struct problems problems;

	profile_load(&top->tree, &top->comparison, &top->header, &top->options.profile, paths,
		&problems);
	if (top->tree.total[BEFORE] == 0 && top->tree.total[AFTER] == 0)
		die_empty(&top->options, &problems);
	top_options_check(&top->options, top->tree.columns);
	top->profile.tree = &top->tree;
	top->profile.confidence = top->options.confidence;
	if (top->tree.columns == 2)
		set_comparison(top);
	top->profile.leading = top->options.processes ? 0 : folded_header_leading(&top->header);
	set_numbers(top);
}

/* Limits that hold since there is nothing would hide that a recording went wrong. */
static void check_limits(const struct top *top)
{
	const struct top_options *options = &top->options;

	if (top->tree.columns == 1 || !(options->budgets.count || options->fails_above))
		return;
	for (unsigned column = BEFORE; column <= AFTER; column++)
		if (top->tree.total[column] == 0)
			die("no stack has a weight %s: there is nothing to hold against %s",
				column == BEFORE ? "before" : "after",
				options->fails_above ? "--fail-above" : "--fail-on");
}

/* ---- rows ---- */

static bool *find_name(const struct top *top)
{
	bool *names = nearest_find(&top->profile, top->options.of);
	char shown[STR_SHOW];
	struct buf text = {0};

	if (names)
		return names;
	nearest_suggest(&text, &top->profile, top->options.of);
	die("no function is named \"%s\"%.*s", str_show(top->options.of, shown),
		STR_ARG(buf_str(&text)));
}

static void make_rows_of_one(struct top *top)
{
	bool *names = find_name(top);

	if (top->options.view == VIEW_CALLERS)
		rows_of_callers(&top->others, &top->profile, names);
	else
		rows_of_callees(&top->others, &top->profile, names);
	free(names);
}

/* Those of the view. */
static const struct rows *make_rows(struct top *top)
{
	enum top_view view = top->options.view;

	if (view == VIEW_CALLERS || view == VIEW_CALLEES)
		make_rows_of_one(top);
	else if (view != VIEW_FUNCTIONS)
		rows_of_nodes(&top->others, &top->profile);
	if (view == VIEW_FUNCTIONS || top->options.fails_above)
		rows_of_functions(&top->functions, &top->profile);
	return view == VIEW_FUNCTIONS ? &top->functions : &top->others;
}

/* ---- output ---- */

static void write_report(struct top *top, const struct rows *rows)
{
	struct top_options *options = &top->options;
	struct output output;
	struct report report = {.options = options,
		.profile = top->profile,
		.rows = rows,
		.header = &top->header,
		.numbers = top->numbers,
		.output = &output};

	report.width = options->width ? (size_t)options->width :
					terminal_width(options->output.path);
	report.bars = options->bars == BARS_ALWAYS ||
		      (options->bars == BARS_AUTO && terminal_shows_utf8(options->output.path));
	output_open(&output, options->output.path);
	document_write(&report);
	output_close(&output);
}

/* EXIT_DONE, or what the limits make of it. */
static int check_growth(const struct top *top, const struct budget_facts *facts)
{
	const struct growth_limits limits = {top->options.fail_above, top->options.min_change};
	struct growths growths;
	int status;

	growths_find(&growths, &top->profile, &top->functions, &limits);
	growths_say(&growths, facts, &top->profile, &limits.limit);
	status = growths_status(&growths);
	growths_release(&growths);
	return status;
}

static int check_budgets(const struct top *top)
{
	struct budget_facts facts = {&top->profile, &top->numbers, top->options.picture};
	bool broken = budgets_check(&top->options.budgets, &facts) > 0;
	int status = top->options.fails_above ? check_growth(top, &facts) : EXIT_DONE;

	return broken ? EXIT_BROKEN : status;
}

static void top_release(struct top *top)
{
	rows_release(&top->functions);
	rows_release(&top->others);
	comparison_release(&top->comparison);
	folded_header_release(&top->header);
	calltree_release(&top->tree);
	top_options_release(&top->options);
}

int main(int argc, char **argv)
{
	struct top top = {0};
	const char **paths;
	int status;

	messages_start("top-folded");
	paths = top_options_parse(&top.options, argc, argv);
	top.options.profile.kind_of = kind_describe;
	messages_quiet(top.options.output.quiet);
	output_check(top.options.output.path, paths);
	load(&top, paths);
	check_limits(&top);
	write_report(&top, make_rows(&top));
	status = check_budgets(&top);
	top_release(&top);
	free(paths);
	return status;
}
