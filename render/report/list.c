#include "render/report/list.h"

#include <stdlib.h>

#include "common/folded.h"
#include "common/memory.h"

/* ---- what is first among equals ---- */

uint32_t *rank_of_names(const struct calltree *tree)
{
	uint32_t *sorted = names_sorted(&tree->names), *ranks = names_ranks(&tree->names, sorted);

	free(sorted);
	return ranks;
}

struct ranking {
	uint32_t *ranks, next;
};

static void take_rank(void *context, uint32_t node, struct str stack)
{
	struct ranking *ranking = context;

	(void)stack;
	ranking->ranks[node] = ranking->next++;
}

uint32_t *rank_of_nodes(const struct calltree *tree)
{
	struct ranking ranking = {memory_new(tree->count, sizeof(*ranking.ranks)), 1};

	folded_walk(tree, take_rank, &ranking);
	return ranking.ranks;
}

/* ---- order ---- */

struct sortable {
	uint64_t key;
	uint32_t rank, row;
};

static int compare_sortables(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? 1 : -1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static uint64_t larger(const uint64_t weight[2])
{
	return weight[AFTER] > weight[BEFORE] ? weight[AFTER] : weight[BEFORE];
}

static uint64_t key_of(const struct row *row, const struct list_rules *rules)
{
	switch (rules->options->sort) {
	case SORT_NAME:
		return 0;
	case SORT_BEFORE:
		return row->weight[rules->focus][BEFORE];
	case SORT_AFTER:
		return row->weight[rules->focus][AFTER];
	case SORT_SELF:
	case SORT_TOTAL:
		return larger(row->weight[rules->focus]);
	case SORT_CHANGE:
	case SORT_TOTAL_CHANGE:
		return row_change(row, rules->focus);
	default:
		return rules->tree->columns == 2 && rules->options->view != VIEW_TREE
			       ? row_change(row, rules->focus)
			       : larger(row->weight[rules->focus]);
	}
}

static struct sortable sortable(
	const struct rows *rows, const struct list_rules *rules, size_t row)
{
	return (struct sortable){key_of(&rows->items[row], rules), rules->rank[row], (uint32_t)row};
}

uint32_t *list_places(const struct rows *rows, const struct list_rules *rules)
{
	struct sortable *sortables = memory_new(rows->count, sizeof(*sortables));
	uint32_t *places = memory_new(rows->count, sizeof(*places));

	for (size_t i = 0; i < rows->count; i++)
		sortables[i] = sortable(rows, rules, i);
	qsort(sortables, rows->count, sizeof(*sortables), compare_sortables);
	for (size_t i = 0; i < rows->count; i++)
		places[sortables[i].row] = (uint32_t)i;
	free(sortables);
	return places;
}

/* ---- choice ---- */

void list_add(struct list *list, const struct list_line *line)
{
	*ARRAY_PUSH(list->lines, list->count, list->capacity) = *line;
}

static bool is_small(const struct row *row, const struct list_rules *rules)
{
	return amount_compare(&rules->options->min_change, row_change(row, rules->focus),
		       larger(rules->tree->total), rules->tree->places) < 0;
}

bool list_has_changed(const struct row *row, const struct list_rules *rules)
{
	return rules->tree->columns == 1 ||
	       (row_is_real(row, rules->focus) && !is_small(row, rules));
}

static bool is_present(const struct row *row, const struct list_rules *rules)
{
	const uint64_t *weight = row->weight[rules->present];

	return weight[BEFORE] || weight[AFTER];
}

static bool goes(const struct row *row, const struct list_rules *rules)
{
	const uint64_t *weight = row->weight[rules->focus];

	return rules->direction == EITHER_WAY ||
	       (rules->direction == UPWARD) == (weight[AFTER] > weight[BEFORE]);
}

/* Counts what it leaves out. */
static bool is_listed(
	struct list *list, const struct row *row, const struct list_rules *rules)
{
	bool compared = rules->tree->columns == 2, all = rules->options->all;

	if (!is_present(row, rules))
		return false;
	list->present++;
	if (compared && !all && !row_is_real(row, rules->focus)) {
		list->noise++;
		return false;
	}
	if (compared && is_small(row, rules)) {
		list->small++;
		return false;
	}
	return goes(row, rules);
}

void list_init(struct list *list, const struct rows *rows, const struct list_rules *rules)
{
	struct sortable *sortables = memory_new(rows->count, sizeof(*sortables));
	uint64_t limit = rules->options->limit;
	size_t count = 0;

	*list = (struct list){0};
	for (size_t i = 0; i < rows->count; i++)
		if (is_listed(list, &rows->items[i], rules))
			sortables[count++] = sortable(rows, rules, i);
	qsort(sortables, count, sizeof(*sortables), compare_sortables);
	for (size_t i = 0; i < count && (limit == 0 || i < limit); i++)
		list_add(list, &(struct list_line){.row = sortables[i].row});
	list->cut = count - list->count;
	free(sortables);
}

void list_release(struct list *list)
{
	free(list->lines);
	*list = (struct list){0};
}
