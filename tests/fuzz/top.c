/*
 * Folded stacks into a report, and budgets that are held against it. The first line says which
 * report and is a budget too; what follows are stacks:
 *
 *     01atotal(parse) > 5%
 *     main;parse;read 20 17
 */
#include <stdlib.h>
#include <string.h>

#include "common/folded.h"
#include "common/memory.h"
#include "render/report/document.h"
#include "render/report/growth-said.h"
#include "render/report/growths.h"
#include "tests/fuzz/lib/fuzz.h"

enum { MOST_DEPTH = 8 };

/* Kept from run to run, since a run that is ended by a message cannot release them. */
static struct {
	struct calltree tree;
	struct folded_path path;
	struct comparison comparison;
	struct lines lines;
	struct folded_reader reader;
	struct problems problems;
	struct top_options options;
	struct rows functions, others;
	struct output output;
	char *budget;
	bool *of; /* by name id: whose callers are listed */
} top;

static void release(void)
{
	calltree_release(&top.tree);
	comparison_release(&top.comparison);
	folded_path_release(&top.path);
	folded_reader_release(&top.reader);
	lines_close(&top.lines);
	top_options_release(&top.options);
	rows_release(&top.functions);
	rows_release(&top.others);
	buf_release(&top.output.buf);
	free(top.budget);
	free(top.of);
	memset(&top, 0, sizeof(top));
}

/* ---- reading ---- */

static void take(void *context, const struct folded_line *line)
{
	uint32_t node = folded_node(&top.path, &top.tree, line->stack, false);

	(void)context;
	if (line->columns == 1)
		calltree_add(&top.tree, node, BEFORE, line->weight[BEFORE]);
	for (unsigned run = 0; line->columns > 1 && run < line->columns; run++)
		comparison_add(&top.comparison, &top.tree, node, run, line->weight[run]);
}

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	(void)context;
	return comparison_take_head(&top.comparison, reader, lines, text);
}

static void read_stacks(struct str input)
{
	top.reader = (struct folded_reader){
		.problems = &top.problems, .take = take, .comment = take_comment};
	calltree_init(&top.tree, 2);
	comparison_init(&top.comparison);
	lines_from_memory(&top.lines, "input", input);
	folded_read(&top.reader, &top.lines);
	folded_finish(&top.reader);
	top.tree.columns = top.reader.columns == COLUMNS_ONE ? 1 : 2;
	if (top.tree.columns == 2)
		comparison_sum(&top.comparison);
}

static unsigned take_digit(struct str *line)
{
	unsigned digit = line->n > 0 ? (unsigned char)line->p[0] : 0;

	*line = str_skip(*line, line->n > 0);
	return digit;
}

/* A budget that is none leaves none. */
static void read_options(struct str line)
{
	struct top_options *options = &top.options;
	unsigned flags;

	*options = (struct top_options){
		.sort = SORT_UNSAID, .min_percent = {{5, 1}, true}, .fail_above = {{1, 0}, true}};
	options->view = (enum top_view)(take_digit(&line) % 5);
	options->format = (int)(take_digit(&line) % 5);
	flags = take_digit(&line);
	options->all = flags & 1;
	options->limit = flags & 2 ? 2 : 0;
	options->confidence = flags & 4 ? 95 : 0;
	options->width = flags & 8 ? 50 : 0;
	options->sort = flags & 16 ? SORT_NAME : SORT_UNSAID;
	top.budget = memory_new(line.n + 1, 1);
	memcpy(top.budget, line.p, line.n);
	budgets_add(&options->budgets, top.budget);
}

/* ---- what was written ---- */

static bool is_utf8(struct str text)
{
	for (size_t length; text.n > 0; text = str_skip(text, length))
		if ((length = utf8_length(text)) == 0)
			return false;
	return true;
}

/* Takes off a string of JSON; false when it is none. */
static bool take_string(struct str *text)
{
	for (*text = str_skip(*text, 1); text->n > 0; *text = str_skip(*text, 1)) {
		if (text->p[0] == '"')
			return true;
		if ((unsigned char)text->p[0] < 0x20)
			return false;
		if (text->p[0] == '\\')
			*text = str_skip(*text, 1);
	}
	return false;
}

/* Strings end, brackets match, and between them is what numbers, null and commas are made of. */
static bool is_json(struct str text)
{
	char open[MOST_DEPTH];
	size_t depth = 0;

	for (; text.n > 0; text = str_skip(text, 1)) {
		char c = text.p[0];

		if (c == '{' || c == '[') {
			if (depth == MOST_DEPTH)
				return false;
			open[depth++] = c;
		} else if (c == '}' || c == ']') {
			if (depth == 0 || open[--depth] != (c == '}' ? '{' : '['))
				return false;
		} else if (c == '"' ? !take_string(&text) : !strchr("0123456789.-+e:, \nnul", c)) {
			return false;
		}
	}
	return depth == 0;
}

static size_t count_fields(struct str line, char separator)
{
	size_t count = 1;
	bool quoted = false;

	for (size_t i = 0; i < line.n; i++) {
		quoted ^= line.p[i] == '"' && separator == ',';
		count += line.p[i] == separator && !quoted;
	}
	return count;
}

/* Each line has as many fields as the first. */
static bool is_table(struct str text, char separator)
{
	struct str line;
	size_t count = 0;

	while (str_cut(text, '\n', &line, &text)) {
		if (count == 0)
			count = count_fields(line, separator);
		if (count != count_fields(line, separator))
			return false;
	}
	return text.n == 0;
}

static void look_at(struct str written)
{
	fuzz_expect(is_utf8(written));
	if (top.options.format == FORMAT_JSON)
		fuzz_expect(is_json(written));
	if (top.options.format == FORMAT_TSV)
		fuzz_expect(is_table(written, '\t'));
	if (top.options.format == FORMAT_CSV)
		fuzz_expect(is_table(written, ','));
}

/* ---- the whole ---- */

static void write_report(const struct profile *profile)
{
	static const struct folded_header header;
	bool of_functions = top.options.view == VIEW_FUNCTIONS;
	struct report report = {.options = &top.options,
		.profile = *profile,
		.rows = of_functions ? &top.functions : &top.others,
		.header = &header,
		.numbers = {.unit = STR_INIT("ns")},
		.width = (size_t)top.options.width,
		.output = &top.output};

	top.output = (struct output){.path = "memory", .fd = -1};
	top.options.of = names_get(&top.tree.names, 0);
	top.of = memory_new(top.tree.names.count, sizeof(*top.of));
	top.of[0] = true;
	if (top.options.view == VIEW_CALLERS)
		rows_of_callers(&top.others, profile, top.of);
	else if (top.options.view == VIEW_CALLEES)
		rows_of_callees(&top.others, profile, top.of);
	else if (!of_functions)
		rows_of_nodes(&top.others, profile);
	document_write(&report);
}

/* What is sure comes first, and a frame is known of each function. */
static void check_growth(const struct profile *profile, const struct budget_facts *facts)
{
	const struct growth_limits limits = {top.options.fail_above, top.options.min_change};
	struct growths growths;

	growths_find(&growths, profile, &top.functions, &limits);
	fuzz_expect(growths.sure <= growths.count);
	for (size_t i = 0; i < growths.count; i++) {
		const struct growth *growth = &growths.items[i];

		fuzz_expect((growth->doubt == GROWTH_SURE) == (i < growths.sure));
		if (growth->id != NAME_NONE && i < GROWTHS_SAID)
			fuzz_expect(top.tree.nodes[growth->node].name == growth->id);
	}
	growths_say(&growths, facts, profile, &limits.limit);
	growths_release(&growths);
}

void fuzz(struct str input)
{
	struct str line = {0}, stacks = {0};
	struct profile profile = {.tree = &top.tree};
	static const struct quantities numbers = {.unit = STR_INIT("ns")};
	struct budget_facts facts = {.profile = &profile, .numbers = &numbers};

	messages_quiet(true);
	release();
	if (!str_cut(input, '\n', &line, &stacks))
		return;
	read_stacks(stacks);
	read_options(line);
	if (top.tree.names.count == 0)
		return;
	budgets_settle(&top.options.budgets, numbers.unit);
	profile.leading = stacks.n % 2;
	profile.confidence = top.options.confidence;
	profile.comparison = top.tree.columns == 2 ? &top.comparison : NULL;
	rows_of_functions(&top.functions, &profile);
	write_report(&profile);
	look_at(buf_str(&top.output.buf));
	fuzz_expect(budgets_check(&top.options.budgets, &facts) <= 1);
	if (profile.comparison)
		check_growth(&profile, &facts);
}
