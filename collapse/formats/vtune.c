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
#include <stdlib.h>

#include "collapse/readers/csv.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "collapse/stacks/local-number.h"
#include "common/memory.h"
#include "common/weight.h"

struct vtune_options {
	const char *column;
	bool no_modules, size;
};

struct vtune {
	const struct vtune_options *options;
	struct stacks *stacks;
	bool memory; /* vtune-mc */
	struct indent indent;
	struct buf name;
	struct local_numbers numbers;
	uint64_t rounded; /* weights that became 0 */

	/* of the present table */
	struct csv csv;
	size_t value, module; /* columns */
	uint64_t unit;        /* what a value of 1 weighs */
};

static bool is_header(const struct csv *csv)
{
	return csv_column(csv, STR("function stack")) == 0;
}

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
	if (vtune->memory)
		return vtune->options->size ? STR("Allocation Size:Self") : STR("Allocations:Self");
	return vtune->options->column ? str_of(vtune->options->column) : STR("CPU Time:Self");
}

/* Seconds are counted in milliseconds, all else as it is. */
static bool take_header(struct vtune *vtune)
{
	const struct csv *csv = &vtune->csv;
	struct str wanted = wanted_column(vtune), name;
	char shown[STR_SHOW], row[STR_SHOW];

	vtune->value = csv_column(csv, wanted);
	if (vtune->value == csv->count && !vtune->memory && !vtune->options->column)
		vtune->value = first_self(csv);
	if (vtune->value == csv->count) {
		stacks_fail(vtune->stacks, "%s:%llu: expected a column \"%s\", got \"%s\"", csv->name,
			(unsigned long long)csv->line, str_show(wanted, shown),
			str_show(csv->row, row));
		return false;
	}
	name = str_trim(csv_field(csv, vtune->value));
	if (!str_eq(name, wanted) && !vtune->options->column)
		stacks_note(vtune->stacks, "%s: the weights are of the column \"%s\"", csv->name,
			str_show(name, shown));
	vtune->unit = !vtune->memory && str_contains(name, STR("Time")) ? 1000 : 1;
	vtune->module = csv_column(csv, STR("module"));
	local_numbers_begin(&vtune->numbers, csv->separator == ';' ? ',' : '.', false);
	return true;
}

/* "0.015", or as a country has it: "0,015". */
static bool parse_number(struct vtune *vtune, struct str text, uint64_t *value, unsigned *places)
{
	struct str number;

	if (weight_parse(text, value, places))
		return true;
	number = local_number_take(&vtune->numbers, &text);
	return text.n == 0 && weight_parse(number, value, places);
}

/* "0.015", "0.015s", or nothing. */
static bool parse_value(struct vtune *vtune, struct str text, uint64_t *weight)
{
	uint64_t value;
	unsigned places;

	*weight = 0;
	text = str_trim(text);
	if (str_ends(text, STR("s")))
		text = str_drop_end(text, 1);
	if (text.n == 0)
		return true;
	if (!parse_number(vtune, text, &value, &places) || value > UINT64_MAX / vtune->unit)
		return false;
	*weight = weight_scale(value, vtune->unit, weight_unit(places));
	vtune->rounded += value > 0 && *weight == 0;
	return true;
}

/* "shop`main", and of memory "main(shop)". */
static uint32_t frame_name(struct vtune *vtune, struct str function)
{
	struct str module = str_trim(csv_field(&vtune->csv, vtune->module));

	if (vtune->options->no_modules || module.n == 0)
		return stacks_name(vtune->stacks, function);
	buf_reset(&vtune->name);
	buf_add(&vtune->name, vtune->memory ? function : module);
	buf_add_char(&vtune->name, vtune->memory ? '(' : '`');
	buf_add(&vtune->name, vtune->memory ? module : function);
	if (vtune->memory)
		buf_add_char(&vtune->name, ')');
	return stacks_name(vtune->stacks, buf_str(&vtune->name));
}

static void take_row(struct vtune *vtune)
{
	struct str stack = str_trim_end(csv_field(&vtune->csv, 0));
	struct str function = str_trim_start(stack);
	struct indent_frame frame = {.depth = stack.n - function.n};

	if (vtune->csv.open || function.n == 0 || vtune->csv.count <= vtune->value ||
		!parse_value(vtune, csv_field(&vtune->csv, vtune->value), &frame.weight)) {
		stacks_problem_at(vtune->stacks, vtune->csv.name, vtune->csv.line,
			"\"FUNCTION,VALUE,MODULE\", as the header has it", vtune->csv.row);
		return;
	}
	frame.name = frame_name(vtune, function);
	indent_push(&vtune->indent, &frame);
}

static void fail_header(struct vtune *vtune)
{
	const struct csv *csv = &vtune->csv;
	char shown[STR_SHOW];

	stacks_fail(vtune->stacks, "%s:%llu: expected the header \"Function Stack,...\", got \"%s\"",
		csv->name, (unsigned long long)csv->line, str_show(csv->row, shown));
}

static void vtune_read(void *state, struct lines *lines)
{
	struct vtune *vtune = state;
	struct csv *csv = &vtune->csv;
	bool started = false;

	csv_init(csv, lines);
	while (csv_next(csv)) {
		stacks_count_things(vtune->stacks, 1);
		if (started) {
			take_row(vtune);
		} else if (is_header(csv)) {
			started = true;
			if (!take_header(vtune))
				break;
		} else if (!str_starts(csv->row, STR("war:"))) {
			fail_header(vtune);
			break;
		}
	}
	indent_end(&vtune->indent);
	csv_release(csv);
}

static void *begin(const void *options, struct stacks *out, bool memory)
{
	struct vtune *vtune = memory_new(1, sizeof(*vtune));

	vtune->options = options;
	vtune->stacks = vtune->indent.stacks = out;
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

static void vtune_end(void *state)
{
	struct vtune *vtune = state;

	if (vtune->rounded)
		stacks_note(vtune->stacks, "%llu weight%s less than half of one, and left out",
			(unsigned long long)vtune->rounded, vtune->rounded == 1 ? " is" : "s are");
	local_numbers_report(&vtune->numbers, vtune->stacks);
	local_numbers_release(&vtune->numbers);
	indent_release(&vtune->indent);
	buf_release(&vtune->name);
	free(vtune);
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
	.read = vtune_read,
	.end = vtune_end,
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
	.read = vtune_read,
	.end = vtune_end,
};
