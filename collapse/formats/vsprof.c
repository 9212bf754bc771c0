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
#include <stdlib.h>

#include "collapse/readers/csv.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "collapse/stacks/local-number.h"
#include "common/memory.h"
#include "common/weight.h"

struct vsprof_options {
	const char *column;
	bool process;
};

struct vsprof {
	const struct vsprof_options *options;
	struct stacks *stacks;
	struct indent indent;
	struct local_numbers numbers;

	/* of the present table */
	struct csv csv;
	size_t level, function, value; /* columns */
};

enum { HUNDREDTHS = 2 };

static bool parse_weight(struct vsprof *vsprof, struct str text, uint64_t *weight)
{
	unsigned places, wanted = vsprof->indent.places;
	uint64_t value;
	struct str number;

	text = str_trim(text);
	number = local_number_take(&vsprof->numbers, &text);
	if (text.n || !weight_parse(number, &value, &places) ||
		value > UINT64_MAX / weight_unit(wanted))
		return false;
	*weight = weight_scale(value, weight_unit(wanted), weight_unit(places));
	return true;
}

/* ---- the table ---- */

static struct str wanted_column(const struct vsprof *vsprof)
{
	const struct csv *csv = &vsprof->csv;

	if (vsprof->options->column)
		return str_of(vsprof->options->column);
	return csv_column(csv, STR("exclusive samples")) < csv->count ? STR("Exclusive Samples") :
		STR("Number of Calls");
}

/*
 * Exclusive values are a frame's own, inclusive ones are totals. How often a function was called is
 * neither: what called it less often keeps its own number.
 */
static bool take_header(struct vsprof *vsprof)
{
	const struct csv *csv = &vsprof->csv;
	struct str name = wanted_column(vsprof);
	char shown[STR_SHOW], row[STR_SHOW];

	vsprof->level = csv_column(csv, STR("level"));
	vsprof->function = csv_column(csv, STR("function name"));
	vsprof->value = csv_column(csv, name);
	if (vsprof->value == csv->count || vsprof->function == csv->count) {
		stacks_fail(vsprof->stacks,
			"%s:%llu: expected the columns \"Function Name\" and \"%s\", got \"%s\"",
			csv->name, (unsigned long long)csv->line, str_show(name, shown),
			str_show(csv->row, row));
		return false;
	}
	name = csv_field(csv, vsprof->value);
	vsprof->indent.fitting = str_contains(name, STR("Calls"));
	vsprof->indent.totals = str_contains(name, STR("Inclusive")) || vsprof->indent.fitting;
	vsprof->indent.places = str_contains(name, STR("%")) || str_contains(name, STR("Time")) ?
		HUNDREDTHS : 0;
	local_numbers_begin(
		&vsprof->numbers, csv->separator == ';' ? ',' : '.', vsprof->indent.places == 0);
	return true;
}

static void take_row(struct vsprof *vsprof)
{
	const struct csv *csv = &vsprof->csv;
	struct str function = str_trim(csv_field(csv, vsprof->function));
	struct indent_frame frame = {0};
	uint64_t level;

	if (csv->open || !str_to_u64(str_trim(csv_field(csv, vsprof->level)), &level) ||
		level >= UINT32_MAX || function.n == 0 ||
		!parse_weight(vsprof, csv_field(csv, vsprof->value), &frame.weight)) {
		stacks_problem_at(vsprof->stacks, csv->name, csv->line,
			"a level, a function and a number, as the header has them", csv->row);
		return;
	}
	/* The process is not a function. */
	if (level == 0 && !vsprof->options->process) {
		indent_end(&vsprof->indent);
		return;
	}
	frame.depth = (size_t)level;
	frame.name = stacks_name(vsprof->stacks, function);
	indent_push(&vsprof->indent, &frame);
}

static void fail_header(struct vsprof *vsprof)
{
	const struct csv *csv = &vsprof->csv;
	char shown[STR_SHOW];

	stacks_fail(vsprof->stacks, "%s:%llu: expected the header \"Level,Function Name,...\", got \"%s\"",
		csv->name, (unsigned long long)csv->line, str_show(csv->row, shown));
}

static void vsprof_read(void *state, struct lines *lines)
{
	struct vsprof *vsprof = state;
	struct csv *csv = &vsprof->csv;
	bool started = false;

	csv_init(csv, lines);
	while (csv_next(csv)) {
		stacks_count_things(vsprof->stacks, 1);
		if (started) {
			take_row(vsprof);
		} else if (csv_column(csv, STR("level")) < csv->count) {
			started = true;
			if (!take_header(vsprof))
				break;
		} else {
			fail_header(vsprof);
			break;
		}
	}
	indent_end(&vsprof->indent);
	csv_release(csv);
}

static void *vsprof_begin(const void *options, struct stacks *out)
{
	struct vsprof *vsprof = memory_new(1, sizeof(*vsprof));

	vsprof->options = options;
	vsprof->stacks = vsprof->indent.stacks = out;
	return vsprof;
}

static void vsprof_end(void *state)
{
	struct vsprof *vsprof = state;

	indent_report(&vsprof->indent);
	indent_release(&vsprof->indent);
	local_numbers_report(&vsprof->numbers, vsprof->stacks);
	local_numbers_release(&vsprof->numbers);
	free(vsprof);
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
	.read = vsprof_read,
	.end = vsprof_end,
};
