/*
 * top-folded: where the time goes, as text. Folded stacks in, one column or two, and functions out:
 *
 *     main;parse;read 42          42 samples; percentages are of that.
 *     main;parse 8         ─▶
 *                                 self   self %  total  total %  function
 *                                   34   ...
 */
#include <stdlib.h>

#include "collapse/kinds/kinds.h"
#include "common/compare/period.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/weight.h"
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
	const char *unit; /* what weights count */
	uint64_t sample; /* what one weighs, of one profile */
};

/* ---- what weights count ---- */

/* Of one profile. */
static uint64_t find_sample(const struct calltree *tree, bool *doubtful)
{
	struct period period = {0};
	uint64_t sample;

	for (uint32_t node = 0; node < tree->count; node++)
		period_add(&period, tree->nodes[node].self[BEFORE]);
	sample = period_find(&period, weight_unit(tree->places));
	*doubtful = period_is_doubtful(&period, sample);
	return sample;
}

/* Weights may be periods, as perf's are, or times. */
static void find_unit(struct top *top)
{
	bool doubtful = false, counts;

	if (top->profile.comparison) {
		counts = comparison_period(&top->comparison, &doubtful) == 1;
	} else {
		top->sample = find_sample(&top->tree, &doubtful);
		counts = top->sample == weight_unit(top->tree.places);
	}
	top->unit = counts && !doubtful ? "samples" : "units";
	if (top->options.countname)
		top->unit = top->options.countname;
}

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
	find_unit(top);
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

static uint32_t find_name(const struct top *top)
{
	const struct names *names = &top->tree.names;
	uint32_t id = nearest_exact(names, top->options.of);
	char shown[STR_SHOW];
	struct buf text = {0};

	if (id != NAME_NONE)
		return id;
	nearest_suggest(&text, names, top->options.of);
	die("no function is named \"%s\"%.*s", str_show(top->options.of, shown),
		STR_ARG(buf_str(&text)));
}

/* Those of the view. */
static const struct rows *make_rows(struct top *top)
{
	enum top_view view = top->options.view;

	if (view == VIEW_CALLERS)
		rows_of_callers(&top->others, &top->profile, find_name(top));
	else if (view == VIEW_CALLEES)
		rows_of_callees(&top->others, &top->profile, find_name(top));
	else if (view != VIEW_FUNCTIONS)
		rows_of_nodes(&top->others, &top->profile);
	if (view == VIEW_FUNCTIONS || top->options.budgets.count || top->options.fails_above)
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
		.unit = top->unit,
		.sample = top->sample,
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
	struct budget_facts facts = {&top->tree, &top->functions, top->unit,
		top->options.picture};
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
