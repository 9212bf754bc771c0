/*
 * collapse-vsprof: the call tree of Visual Studio's profiler, as VSPerfReport /summary:CallTree and
 * the IDE write it. Columns are found by their names; numbers may have separators of thousands, as
 * the country has them, and the text may be UTF-16.
 *
 *     Level,Function Name,Number of Calls,Elapsed Inclusive Time %,…,Module Name,
 *     0,"Raytracer.exe",0,100.00,…
 *     1,"Raytracer.Tracer.Render(int32)","2,893,824",91.25,…
 *
 * https://learn.microsoft.com/en-us/visualstudio/profiling/call-tree-view
 */
#include "collapse/stacks/csv-tree.h"
#include "collapse/stacks/format.h"
#include "common/weight.h"

struct vsprof_options {
	const char *column;
	bool process;
};

struct vsprof {
	struct csv_tree tree;
	size_t function; /* its column */
};

enum { HUNDREDTHS = 2 };

static struct str wanted_column(const struct csv_tree *tree)
{
	const struct vsprof_options *options = tree->options;
	const struct csv *csv = &tree->csv;

	if (options->column)
		return str_of(options->column);
	return csv_column(csv, STR("exclusive samples")) < csv->count ? STR("Exclusive Samples") :
		STR("Number of Calls");
}

/* Of what Visual Studio calls samples may be those of a counter, and "Time" has no unit. */
static void tell_weight(struct csv_tree *tree, struct str column)
{
	column = str_trim(column);
	stacks_tell(tree->stacks, HEADER_EVENT, column);
	if (str_contains(column, STR("%")))
		stacks_tell(tree->stacks, HEADER_UNIT, STR("percent"));
	else if (str_contains(column, STR("Calls")))
		stacks_tell(tree->stacks, HEADER_UNIT, STR("calls"));
	else if (str_contains(column, STR("Samples")))
		stacks_tell(tree->stacks, HEADER_UNIT, STR("samples"));
}

/*
 * Exclusive values are a frame's own, inclusive ones are totals. How often a function was called is
 * neither: what called it less often keeps its own number.
 */
static bool vsprof_header(void *state)
{
	struct vsprof *vsprof = state;
	struct csv_tree *tree = &vsprof->tree;
	const struct csv *csv = &tree->csv;
	struct str name = wanted_column(tree);

	vsprof->function = csv_column(csv, STR("function name"));
	tree->weight = csv_column(csv, name);
	if (tree->weight == csv->count || vsprof->function == csv->count)
		return csv_tree_refuse(tree, "the columns \"Function Name\" and", name);
	name = csv_field(csv, tree->weight);
	tree->indent.fitting = str_contains(name, STR("Calls"));
	tree->indent.totals = str_contains(name, STR("Inclusive")) || tree->indent.fitting;
	tree->indent.places = str_contains(name, STR("%")) || str_contains(name, STR("Time")) ?
		HUNDREDTHS : 0;
	tree->whole = tree->indent.places == 0;
	tell_weight(tree, name);
	return true;
}

static bool vsprof_row(void *state)
{
	struct vsprof *vsprof = state;
	struct csv_tree *tree = &vsprof->tree;
	const struct vsprof_options *options = tree->options;
	struct str function = str_trim(csv_field(&tree->csv, vsprof->function));
	struct str text = str_trim(csv_field(&tree->csv, tree->weight));
	struct indent_frame frame = {0};
	uint64_t level;

	if (!str_to_u64(str_trim(csv_field(&tree->csv, tree->key)), &level) ||
		level >= UINT32_MAX || function.n == 0 ||
		!csv_tree_weight(tree, text, weight_unit(tree->indent.places), &frame.weight))
		return false;
	/* The process is not a function. */
	if (level == 0 && !options->process) {
		indent_end(&tree->indent);
		return true;
	}
	/* Of level 1 or more are the functions, whatever stands there without --process. */
	if (level == 0 || tree->indent.count == 0)
		stacks_lead(tree->stacks, level == 0 ? "process" : NULL);
	frame.depth = (size_t)level;
	frame.name = stacks_name(tree->stacks, function);
	indent_push(&tree->indent, &frame);
	return true;
}

static void *vsprof_begin(const void *options, struct stacks *out)
{
	static const struct csv_tree_kind kind = {.size = sizeof(struct vsprof),
		.key = STR_INIT("level"),
		.begins = STR_INIT("Level,Function Name,..."),
		.expected = "a level, a function and a number, as the header has them",
		.header = vsprof_header,
		.row = vsprof_row};

	return csv_tree_begin(&kind, options, out);
}

static bool vsprof_sniff(struct str head)
{
	char scratch[512];
	struct str line = csv_head(head, scratch, sizeof(scratch));

	line = str_head(line, str_find(line, '\n'));
	return str_starts_as(line, STR("level")) && str_contains(line, STR("Function Name"));
}

#define AT(field) offsetof(struct vsprof_options, field)

static const struct option vsprof_options[] = {
	{"column metric", OPTION_TEXT, AT(column), "NAME",
		.help = "take this column as weight; default: \"Exclusive Samples\", or \"Number of "
			"Calls\""},
	{"process", OPTION_FLAG, AT(process), .help = "show the process, level 0, as root frame"},
	{0},
};

const struct kind kind_vsprof = {
	.name = "vsprof",
	.input = "a call tree of Visual Studio's profiler as CSV",
	.sniff = vsprof_sniff,
};

const struct format format_vsprof = {
	.kind = &kind_vsprof,
	.summary = "Folds call trees of Visual Studio's profiler, reported as CSV.",
	.options = vsprof_options,
	.options_size = sizeof(struct vsprof_options),
	.things = "rows",
	.begin = vsprof_begin,
	.read = csv_tree_read,
	.end = csv_tree_finish,
};
