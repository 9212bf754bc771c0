#include "collapse/stacks/csv-tree.h"

#include <stdlib.h>

#include "common/memory.h"
#include "common/weight.h"

void *csv_tree_begin(const struct csv_tree_kind *kind, const void *options, struct stacks *out)
{
	struct csv_tree *tree = memory_new(1, kind->size);

	tree->kind = kind;
	tree->options = options;
	tree->stacks = tree->indent.stacks = out;
	return tree;
}

bool csv_tree_refuse(struct csv_tree *tree, const char *what, struct str name)
{
	const struct csv *csv = &tree->csv;
	char shown[STR_SHOW], row[STR_SHOW];

	stacks_fail(tree->stacks, "%s:%llu: expected %s \"%s\", got \"%s\"", csv->name,
		(unsigned long long)csv->line, what, str_show(name, shown),
		str_show(csv->row, row));
	return false;
}

static bool parse_number(struct csv_tree *tree, struct str text, struct weight *value)
{
	struct str number;

	if (tree->kind->plain && weight_parse(text, value))
		return true;
	number = local_number_take(&tree->numbers, &text);
	return text.n == 0 && weight_parse(number, value);
}

bool csv_tree_weight(struct csv_tree *tree, struct str text, uint64_t unit, uint64_t *weight)
{
	struct weight value;

	if (!parse_number(tree, text, &value) || !weight_in(value, unit, weight))
		return false;
	tree->rounded += value.value > 0 && *weight == 0;
	return true;
}

/* Where semicolons are between columns, commas are decimal marks. */
static bool take_header(struct csv_tree *tree)
{
	if (!tree->kind->header(tree))
		return false;
	local_numbers_begin(&tree->numbers, tree->csv.separator == ';' ? ',' : '.', tree->whole);
	return true;
}

/* A row before the table: the header, or a remark; false when the table cannot be read. */
static bool take_first(struct csv_tree *tree, bool *started)
{
	const struct csv_tree_kind *kind = tree->kind;

	tree->key = csv_column(&tree->csv, kind->key);
	*started = tree->key < tree->csv.count;
	if (*started)
		return take_header(tree);
	return (kind->remark.n && str_starts(tree->csv.row, kind->remark)) ||
	       csv_tree_refuse(tree, "the header", kind->begins);
}

static void take_row(struct csv_tree *tree)
{
	const struct csv *csv = &tree->csv;

	if (csv->open || !tree->kind->row(tree))
		stacks_problem_at(tree->stacks, csv->name, csv->line, tree->kind->expected,
			csv->row);
}

void csv_tree_read(void *state, struct lines *lines)
{
	struct csv_tree *tree = state;
	struct csv *csv = &tree->csv;
	bool started = false;

	csv_init(csv, lines);
	while (csv_next(csv)) {
		stacks_count_things(tree->stacks, 1);
		if (started)
			take_row(tree);
		else if (!take_first(tree, &started))
			break;
	}
	indent_end(&tree->indent);
	csv_release(csv);
}

void csv_tree_finish(void *state)
{
	struct csv_tree *tree = state;

	if (tree->kind->end)
		tree->kind->end(tree);
	indent_report(&tree->indent);
	indent_release(&tree->indent);
	local_numbers_report(&tree->numbers, tree->stacks);
	local_numbers_release(&tree->numbers);
	free(tree);
}
