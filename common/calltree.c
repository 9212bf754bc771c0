#include "common/calltree.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"
#include "common/messages.h"

void calltree_init(struct calltree *tree, unsigned columns)
{
	*tree = (struct calltree){.columns = columns};
	calltree_append(tree, NODE_ROOT, NAME_NONE);
}

void calltree_release(struct calltree *tree)
{
	names_release(&tree->names);
	free(tree->nodes);
	free(tree->slots);
	*tree = (struct calltree){0};
}

/*
 * Most nodes have one child, or are asked for the same one again: that one is known to its parent,
 * and is near it in memory. Only those with siblings are in a table, whose slots hold what they are
 * found by, so that one lookup is one access to memory. The root is nobody's child, so its number
 * marks an empty slot.
 */
struct calltree_slot {
	uint32_t parent, name, node;
};

static struct calltree_slot *find_slot(const struct calltree *tree, uint32_t parent, uint32_t name)
{
	uint32_t mask = tree->slot_count - 1;
	uint32_t at = (uint32_t)hash_pair(parent, name, tree->seed) & mask;

	while (tree->slots[at].node != NODE_ROOT &&
		(tree->slots[at].parent != parent || tree->slots[at].name != name))
		at = (at + 1) & mask;
	return &tree->slots[at];
}

static void grow_slots(struct calltree *tree)
{
	struct calltree_slot *old = tree->slots;
	uint32_t old_count = tree->slot_count;

	if (old_count > UINT32_MAX / 2)
		die("more than 2^31 frames");
	tree->slot_count = old_count ? old_count * 2 : 512;
	tree->slots = memory_new(tree->slot_count, sizeof(*tree->slots));
	tree->seed = hash_seed();
	for (uint32_t i = 0; i < old_count; i++)
		if (old[i].node != NODE_ROOT)
			*find_slot(tree, old[i].parent, old[i].name) = old[i];
	free(old);
}

/* The slot of a child, empty when there is none, with room for one more. */
static struct calltree_slot *slot_for(struct calltree *tree, uint32_t parent, uint32_t name)
{
	if (tree->slots_used >= tree->slot_count / 4 * 3)
		grow_slots(tree);
	return find_slot(tree, parent, name);
}

static void fill_slot(struct calltree *tree, struct calltree_slot *slot, uint32_t node)
{
	*slot = (struct calltree_slot){tree->nodes[node].parent, tree->nodes[node].name, node};
	tree->slots_used++;
}

uint32_t calltree_append(struct calltree *tree, uint32_t parent, uint32_t name)
{
	if (tree->count >= INT32_MAX)
		die("more than 2^31 frames");
	*ARRAY_PUSH(tree->nodes, tree->count, tree->capacity) =
		(struct node){.parent = parent, .name = name};
	return tree->count - 1;
}

/* A child that is not the one asked for last; that was the only one so far, or is in the table. */
static uint32_t find_sibling(struct calltree *tree, uint32_t parent, uint32_t name)
{
	uint32_t last = tree->nodes[parent].last;
	struct calltree_slot *slot;

	if (!tree->nodes[parent].in_table)
		fill_slot(tree, slot_for(tree, parent, tree->nodes[last].name), last);
	tree->nodes[parent].in_table = true;
	slot = slot_for(tree, parent, name);
	if (slot->node == NODE_ROOT)
		fill_slot(tree, slot, calltree_append(tree, parent, name));
	return slot->node;
}

uint32_t calltree_child(struct calltree *tree, uint32_t parent, uint32_t name)
{
	uint32_t last = tree->nodes[parent].last, child;

	if (last != NODE_ROOT && tree->nodes[last].name == name)
		return last;
	child = last != NODE_ROOT ? find_sibling(tree, parent, name) :
				    calltree_append(tree, parent, name);
	tree->nodes[parent].last = child;
	return child;
}

static _Noreturn void too_heavy(const struct calltree *tree)
{
	die("%s%sthe weights add up to more than 2^64-1", tree->input ? tree->input : "",
		tree->input ? ": " : "");
}

static uint64_t times(const struct calltree *tree, uint64_t a, uint64_t b)
{
	if (a > UINT64_MAX / b)
		too_heavy(tree);
	return a * b;
}

static void rescale(struct calltree *tree, unsigned places)
{
	uint64_t factor = weight_unit(places - tree->places);

	for (unsigned column = 0; column < tree->columns; column++) {
		tree->total[column] = times(tree, tree->total[column], factor);
		for (uint32_t i = 0; i < tree->count; i++)
			tree->nodes[i].self[column] *= factor;
	}
	tree->places = places;
}

void calltree_add(struct calltree *tree, uint32_t node, unsigned column, struct weight weight)
{
	uint64_t value = weight.value;

	if (weight.places > tree->places)
		rescale(tree, weight.places);
	if (weight.places < tree->places)
		value = times(tree, value, weight_unit(tree->places - weight.places));
	if (value > UINT64_MAX - tree->total[column])
		too_heavy(tree);
	tree->total[column] += value;
	tree->nodes[node].self[column] += value;
}

uint64_t *calltree_totals(const struct calltree *tree, unsigned column)
{
	uint64_t *totals = memory_new(tree->count, sizeof(*totals));

	for (uint32_t i = tree->count; i-- > 0;) {
		totals[i] += tree->nodes[i].self[column];
		if (i != NODE_ROOT)
			totals[tree->nodes[i].parent] += totals[i];
	}
	return totals;
}

void children_init(struct children *children, const struct calltree *tree)
{
	uint32_t *start = memory_new((size_t)tree->count + 2, sizeof(*start));
	uint32_t *item = memory_new(tree->count, sizeof(*item));

	/* A counting sort by parent: start[n + 2] counts, then becomes where n + 1's list begins. */
	for (uint32_t i = 1; i < tree->count; i++)
		start[tree->nodes[i].parent + 2]++;
	for (uint32_t n = 2; n < tree->count + 2; n++)
		start[n] += start[n - 1];
	for (uint32_t i = 1; i < tree->count; i++)
		item[start[tree->nodes[i].parent + 1]++] = i;
	children->start = start;
	children->item = item;
}

static int compare_u64(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void children_sort(struct children *children, const struct calltree *tree, const uint32_t *key)
{
	uint64_t *sortable = memory_new(tree->count, sizeof(*sortable));

	for (uint32_t n = 0; n < tree->count; n++) {
		uint32_t from = children->start[n], to = children->start[n + 1];

		if (to - from < 2)
			continue;
		/* Key above, node number below: one integer to compare, and ties keep their order. */
		for (uint32_t i = from; i < to; i++)
			sortable[i] = (uint64_t)key[children->item[i]] << 32 | children->item[i];
		qsort(sortable + from, to - from, sizeof(*sortable), compare_u64);
		for (uint32_t i = from; i < to; i++)
			children->item[i] = (uint32_t)sortable[i];
	}
	free(sortable);
}

void children_sort_by_name(struct children *children, const struct calltree *tree)
{
	uint32_t *sorted = names_sorted(&tree->names);
	uint32_t *ranks = names_ranks(&tree->names, sorted);
	uint32_t *key = memory_new(tree->count, sizeof(*key));

	for (uint32_t i = 1; i < tree->count; i++)
		key[i] = ranks[tree->nodes[i].name];
	children_sort(children, tree, key);
	free(sorted);
	free(ranks);
	free(key);
}

void children_release(struct children *children)
{
	free(children->start);
	free(children->item);
	*children = (struct children){0};
}
