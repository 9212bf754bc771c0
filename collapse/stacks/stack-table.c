#include "collapse/stacks/stack-table.h"

#include <stdlib.h>

#include "common/memory.h"

#define UNKNOWN UINT32_MAX
#define BAD (UINT32_MAX - 1)

void stack_table_add(struct stack_table *table, uint32_t prefix, uint32_t name)
{
	*ARRAY_PUSH(table->rows, table->count, table->capacity) =
		(struct stack_row){prefix, name, UNKNOWN};
}

/* The rows from `row` down to one whose node is known, or to the first: how many, in chain. */
static size_t gather_chain(struct stack_table *table, uint32_t row, uint32_t *below)
{
	size_t length = 0;

	while (row < table->count && table->rows[row].node == UNKNOWN && length < table->count) {
		*ARRAY_PUSH(table->chain, length, table->chain_capacity) = row;
		row = table->rows[row].prefix;
	}
	*below = row;
	return length;
}

/* What lies below the chain: `root` when that is nothing. */
static uint32_t node_below(const struct stack_table *table, uint32_t root, uint32_t row)
{
	if (row == ROW_NONE)
		return root;
	if (row >= table->count || table->rows[row].node == UNKNOWN)
		return BAD;
	return table->rows[row].node;
}

bool stack_table_node(struct stack_table *table, struct stacks *stacks, uint32_t root, uint64_t row,
	uint32_t *node)
{
	uint32_t below, at;
	size_t length;

	if (row >= table->count)
		return false;
	if (table->rows[row].node < BAD) {
		*node = table->rows[row].node;
		return true;
	}
	length = gather_chain(table, (uint32_t)row, &below);
	at = node_below(table, root, below);
	table->known = memory_grow(table->known, &table->known_capacity,
		table->known_count + length, sizeof(*table->known));
	while (length-- > 0) {
		struct stack_row *top = &table->rows[table->chain[length]];

		if (at != BAD && top->name != NAME_NONE)
			at = stacks_child(stacks, at, top->name);
		top->node = at;
		table->known[table->known_count++] = table->chain[length];
	}
	*node = table->rows[row].node;
	return *node != BAD;
}

void stack_table_forget_nodes(struct stack_table *table)
{
	for (size_t i = 0; i < table->known_count; i++)
		table->rows[table->known[i]].node = UNKNOWN;
	table->known_count = 0;
}

void stack_table_release(struct stack_table *table)
{
	free(table->rows);
	free(table->chain);
	free(table->known);
	*table = (struct stack_table){0};
}
