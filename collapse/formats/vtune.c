/*
 * collapse-vtune and collapse-vtune-mc: the call trees of Intel's VTune, as CSV.
 *
 *     Function Stack,CPU Time:Self,Module            vtune -report top-down -call-stack-mode all
 *     Total,0.0,[Unknown]                                  -column="CPU Time:Self","Module"
 *      main,0.0,shop                                       -format csv -csv-delimiter comma
 *       "std::map<int, int>::at",0.015,shop
 *
 *     Function Stack,Allocation Size:Self,Deallocation Size:Self,Allocations:Self,Module
 *
 * Depth is the number of blanks before a name. Columns are found by their names.
 * https://www.intel.com/content/www/us/en/docs/vtune-profiler/user-guide/2024-1/top-down-report.html
 */
#include "collapse/stacks/csv-tree.h"
#include "collapse/stacks/format.h"

struct vtune_options {
	const char *column;
	bool no_modules, size;
};

struct vtune {
	struct csv_tree tree;
	bool memory; /* vtune-mc */
	struct buf name;
	size_t module; /* its column */
	uint64_t unit; /* what a value of 1 weighs */
};

/* The first of own values, for a report of other metrics. */
static size_t first_self(const struct csv *csv)
{
	size_t place = 0;

	while (place < csv->count && !str_ends(str_trim(csv_field(csv, place)), STR(":Self")))
		place++;
	return place;
}

static struct str wanted_column(const struct vtune *vtune)
{
	const struct vtune_options *options = vtune->tree.options;

	if (vtune->memory)
		return options->size ? STR("Allocation Size:Self") : STR("Allocations:Self");
	return options->column ? str_of(options->column) : STR("CPU Time:Self");
}

/* What "CPU Time:Self" and "Allocations:Self" count; of others only the name is known. */
static void tell_column(const struct vtune *vtune, struct str name)
{
	struct stacks *stacks = vtune->tree.stacks;

	if (vtune->unit == 1000)
		stacks_tell(stacks, HEADER_UNIT, STR("ms"));
	else if (str_starts(name, STR("Allocation Size")) ||
		 str_starts(name, STR("Deallocation Size")))
		stacks_tell(stacks, HEADER_UNIT, STR("bytes"));
	else if (str_starts(name, STR("Allocations")))
		stacks_tell(stacks, HEADER_UNIT, STR("allocations"));
	else if (str_starts(name, STR("Instructions Retired")))
		stacks_tell(stacks, HEADER_UNIT, STR("instructions"));
	stacks_tell(stacks, HEADER_EVENT,
		str_ends(name, STR(":Self")) ? str_drop_end(name, 5) : name);
}

/* Seconds are counted in milliseconds, all else as it is. */
static bool vtune_header(void *state)
{
	struct vtune *vtune = state;
	struct csv_tree *tree = &vtune->tree;
	const struct vtune_options *options = tree->options;
	const struct csv *csv = &tree->csv;
	struct str wanted = wanted_column(vtune), name;
	char shown[STR_SHOW];

	if (tree->key != 0)
		return csv_tree_refuse(tree, "the header", tree->kind->begins);
	tree->weight = csv_column(csv, wanted);
	if (tree->weight == csv->count && !vtune->memory && !options->column)
		tree->weight = first_self(csv);
	if (tree->weight == csv->count)
		return csv_tree_refuse(tree, "a column", wanted);
	name = str_trim(csv_field(csv, tree->weight));
	if (!str_eq(name, wanted) && !options->column)
		stacks_note(tree->stacks, "%s: the weights are of the column \"%s\"", csv->name,
			str_show(name, shown));
	vtune->unit = !vtune->memory && str_contains(name, STR("Time")) ? 1000 : 1;
	vtune->module = csv_column(csv, STR("module"));
	tell_column(vtune, name);
	return true;
}

/* "0.015", "0.015s", or nothing. */
static bool parse_weight(struct vtune *vtune, struct str text, uint64_t *weight)
{
	text = str_trim(text);
	if (str_ends(text, STR("s")))
		text = str_drop_end(text, 1);
	*weight = 0;
	return text.n == 0 || csv_tree_weight(&vtune->tree, text, vtune->unit, weight);
}

/* "shop`main", and of memory "main(shop)". */
static uint32_t frame_name(struct vtune *vtune, struct str function)
{
	const struct vtune_options *options = vtune->tree.options;
	struct str module = str_trim(csv_field(&vtune->tree.csv, vtune->module));

	if (options->no_modules || module.n == 0)
		return stacks_name(vtune->tree.stacks, function);
	buf_set(&vtune->name, vtune->memory ? function : module);
	buf_add_char(&vtune->name, vtune->memory ? '(' : '`');
	buf_add(&vtune->name, vtune->memory ? module : function);
	if (vtune->memory)
		buf_add_char(&vtune->name, ')');
	return stacks_name(vtune->tree.stacks, buf_str(&vtune->name));
}

static bool vtune_row(void *state)
{
	struct vtune *vtune = state;
	const struct csv *csv = &vtune->tree.csv;
	struct str stack = str_trim_end(csv_field(csv, 0));
	struct str function = str_trim_start(stack);
	struct indent_frame frame = {.depth = stack.n - function.n};

	if (function.n == 0 || csv->count <= vtune->tree.weight ||
		!parse_weight(vtune, csv_field(csv, vtune->tree.weight), &frame.weight))
		return false;
	frame.name = frame_name(vtune, function);
	indent_push(&vtune->tree.indent, &frame);
	return true;
}

static void vtune_end(void *state)
{
	struct vtune *vtune = state;

	stacks_note_count(vtune->tree.stacks, NULL, vtune->tree.rounded,
		"# weight{ is|s are} less than half of one, and left out");
	buf_release(&vtune->name);
}

static void *begin(const void *options, struct stacks *out, bool memory)
{
	static const struct csv_tree_kind kind = {.size = sizeof(struct vtune),
		.key = STR_INIT("function stack"),
		.begins = STR_INIT("Function Stack,..."),
		.remark = STR_INIT("war:"),
		.expected = "\"FUNCTION,VALUE,MODULE\", as the header has it",
		.plain = true,
		.header = vtune_header,
		.row = vtune_row,
		.end = vtune_end};
	struct vtune *vtune = csv_tree_begin(&kind, options, out);

	vtune->memory = memory;
	return vtune;
}

static void *vtune_begin(const void *options, struct stacks *out)
{
	return begin(options, out, false);
}

static void *vtune_mc_begin(const void *options, struct stacks *out)
{
	return begin(options, out, true);
}

/* The header in small letters; a warning of VTune's may stand before it. */
static bool has_header(struct str head, bool memory)
{
	char scratch[512];
	struct str line = csv_head(head, scratch, sizeof(scratch)), warning;

	if (str_starts(line, STR("war:")) && !str_cut(line, '\n', &warning, &line))
		return false;
	line = str_head(line, str_find(line, '\n'));
	return str_starts_as(line, STR("function stack")) &&
	       str_contains(line, STR("Allocation")) == memory;
}

static bool vtune_sniff(struct str head)
{
	return has_header(head, false);
}

static bool vtune_mc_sniff(struct str head)
{
	return has_header(head, true);
}

#define AT(field) offsetof(struct vtune_options, field)

static const struct option vtune_options[] = {
	{"column metric", OPTION_TEXT, AT(column), "NAME",
		.help = "take this column as weight; default: \"CPU Time:Self\", or the first of own "
			"values"},
	{"no-modules", OPTION_FLAG, AT(no_modules), .help = "leave out the module: main, not shop`main"},
	{0},
};

static const struct option vtune_mc_options[] = {
	{"s size", OPTION_FLAG, AT(size), .help = "count bytes instead of allocations"},
	{"no-modules", OPTION_FLAG, AT(no_modules), .help = "leave out the module: main, not main(shop)"},
	{0},
};

const struct kind kind_vtune = {
	.name = "vtune",
	.input = "a top-down report of VTune as CSV",
	.sniff = vtune_sniff,
};

const struct format format_vtune = {
	.kind = &kind_vtune,
	.summary = "Folds call trees of Intel's VTune, reported as CSV.",
	.options = vtune_options,
	.options_size = sizeof(struct vtune_options),
	.things = "rows",
	.begin = vtune_begin,
	.read = csv_tree_read,
	.end = csv_tree_finish,
};

const struct kind kind_vtune_mc = {
	.name = "vtune-mc",
	.input = "a top-down report of VTune's memory consumption as CSV",
	.sniff = vtune_mc_sniff,
};

const struct format format_vtune_mc = {
	.kind = &kind_vtune_mc,
	.summary = "Folds call trees of VTune's memory consumption analysis, reported as CSV.",
	.options = vtune_mc_options,
	.options_size = sizeof(struct vtune_options),
	.things = "rows",
	.begin = vtune_mc_begin,
	.read = csv_tree_read,
	.end = csv_tree_finish,
};
