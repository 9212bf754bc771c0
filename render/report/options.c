/*
 * The tables of options, by the sections of --help, and what each value may be.
 */
#include "render/report/options.h"

#include "common/messages.h"
#include "common/weight.h"

static const char *const format_names[] = {"table", "md", "tsv", "csv", "json", NULL};
static const char *const bars_names[] = {"auto", "always", "never", NULL};
static const char *const sort_names[] = {
	"self", "total", "name", "before", "after", "change", "total-change", NULL};

/* "5", "5%": of the total in any case */
static const char *parse_percent(const char *value, void *field)
{
	struct amount *amount = field;
	bool good = amount_parse(str_of(value), amount);

	amount->percent = true;
	return good && amount->weight.value <= 100 * weight_unit(amount->weight.places)
		       ? NULL
		       : "expected a percentage such as 5 or 0.5%";
}

static const char *parse_fail_above(const char *value, void *field)
{
	struct top_options *options = field;

	options->fails_above = true;
	return parse_percent(value, &options->fail_above);
}

static const char *parse_budget(const char *value, void *field)
{
	return budgets_add(field, value);
}

#define AT(member) offsetof(struct top_options, member)

static const struct option view_options[] = {
	{"stacks", OPTION_FLAG, AT(stacks), .help = "list stacks instead of functions"},
	{"tree", OPTION_FLAG, AT(tree),
		.help = "show the call tree, the heaviest first; of a comparison, what leads to changes"},
	{"callers", OPTION_TEXT, AT(callers), .argument = "NAME",
		.help = "list what calls the function of that name, and for how much"},
	{"callees", OPTION_TEXT, AT(callees), .argument = "NAME",
		.help = "list what the function of that name calls"},
	{"processes", OPTION_FLAG, AT(processes),
		.help = "take frames of processes and threads for functions, too"},
	{"n limit", OPTION_NUMBER, AT(limit), .argument = "N", .min = 0, .max = 1e9,
		.help = "list at most N, and with --tree N at each frame (20; 0 is all)"},
	{"s sort", OPTION_CHOICE, AT(sort), .argument = "KEY", .choices = sort_names,
		.help = "what comes first, and for a comparison also what it is about: self weights, or "
			"totals with total and total-change; default self, or change of self"},
	{"min-percent", OPTION_CALL, AT(min_percent), .argument = "PCT", .parse = parse_percent,
		.help = "with --tree, frames with less than that of the total are only counted (0.5)"},
	{0},
};

static const struct option change_options[] = {
	{"confidence", OPTION_DECIMAL, AT(confidence), .argument = "PCT", .min = 0, .max = 99.9999,
		.help = "how sure it must be that a change is more than noise (95); 0 takes every change "
			"for real"},
	{"min-change", OPTION_CALL, AT(min_change), .argument = "N", .parse = amount_option,
		.help = "leave out changes smaller than N, or N% of the larger total"},
	{"all", OPTION_FLAG, AT(all), .help = "list what changed within noise, too"},
	{"period", OPTION_NUMBER, AT(period), .argument = "N", .min = 1, .max = 1e18,
		.help = "what one sample weighs, if the input does not say it; default what the weights "
			"of 16 stacks or more have in common, else 1: weights are counts of samples"},
	{0},
};

static const struct option budget_options[] = {
	{"fail-on", OPTION_CALL, AT(budgets), .argument = "BUDGET", .parse = parse_budget,
		.help = "end with status 3 if it is so: \"total(parse) > 5%\", \"self(read) >= 120\", "
			"\"total(all) > 2 s\"; any number of times"},
	{"fail-above", OPTION_CALL, 0, .argument = "PCT", .parse = parse_fail_above,
		.help = "the same if the total, or the self or total weight of a function, grew by more "
			"than that of the total before, beyond noise; and with status 4 if that cannot be "
			"told"},
	{0},
};

static const struct option form_options[] = {
	{"f format", OPTION_CHOICE, AT(format), .argument = "FORMAT", .choices = format_names,
		.help = "default table"},
	{"countname", OPTION_TEXT, AT(countname), .argument = "TEXT",
		.help = "what weights count: samples, calls, or ns, us, ms, s and bytes, which are shown in "
			"the unit that fits; default what the first line of the input says"},
	{"numbers", OPTION_CHOICE, AT(numbers), .argument = "STYLE", .choices = number_styles,
		.help = "short, as 1.90 s and 12.3 MiB, or exact, with all digits; default short"},
	{"picture", OPTION_TEXT, AT(picture), .argument = "URL",
		.help = "where the flame graph of the same input is found: in md, json, csv and tsv each "
			"row links to its frame there, and so does each limit that does not hold"},
	{"width", OPTION_NUMBER, AT(width), .argument = "N", .min = 40, .max = 100000,
		.help = "cut lines of a table to N characters; default the terminal's width, and no limit "
			"elsewhere"},
	{"bars", OPTION_CHOICE, AT(bars), .argument = "WHEN", .choices = bars_names,
		.help = "draw bars in a table; default auto: on a terminal that shows UTF-8"},
	{0},
};

static void check_sort(const struct top_options *options)
{
	bool of_totals = options->sort == SORT_TOTAL || options->sort == SORT_TOTAL_CHANGE;

	if (options->stacks && of_totals)
		die_usage("--sort %s: --stacks lists self weights", sort_names[options->sort]);
	if ((options->tree || options->of.p) && options->sort == SORT_SELF)
		die_usage("--sort self: --tree, --callers and --callees list totals");
}

static void settle(struct top_options *options)
{
	int views = options->stacks + options->tree + !!options->callers + !!options->callees;

	if (views > 1)
		die_usage(
			"--stacks, --tree, --callers and --callees are views of their own: give one");
	if (options->stacks)
		options->view = VIEW_STACKS;
	if (options->tree)
		options->view = VIEW_TREE;
	if (options->callers)
		options->view = VIEW_CALLERS;
	if (options->callees)
		options->view = VIEW_CALLEES;
	if (options->callers || options->callees)
		options->of = str_of(options->callers ? options->callers : options->callees);
	check_sort(options);
}

const char **top_options_parse(struct top_options *options, int argc, char **argv)
{
	const struct option_group groups[] = {
		{"Views", view_options, options},
		{"Changes", change_options, options},
		{"Budgets (exit status 3 when one is broken, 4 when that cannot be told)", budget_options, options},
		{"Input", profile_options, &options->profile},
		{"Output", form_options, options},
		{NULL, output_options, &options->output},
		{0},
	};
	const struct program program = {"top-folded", "[FILE]...",
		"Says in text where the time of folded stacks (main;parse;read 42) goes: functions, the "
		"heaviest first. With two numbers a line, or diff-folded --stats, it says what changed by "
		"more than noise.",
		groups, "3 budget broken, 4 cannot tell"};
	const char **operands;
	size_t count;

	*options = (struct top_options){
		.sort = SORT_UNSAID, .limit = 20, .confidence = DEFAULT_CONFIDENCE};
	options->min_percent = (struct amount){.weight = {5, 1}, .percent = true};
	operands = options_parse(&program, argc, argv, &count);
	settle(options);
	return operands;
}

void top_options_release(struct top_options *options)
{
	budgets_release(&options->budgets);
}

void top_options_check(const struct top_options *options, unsigned columns)
{
	const struct {
		bool idle, wrong;
		const char *option, *where;
	} rows[] = {
		{columns == 1 && options->fails_above, true, "fail-above", ""},
		{columns == 1 && options->sort == SORT_BEFORE, true, "sort", " before"},
		{columns == 1 && options->sort == SORT_AFTER, true, "sort", " after"},
		{columns == 1 && options->sort == SORT_CHANGE, true, "sort", " change"},
		{columns == 1 && options->sort == SORT_TOTAL_CHANGE, true, "sort", " total-change"},
		{columns == 1 && options->all, false, "all", ""},
		{columns == 1 && options->min_change.weight.value, false, "min-change", ""},
		{columns == 1 && options->confidence != DEFAULT_CONFIDENCE, false, "confidence",
			""},
		{columns == 1 && options->period, false, "period", ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (!rows[i].idle)
			continue;
		if (rows[i].wrong)
			die_usage(
				"--%s%s needs a comparison, and every line of the input has one number: "
				"diff-folded makes two of two profiles",
				rows[i].option, rows[i].where);
		warn("--%s does nothing where lines have one number", rows[i].option);
	}
}
