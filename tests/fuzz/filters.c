/*
 * Filters over folded stacks. Each line up to an empty one is a filter, its first byte chooses
 * which, 'a' the first; the stacks are behind that:
 *
 *     as/par(se|t)/<&>/g
 *     b^draw
 *
 *     main;parse;read 42
 *
 * What must hold: no weight is lost, the lines of --time-order add up to the tree, what is written
 * is read back, and a tree becomes what each of its stacks becomes alone.
 */
#include "collapse/filters/run.h"

#include <stdlib.h>
#include <string.h>

#include "collapse/filters/options.h"
#include "collapse/formats/folded/input.h"
#include "common/memory.h"
#include "common/weight.h"
#include "tests/fuzz/lib/fuzz.h"

/* Within these the worst expression has an end in a second. */
enum { MOST_FILTERS = 8, MOST_VALUE = 120, MOST_STACKS = 3000, MOST_LINES = 12 };

/* Kept from run to run, since a run that is ended by a message cannot release them. */
struct filtering {
	struct stacks stacks;
	struct filters *filters;
	struct folded_input *input;
	struct lines lines;
	struct output output;
	uint64_t before[2];
};

static struct filter_options options;
static char arguments[MOST_FILTERS][MOST_VALUE + 32];

/* ---- options ---- */

static const struct option *option_of(char c)
{
	size_t count = 0;

	while (filter_options[count].names)
		count++;
	return &filter_options[(unsigned char)(c - 'a') % count];
}

static void add_argument(char *argument, struct str line)
{
	const struct option *option = option_of(line.p[0]);
	struct buf text = {0};

	buf_addf(&text, "--%s", option->names);
	if (option->kind != OPTION_FLAG) {
		buf_add_char(&text, '=');
		buf_add(&text, str_head(str_skip(line, 1), MOST_VALUE));
	}
	buf_add_char(&text, '\0');
	memcpy(argument, text.p, text.n);
	buf_release(&text);
}

/* Takes them off the input. */
static void read_options(struct str *input)
{
	static char name[] = "filters";
	char *argv[MOST_FILTERS + 2] = {name};
	const struct option_group groups[] = {{"Filters", filter_options, &options}, {0}};
	const struct program program = {name, "", "Filters.", groups, NULL};
	struct str line;
	size_t count;
	int argc = 1;

	while (argc <= MOST_FILTERS && str_cut(*input, '\n', &line, input) && line.n) {
		argv[argc] = arguments[argc - 1];
		add_argument(argv[argc++], line);
	}
	filter_options_release(&options);
	options = (struct filter_options){0};
	free(options_parse(&program, argc, argv, &count));
}

static bool leaves_out(void)
{
	return options.focus.count || options.ignore.count || options.from.count ||
	       options.from_deepest.count;
}

/* ---- filtering ---- */

static void release(struct filtering *f)
{
	if (f->input) {
		folded_path_release(&f->input->path);
		folded_reader_release(&f->input->reader);
		free(f->input);
	}
	stacks_release(&f->stacks);
	filters_free(f->filters);
	buf_release(&f->output.buf);
	lines_close(&f->lines);
	*f = (struct filtering){.output = {.path = "memory", .fd = -1}};
}

/* Returns whether the input has one or two columns. */
static enum folded_columns filter(
	struct filtering *f, struct str text, bool filtered, enum folded_columns columns)
{
	release(f);
	stacks_init(&f->stacks);
	f->stacks.order.on = f->stacks.order.waits = true;
	f->input = folded_input_new(&f->stacks, columns);
	lines_from_memory(&f->lines, "input", text);
	folded_input_read(f->input, &f->lines);
	columns = f->input->reader.columns;
	if (columns == COLUMNS_AUTO)
		columns = f->input->reader.taken ? COLUMNS_TWO : COLUMNS_ONE;
	folded_input_end(f->input);
	f->input = NULL;
	memcpy(f->before, f->stacks.tree.total, sizeof(f->before));
	if (filtered)
		f->filters = filters_new(&options);
	if (f->filters)
		filters_run(f->filters, &f->stacks);
	folded_write(&f->stacks.tree, &f->output);
	return columns;
}

/* ---- what must hold ---- */

static void expect_weight(const struct filtering *f)
{
	const struct calltree *tree = &f->stacks.tree;

	for (unsigned column = 0; column < 2; column++) {
		fuzz_expect(tree->total[column] <= f->before[column]);
		fuzz_expect(leaves_out() || tree->total[column] == f->before[column]);
	}
}

static void expect_lines(const struct filtering *f)
{
	const struct calltree *tree = &f->stacks.tree;
	uint64_t *left = memory_new((size_t)tree->count * 2, sizeof(*left));

	for (uint32_t i = 0; i < tree->count; i++)
		memcpy(&left[(size_t)i * 2], tree->nodes[i].self, sizeof(tree->nodes[i].self));
	for (size_t i = 0; i < f->stacks.order.count; i++) {
		const struct time_line *line = &f->stacks.order.lines[i];

		for (unsigned column = 0; column < tree->columns; column++)
			left[(size_t)line->node * 2 + column] -=
				line->weight[column] * weight_unit(tree->places - line->places[column]);
	}
	for (size_t i = 0; i < (size_t)tree->count * 2; i++)
		fuzz_expect(left[i] == 0);
	free(left);
}

/* Names that folded lines cannot hold everywhere: a CR may end a line, a byte order mark goes. */
static bool means_something_else(struct str text)
{
	return str_find(text, '\r') < text.n || str_contains(text, STR("\xef\xbb\xbf"));
}

static void expect_read_back(const struct filtering *f, struct filtering *again,
	enum folded_columns columns)
{
	filter(again, buf_str(&f->output.buf), false, columns);
	fuzz_expect(again->stacks.remarks.problems.count == 0);
	for (unsigned column = 0; column < 2; column++)
		fuzz_expect(again->stacks.tree.total[column] *
				weight_unit(f->stacks.tree.places - again->stacks.tree.places) ==
			f->stacks.tree.total[column]);
}

/* again is the whole, filtered and read back. */
static void expect_stack_by_stack(
	const struct filtering *again, struct str input, enum folded_columns columns)
{
	static struct filtering one, all;
	static struct buf parts;
	struct str line, rest = input;

	buf_reset(&parts);
	for (size_t i = 0; rest.n; i++) {
		if (i == MOST_LINES)
			return;
		if (!str_cut(rest, '\n', &line, &rest)) {
			line = rest;
			rest.n = 0;
		}
		filter(&one, line, true, columns);
		buf_add(&parts, buf_str(&one.output.buf));
	}
	filter(&all, buf_str(&parts), false, columns);
	fuzz_expect(str_eq(buf_str(&all.output.buf), buf_str(&again->output.buf)));
}

void fuzz(struct str input)
{
	static struct filtering whole, again;
	enum folded_columns columns;

	messages_quiet(true);
	read_options(&input);
	input = input.n ? str_head(input, MOST_STACKS)
			: STR("main;parse;expr;term;parse;leaf 10\nmain;parse;parse;std::read 5\n"
			      "main;libc.so.6`write_[k] 3\nidle;[libx.so];wait 2.5\nmain 1\n");
	columns = filter(&whole, input, true, COLUMNS_AUTO);
	expect_weight(&whole);
	expect_lines(&whole);
	/* Such an input is refused as a whole. */
	if (whole.stacks.remarks.failure.n)
		return;
	if (means_something_else(input) || means_something_else(buf_str(&whole.output.buf)))
		return;
	expect_read_back(&whole, &again, columns);
	if (!leaves_out() && !options.least.percent)
		expect_stack_by_stack(&again, input, columns);
}
