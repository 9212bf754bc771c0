/*
 * The tables of options, by the sections of --help, and what each value may be.
 */
#include "render/flamegraph-options.h"

#include "common/messages.h"
#include "common/options.h"
#include "common/weight.h"

static const char *const label_cuts[] = {"right", "left", NULL}; /* as enum label_cut */
static const char *const encodings[] = {"UTF-8", "utf-8", "utf8", "UTF8", NULL};

/* "0.5", "0.5px", "0.1%" */
static const char *parse_minwidth(const char *value, void *field)
{
	static const char wanted[] = "expected a width such as 0.5, 0.5px or 0.1%";
	struct picture_options *options = field;
	struct str text = str_of(value);
	struct weight width;

	options->minwidth_unit = MINWIDTH_PX;
	if (str_ends(text, STR("%"))) {
		options->minwidth_unit = MINWIDTH_PERCENT;
		text = str_drop_end(text, 1);
	} else if (str_ends(text, STR("px"))) {
		text = str_drop_end(text, 2);
	}
	if (!weight_parse(text, &width))
		return wanted;
	options->minwidth = weight_double(width);
	options->minwidth_given = true;
	if (options->minwidth_unit == MINWIDTH_PERCENT && options->minwidth > 100)
		return "expected at most 100%";
	return NULL;
}

static const char *parse_colour(const char *value, struct colour *colour, bool *given)
{
	*given = true;
	return colour_parse(str_of(value), colour) ? NULL : "expected a colour such as #ff8800";
}

/* "Verdana", "'DejaVu Sans', sans-serif": what names of fonts are made of, and nothing else. */
static const char *parse_font(const char *value, void *field)
{
	struct str text = str_of(value);

	for (size_t i = 0; i < text.n; i++)
		if (!byte_is_alpha(text.p[i]) && !byte_is_digit(text.p[i]) && !(text.p[i] & 0x80) &&
			!str_contains(STR(" ,'\"-_."), (struct str){&text.p[i], 1}))
			return "expected names of fonts, such as Verdana or 'DejaVu Sans', sans-serif";
	*(const char **)field = value;
	return NULL;
}

static const char *parse_search_colour(const char *value, void *field)
{
	struct picture_options *options = field;

	return parse_colour(value, &options->search_colour, &options->has_search_colour);
}

static const char *parse_ui_colour(const char *value, void *field)
{
	struct picture_options *options = field;

	return parse_colour(value, &options->ui_colour, &options->has_ui_colour);
}

static const char *parse_stroke_colour(const char *value, void *field)
{
	struct picture_options *options = field;

	options->has_stroke = false;
	if (str_eq(str_of(value), STR("none")))
		return NULL;
	return parse_colour(value, &options->stroke, &options->has_stroke);
}

/* A name of background_names or #rrggbb. */
static const char *parse_background(const char *value, void *field)
{
	struct picture_options *options = field;

	options->has_background = false;
	for (int i = 0; background_names[i]; i++)
		if (str_eq(str_of(value), str_of(background_names[i]))) {
			options->background_name = i;
			return NULL;
		}
	if (colour_parse(str_of(value), &options->background)) {
		options->has_background = true;
		return NULL;
	}
	return "expected yellow, blue, green, grey or a colour such as #f8f8f8";
}

static const char *use_input_order(const char *value, void *field)
{
	(void)value;
	*(int *)field = ORDER_INPUT;
	return NULL;
}

static const char *use_cut_right(const char *value, void *field)
{
	(void)value;
	*(int *)field = CUT_RIGHT;
	return NULL;
}

/* Of inferno, whose scripts must not fail for it; no source tells what values mean. */
static const char *accept_grouping(const char *value, void *field)
{
	(void)value;
	*(bool *)field = true;
	return NULL;
}

static const char *use_palette_map(const char *value, void *field)
{
	*(const char **)field = value ? value : "palette.map";
	return NULL;
}

#define AT(member) offsetof(struct flamegraph_options, member)

static const struct option stack_options[] = {
	{"reverse", OPTION_FLAG, AT(profile.filters.reverse),
		.help = "merge from the leaf: who calls it stands on each function"},
	{"keep-root", OPTION_FLAG, AT(profile.filters.keep_root),
		.help = "with --reverse, leave the first frame (thread, process) at the root"},
	{"base", OPTION_LIST, AT(profile.filters.base), .argument = "FUNCTION",
		.help = "start stacks at the deepest frame of that name; leave out stacks without it"},
	{"focus", OPTION_LIST, AT(profile.filters.focus), .argument = "REGEX",
		.help = "keep only stacks with a matching frame (extended regular expression)"},
	{"ignore", OPTION_LIST, AT(profile.filters.ignore), .argument = "REGEX",
		.help = "leave out stacks with a matching frame"},
	{"total", OPTION_TEXT, AT(total), .argument = "N",
		.help = "weight of the whole, where the stacks are only a part of it"},
	{0},
};

static const struct option shape_options[] = {
	{"i inverted icicle", OPTION_FLAG, AT(picture.icicle), .help = "the root on top (icicle graph)"},
	{"order", OPTION_CHOICE, AT(picture.order), .argument = "ORDER", .choices = sibling_order_names,
		.help = "order of siblings; default name"},
	{"flamechart flame-chart", OPTION_FLAG, AT(picture.flamechart),
		.help = "the x axis is the order of the input, and only neighbours' callers merge"},
	{"no-sort nosort", OPTION_CALL, AT(picture.order), .parse = use_input_order},
	{"width image-width", OPTION_NUMBER, AT(picture.width), .argument = "PX", .min = 100,
		.max = 100000, .help = "a fixed width; without it, the picture fits the window"},
	{"height frame-height", OPTION_NUMBER, AT(picture.row), .argument = "PX", .min = 6, .max = 200,
		.help = "height of a frame (16)"},
	{"minwidth min-width", OPTION_CALL, AT(picture), .argument = "WIDTH", .parse = parse_minwidth,
		.help = "leave out frames narrower than that, in px or % of the whole; they stay in the "
			"data (0; with --static 0.1px)"},
	{"width-by", OPTION_CHOICE, AT(picture.width_by), .argument = "WHAT", .choices = width_by_names,
		.help = "what a frame's width means in a comparison; default larger"},
	{"static plain", OPTION_FLAG, AT(picture.plain),
		.help = "a simple SVG without script and data: one element and tooltip a frame"},
	{"no-javascript", OPTION_FLAG, AT(picture.plain), .help = NULL},
	{0},
};

static const struct option text_options[] = {
	{"title titletext", OPTION_TEXT, AT(picture.title), .argument = "TEXT", .help = "heading"},
	{"subtitle", OPTION_TEXT, AT(picture.subtitle), .argument = "TEXT",
		.help = "second line of the heading"},
	{"notes", OPTION_TEXT, AT(picture.notes), .argument = "TEXT",
		.help = "kept in the file's description"},
	{"countname", OPTION_TEXT, AT(picture.countname), .argument = "TEXT",
		.help = "what weights count: samples, calls, or ns, us, ms, s and bytes, which are shown in "
			"the unit that fits; default what the first line of the input says"},
	{"numbers", OPTION_CHOICE, AT(picture.numbers), .argument = "STYLE",
		.choices = number_styles,
		.help = "short, as 1.90 s and 12.3 MiB, or exact, with all digits; default short"},
	{"nametype", OPTION_TEXT, AT(picture.nametype), .argument = "TEXT",
		.help = "what names are (Function:)"},
	{"search", OPTION_TEXT, AT(picture.search), .argument = "TERM",
		.help = "open with a search for TERM, taken as plain text"},
	{"factor", OPTION_DECIMAL, AT(picture.factor), .argument = "F", .min = 1e-9, .max = 1e12,
		.help = "multiply the weights that are shown (1)"},
	{"fonttype font-type", OPTION_CALL, AT(picture.fonttype), .argument = "FONT", .parse = parse_font,
		.help = "font family (monospace)"},
	{"fontsize font-size", OPTION_DECIMAL, AT(picture.fontsize), .argument = "PX", .min = 4,
		.max = 100, .help = "size of text (12)"},
	{"fontwidth font-width", OPTION_DECIMAL, AT(picture.fontwidth), .argument = "F", .min = 0.1,
		.max = 2, .help = "average width of a character, as a share of its size (0.6)"},
	{"nameattr", OPTION_TEXT, AT(attributes), .argument = "FILE",
		.help = "links, classes and tooltips by function name; implies --static"},
	{"encoding", OPTION_CHOICE, AT(encoding), .argument = "E", .choices = encodings},
	{"text-truncate-direction", OPTION_CHOICE, AT(picture.cut), .argument = "SIDE",
		.choices = label_cuts,
		.help = "the side on which names are cut that do not fit their frame; default right"},
	{"truncate-text-right", OPTION_CALL, AT(picture.cut), .parse = use_cut_right},
	{"pretty-xml", OPTION_FLAG, AT(ignored), .help = NULL},
	{"symbol-grouping", OPTION_CALL, AT(groups_symbols), .argument = "[=HOW]",
		.parse = accept_grouping, .help = NULL},
	{0},
};

static const struct option colour_options[] = {
	{"c colors colours color colour palette", OPTION_CHOICE, AT(fill.palette), .argument = "PALETTE",
		.choices = palette_names, .help = "palette; default hot"},
	{"hash", OPTION_FLAG, AT(fill.hash), .help = "similar names get similar colours"},
	{"colordiffusion color-diffusion", OPTION_FLAG, AT(fill.by_width),
		.help = "colour by width: the wider the redder"},
	{"cp", OPTION_CALL, AT(palette_map), .argument = "[=FILE]", .parse = use_palette_map,
		.help = "keep names' colours in FILE (palette.map), for the same in the next picture"},
	{"bgcolors bgcolor background", OPTION_CALL, AT(picture), .argument = "COLOUR",
		.parse = parse_background, .choices = background_names,
		.help = "yellow, blue, green, grey or #rrggbb (by palette)"},
	{"search-color searchcolor", OPTION_CALL, AT(picture), .argument = "#RRGGBB",
		.parse = parse_search_colour, .help = "colour of matches"},
	{"stroke-color", OPTION_CALL, AT(picture), .argument = "#RRGGBB", .parse = parse_stroke_colour,
		.help = "outline of frames, with --static"},
	{"uicolor ui-color", OPTION_CALL, AT(picture), .argument = "#RRGGBB", .parse = parse_ui_colour,
		.help = "colour of heading and controls"},
	{"diff-colors diff-colours", OPTION_CHOICE, AT(fill.change_scheme), .argument = "SCHEME",
		.choices = change_scheme_names, .help = "colours of changes"},
	{"self-change", OPTION_FLAG, AT(fill.self_change),
		.help = "colour the change of a frame's self weight, not of its total"},
	{"min-change", OPTION_CALL, AT(fill.floor), .argument = "N", .parse = amount_option,
		.help = "colour changes smaller than N, or N% of the total, as none"},
	{"confidence", OPTION_DECIMAL, AT(fill.confidence), .argument = "PCT", .min = 0, .max = 99.9999,
		.help = "make changes grey that may be noise, at this confidence (95; 0: none), as "
			"diff-folded(1) tells"},
	{"period", OPTION_NUMBER, AT(period), .argument = "N", .min = 1, .max = 1e18,
		.help = "what one sample weighs, for --confidence (default: what the weights of 16 stacks "
			"or more have in common, else 1, so that weights are counts of samples)"},
	{"negate", OPTION_FLAG, AT(fill.negate), .help = "swap the colours of more and less"},
	{"random", OPTION_FLAG, AT(ignored), .help = NULL},
	{"deterministic", OPTION_FLAG, AT(ignored), .help = NULL},
	{0},
};

static const struct option general_options[] = {
	{"csp-hash", OPTION_FLAG, AT(csp_hash),
		.help = "print what lets the script of pictures run in a Content-Security-Policy, and exit"},
	{"v verbose", OPTION_FLAG, AT(ignored), .help = NULL},
	{0},
};

static void set_defaults(struct flamegraph_options *options)
{
	*options = (struct flamegraph_options){0};
	options->picture = (struct picture_options){.nametype = "Function:",
		.fonttype = "monospace",
		.fontsize = 12,
		.fontwidth = 0.6,
		.row = 16,
		.factor = 1,
		.width_by = WIDTH_LARGER,
		.background_name = -1};
	options->fill.confidence = DEFAULT_CONFIDENCE;
	for (int i = 0; palette_names[i]; i++) {
		if (str_eq(str_of(palette_names[i]), STR("hot")))
			options->fill.palette = i;
	}
}

/* What some options mean for others. */
static void settle(struct flamegraph_options *options)
{
	struct picture_options *picture = &options->picture;

	if (options->total &&
		!weight_parse(str_of(options->total), &options->total_weight))
		die_usage("--total %s: expected a weight such as 42", options->total);
	if (options->attributes)
		picture->plain = true;
	if (picture->flamechart) {
		options->profile.time_order = true;
		picture->order = ORDER_INPUT;
	}
	if (picture->flamechart && options->profile.filters.reverse)
		die_usage("--flamechart and --reverse exclude each other: time has no leaf first");
	if (picture->plain && !picture->minwidth_given)
		picture->minwidth = 0.1;
	options->profile.filters.wakers =
		str_eq(str_of(palette_names[options->fill.palette]), STR("chain"));
}

const char **flamegraph_options_parse(
	struct flamegraph_options *options, int argc, char **argv)
{
	const struct option_group groups[] = {
		{"Input", profile_options, &options->profile},
		{NULL, stack_options, options},
		{"Shape", shape_options, options},
		{"Text", text_options, options},
		{"Colours", colour_options, options},
		{"General", output_options, &options->output},
		{NULL, general_options, options},
		{0},
	};
	const struct program program = {"flamegraph", "[FILE]...",
		"Draws folded stacks (main;parse;read 42) as an interactive SVG on stdout. With two "
		"numbers a line, as diff-folded writes them, it draws the difference.",
		groups, NULL};
	const char **operands;
	size_t count;

	set_defaults(options);
	operands = options_parse(&program, argc, argv, &count);
	settle(options);
	if (options->csp_hash && count)
		die_usage("--csp-hash reads no input, but %s was given", operands[0]);
	return operands;
}

void flamegraph_options_release(struct flamegraph_options *options)
{
	filter_options_release(&options->profile.filters);
}

void flamegraph_options_warn(const struct flamegraph_options *options, unsigned columns)
{
	const struct picture_options *look = &options->picture;
	const struct fill_options *fill = &options->fill;
	const struct filter_options *filters = &options->profile.filters;
	const char *const one = "where lines have one number", *const two = "in a comparison";
	const struct {
		bool idle;
		const char *option, *where;
	} rows[] = {
		{columns == 1 && look->width_by != WIDTH_LARGER, "width-by", one},
		{columns == 1 && fill->self_change, "self-change", one},
		{columns == 1 && fill->floor.weight.value, "min-change", one},
		{columns == 1 && fill->confidence != DEFAULT_CONFIDENCE, "confidence", one},
		{columns == 1 && options->period, "period", one},
		{columns == 1 && fill->negate, "negate", one},
		{columns == 1 && fill->change_scheme, "diff-colors", one},
		{columns == 2 && options->palette_map, "cp", two},
		{look->has_stroke && !look->plain, "stroke-color", "without --static"},
		{look->has_search_colour && look->plain, "search-color", "with --static"},
		{look->search && look->plain, "search", "with --static"},
		{filters->keep_root && !filters->reverse, "keep-root", "without --reverse"},
		{options->groups_symbols, "symbol-grouping",
			"here: names are drawn as they are, and collapse programs group them (--group)"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].idle)
			warn("--%s does nothing %s", rows[i].option, rows[i].where);
}
