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
 * column of a function's own bytes. Columns end in tabs; the depth is how many blanks are before the
 * name. Numbers are rounded, so sums differ a little from what Instruments shows further up.
 *
 * https://help.apple.com/instruments/mac/current/, and files such as those in
 * https://github.com/jlfwong/speedscope/tree/main/sample/profiles/Instruments
 */
#include <stdlib.h>

#include "collapse/format.h"
#include "collapse/indent.h"
#include "collapse/module-name.h"
#include "common/memory.h"
#include "common/weight.h"

/* Weights have this many decimals: microseconds of a time in milliseconds. */
enum { PLACES = 3, COLUMNS = 4 };

/* How many thousandths of a millisecond, cycle or byte a unit has. */
static const struct {
	struct str unit;
	uint64_t thousandths;
} units[] = {
	{{"", 0}, 1000},
	{{"ms", 2}, 1000},
	{{"s", 1}, 1000 * 1000},
	{{"us", 2}, 1},
	{{"\xc2\xb5s", 3}, 1},
	{{"\xce\xbcs", 3}, 1},
	{{"min", 3}, 60 * 1000 * 1000},
	{{"h", 1}, (uint64_t)3600 * 1000 * 1000},
	{{"cycles", 6}, 1000},
	{{"c", 1}, 1000},
	{{"Kc", 2}, 1000 * 1000},
	{{"Mc", 2}, 1000 * 1000 * 1000},
	{{"Gc", 2}, (uint64_t)1000 * 1000 * 1000 * 1000},
	{{"Bytes", 5}, 1000},
	{{"bytes", 5}, 1000},
	{{"B", 1}, 1000},
	{{"KB", 2}, 1000 << 10},
	{{"MB", 2}, 1000 << 20},
	{{"GB", 2}, (uint64_t)1000 << 30},
};

struct instruments {
	struct stacks *stacks;
	struct indent tree;
	struct module_name names;
	struct buf number;
};

/* ---- numbers ---- */

static bool find_unit(struct str unit, uint64_t *thousandths)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (str_eq(unit, units[i].unit)) {
			*thousandths = units[i].thousandths;
			return true;
		}
	return false;
}

/* The digits at the start; a ',' among them is the point of some languages. */
static struct str take_number(struct instruments *instruments, struct str *text)
{
	size_t n = 0;

	buf_reset(&instruments->number);
	while (n < text->n && (byte_is_digit(text->p[n]) || text->p[n] == '.' || text->p[n] == ',')) {
		buf_add_char(&instruments->number, text->p[n] == ',' ? '.' : text->p[n]);
		n++;
	}
	*text = str_trim_start(str_skip(*text, n));
	return buf_str(&instruments->number);
}

/* "4.93 s  100.0%", "846.00 ms", "693", and "-" for nothing; in thousandths. */
static bool parse_weight(struct instruments *instruments, struct str text, uint64_t *weight)
{
	struct str number;
	uint64_t value, thousandths, unit;
	unsigned places;

	if (str_eq(text, STR("-"))) {
		*weight = 0;
		return true;
	}
	number = take_number(instruments, &text);
	if (!weight_parse(number, &value, &places) ||
		!find_unit(str_head(text, str_find(text, ' ')), &thousandths))
		return false;
	unit = weight_unit(places);
	if (value > UINT64_MAX / thousandths - unit)
		return false;
	*weight = (value * thousandths + unit / 2) / unit;
	return true;
}

/* ---- lines ---- */

static size_t split(struct str line, struct str columns[COLUMNS])
{
	size_t count = 0;

	while (count + 1 < COLUMNS && str_cut(line, '\t', &columns[count], &line))
		count++;
	columns[count] = line;
	return count + 1;
}

/* Xcode 16 has no column between the numbers and the name. */
static bool is_header(const struct str columns[COLUMNS], size_t count)
{
	return count >= 3 && str_starts(columns[count - 1], STR("Symbol Name"));
}

static void take_line(struct instruments *instruments, const struct lines *lines, struct str line)
{
	struct str columns[COLUMNS], name;
	struct indent *tree = &instruments->tree;
	size_t count = split(str_trim_end(line), columns);
	uint64_t weight;

	if (count == 1 && str_trim(line).n == 0)
		return;
	if (is_header(columns, count)) {
		indent_end(tree);
		tree->totals = !str_starts(columns[1], STR("Self"));
		return;
	}
	name = str_trim(columns[count - 1]);
	if (count < 3 || name.n == 0 ||
		!parse_weight(instruments, str_trim(columns[tree->totals ? 0 : 1]), &weight)) {
		problem_at(&instruments->stacks->problems, lines->name, lines->number,
			"\"WEIGHT<tab>SELF<tab><tab>NAME\"", line);
		return;
	}
	indent_push(tree,
		&(struct indent_frame){
			.depth = columns[count - 1].n - name.n,
			.name = module_name_recall(&instruments->names, (struct str){0}, name),
			.weight = weight,
		});
}

/* ---- the format ---- */

static void *instruments_begin(const void *options, struct stacks *out)
{
	struct instruments *instruments = memory_new(1, sizeof(*instruments));

	(void)options;
	instruments->stacks = instruments->tree.stacks = instruments->names.stacks = out;
	instruments->tree.places = PLACES;
	return instruments;
}

static void instruments_read(void *state, struct lines *lines)
{
	struct instruments *instruments = state;
	struct str line;

	instruments->tree.totals = false;
	while (lines_next(lines, &line)) {
		take_line(instruments, lines, line);
		if (lines->unterminated && str_find(line, '\t') < line.n)
			stacks_note(instruments->stacks,
				"%s: the last line has no end; its name may be cut off", lines->name);
	}
	indent_end(&instruments->tree);
	instruments->stacks->problems.lines += lines->number;
}

static void instruments_end(void *state)
{
	struct instruments *instruments = state;

	indent_report(&instruments->tree);
	indent_release(&instruments->tree);
	module_name_release(&instruments->names);
	buf_release(&instruments->number);
	free(instruments);
}

static bool instruments_sniff(struct str head)
{
	struct str columns[COLUMNS];
	size_t count = split(str_trim_end(str_head(head, str_find(head, '\n'))), columns);

	return is_header(columns, count);
}

static const struct option no_options[] = {{0}};

const struct format format_instruments = {
	.name = "instruments",
	.input = "a call tree from Instruments' Deep Copy",
	.summary =
		"Folds a call tree that Xcode's Instruments copied with \"Deep Copy\". The number "
		"counts milliseconds, cycles or bytes.",
	.options = no_options,
	.sniff = instruments_sniff,
	.begin = instruments_begin,
	.read = instruments_read,
	.end = instruments_end,
};
