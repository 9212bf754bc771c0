/*
 * collapse-instruments: a call tree of Xcode's Instruments, as "Deep Copy" puts it on the clipboard.
 *
 *     Running Time	Self (ms)		Symbol Name
 *     4273.0ms   99.9%	0	 	start
 *     2126.0ms   49.7%	693	 	 delta()
 *
 *     Weight	Self Weight		Symbol Name
 *     96.08 Gc  100.0%	-	 	app (40414)
 *     46.92 Gc   48.8%	404.75 Mc	 	 elapsed
 *
 *     Bytes Used	Count		Symbol Name
 *     5.33 MB  100.0%	12	 	main
 *
 * The first is from Xcode 7; Xcode 16 has no column of blanks before the name; allocations have no
 * column of a function's own bytes; users may add columns. They end in tabs, and are found by their
 * names; the depth is how many blanks are before the symbol's. Numbers are rounded, so sums differ a
 * little from what Instruments shows further up.
 *
 * https://help.apple.com/instruments/mac/current/, and files such as those in
 * https://github.com/jlfwong/speedscope/tree/main/sample/profiles/Instruments
 */
#include <stdlib.h>

#include "collapse/names/module-name.h"
#include "collapse/stacks/format.h"
#include "collapse/stacks/indent.h"
#include "collapse/stacks/local-number.h"
#include "common/memory.h"
#include "common/weight.h"

/* Decimals of a tree's weights: times are nanoseconds of milliseconds; rounded bytes have some, too. */
enum { TIME = 6, OTHER = 3 };

/* How much a unit is, with these decimals, in milliseconds, cycles or bytes. */
static const struct unit {
	struct str name;
	unsigned places;
	uint64_t size;
	const char *told; /* what a weight of 1 is then; NULL: the column's name may say it */
} units[] = {
	{STR_INIT(""), OTHER, 1000, NULL},
	{STR_INIT("ms"), TIME, 1000 * 1000, "ms"},
	{STR_INIT("s"), TIME, 1000 * 1000 * 1000, "ms"},
	{STR_INIT("us"), TIME, 1000, "ms"},
	{STR_INIT("\xc2\xb5s"), TIME, 1000, "ms"},
	{STR_INIT("\xce\xbcs"), TIME, 1000, "ms"},
	{STR_INIT("ns"), TIME, 1, "ms"},
	{STR_INIT("min"), TIME, (uint64_t)60 * 1000 * 1000 * 1000, "ms"},
	{STR_INIT("h"), TIME, (uint64_t)3600 * 1000 * 1000 * 1000, "ms"},
	{STR_INIT("cycles"), OTHER, 1000, "cycles"},
	{STR_INIT("c"), OTHER, 1000, "cycles"},
	{STR_INIT("Kc"), OTHER, 1000 * 1000, "cycles"},
	{STR_INIT("Mc"), OTHER, 1000 * 1000 * 1000, "cycles"},
	{STR_INIT("Gc"), OTHER, (uint64_t)1000 * 1000 * 1000 * 1000, "cycles"},
	{STR_INIT("Bytes"), OTHER, 1000, "bytes"},
	{STR_INIT("bytes"), OTHER, 1000, "bytes"},
	{STR_INIT("B"), OTHER, 1000, "bytes"},
	{STR_INIT("KB"), OTHER, 1000 << 10, "bytes"},
	{STR_INIT("KiB"), OTHER, 1000 << 10, "bytes"},
	{STR_INIT("MB"), OTHER, 1000 << 20, "bytes"},
	{STR_INIT("MiB"), OTHER, 1000 << 20, "bytes"},
	{STR_INIT("GB"), OTHER, (uint64_t)1000 << 30, "bytes"},
	{STR_INIT("GiB"), OTHER, (uint64_t)1000 << 30, "bytes"},
};

/* Where a tree's columns are, from 0. */
struct columns {
	size_t weight, name;
	bool totals; /* the weight is that of all below, too */
	bool milliseconds; /* the weight's name ends in "(ms)" */
};

struct instruments {
	struct stacks *stacks;
	struct indent tree;
	struct module_name names;
	struct local_numbers numbers;
	struct columns columns;
	const char *unit; /* that was told last */
};

/* ---- numbers ---- */

static const struct unit *find_unit(struct str name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_eq(name, units[i].name))
			return &units[i];
	return NULL;
}

/* The first weight of a tree tells what all of them are. */
static bool fits_tree(struct indent *tree, const struct unit *unit)
{
	if (tree->places == 0)
		tree->places = unit->places;
	return unit->places == tree->places;
}

static void tell_unit(struct instruments *instruments, const struct unit *unit)
{
	const char *told = unit->told;

	if (!told && instruments->columns.milliseconds)
		told = "ms";
	if (told && told != instruments->unit) {
		stacks_tell(instruments->stacks, HEADER_UNIT, str_of(told));
		instruments->unit = told;
	}
}

/* "4.93 s  100.0%", "1,846.00 ms", "693", and "-" for nothing. */
static bool parse_weight(struct instruments *instruments, struct str text, uint64_t *weight)
{
	const struct unit *unit;
	struct str number;
	struct weight value;

	*weight = 0;
	if (str_eq(text, STR("-")))
		return true;
	number = local_number_take(&instruments->numbers, &text);
	text = str_trim_start(text);
	unit = find_unit(str_head(text, str_find(text, ' ')));
	if (!unit || !weight_parse(number, &value) || !weight_in(value, unit->size, weight))
		return false;
	if (value.value == 0)
		return true;
	if (!fits_tree(&instruments->tree, unit))
		return false;
	tell_unit(instruments, unit);
	return true;
}

/* ---- lines ---- */

/* Takes what is up to the next tab, or all that is left; false when that was the last column. */
static bool take_column(struct str *line, struct str *column)
{
	struct str all = *line;

	if (str_cut(all, '\t', column, line))
		return true;
	*column = all;
	return false;
}

/* False when there are not so many. */
static bool find_column(struct str line, size_t place, struct str *column)
{
	while (take_column(&line, column))
		if (place-- == 0)
			return true;
	return place == 0;
}

/* The first column is a total, and the only weight where none is called "Self Weight" or so. */
static bool parse_header(struct str line, struct columns *columns)
{
	struct str column;
	bool more = true;

	*columns = (struct columns){.totals = true};
	for (size_t place = 0; more; place++) {
		more = take_column(&line, &column);
		if (columns->totals && str_starts(column, STR("Self"))) {
			columns->weight = place;
			columns->totals = false;
			columns->milliseconds = str_ends(str_trim_end(column), STR("(ms)"));
		}
		columns->name = place;
		if (str_starts(column, STR("Symbol Name")))
			return place >= 2;
	}
	return false;
}

static void begin_tree(struct instruments *instruments, const struct columns *columns)
{
	indent_end(&instruments->tree);
	instruments->columns = *columns;
	instruments->tree.totals = columns->totals;
	instruments->tree.places = 0;
}

static void take_line(struct instruments *instruments, const struct lines *lines, struct str line)
{
	const struct columns *columns = &instruments->columns;
	struct columns header;
	struct str weight, indented, name;
	struct indent_frame frame = {0};

	if (str_trim(line).n == 0)
		return;
	if (!byte_is_digit(line.p[0]) && parse_header(line, &header)) {
		begin_tree(instruments, &header);
		return;
	}
	if (!find_column(line, columns->weight, &weight) ||
		!find_column(line, columns->name, &indented) || str_trim(indented).n == 0 ||
		!parse_weight(instruments, str_trim(weight), &frame.weight)) {
		stacks_problem(instruments->stacks, lines,
			"\"WEIGHT<tab>SELF<tab><tab>NAME\", as the header has it", line);
		return;
	}
	indented = str_trim_end(indented);
	name = str_trim_start(indented);
	frame.depth = indented.n - name.n;
	frame.name = module_name_recall(&instruments->names, (struct str){0}, name);
	indent_push(&instruments->tree, &frame);
}

/* ---- the format ---- */

static void *instruments_begin(const void *options, struct stacks *out)
{
	struct instruments *instruments = memory_new(1, sizeof(*instruments));

	(void)options;
	instruments->stacks = instruments->tree.stacks = instruments->names.stacks = out;
	return instruments;
}

static void instruments_read(void *state, struct lines *lines)
{
	struct instruments *instruments = state;
	struct str line;

	begin_tree(instruments, &(struct columns){.weight = 1, .name = 3, .milliseconds = true});
	instruments->unit = NULL;
	local_numbers_begin(&instruments->numbers, 0, false);
	while (lines_next(lines, &line)) {
		take_line(instruments, lines, line);
		if (lines->unterminated && str_find(line, '\t') < line.n)
			stacks_note(instruments->stacks,
				"%s: the last line has no end; its name may be cut off", lines->name);
	}
	indent_end(&instruments->tree);
}

static void instruments_end(void *state)
{
	struct instruments *instruments = state;

	indent_report(&instruments->tree);
	local_numbers_report(&instruments->numbers, instruments->stacks);
	indent_release(&instruments->tree);
	module_name_release(&instruments->names);
	local_numbers_release(&instruments->numbers);
	free(instruments);
}

static bool instruments_sniff(struct str head)
{
	struct columns columns;

	return parse_header(str_head(head, str_find(head, '\n')), &columns);
}

static const struct option no_options[] = {{0}};

const struct kind kind_instruments = {
	.name = "instruments",
	.input = "a call tree from Instruments' Deep Copy",
	.sniff = instruments_sniff,
};

const struct format format_instruments = {
	.kind = &kind_instruments,
	.summary =
		"Folds a call tree that Xcode's Instruments copied with \"Deep Copy\". The number "
		"counts milliseconds, cycles or bytes.",
	.options = no_options,
	.begin = instruments_begin,
	.read = instruments_read,
	.end = instruments_end,
};
