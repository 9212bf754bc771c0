/*
 * Folded stacks into a tree and back: what was written reads as the same tree.
 */
#include "common/folded.h"

#include <stdlib.h>

#include "common/compare/comparison.h"
#include "common/memory.h"
#include "common/weight.h"
#include "tests/fuzz/lib/fuzz.h"

/* Kept from run to run, since a run that is ended by a message cannot release them. */
struct reading {
	struct calltree tree;
	struct folded_path path;
	struct comparison comparison;
	struct folded_header header;
	struct folded_reader reader;
	struct problems problems;
	struct lines lines;
	struct output output;
};

static void take(void *context, const struct folded_line *line)
{
	struct reading *r = context;
	uint32_t node = folded_node(&r->path, &r->tree, line->stack, false);

	if (line->columns == 1)
		calltree_add(&r->tree, node, BEFORE, line->weight[BEFORE]);
	for (unsigned run = 0; line->columns > 1 && run < line->columns; run++)
		comparison_add(&r->comparison, &r->tree, node, run, line->weight[run]);
}

static unsigned take_comment(void *context, const struct folded_reader *reader,
	const struct lines *lines, struct str text)
{
	struct reading *r = context;

	return comparison_take_head(&r->comparison, reader, lines, text);
}

static void release(struct reading *r)
{
	calltree_release(&r->tree);
	comparison_release(&r->comparison);
	folded_header_release(&r->header);
	folded_path_release(&r->path);
	folded_reader_release(&r->reader);
	buf_release(&r->output.buf);
	lines_close(&r->lines);
}

static void read_and_write(struct reading *r, struct str input, enum folded_columns columns)
{
	release(r);
	*r = (struct reading){.output = {.path = "memory", .fd = -1}};
	r->reader = (struct folded_reader){
		.columns = columns,
		.problems = &r->problems,
		.take = take,
		.context = r,
		.header = &r->header,
		.comment = take_comment};
	calltree_init(&r->tree, 2);
	comparison_init(&r->comparison);
	lines_from_memory(&r->lines, "input", input);
	folded_read(&r->reader, &r->lines);
	folded_finish(&r->reader);
	if (r->reader.columns == COLUMNS_ONE)
		r->tree.columns = 1;
	if (r->reader.columns == COLUMNS_RUNS)
		comparison_write(&r->comparison, &r->header, &r->tree, &r->output);
	else
		folded_write(&r->tree, &r->output);
}

/* Whatever was read can be judged. */
static void judge(const struct reading *r)
{
	double *rows = comparison_total_weights(&r->comparison, &r->tree);
	struct verdict *verdicts = memory_new(r->tree.count, sizeof(*verdicts));

	comparison_judge(&r->comparison, 95, rows, r->tree.count, verdicts);
	for (uint32_t i = 0; i < r->tree.count; i++) {
		fuzz_expect(verdicts[i].p >= 0 && verdicts[i].p <= verdicts[i].q);
		fuzz_expect(verdicts[i].q <= 1 && verdicts[i].error >= 0);
	}
	free(verdicts);
	free(rows);
}

/*
 * Names that folded lines cannot hold: at the start of a line "# " is a comment and a byte order mark
 * is dropped, and a CR ends a line where the head of a file has no newline.
 */
static bool means_something_else(struct str text)
{
	struct str line, rest = text;

	if (str_starts(text, STR("\xef\xbb\xbf")) || str_find(text, '\r') < text.n)
		return true;
	while (str_cut(rest, '\n', &line, &rest))
		if (line.n > 1 && line.p[0] == '#' && byte_is_blank(line.p[1]))
			return true;
	return false;
}

void fuzz(struct str input)
{
	static struct reading first, second;

	messages_quiet(true);
	read_and_write(&first, input, COLUMNS_AUTO);

	struct str written = buf_str(&first.output.buf);

	if (means_something_else(written))
		return;
	if (first.tree.count < 1000 && first.reader.columns != COLUMNS_ONE)
		judge(&first);
	read_and_write(&second, written,
		first.reader.columns == COLUMNS_RUNS ? COLUMNS_AUTO : first.reader.columns);
	fuzz_expect(str_eq(buf_str(&second.output.buf), written));
	fuzz_expect(second.problems.count == 0);
	/* Sums may need fewer decimals than what they are made of. */
	fuzz_expect(second.tree.places <= first.tree.places);
	fuzz_expect(first.tree.total[BEFORE] ==
		second.tree.total[BEFORE] * weight_unit(first.tree.places - second.tree.places));
}
