#include "collapse/formats/perf/recording/chain-tree.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/memory.h"
#include "common/messages.h"

static uint32_t append(struct chain_tree *tree, uint32_t parent, uint32_t number)
{
	if (tree->count >= INT32_MAX)
		die("more than 2^31 frames");
	*ARRAY_PUSH(tree->nodes, tree->count, tree->capacity) =
		(struct chain_node){.parent = parent, .number = number};
	return tree->count - 1;
}

void chain_tree_init(struct chain_tree *tree)
{
	*tree = (struct chain_tree){0};
	append(tree, CHAIN_ROOT, 0);
}

void chain_tree_release(struct chain_tree *tree)
{
	free(tree->nodes);
	free(tree->slots);
	*tree = (struct chain_tree){0};
}

/* The root is nobody's child, so it marks an empty slot. */
static uint32_t *find_slot(const struct chain_tree *tree, uint32_t parent, uint32_t number)
{
	uint32_t mask = tree->slot_count - 1;
	uint32_t at = (uint32_t)hash_pair(parent, number, tree->seed) & mask;

	for (; tree->slots[at] != CHAIN_ROOT; at = (at + 1) & mask) {
		const struct chain_node *node = &tree->nodes[tree->slots[at]];

		if (node->parent == parent && node->number == number)
			break;
	}
	return &tree->slots[at];
}

static void grow(struct chain_tree *tree)
{
	uint32_t *old = tree->slots;
	uint32_t old_count = tree->slot_count;

	tree->slot_count = old_count ? old_count * 2 : 1024;
	tree->slots = memory_new(tree->slot_count, sizeof(*tree->slots));
	tree->seed = hash_seed();
	for (uint32_t i = 0; i < old_count; i++) {
		const struct chain_node *node = &tree->nodes[old[i]];

		if (old[i] != CHAIN_ROOT)
			*find_slot(tree, node->parent, node->number) = old[i];
	}
	free(old);
}

static uint32_t *slot_for(struct chain_tree *tree, uint32_t parent, uint32_t number)
{
	if (tree->slots_used >= tree->slot_count / 4 * 3)
		grow(tree);
	return find_slot(tree, parent, number);
}

/* Not the child that was asked for last: that was the only one so far, or is in the table. */
static uint32_t find_sibling(struct chain_tree *tree, uint32_t parent, uint32_t number)
{
	uint32_t last = tree->nodes[parent].last, *slot;

	if (!tree->nodes[parent].in_table) {
		*slot_for(tree, parent, tree->nodes[last].number) = last;
		tree->slots_used++;
		tree->nodes[parent].in_table = true;
	}
	slot = slot_for(tree, parent, number);
	if (*slot == CHAIN_ROOT) {
		*slot = append(tree, parent, number);
		tree->slots_used++;
	}
	return *slot;
}

uint32_t chain_tree_child(struct chain_tree *tree, uint32_t parent, uint32_t number)
{
	uint32_t last = tree->nodes[parent].last, child;

	if (last != CHAIN_ROOT && tree->nodes[last].number == number)
		return last;
	child = last != CHAIN_ROOT ? find_sibling(tree, parent, number) :
				     append(tree, parent, number);
	tree->nodes[parent].last = child;
	return child;
}
