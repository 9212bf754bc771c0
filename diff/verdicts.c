#include "diff/verdicts.h"

#include <stdlib.h>

#include "common/folded.h"
#include "common/memory.h"
#include "common/weight.h"

enum { STACK, FRAME };

struct table {
	const struct calltree *tree;
	struct output *output;
	uint64_t *totals[2];
	struct verdict *verdicts[2]; /* of stacks and of frames, by node */
};

static struct verdict *judge(const struct comparison *comparison, const struct calltree *tree,
	double confidence, double *rows)
{
	struct verdict *verdicts = memory_new(tree->count, sizeof(*verdicts));

	comparison_judge(comparison, confidence, rows, tree->count, verdicts);
	free(rows);
	return verdicts;
}

static void write_row(struct table *table, int kind, const struct verdict *verdict,
	const uint64_t weight[2], struct str stack)
{
	struct buf *out = &table->output->buf;
	uint64_t before = weight[BEFORE], after = weight[AFTER];

	if (before == 0 && after == 0)
		return;
	buf_add(out, kind == STACK ? STR("stack\t") : STR("frame\t"));
	weight_format(out, before, table->tree->places);
	buf_add_char(out, '\t');
	weight_format(out, after, table->tree->places);
	buf_add(out, before > after ? STR("\t-") : STR("\t"));
	weight_format(out, weight_difference(before, after), table->tree->places);
	buf_addf(out, "\t%.6g\t%.3g\t%s\t", verdict->error, verdict->q,
		verdict->real && before != after ? comparison_word(before, after) : "noise");
	buf_add(out, stack);
	buf_add_char(out, '\n');
	output_flush_if_full(table->output);
}

static void write_rows(void *context, uint32_t node, struct str stack)
{
	struct table *table = context;
	const uint64_t totals[2] = {table->totals[BEFORE][node], table->totals[AFTER][node]};

	write_row(table, STACK, &table->verdicts[STACK][node], table->tree->nodes[node].self, stack);
	write_row(table, FRAME, &table->verdicts[FRAME][node], totals, stack);
}

void verdicts_write(const struct comparison *comparison, const struct calltree *tree,
	double confidence, struct output *output)
{
	struct table table = {.tree = tree, .output = output};

	table.verdicts[STACK] =
		judge(comparison, tree, confidence, comparison_self_weights(comparison, tree));
	table.verdicts[FRAME] =
		judge(comparison, tree, confidence, comparison_total_weights(comparison, tree));
	for (unsigned column = BEFORE; column <= AFTER; column++)
		table.totals[column] = calltree_totals(tree, column);
	buf_add(&output->buf, STR("kind\tbefore\tafter\tchange\terror\tq\tverdict\tstack\n"));
	folded_walk(tree, write_rows, &table);
	for (unsigned i = 0; i < 2; i++) {
		free(table.totals[i]);
		free(table.verdicts[i]);
	}
}
