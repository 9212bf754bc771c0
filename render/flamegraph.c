/*
 * flamegraph: folded stacks in, one SVG out.
 *
 *     main;parse;read 42        ─▶  <svg …>
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collapse/kinds/kinds.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/weight.h"
#include "render/flamegraph-options.h"
#include "render/picture/still.h"
#include "render/picture/svg.h"

static void refuse_as_output(const char *output, const char *option, const char *file)
{
	if (file && ((output && strcmp(file, output) == 0) || output_is_input(output, file)))
		die_usage("%s is the file of --%s and cannot be the output too", file, option);
}

/* Before any work: what would overwrite what it is made from. */
static void check_files(const struct flamegraph_options *options, const char *const *inputs)
{
	output_check(options->output.path, inputs);
	refuse_as_output(options->output.path, "nameattr", options->attributes);
	refuse_as_output(options->output.path, "cp", options->palette_map);
}

/*
 * Automation expects a file even where there is nothing to draw, and a status that says so: an input
 * that cannot be used leaves a picture of the message, but not in the place of an older file.
 */
static _Noreturn void leave_with_message(void *context, int status)
{
	const struct flamegraph_options *options = context;
	struct output output;

	messages_on_exit(NULL, NULL); /* what goes wrong from here on only ends the program */
	if (status == EXIT_CANNOT && !output_replaces(options->output.path)) {
		output_open(&output, options->output.path);
		svg_write_error(&output.buf, messages_last());
		output_close(&output);
	}
	exit(status);
}

static void check_found(const struct calltree *tree, const struct flamegraph_options *options,
	const struct problems *problems, uint64_t dropped)
{
	if (tree->total[BEFORE] || tree->total[AFTER])
		return;
	if (dropped)
		die("--base, --focus and --ignore left no stack of the input");
	profile_refuse_lines(&options->profile, problems);
	die("no stack counts found in the input");
}

static void load(struct calltree *tree, struct comparison *comparison,
	struct folded_header *header, const struct flamegraph_options *options,
	const char *const *paths)
{
	struct problems problems;
	uint64_t dropped = profile_load(
		tree, comparison, header, &options->profile, paths, &problems);

	check_found(tree, options, &problems, dropped);
}

/* --total is in the input's units, the tree's weights may have more decimals. */
static void widen(struct totals *totals, const struct flamegraph_options *options, unsigned places)
{
	uint64_t unit;

	if (!options->total)
		return;
	if (options->total_weight.places > places)
		die_usage("--total %s has more decimals than the weights of the input", options->total);
	unit = weight_unit(places - options->total_weight.places);
	if (options->total_weight.value > UINT64_MAX / unit)
		die_usage("--total %s is too large", options->total);
	if (!totals_widen(totals, options->total_weight.value * unit))
		warn("--total %s is less than the width of all stacks, and is ignored", options->total);
}

/* What a picture is made from; of the files that were not asked for, nothing. */
struct sources {
	struct nameattr attributes;
	struct palette_map map;
	struct calltree tree;
	struct comparison comparison;
	struct folded_header header;
};

/* The small files come first, as they may be wrong after a long wait too. */
static void sources_load(struct sources *sources, const struct flamegraph_options *options,
	const char *const *paths)
{
	*sources = (struct sources){0};
	if (options->attributes)
		nameattr_load(&sources->attributes, options->attributes);
	if (options->palette_map)
		palette_map_load(&sources->map, options->palette_map);
	load(&sources->tree, &sources->comparison, &sources->header, options, paths);
}

static void sources_release(struct sources *sources)
{
	nameattr_release(&sources->attributes);
	palette_map_release(&sources->map);
	calltree_release(&sources->tree);
	comparison_release(&sources->comparison);
	folded_header_release(&sources->header);
}

/* What the user says of a sample's weight stands above what the input says. */
static void check_period(const struct flamegraph_options *options, struct sources *sources)
{
	if (options->period)
		sources->comparison.period = options->period;
	if (sources->tree.columns == 2 && options->fill.confidence > 0)
		comparison_warn_of_period(&sources->comparison);
}

/* What the user says of weights stands above what the input says, and a factor makes others of them. */
static struct quantities numbers_of(
	const struct picture_options *look, const struct folded_header *header)
{
	struct quantities numbers = {.exact = look->numbers == NUMBERS_EXACT};

	if (look->countname)
		numbers.unit = str_of(look->countname);
	else if (look->factor == 1.0)
		numbers.unit = quantity_unit(header);
	return numbers;
}

static void draw(struct buf *out, const struct flamegraph_options *options, struct sources *sources)
{
	const struct picture_options *look = &options->picture;
	const struct calltree *tree = &sources->tree;
	uint64_t width = look->width ? look->width : 1200;
	struct picture picture = {.options = look,
		.tree = tree,
		.comparison = &sources->comparison,
		.header = &sources->header,
		.numbers = numbers_of(look, &sources->header),
		.width = (uint32_t)width};

	picture.units = layout_units(width);
	picture.attributes = options->attributes ? &sources->attributes : NULL;
	totals_init(&picture.totals, tree, (enum width_by)look->width_by);
	widen(&picture.totals, options, tree->places);
	children_init(&picture.children, tree);
	layout_order(&picture.children, tree, &picture.totals, (enum sibling_order)look->order);
	fills_init(&picture.fills, &options->fill, tree, &sources->comparison,
		options->palette_map ? &sources->map : NULL);
	still_place(&picture);
	svg_write(out, &picture);
	layout_release(&picture.layout);
	fills_release(&picture.fills);
	children_release(&picture.children);
	totals_release(&picture.totals);
}

static void write_out(const struct flamegraph_options *options, struct buf bytes)
{
	struct output output;

	output_open(&output, options->output.path);
	output.buf = bytes;
	output_close(&output);
}

/* The output is opened last: until then, whatever goes wrong leaves a picture that says so. */
static void make_picture(struct flamegraph_options *options, const char *const *paths)
{
	struct sources sources;
	struct buf drawn = {0};

	messages_on_exit(leave_with_message, options);
	sources_load(&sources, options, paths);
	flamegraph_options_warn(options, sources.tree.columns);
	check_period(options, &sources);
	draw(&drawn, options, &sources);
	messages_on_exit(NULL, NULL);
	write_out(options, drawn);
	if (options->palette_map)
		palette_map_save(&sources.map, options->palette_map);
	sources_release(&sources);
}

/* Pages of markup help nobody: "> out.svg" was forgotten. Who says "-o -" means it. */
static void refuse_terminal(const struct flamegraph_options *options)
{
	if (!options->output.path && isatty(STDOUT_FILENO))
		die_usage("the SVG would go to the terminal: write it to a file with > out.svg or -o out.svg");
}

static void print_csp_hash(const struct flamegraph_options *options)
{
	struct buf source = {0};

	svg_write_script_source(&source);
	buf_add_char(&source, '\n');
	write_out(options, source);
}

int main(int argc, char **argv)
{
	struct flamegraph_options options;
	const char **paths;

	messages_start("flamegraph");
	paths = flamegraph_options_parse(&options, argc, argv);
	options.profile.kind_of = kind_describe;
	messages_quiet(options.output.quiet);
	check_files(&options, paths);
	if (options.csp_hash) {
		print_csp_hash(&options);
	} else {
		refuse_terminal(&options);
		make_picture(&options, paths);
	}
	flamegraph_options_release(&options);
	free(paths);
	return EXIT_DONE;
}
