#include "collapse/formats/valgrind/massif-tree.h"

#include <stdlib.h>

#include "collapse/formats/valgrind/frame.h"
#include "common/memory.h"

/* ---- names ---- */

/* "in 2 places, all below massif's threshold (1.00%)" */
static bool is_rest(struct str what)
{
	return str_starts(what, STR("in ")) && str_contains(what, STR(" place")) &&
	       str_contains(what, STR("below massif's threshold"));
}

static uint32_t caller_name(struct massif_tree *tree, struct str what)
{
	return is_rest(what) ? stacks_name(tree->stacks, STR("(below threshold)")) :
			       valgrind_frame_name(&tree->naming, what);
}

/* Callers come again and again, in all trees. */
static uint32_t known_name(struct massif_tree *tree, struct str what)
{
	const struct line_key key = {.head = what};
	struct line_meaning meaning;
	uint32_t name;

	if (line_cache_find(&tree->names, &key, &meaning))
		return meaning.names[0];
	name = caller_name(tree, what);
	line_cache_add(&tree->names, &key, (struct line_meaning){&name, 1, 0});
	return name;
}

static uint32_t line_name(struct massif_tree *tree, size_t depth, struct str what)
{
	size_t close = str_find(what, ')');

	/* "(heap allocation functions) malloc/new/new[], --alloc-fns, etc." */
	if (depth == 0 && str_starts(what, STR("(")) && close < what.n)
		return stacks_name(tree->stacks, str_head(what, close + 1));
	return known_name(tree, what);
}

/* ---- lines ---- */

static void push(struct massif_tree *tree, const struct massif_line *line)
{
	const struct indent_frame frame = {
		.depth = line->depth, .name = line->name, .weight = line->bytes};

	if (!tree->has_first) {
		tree->has_first = true;
		tree->first = *line;
		return;
	}
	if (line->depth <= 1)
		tree->callers += line->bytes;
	indent_push(&tree->indent, &frame);
}

void massif_tree_begin(struct massif_tree *tree, bool holds)
{
	tree->indent.stacks = tree->stacks;
	tree->indent.totals = tree->indent.callers = true;
	tree->holds = holds;
	tree->count = 0;
}

void massif_tree_add(struct massif_tree *tree, size_t depth, uint64_t bytes, struct str what)
{
	const struct massif_line line = {depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
		line_name(tree, depth, what), bytes};

	if (!tree->holds) {
		push(tree, &line);
		return;
	}
	*ARRAY_PUSH(tree->lines, tree->count, tree->capacity) = line;
}

/* ---- the end ---- */

/* The first line is malloc, and as the end of each stack of no interest. */
static void add_rest(struct massif_tree *tree)
{
	const struct massif_line *first = &tree->first;

	if (first->bytes > tree->callers)
		stacks_add_root_first(
			tree->stacks, &first->name, 1, first->bytes - tree->callers);
	else if (first->bytes < tree->callers)
		stacks_note(tree->stacks,
			"the tree has more bytes than its first line says, by %llu",
			(unsigned long long)(tree->callers - first->bytes));
}

void massif_tree_end(struct massif_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++)
		push(tree, &tree->lines[i]);
	indent_end(&tree->indent);
	indent_report(&tree->indent);
	if (tree->has_first)
		add_rest(tree);
	tree->indent.excess = 0;
	tree->has_first = false;
	tree->callers = 0;
	tree->count = 0;
}

void massif_tree_release(struct massif_tree *tree)
{
	native_name_release(&tree->naming);
	line_cache_release(&tree->names);
	indent_release(&tree->indent);
	free(tree->lines);
}
